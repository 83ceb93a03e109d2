import { useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const PREFIX = 'scroll:';

const readOffset = (key: string): number => {
  try {
    return Number(sessionStorage.getItem(PREFIX + key)) || 0;
  } catch {
    return 0;
  }
};

const removeOffset = (key: string) => {
  try {
    sessionStorage.removeItem(PREFIX + key);
  } catch {
    // The same as in `writeOffset`.
  }
};

const writeOffset = (key: string, offset: number) => {
  try {
    sessionStorage.setItem(PREFIX + key, String(Math.round(offset)));
  } catch {
    // If the storage is full or blocked, only the scroll position is lost.
  }
};

/** No offset to restore. */
const NO_OFFSET = -1;

/**
 * Stores the window's scroll offset of each history entry, and restores it on the way back once the content is
 * `ready`. A link or a new `content` key scrolls to the top. Replacing the address changes the entry's key; the offset
 * moves to the new key.
 */
export const useScrollMemory = (content: string, ready: boolean) => {
  const { key } = useLocation();
  const type = useNavigationType();
  const offset = useRef(0);
  const pendingOffset = useRef(NO_OFFSET);
  const previous = useRef<{ key: string; content: string } | null>(null);

  useLayoutEffect(() => {
    const handleScroll = () => {
      offset.current = window.scrollY;
    };
    const save = () => writeOffset(key, offset.current);
    addEventListener('scroll', handleScroll, { passive: true });
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('scroll', handleScroll);
      removeEventListener('pagehide', save);
      save();
    };
  }, [key]);

  useLayoutEffect(() => {
    const last = previous.current;
    previous.current = { key, content };
    if (last?.key !== key && type === 'POP') pendingOffset.current = readOffset(key);
    if (last && last.key !== key && type === 'REPLACE') removeOffset(last.key);
    const isLink = type === 'PUSH' && last?.key !== key;
    if (last && type !== 'POP' && (isLink || last.content !== content)) window.scrollTo(0, 0);
    if (!ready || pendingOffset.current === NO_OFFSET) return;
    if (pendingOffset.current > 0) window.scrollTo(0, pendingOffset.current);
    pendingOffset.current = NO_OFFSET;
  }, [ready, key, type, content]);
};
