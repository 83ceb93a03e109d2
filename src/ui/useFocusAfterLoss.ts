import { useEffect, useRef, type RefObject } from 'react';

/** Moves the focus to a heading when the change of `count` has removed the focused element. */
export const useFocusAfterLoss = (heading: RefObject<HTMLElement | null>, count: number | null) => {
  const before = useRef(count);
  useEffect(() => {
    const was = before.current;
    before.current = count;
    if (was === null || count === null || was === count) return undefined;
    // A closing dialog returns the focus first.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) heading.current?.focus();
    });
    return () => clearTimeout(timer);
  }, [heading, count]);
};
