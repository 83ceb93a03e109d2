import { useEffect, useState } from 'react';

/** Milliseconds to go back: Chromium fires no event when the entries belong to a removed frame. */
const GOING_BACK = 200;

/**
 * Each step in a frame adds an entry to the browser's history, and Back would go through all of them. `leave` goes back
 * over these entries before it calls `next`; render no frame once `isOver` is true.
 */
export const useFrameHistory = () => {
  const [lengthBefore] = useState(() => history.length);
  const [next, setNext] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (next === null) return undefined;
    const entries = history.length - lengthBefore;
    if (entries <= 0) {
      next();
      return undefined;
    }
    const timer = setTimeout(next, GOING_BACK);
    addEventListener('popstate', next, { once: true });
    history.go(-entries);
    return () => {
      clearTimeout(timer);
      removeEventListener('popstate', next);
    };
  }, [next, lengthBefore]);
  return { isOver: next !== null, leave: (then: () => void) => setNext((current) => current ?? then) };
};
