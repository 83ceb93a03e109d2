import { useCallback, useSyncExternalStore } from 'react';

/** One list per query: asking for it anew in each render has its price. */
const lists = new Map<string, MediaQueryList | undefined>();
const listOf = (query: string): MediaQueryList | undefined => {
  if (!lists.has(query)) lists.set(query, window.matchMedia?.(query));
  return lists.get(query);
};

/** True while a media query matches; false where there is no window to ask. */
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

/** Windows that get the layout for a phone; the style sheets use the same number. */
export const PHONE = '(max-width: 767px)';

/** Windows with room for a list and what was chosen from it. */
export const WIDE = '(min-width: 1200px)';
