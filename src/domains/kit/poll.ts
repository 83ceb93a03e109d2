import { buffers, type Channel } from 'redux-saga';
import type { Action } from '@reduxjs/toolkit';
import { actionChannel, call, delay, race, take, type ActionPattern } from 'redux-saga/effects';
import type { Step } from './effects';
import { sessionResumed } from './session';

interface Poll {
  /** What comes before the first pause; an event that wakes counts from its beginning on. */
  first?: () => Step<unknown>;
  /** One round; answers whether it succeeded. */
  ask: () => Step<boolean>;
  /** Milliseconds until the next round, after so many failures in a row; null: not before it is woken. */
  pause: (failures: number) => Step<number | null>;
  /** Whether a round may start: not in a hidden tab, not without a session. */
  mayAsk: () => Step<boolean>;
  /** Events that start a round at once; signing in again does so in every poll. */
  wake: ActionPattern;
  /** Events that end it. */
  leave: ActionPattern;
  /** Told after each round. */
  onRound?: (failures: number) => Step<void>;
}

function* loop({ first, ask, pause, mayAsk, wake, onRound }: Poll): Step<void> {
  // One that comes while a round is on its way counts: what it tells of may have missed that round.
  const wakes = (yield actionChannel(wake, buffers.sliding(1))) as Channel<Action>;
  let failures = 0;
  try {
    if (first) yield* first();
    for (;;) {
      const length = yield* pause(failures);
      const woken = take(wakes);
      const resumed = take(sessionResumed);
      yield race(length === null ? [woken, resumed] : [delay(length), woken, resumed]);
      if (!(yield* mayAsk())) continue;
      failures = (yield* ask()) ? 0 : failures + 1;
      if (onRound) yield* onRound(failures);
    }
  } finally {
    wakes.close();
  }
}

/** Asks again and again until one of the events `leave`, which also aborts the round that is on its way. */
export function* poll(options: Poll): Step<void> {
  yield race([call(loop, options), take(options.leave)]);
}

/** Milliseconds to the next try: doubled after each failure, never over `longest`. */
export const backOff = (every: number, failures: number, longest: number): number =>
  Math.min(Math.max(every, longest), every * 2 ** Math.max(0, failures - 1));
