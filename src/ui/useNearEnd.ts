import { useEffect, useRef } from 'react';

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
