import { useEffect, useRef, type RefObject } from 'react';

/**
 * Focuses an element unless something else has the focus, after a closing dialog has returned it. Returns a function
 * that cancels this.
 */
export const focusAfterLoss = (element: RefObject<HTMLElement | null>): (() => void) => {
  const timer = setTimeout(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) element.current?.focus();
  });
  return () => clearTimeout(timer);
};

/** Moves the focus to a heading when the change of `count` has removed the focused element. */
export const useFocusAfterLoss = (heading: RefObject<HTMLElement | null>, count: number | null) => {
  const before = useRef(count);
  useEffect(() => {
    const was = before.current;
    before.current = count;
    if (was === null || count === null || was === count) return undefined;
    return focusAfterLoss(heading);
  }, [heading, count]);
};
