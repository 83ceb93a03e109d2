import type { ReactNode } from 'react';
import { ErrorState, FailureLine, type ShownFailure } from './State';
import { useDelayed } from './useDelayed';
import { T } from './text';
import styles from './LoadState.module.css';

export type ShownLoad =
  { status: 'init' } | { status: 'loading' } | { status: 'loaded' } | { status: 'failed'; error: ShownFailure };

interface LoadStateProps {
  load: ShownLoad;
  /** The real layout without content. */
  skeleton: ReactNode;
  stale?: boolean;
  /** The latest refresh of the content; a failure shows a line above the content. */
  refresh?: ShownLoad;
  onRetry?: () => void;
  children: ReactNode;
}

/** Renders the four load states. The skeleton takes up its space at once and becomes visible after 150 ms. */
export const LoadState = ({ load, skeleton, stale = false, refresh, onRetry, children }: LoadStateProps) => {
  const waiting = !stale && (load.status === 'init' || load.status === 'loading');
  const late = useDelayed(waiting);
  if (load.status === 'failed') return <ErrorState failure={load.error} onRetry={onRetry} />;
  if (!waiting) {
    return (
      <>
        {refresh?.status === 'failed' && onRetry && (
          <div className={styles.refresh}>
            <FailureLine id="ui.refresh.failed" failure={refresh.error} onRetry={onRetry} />
          </div>
        )}
        {children}
      </>
    );
  }
  return (
    <div aria-busy="true" style={{ visibility: late ? undefined : 'hidden' }}>
      <span className="visually-hidden" role="status">
        {late && <T id="ui.loading" />}
      </span>
      {skeleton}
    </div>
  );
};
