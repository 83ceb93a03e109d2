import { delay } from 'redux-saga/effects';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Step, Ports } from './effects';
import { toFailure, type Failure } from './failure';
import { callWhenSignedIn } from './request';
import { SessionEnded } from './session';

/** Tries of one call, and milliseconds between them without a `Retry-After`. */
const TRIES = 4;
const PAUSE = 2000;
/** A longer `Retry-After`, in seconds, ends the tries: the limit of a day is used up. */
const WAIT_MAX = 60;

export const isSoonAllowed = ({ kind, retryAfter }: Failure): boolean =>
  kind === 'limited' && retryAfter !== undefined && retryAfter <= WAIT_MAX;

/** True for a failure worth a retry: no response, an overload, or the first try still running. */
export const isTemporary = (failure: Failure): boolean =>
  failure.kind === 'network' ||
  failure.status === 503 ||
  failure.key === ERROR_KEYS.idempotencyInFlight ||
  isSoonAllowed(failure);

/** Repeats a call after a failure worth a retry; throws the last error. */
export function* persistently<R>(
  send: (api: Ports['api']) => Promise<R>,
  isWorthAnotherTry: (failure: Failure) => boolean,
): Step<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return yield* callWhenSignedIn(send);
    } catch (error) {
      if (error instanceof SessionEnded) throw error;
      const failure = toFailure(error);
      if (tries === TRIES || !isWorthAnotherTry(failure)) throw error;
      yield delay(failure.retryAfter === undefined ? PAUSE : failure.retryAfter * 1000);
    }
  }
}
