import type { Action } from '@reduxjs/toolkit';
import { call, getContext, put, select, type Effect } from 'redux-saga/effects';
import type { HttpFile } from '../../lib/http';
import { requestPassword, requiresPassword } from './password';
import type { Notice, Ports } from './ports';

/** A saga's steps with a typed result; called with `yield* step()`. */
export type Step<R> = Generator<Effect, R, unknown>;

/** Returns a port from the saga context. */
export function* port<K extends keyof Ports>(name: K): Step<Ports[K]> {
  return (yield getContext(name)) as Ports[K];
}

/** Shows a short message to the user. */
export function* notify(notice: Notice): Step<void> {
  (yield* port('notify'))(notice);
}

/** Opens an address of the product, without the base path. */
export function* navigateTo(...target: Parameters<Ports['navigate']['to']>): Step<void> {
  (yield* port('navigate')).to(...target);
}

/** Offers a file to the user as a download, under the server's name for it if there is one. */
export function* saveFile({ blob, name }: HttpFile, otherName: string): Step<void> {
  (yield* port('saveFile'))({ blob, name: name ?? otherName });
}

/** Returns the current value of a selector. */
export function* read<S, R>(selector: (state: S) => R): Step<R> {
  return (yield select(selector)) as R;
}

/** Returns the Idempotency-Key of an earlier try of the same request, or a new one, which `onNew` stores for the next. */
export function* idempotencyKey(earlier: string | undefined, onNew: (key: string) => Action): Step<string> {
  if (earlier !== undefined) return earlier;
  const key = (yield* port('random')).id();
  yield put(onNew(key)) as Effect;
  return key;
}

function* callOnce<R>(send: (api: Ports['api']) => Promise<R>): Step<R> {
  const api = yield* port('api');
  const stop = new AbortController();
  try {
    return (yield call(send, api.withSignal(stop.signal))) as R;
  } finally {
    // No effect may be yielded here: a generator that yields during cancellation resumes its caller, and the cancelled
    // call would continue as if it had succeeded. After a response there is nothing to abort.
    stop.abort();
  }
}

/**
 * Sends a call and aborts it when the saga is cancelled, so `send` must use the client that it gets; throws the call's
 * error. When the server requires the password first, asks the user for it and repeats the call.
 */
export function* callApi<R>(send: (api: Ports['api']) => Promise<R>): Step<R> {
  for (;;) {
    try {
      return yield* callOnce(send);
    } catch (error) {
      if (!requiresPassword(error) || !(yield* requestPassword())) throw error;
    }
  }
}
