import { call, getContext, race, spawn, take, type ActionPattern } from 'redux-saga/effects';
import type { Step } from './effects';
import { SessionEnded } from './session';

/** Receives exceptions that no worker caught: programming errors, never failed calls. */
export type Reporter = (error: unknown) => void;

/** Wraps a worker so that its exception ends this run only; redux-saga would silently end the watcher too. */
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

/** Wraps a worker so that these events cancel it. */
export const until = <A extends unknown[]>(worker: (...args: A) => Step<unknown>, leave: ActionPattern) =>
  function* cancellable(...args: A): Step<void> {
    yield race([call(worker, ...args), take(leave)]);
  };

/** Starts watchers independently of each other. */
export function* spawnAll(watchers: readonly (() => Generator)[]): Step<void> {
  for (const watcher of watchers) yield spawn(safely(watcher));
}
