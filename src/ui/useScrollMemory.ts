import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

const PREFIX = 'scroll:';

const read = (key: string): number => {
  try {
    return Number(sessionStorage.getItem(PREFIX + key)) || 0;
  } catch {
    return 0;
  }
};

const write = (key: string, offset: number) => {
  try {
    sessionStorage.setItem(PREFIX + key, String(Math.round(offset)));
  } catch {
    // A full or forbidden storage costs the place in the list, nothing else.
  }
};

/**
 * Keeps the window's scroll offset of each history entry, and goes back there once the content is `ready`.
 * The key of an entry changes when its address is replaced; the offset moves along.
 */
export const useScrollMemory = (ready: boolean) => {
  const { key } = useLocation();
  const offset = useRef(0);
  const wanted = useRef<number | null>(null);

  useLayoutEffect(() => {
    wanted.current ??= read(key);
    if (!ready || wanted.current < 0) return;
    if (wanted.current > 0) window.scrollTo(0, wanted.current);
    wanted.current = -1;
  }, [ready, key]);

  useEffect(() => {
    const handleScroll = () => {
      offset.current = window.scrollY;
    };
    const keep = () => write(key, offset.current);
    handleScroll();
    addEventListener('scroll', handleScroll, { passive: true });
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('scroll', handleScroll);
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [key]);
};
