import { useEffect, useRef } from 'react';
import type { LoadLike } from './LoadState';
import { MoreFailed } from './State';
import { T } from './text';
import styles from './LoadState.module.css';

/**
 * Returns a ref for an element at the end of a list. Calls `onNear` when less than `distance` px of the page are left
 * below the window, and again whenever `on` turns true there.
 */
export const useNearEnd = (on: boolean, distance: number, onNear: () => void) => {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (!on || !element || typeof IntersectionObserver === 'undefined') return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onNear(), {
      rootMargin: `0px 0px ${distance}px 0px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [on, distance, onNear]);
  return end;
};

interface ListEndProps {
  more: LoadLike;
  hasMore: boolean;
  /** The next page loads when less than this many px are left below the window. */
  distance: number;
  onMore: () => void;
}

/**
 * The end of an endless list. It loads the next page when it comes near; after a failure it shows a retry button. On
 * paper it says that there is more.
 */
export const ListEnd = ({ more, hasMore, distance, onMore }: ListEndProps) => {
  const end = useNearEnd(hasMore && more.status !== 'loading' && more.status !== 'failed', distance, onMore);
  return (
    <div ref={end} tabIndex={-1} className={styles.end}>
      <span role="status">{more.status === 'loading' && <T id="ui.loading" />}</span>
      {more.status === 'failed' && <MoreFailed failure={more.error} onRetry={onMore} />}
      {hasMore && <T as="p" className="only-print" id="ui.printed" />}
    </div>
  );
};
