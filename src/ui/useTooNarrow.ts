import { useCallback, useState } from 'react';

/**
 * Whether what an element has held was wider than it is now, whatever made it so: a small window, large text, a long word.
 * Answers the element's `ref` as well.
 */
export const useTooNarrow = (): [
  isTooNarrow: boolean,
  ref: (element: HTMLElement | null) => (() => void) | undefined,
] => {
  const [width, setWidth] = useState({ room: 0, wanted: 0 });
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      const { clientWidth: room, scrollWidth } = element;
      setWidth(({ wanted }) => ({ room, wanted: scrollWidth > room ? scrollWidth : wanted }));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width.room < width.wanted, ref];
};
