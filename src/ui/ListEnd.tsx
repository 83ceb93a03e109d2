import type { LoadLike } from './LoadState';
import { FailureLine, type FailureLike } from './State';
import { T } from './text';
import { useNearEnd } from './useNearEnd';
import styles from './ListEnd.module.css';

export const MoreFailed = (props: { failure: FailureLike; onRetry: () => void }) => (
  <FailureLine isRead id="ui.more.failed" {...props} />
);

interface ListEndProps {
  more: LoadLike;
  hasMore: boolean;
  /** The next page loads when less than this many px are left below the window. */
  distance: number;
  onMore: () => void;
}

/** The end of an endless list. It loads the next page when it comes near; after a failure it shows a retry button. */
export const ListEnd = ({ more, hasMore, distance, onMore }: ListEndProps) => {
  const end = useNearEnd(hasMore && more.status !== 'loading' && more.status !== 'failed', distance, onMore);
  return (
    <div ref={end} className={styles.end}>
      <span role="status">{more.status === 'loading' && <T id="ui.loading" />}</span>
      {more.status === 'failed' && <MoreFailed failure={more.error} onRetry={onMore} />}
    </div>
  );
};
