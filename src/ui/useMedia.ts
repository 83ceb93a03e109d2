import { useCallback, useSyncExternalStore, useRef, useLayoutEffect, type FocusEvent } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** One list per query, because creating one in each render is slow. */
const lists = new Map<string, MediaQueryList | undefined>();
const listOf = (query: string): MediaQueryList | undefined => {
  if (!lists.has(query)) lists.set(query, window.matchMedia?.(query));
  return lists.get(query);
};

/** Returns true while a media query matches, and false without a window. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = listOf(query);
      list?.addEventListener('change', onChange);
      return () => list?.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => listOf(query)?.matches ?? false);
};

// The three breakpoints of src/styles/tokens.css.
export const PHONE = '(max-width: 767px)';

export const TABLET = '(max-width: 1023px)';

/** Screens that are used with a finger. */
export const COARSE = '(pointer: coarse)';

/** Windows with room for two columns. */
export const WIDE = '(min-width: 1200px)';

let isPrinting = false;
const subscribeToPrint = (onChange: () => void) => {
  const handle = ({ type }: Event) => {
    isPrinting = type === 'beforeprint';
    onChange();
  };
  addEventListener('beforeprint', handle);
  addEventListener('afterprint', handle);
  return () => {
    removeEventListener('beforeprint', handle);
    removeEventListener('afterprint', handle);
  };
};

/** Returns true while the browser prints. Firefox prints a copy of the page, so media queries here do not change. */
export const usePrinting = (): boolean => {
  const isPaper = useMedia('print');
  return useSyncExternalStore(subscribeToPrint, () => isPrinting) || isPaper;
};

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
    // Without storage, only the scroll position is lost.
  }
};

const writeOffset = (key: string, offset: number) => {
  try {
    sessionStorage.setItem(PREFIX + key, String(Math.round(offset)));
  } catch {
    // Without storage, only the scroll position is lost.
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
  const { key: entry, pathname } = useLocation();
  // The first entry of every page load has the same key.
  const key = `${entry} ${pathname}`;
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

/**
 * Scrolls a line of controls sideways to the control that the keyboard focuses, because the browser leaves a partly
 * visible one where it is. A pressed control stays: it would move away before the release.
 */
export const showFocused = ({ target }: FocusEvent): void => {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
};
