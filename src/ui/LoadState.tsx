import type { ReactNode } from 'react';
import { ErrorState, type ShownFailure } from './State';
import { useDelayed } from './useDelayed';
import { T } from './text';

export type ShownLoad =
  { status: 'init' } | { status: 'loading' } | { status: 'loaded' } | { status: 'failed'; error: ShownFailure };

interface LoadStateProps {
  load: ShownLoad;
  /** The real layout without its content. */
  skeleton: ReactNode;
  /** Old content that stays while the new loads. */
  stale?: boolean;
  onRetry?: () => void;
  children: ReactNode;
}

/** Renders the four statuses of an operation; the skeleton is seen after 150 ms, not before, and has its room at once. */
export const LoadState = ({ load, skeleton, stale = false, onRetry, children }: LoadStateProps) => {
  const waiting = !stale && (load.status === 'init' || load.status === 'loading');
  const late = useDelayed(waiting);
  if (load.status === 'failed') return <ErrorState failure={load.error} onRetry={onRetry} />;
  if (!waiting) return children;
  return (
    <div aria-busy="true" style={{ visibility: late ? undefined : 'hidden' }}>
      <span className="visually-hidden" role="status">
        {late && <T id="ui.loading" />}
      </span>
      {skeleton}
    </div>
  );
};
