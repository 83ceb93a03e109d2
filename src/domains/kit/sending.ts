import type { Action } from '@reduxjs/toolkit';
import { buffers, eventChannel, type Channel, type EventChannel } from 'redux-saga';
import { actionChannel, call, delay, race, take } from 'redux-saga/effects';
import { port, type Step } from './effects';
import { backOff } from './poll';
import { isFromOtherTab, type ofThisTab } from './tabs';

/** Milliseconds that a tab waits for a lock: a call ends after 30 s, so the tab that holds it is probably suspended. */
export const TRY_ENDS = 35_000;

/** Milliseconds that a tab keeps a lock after its work, so that the other tabs hear what became of it first. */
const BROADCAST = 200;

/** Milliseconds that a tab leaves to the one in which the user acted, which usually sends first. */
const OTHERS_FIRST = 1000;

/** Milliseconds before the second try of a change without an answer, and the maximum. */
const FIRST = 2000;
const LONGEST = 30_000;

/** Statuses after which the server may accept the same change later. */
export const RETRIED_STATUSES = [0, 401, 408, 429, 500, 502, 503, 504];

/** Ends when no other tab has told anything for `TRY_ENDS`: the one that holds a lock is probably suspended. */
function* silenceOfOthers(): Step<void> {
  for (let heard: unknown = true; heard;)
    ({ heard } = (yield race({ heard: take(isFromOtherTab), over: delay(TRY_ENDS) })) as { heard?: unknown });
}

/** Runs short work in one tab at a time. Work that tells nothing for `TRY_ENDS` may also run in another tab. */
export function* withLock<R>(name: string, work: () => Step<R>): Step<R> {
  const tabs = yield* port('tabs');
  const lock: EventChannel<true> = eventChannel((emit) => tabs.lead(name, () => emit(true)), buffers.expanding());
  try {
    yield race([take(lock), call(silenceOfOthers)]);
    const result = yield* work();
    yield delay(BROADCAST);
    return result;
  } finally {
    lock.close();
  }
}

/** Lets the tab in which the user acted go first, if `cause` comes from another one. */
export function* othersFirst(cause: Action): Step<void> {
  if (isFromOtherTab(cause)) yield delay(OTHERS_FIRST);
}

/**
 * Returns a saga that repeats rounds, with growing pauses or at once after one of `events`, until a round returns that
 * nothing is left to send. Rounds of one `key` run once at a time in this tab.
 */
export const untilSent = (events: ReturnType<typeof ofThisTab>) => {
  const running = new Set<unknown>();
  return function* (key: unknown, runRound: () => Step<boolean>): Step<void> {
    if (running.has(key)) return;
    running.add(key);
    // An event during a round makes the next one begin at once.
    const wakes = (yield actionChannel(events, buffers.sliding(1))) as Channel<Action>;
    try {
      for (let failures = 1; !(yield* runRound()); failures += 1)
        yield race([delay(backOff(FIRST, failures, LONGEST)), take(wakes)]);
    } finally {
      wakes.close();
      running.delete(key);
    }
  };
};
