import { put, type Effect } from 'redux-saga/effects';
import type { Action } from '@reduxjs/toolkit';
import { toFailure, type Failure } from './failure';
import { ask, port, type Step } from './effects';
import type { Ports } from './ports';

interface Request<R> {
  send: (api: Ports['api'], signal: AbortSignal) => Promise<R>;
  onLoaded: (result: R) => Action;
  onFailed: (failure: Failure) => Action;
}

export type Outcome<R> = { ok: true; result: R } | { ok: false; failure: Failure };

/** Sends one call and puts exactly one outcome event; a cancelled one puts none, for nobody waits for it. */
export function* request<R>({ send, onLoaded, onFailed }: Request<R>): Step<Outcome<R>> {
  const api = yield* port('api');
  let outcome: Outcome<R>;
  try {
    outcome = { ok: true, result: yield* ask((signal) => send(api, signal)) };
  } catch (error) {
    outcome = { ok: false, failure: toFailure(error) };
  }
  yield put(outcome.ok ? onLoaded(outcome.result) : onFailed(outcome.failure)) as Effect;
  return outcome;
}
