import { useCallback, useState } from 'react';

/**
 * Height of a row with what separates it from the next, in px, in the three layouts: across the page, beside an applicant
 * and as cards on a phone. The style sheet of the card says the same.
 */
const ROW = { page: 92, beside: 96, phone: 140 } as const;

/** Edge of a photo, in px. */
export const PHOTO = { page: 56, beside: 48, phone: 56 } as const;

export type ListLayout = keyof typeof ROW;

/**
 * How high a row is. Beside an applicant the style sheet makes it higher for large text, which only an element of that
 * height can tell (the text may grow while the list is open): its `ref` is answered as well.
 */
export const useRowHeight = (
  layout: ListLayout,
): [height: number, ref: (element: HTMLElement | null) => (() => void) | undefined] => {
  const [measured, setMeasured] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setMeasured(element.offsetHeight));
    observer.observe(element);
    return () => {
      observer.disconnect();
      setMeasured(0);
    };
  }, []);
  return [measured || ROW[layout], ref];
};
