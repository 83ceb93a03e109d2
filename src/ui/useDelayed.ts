import { useEffect, useState, use, useEffectEvent } from 'react';
import { ReplayContext } from './replay';

/** Returns true once `on` has been true for `ms` milliseconds, so that quick loads show no loading state. */
export const useDelayed = (on: boolean, ms = 150): boolean => {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setTimeout(() => setPassed(true), ms);
    return () => {
      clearTimeout(timer);
      setPassed(false);
    };
  }, [on, ms]);
  return on && passed;
};

/**
 * Calls `onOnline` when the browser is connected again and the page is in sight. A replay only shows what happened, so it
 * calls nothing.
 */
export const useOnlineAgain = (onOnline: () => void) => {
  const isReplayed = use(ReplayContext) !== null;
  const call = useEffectEvent(onOnline);
  useEffect(() => {
    if (isReplayed) return undefined;
    let waits = false;
    const go = () => {
      if (!waits || document.hidden) return;
      waits = false;
      call();
    };
    const handleOnline = () => {
      waits = true;
      go();
    };
    addEventListener('online', handleOnline);
    document.addEventListener('visibilitychange', go);
    return () => {
      removeEventListener('online', handleOnline);
      document.removeEventListener('visibilitychange', go);
    };
  }, [isReplayed]);
};
