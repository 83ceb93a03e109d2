import { useCallback, useState } from 'react';

/**
 * Height of a row with its divider, in px: across the page, beside an applicant, and as a card on a phone. The card's
 * style sheet has the same numbers.
 */
const ROW = { page: 92, beside: 96, phone: 156 } as const;

/** Edge of a photo in px. */
export const PHOTO = { page: 56, beside: 48, phone: 56 } as const;

export type ListLayout = keyof typeof ROW;

/**
 * Returns the height of a row. Beside an applicant the style sheet makes rows higher for large text, and the text may
 * grow while the list is open, so the hook also returns a `ref` for an element to measure.
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
