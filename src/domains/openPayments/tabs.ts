import type { UnknownAction } from '@reduxjs/toolkit';
import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import { delay, put, race, take, takeEvery } from 'redux-saga/effects';
import { port, type Step } from '../kit/effects';
import { safely } from '../kit/safely';
import { openPaymentsActions, paymentBegun } from './slice';

/**
 * The browser may have suspended the tab that holds the lock; this tab continues without it after this many
 * milliseconds.
 */
const LOCK_TIMEOUT = 10_000;
/** Milliseconds that a tab keeps the lock, so that its message reaches the other tabs first. */
const BROADCAST_MS = 200;

/** An event that a tab repeats for the other tabs: each tab writes the whole list to the storage. */
interface OpenPaymentsMessage {
  type: 'openPayments';
  action: UnknownAction & { payload: unknown };
}

const REMOTE = { isRemote: true };

export const isFromOtherTab = (action: object): boolean => 'meta' in action && action.meta === REMOTE;

export function* notifyTabs(action: OpenPaymentsMessage['action']): Step<void> {
  if (isFromOtherTab(action)) return;
  const tabs = yield* port('tabs');
  tabs.post({ type: 'openPayments', action } satisfies OpenPaymentsMessage);
}

function* receive(message: OpenPaymentsMessage): Step<void> {
  const { type, action } = message;
  if (type !== 'openPayments') return;
  yield put({
    ...(paymentBegun.match(action) ? openPaymentsActions.startedInOtherTab(action.payload) : action),
    meta: REMOTE,
  });
}

export function* watchTabs(): Step<void> {
  const tabs = yield* port('tabs');
  const messages: EventChannel<OpenPaymentsMessage> = eventChannel((emit) =>
    tabs.listen((message) => emit(message as OpenPaymentsMessage)),
  );
  yield takeEvery(messages, safely(receive));
}

/** Runs work in one tab at a time. */
export function* withLock<R>(work: () => Step<R>): Step<R> {
  const tabs = yield* port('tabs');
  const lock: EventChannel<true> = eventChannel(
    (emit) => tabs.lead('openPayments', () => emit(true)),
    buffers.expanding(),
  );
  try {
    yield race([take(lock), delay(LOCK_TIMEOUT)]);
    const result = yield* work();
    yield delay(BROADCAST_MS);
    return result;
  } finally {
    lock.close();
  }
}
