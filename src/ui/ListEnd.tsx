import type { ShownLoad } from './LoadState';
import { FailureLine, type ShownFailure } from './State';
import { T } from './text';
import { useNearEnd } from './useNearEnd';
import styles from './ListEnd.module.css';

/** Says that the next page could not be loaded, with a way to try again. */
export const MoreFailed = (props: { failure: ShownFailure; onRetry: () => void }) => (
  <FailureLine id="ui.more.failed" {...props} />
);

interface ListEndProps {
  more: ShownLoad;
  hasMore: boolean;
  /** The end is near when less than this many px are left below the window. */
  distance: number;
  onMore: () => void;
}

/** The end of a list that goes on by itself when it comes near; where that failed, when one asks it to. */
export const ListEnd = ({ more, hasMore, distance, onMore }: ListEndProps) => {
  const end = useNearEnd(hasMore && more.status !== 'loading' && more.status !== 'failed', distance, onMore);
  return (
    <div ref={end} className={styles.end}>
      <span role="status">{more.status === 'loading' && <T id="ui.loading" />}</span>
      {more.status === 'failed' && <MoreFailed failure={more.error} onRetry={onMore} />}
    </div>
  );
};
