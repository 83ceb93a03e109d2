import type { ReactNode } from 'react';
import { ErrorState, FailureLine, type FailureLike } from './State';
import { useDelayed } from './useDelayed';
import { T } from './text';
import styles from './LoadState.module.css';
import { cx } from './cx';

export type LoadLike =
  | { status: 'init' }
  | { status: 'loading' }
  | { status: 'loaded'; refreshError?: FailureLike }
  | { status: 'failed'; error: FailureLike };

interface LoadStateProps {
  load: LoadLike;
  /** The real layout without content. */
  skeleton: ReactNode;
  stale?: boolean;
  /** The latest refresh of a paged list; a failure shows a line above the content, as `load.refreshError` does. */
  refresh?: LoadLike;
  onRetry?: () => void;
  /** Shown instead of the error when nothing exists at the address; leads on. */
  gone?: ReactNode;
  children: ReactNode;
}

/** Renders the four load states. The skeleton takes up its space at once and becomes visible after 150 ms. */
export const LoadState = ({ load, skeleton, stale = false, refresh, onRetry, gone, children }: LoadStateProps) => {
  const isLoading = !stale && (load.status === 'init' || load.status === 'loading');
  const showsLoading = useDelayed(isLoading);
  if (load.status === 'failed')
    return (load.error.kind === 'notFound' && gone) || <ErrorState failure={load.error} onRetry={onRetry} />;
  if (!isLoading) {
    const refreshError = refresh?.status === 'failed' ? refresh.error : load.status === 'loaded' && load.refreshError;
    return (
      <>
        {refreshError && onRetry && (
          <div className="hint text-center snug">
            <FailureLine isRead id="ui.refresh.failed" failure={refreshError} onRetry={onRetry} />
          </div>
        )}
        {children}
      </>
    );
  }
  return (
    <div aria-busy="true" style={{ visibility: showsLoading ? undefined : 'hidden' }}>
      <span className="visually-hidden" role="status">
        {showsLoading && <T id="ui.loading" />}
      </span>
      {skeleton}
    </div>
  );
};

/** A placeholder for content that loads. Sizes are px or any CSS length. */
export const Skeleton = ({
  width,
  height = 14,
  round,
}: {
  width: number | string;
  height?: number | string;
  round?: boolean;
}) => (
  <span
    className={cx(styles.skeleton, round && styles.round)}
    style={{ width, height, maxWidth: '100%' }}
    aria-hidden="true"
  />
);

export const Page = ({ narrow, children }: { narrow?: boolean; children: ReactNode }) => (
  <div className={cx(styles.page, narrow && styles.narrow)}>{children}</div>
);

export const Card = ({ className, children }: { className?: string; children: ReactNode }) => (
  <div className={cx('card', className)}>{children}</div>
);
