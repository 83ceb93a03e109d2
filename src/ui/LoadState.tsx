import type { ReactNode } from 'react';
import { ErrorState, FailureLine, type ShownFailure } from './State';
import { useDelayed } from './useDelayed';
import { T } from './text';
import styles from './LoadState.module.css';

export type ShownLoad =
  { status: 'init' } | { status: 'loading' } | { status: 'loaded' } | { status: 'failed'; error: ShownFailure };

interface LoadStateProps {
  load: ShownLoad;
  /** The real layout without its content. */
  skeleton: ReactNode;
  /** Old content that stays while the new loads. */
  stale?: boolean;
  /** The last attempt to read the content again; a line above the content says when it failed. */
  refresh?: ShownLoad;
  onRetry?: () => void;
  children: ReactNode;
}

/** Renders the four statuses of an operation; the skeleton is seen after 150 ms, not before, and has its room at once. */
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
