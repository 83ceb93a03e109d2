import { use, useEffect, useEffectEvent } from 'react';
import { ReplayContext } from './replay';

/** Calls `onOnline` when the browser is connected again. A replay only shows what happened, so it calls nothing. */
export const useOnlineAgain = (onOnline: () => void) => {
  const isReplayed = use(ReplayContext) !== null;
  const call = useEffectEvent(onOnline);
  useEffect(() => {
    if (isReplayed) return undefined;
    const handleOnline = () => call();
    addEventListener('online', handleOnline);
    return () => removeEventListener('online', handleOnline);
  }, [isReplayed]);
};
