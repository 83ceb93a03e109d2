import { useSyncExternalStore } from 'react';

/** One timer for all clocks of a page: each second one task, whatever the number of rows. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((tell) => tell()), 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
};

const currentSecond = () => Math.floor(Date.now() / 1000);

/** The time now in ms, whole seconds; renders the caller again each second. */
export const useNow = (): number => useSyncExternalStore(subscribe, currentSecond) * 1000;

/** The time now in ms, in steps of so many seconds; renders the caller again with each step. */
export const useNowEach = (seconds: number): number => {
  const step = seconds * 1000;
  return useSyncExternalStore(subscribe, () => Math.floor(Date.now() / step)) * step;
};
