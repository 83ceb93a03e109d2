import { useCallback, useSyncExternalStore } from 'react';

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
