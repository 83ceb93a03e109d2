import { buffers, type Channel } from 'redux-saga';
import { actionChannel, put, take, type Effect } from 'redux-saga/effects';
import type { Action } from '@reduxjs/toolkit';
import { isSignedOut, toFailure, type Failure } from './failure';
import { callApi, type Step, type Ports } from './effects';
import { loginSucceeded, SESSION_ENDS, SessionEnded, sessionResumed, tokenRotated } from './session';

/** A call, and the two events of which it puts one. */
export interface Request<R> {
  send: (api: Ports['api']) => Promise<R>;
  onLoaded: (result: R) => Action;
  onFailed: (failure: Failure) => Action;
}

export type Outcome<R> = { ok: true; result: R } | { ok: false; failure: Failure };

const SESSION_CHANGES = [sessionResumed, tokenRotated, loginSucceeded, ...SESSION_ENDS];

const isSameUser = (event: Action): boolean => sessionResumed.match(event) || tokenRotated.match(event);

/**
 * Sends a read like `callApi`. After a 401 it waits until the same user signs in again and repeats the read; throws
 * `SessionEnded` when the session ends instead.
 */
export function* callWhenSignedIn<R>(send: (api: Ports['api']) => Promise<R>): Step<R> {
  // Subscribes before sending: the 401 of an old token may arrive after the new token.
  const changes = (yield actionChannel(SESSION_CHANGES, buffers.sliding(1))) as Channel<Action>;
  try {
    for (;;) {
      try {
        return yield* callApi(send);
      } catch (error) {
        if (!isSignedOut(toFailure(error))) throw error;
      }
      if (!isSameUser((yield take(changes)) as Action)) throw new SessionEnded();
    }
  } finally {
    changes.close();
  }
}

/** Sends a call; returns its result or failure. `isRead` waits while the session is lost. */
export function* outcomeOf<R>(send: Request<R>['send'], isRead: boolean): Step<Outcome<R>> {
  try {
    return { ok: true, result: yield* isRead ? callWhenSignedIn(send) : callApi(send) };
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    return { ok: false, failure: toFailure(error) };
  }
}

function* putOutcome<R>({ send, onLoaded, onFailed }: Request<R>, isRead: boolean): Step<Outcome<R>> {
  const outcome = yield* outcomeOf(send, isRead);
  yield put(outcome.ok ? onLoaded(outcome.result) : onFailed(outcome.failure)) as Effect;
  return outcome;
}

/**
 * Reads data and puts exactly one outcome event; waits while the session is lost. Puts none when cancelled or when the
 * session ends.
 */
export const request = <R>(options: Request<R>): Step<Outcome<R>> => putOutcome(options, true);

/** Sends a user's action (a change, a payment, a download) and puts exactly one outcome event; a 401 is a failure. */
export const submit = <R>(options: Request<R>): Step<Outcome<R>> => putOutcome(options, false);
