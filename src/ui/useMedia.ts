import { useCallback, useSyncExternalStore } from 'react';

/** True while a media query matches; false where there is no window to ask. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia?.(query);
      list?.addEventListener('change', onChange);
      return () => list?.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia?.(query)?.matches ?? false);
};

/** Windows that get the layout for a phone; the style sheets use the same number. */
export const PHONE = '(max-width: 767px)';
