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
 * Sends a read like `ask`. After a 401 it waits until the same user signs in again and repeats the read; throws
 * `SessionEnded` when the session ends instead.
 */
export function* askWhenSignedIn<R>(send: (signal: AbortSignal) => Promise<R>): Step<R> {
  // Subscribes before sending: the 401 of an old token may arrive after the new token.
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
 * Reads data and puts exactly one outcome event; waits while the session is lost. Puts none when cancelled or when the
 * session ends.
 */
export function* request<R>(options: Request<R>): Step<Outcome<R>> {
  const api = yield* port('api');
  return yield* conclude(options, () => askWhenSignedIn((signal) => options.send(api, signal)));
}

/** Sends a user's action (a change, a payment, a download) and puts exactly one outcome event; a 401 is a failure. */
export function* submit<R>(options: Request<R>): Step<Outcome<R>> {
  const api = yield* port('api');
  return yield* conclude(options, () => ask((signal) => options.send(api, signal)));
}
