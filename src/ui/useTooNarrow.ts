import { useCallback, useRef, useState } from 'react';

/**
 * Whether what an element has held was wider than it is now, whatever made it so: a small window, large text, a long word.
 * Answers the element's `ref` as well.
 */
export const useTooNarrow = (): [
  isTooNarrow: boolean,
  ref: (element: HTMLElement | null) => (() => void) | undefined,
] => {
  const wanted = useRef(0);
  const [isTooNarrow, setTooNarrow] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      if (element.scrollWidth > element.clientWidth) wanted.current = element.scrollWidth;
      setTooNarrow(element.clientWidth < wanted.current);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [isTooNarrow, ref];
};
