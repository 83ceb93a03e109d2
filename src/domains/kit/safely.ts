import { call, getContext } from 'redux-saga/effects';
import type { Step } from './effects';
import { SessionEnded } from './session';

/** Told of what no worker caught; a developer's mistake, never a failed call. */
export type Reporter = (error: unknown) => void;

/** Wraps a worker so that its exception ends this run alone and not the watcher (redux-saga ends both, silently). */
export const safely = <A extends unknown[]>(worker: (...args: A) => Generator) =>
  function* safeWorker(...args: A): Step<void> {
    try {
      yield call(worker, ...args);
    } catch (error) {
      if (error instanceof SessionEnded) return;
      const report = (yield getContext('report')) as Reporter | undefined;
      report?.(error);
    }
  };
