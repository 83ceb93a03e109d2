import { Button } from './Button';
import type { ShownLoad } from './LoadState';
import { FailureText, type ShownFailure } from './State';
import { T } from './text';
import { useNearEnd } from './useNearEnd';
import styles from './ListEnd.module.css';

/** That a list did not go on, and the way on. */
export const MoreFailed = ({ failure, onRetry }: { failure: ShownFailure; onRetry: () => void }) => (
  <p>
    <span role="alert">
      <T id="ui.more.failed" /> <FailureText failure={failure} />
    </span>{' '}
    <Button small onClick={onRetry}>
      <T id="ui.retry" />
    </Button>
  </p>
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
