import { useCallback, useRef, useState } from 'react';

/**
 * Returns whether the element is narrower than its content was, for any reason: a small window, large text, a long
 * word. Also returns the element's `ref`.
 */
export const useTooNarrow = (): [
  isTooNarrow: boolean,
  ref: (element: HTMLElement | null) => (() => void) | undefined,
] => {
  const contentWidth = useRef(0);
  const [isTooNarrow, setTooNarrow] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(() => {
      if (element.scrollWidth > element.clientWidth) contentWidth.current = element.scrollWidth;
      setTooNarrow(element.clientWidth < contentWidth.current);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [isTooNarrow, ref];
};
