import { useEffect, useRef, type RefObject } from 'react';

/** Puts the focus on a heading when the row that had it is gone: when `count` falls, or what was empty is so no more. */
export const useFocusAfterLoss = (heading: RefObject<HTMLElement | null>, count: number | null) => {
  const before = useRef(count);
  useEffect(() => {
    const was = before.current;
    before.current = count;
    if (was === null || count === null || was === count) return undefined;
    // A dialog that closes gives the focus back first.
    const timer = setTimeout(() => {
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) heading.current?.focus();
    });
    return () => clearTimeout(timer);
  }, [heading, count]);
};
