import { useSyncExternalStore } from 'react';
import { serverNow } from '../lib/serverClock';

/** One timer for all clocks of a page, so that each second runs one task, however many rows there are. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((notify) => notify()), 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
};

/** Returns the server's current time in ms, in whole seconds. */
export const secondNow = (): number => currentSecond() * 1000;

/** Calls `onTick` with the server's time in ms each second until it returns false. Returns the function that stops it. */
export const eachSecond = (onTick: (now: number) => boolean): (() => void) => {
  const stop = subscribe(() => {
    if (!onTick(secondNow())) stop();
  });
  return stop;
};

const currentSecond = () => Math.floor(serverNow() / 1000);

/** Returns the server's current time in ms, in whole seconds, and renders the caller each second. */
export const useNow = (): number => useSyncExternalStore(subscribe, currentSecond) * 1000;

/** Returns the server's current time in ms, in steps of this many seconds, and renders the caller at each step. */
export const useNowEach = (seconds: number): number => {
  const step = seconds * 1000;
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow() / step)) * step;
};
