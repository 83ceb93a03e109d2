import { delay } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Step, Ports } from './effects';
import { toFailure, type Failure } from './failure';
import { backOff } from './poll';
import { callWhenSignedIn } from './request';
import { SessionEnded } from './session';

/** Tries of one call, and milliseconds between them without a `Retry-After`. */
const TRIES = 4;
const PAUSE = 2000;
/** A longer `Retry-After`, in seconds, ends the tries: the limit of a day is used up. */
const WAIT_MAX = 60;

export const isSoonAllowed = ({ kind, retryAfter }: Failure): boolean =>
  kind === 'limited' && retryAfter !== undefined && retryAfter <= WAIT_MAX;

/** An overload, and a proxy whose server is being restarted. */
const STATUSES: readonly unknown[] = [502, 503, 504];

/** True for a failure worth a retry: no response, an unavailable server, or the first try still running. */
export const isTemporary = (failure: Failure): boolean =>
  failure.kind === 'network' ||
  STATUSES.includes(failure.status) ||
  failure.key === ERROR_KEYS.idempotencyInFlight ||
  isSoonAllowed(failure);

/** Returns the milliseconds before the next try: what the server asks for, or ever more after the first tries. */
export const pauseAfter = (failure: Failure, tries: number): number =>
  failure.retryAfter === undefined ? backOff(PAUSE, tries - TRIES + 1, WAIT_MAX * 1000) : failure.retryAfter * 1000;

/** Repeats a call after a failure worth a retry, at most `most` times in all; throws the last error. */
export function* persistently<R>(
  send: (api: Ports['api']) => Promise<R>,
  isWorthAnotherTry: (failure: Failure) => boolean,
  most = TRIES,
): Step<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return yield* callWhenSignedIn(send);
    } catch (error) {
      if (error instanceof SessionEnded) throw error;
      const failure = toFailure(error);
      if (tries === most || !isWorthAnotherTry(failure)) throw error;
      yield delay(pauseAfter(failure, tries));
    }
  }
}

/** Repeats a read until the server itself answers. The caller ends it when nobody needs the answer any more. */
export const untilAnswered = <R>(send: (api: Ports['api']) => Promise<R>): Step<R> =>
  persistently((api) => send(api.current()), isTemporary, Infinity);
