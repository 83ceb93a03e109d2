import { buffers, type Channel } from 'redux-saga';
import { actionChannel, put, take, type Effect } from 'redux-saga/effects';
import type { Action } from '@reduxjs/toolkit';
import { isSignedOut, toFailure, type Failure } from './failure';
import { ask, port, type Step } from './effects';
import type { Ports } from './ports';
import { loggedOut, loginSucceeded, SessionEnded, sessionEndedElsewhere, sessionResumed, tokenTaken } from './session';

interface Request<R> {
  send: (api: Ports['api'], signal: AbortSignal) => Promise<R>;
  onLoaded: (result: R) => Action;
  onFailed: (failure: Failure) => Action;
}

export type Outcome<R> = { ok: true; result: R } | { ok: false; failure: Failure };

const CHANGES = [sessionResumed, tokenTaken, loginSucceeded, loggedOut, sessionEndedElsewhere];

const isSameUser = (event: Action): boolean => sessionResumed.match(event) || tokenTaken.match(event);

/**
 * Like `ask`, for reads: a read that the lost session refused waits until the same user is signed in again, and is sent
 * again. When the session ends instead, it throws `SessionEnded`.
 */
export function* askWhenSignedIn<R>(send: (signal: AbortSignal) => Promise<R>): Step<R> {
  // Subscribed before the call is sent: the refusal of an old token may arrive after the new one.
  const changes = (yield actionChannel(CHANGES, buffers.sliding(1))) as Channel<Action>;
  try {
    for (;;) {
      try {
        return yield* ask(send);
      } catch (error) {
        if (!isSignedOut(toFailure(error))) throw error;
      }
      if (!isSameUser((yield take(changes)) as Action)) throw new SessionEnded();
    }
  } finally {
    changes.close();
  }
}

function* conclude<R>({ onLoaded, onFailed }: Request<R>, answer: () => Step<R>): Step<Outcome<R>> {
  let outcome: Outcome<R>;
  try {
    outcome = { ok: true, result: yield* answer() };
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    outcome = { ok: false, failure: toFailure(error) };
  }
  yield put(outcome.ok ? onLoaded(outcome.result) : onFailed(outcome.failure)) as Effect;
  return outcome;
}

/**
 * Reads something and puts exactly one outcome event; a lost session is waited for. A read that is
 * cancelled, or whose session ends, puts none.
 */
export function* request<R>(options: Request<R>): Step<Outcome<R>> {
  const api = yield* port('api');
  return yield* conclude(options, () => askWhenSignedIn((signal) => options.send(api, signal)));
}

/** Sends what the user does (a change, a payment, a download) and puts exactly one outcome event; a 401 fails it. */
export function* submit<R>(options: Request<R>): Step<Outcome<R>> {
  const api = yield* port('api');
  return yield* conclude(options, () => ask((signal) => options.send(api, signal)));
}
