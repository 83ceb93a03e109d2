import { useEffect, useEffectEvent } from 'react';

/** Calls `onRestored` when the browser shows the page again from its page cache, with everything as it was left. */
export const usePageRestored = (onRestored: () => void): void => {
  const restore = useEffectEvent(onRestored);
  useEffect(() => {
    const handle = ({ persisted }: PageTransitionEvent) => {
      if (persisted) restore();
    };
    addEventListener('pageshow', handle);
    return () => removeEventListener('pageshow', handle);
  }, []);
};
