import { useCallback, useLayoutEffect, useMemo, useRef, useSyncExternalStore, type FocusEvent } from 'react';
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

/** Without storage, only the place in the page is lost. */
const onStorage = <R>(work: (storage: Storage) => R): R | null => {
  try {
    return work(sessionStorage);
  } catch {
    return null;
  }
};

/** Returns the key of this history entry's place. The first entry of every page load has the same key. */
const usePlaceKey = (): string => {
  const { key, pathname } = useLocation();
  return `scroll:${key} ${pathname}`;
};

/** Reads the scroll offset of an entry, and the number of pages that its list had loaded. */
const readPlace = (key: string): { offset: number; pages: number } => {
  const [offset = 0, pages = 1] = (onStorage((storage) => storage.getItem(key)) ?? '').split(' ').map(Number);
  return { offset, pages };
};

/**
 * Returns the number of pages that the list of this history entry had loaded when the user left it. Its address may name
 * fewer, because it follows the rows.
 */
export const useStoredPages = (): number => {
  const key = usePlaceKey();
  return useMemo(() => readPlace(key).pages, [key]);
};

/** No offset to restore. */
const NO_OFFSET = -1;

/**
 * Stores the window's scroll offset of each history entry, and restores it on the way back once the content is
 * `ready`. A link or a new `content` key scrolls to the top. Replacing the address changes the entry's key; the offset
 * moves to the new key. A list stores its number of `pages` too, see `useStoredPages`.
 */
export const useScrollMemory = (content: string, ready: boolean, pages = 1) => {
  const key = usePlaceKey();
  const type = useNavigationType();
  const place = useRef({ offset: 0, pages });
  const pendingOffset = useRef(NO_OFFSET);
  const previous = useRef<{ key: string; content: string } | null>(null);

  useLayoutEffect(() => {
    place.current.pages = pages;
  }, [pages]);
  useLayoutEffect(() => {
    const handleScroll = () => {
      place.current.offset = window.scrollY;
    };
    const save = () => {
      const { offset, pages } = place.current;
      onStorage((storage) => storage.setItem(key, `${Math.round(offset)} ${pages}`));
    };
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
    if (last?.key !== key && type === 'POP') pendingOffset.current = readPlace(key).offset;
    if (last && last.key !== key && type === 'REPLACE') onStorage((storage) => storage.removeItem(last.key));
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
