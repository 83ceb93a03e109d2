import { use, useEffect, useEffectEvent } from 'react';
import { ReplayContext } from './replay';

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
