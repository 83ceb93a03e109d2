import { buffers, type Channel } from 'redux-saga';
import type { Action } from '@reduxjs/toolkit';
import { actionChannel, call, delay, flush, race, take, type ActionPattern } from 'redux-saga/effects';
import { port, type Step } from './effects';
import { sessionResumed } from './session';

interface PollOptions {
  /** Runs before the first pause; events in `wake` count from its start. */
  first?: () => Step<unknown>;
  /** Runs one round; returns whether it succeeded. */
  runRound: () => Step<boolean>;
  /**
   * Returns the milliseconds before the next round after so many failures in a row; null waits for an event in `wake`.
   */
  pause: (failures: number) => Step<number | null>;
  /** Returns whether a round may start: not in a hidden tab, not without a session. */
  mayRun: () => Step<boolean>;
  /** Events that start a round at once; signing in again always does. */
  wake: ActionPattern;
  /** Milliseconds in which events gather before a round, and the shortest time between the starts of two rounds. */
  gather?: { first: number; every: number };
  /** Events that end the poll. */
  leave: ActionPattern;
  /** Runs after each round with the number of failures in a row. */
  onRound?: (failures: number) => Step<void>;
}

function* loop({ first, runRound, pause, mayRun, wake, gather, onRound }: PollOptions): Step<void> {
  // Keeps an event that arrives during a round, because that round may have missed the change.
  const wakeEvents = (yield actionChannel(wake, buffers.sliding(1))) as Channel<Action>;
  const resumed = (yield actionChannel(sessionResumed, buffers.sliding(1))) as Channel<Action>;
  let failures = 0;
  let begun = -Infinity;
  try {
    if (first) yield* first();
    for (;;) {
      const pauseMs = yield* pause(failures);
      yield race([take(wakeEvents), take(resumed), ...(pauseMs === null ? [] : [delay(pauseMs)])]);
      if (gather) {
        const clock = yield* port('clock');
        // Waits at most `every`, even when the clock was set back.
        yield delay(Math.min(gather.every, Math.max(gather.first, begun + gather.every - clock.now())));
        begun = clock.now();
        yield flush(wakeEvents);
      }
      if (!(yield* mayRun())) continue;
      failures = (yield* runRound()) ? 0 : failures + 1;
      // A successful round used the new session already.
      if (failures === 0) yield flush(resumed);
      if (onRound) yield* onRound(failures);
    }
  } finally {
    wakeEvents.close();
    resumed.close();
  }
}

/** Repeats rounds until one of the `leave` events, which also aborts the current round. */
export function* poll(options: PollOptions): Step<void> {
  yield race([call(loop, options), take(options.leave)]);
}

/** Returns the milliseconds before the next try: doubled after each failure, at most `longest`. */
export const backOff = (every: number, failures: number, longest: number): number =>
  Math.min(Math.max(every, longest), every * 2 ** Math.max(0, failures - 1));
