import { call, getContext, select, type Effect } from 'redux-saga/effects';
import { obtainPassword, wantsPassword } from './password';
import type { Ports } from './ports';

/** A saga's steps with a typed result; used as `yield* step()`. */
export type Step<R> = Generator<Effect, R, unknown>;

/** The port of that name from the saga context. */
export function* port<K extends keyof Ports>(name: K): Step<Ports[K]> {
  return (yield getContext(name)) as Ports[K];
}

/** What a selector answers now. */
export function* read<S, R>(selector: (state: S) => R): Step<R> {
  return (yield select(selector)) as R;
}

function* once<R>(send: (signal: AbortSignal) => Promise<R>): Step<R> {
  const stop = new AbortController();
  try {
    return (yield call(send, stop.signal)) as R;
  } finally {
    // No effect may stand here: a generator that yields while it is being cancelled resumes whoever delegates to it, and the
    // cancelled call would go on as if it had been answered. After an answer there is nothing left to abort.
    stop.abort();
  }
}

/**
 * A call that is aborted when its saga is cancelled; throws what the call throws. When the server wants the password first, the
 * user is asked for it, and the same call is sent again.
 */
export function* ask<R>(send: (signal: AbortSignal) => Promise<R>): Step<R> {
  for (;;) {
    try {
      return yield* once(send);
    } catch (error) {
      if (!wantsPassword(error) || !(yield* obtainPassword())) throw error;
    }
  }
}
