import type { UnknownAction } from '@reduxjs/toolkit';
import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import { delay, put, race, take, takeEvery } from 'redux-saga/effects';
import { port, type Step } from '../kit/effects';
import { safely } from '../kit/safely';
import { openPaymentsActions, paymentBegun } from './slice';

/** A browser may put the tab to sleep whose turn it is: milliseconds until this one goes on without the turn. */
const TURN = 10_000;
/** What a tab found out has reached the others when it lets go of its turn: milliseconds. */
const BROADCAST_MS = 200;

/** Each tab writes the whole list to the storage, so what changes it in one changes it in all. */
interface OpenPaymentsMessage {
  type: 'openPayments';
  action: UnknownAction & { payload: unknown };
}

const REMOTE = { isRemote: true };

/** True for an event that another tab has told. */
export const isFromOtherTab = (action: object): boolean => 'meta' in action && action.meta === REMOTE;

/** Tells the other tabs of an event of this one. */
export function* tellTabs(action: OpenPaymentsMessage['action']): Step<void> {
  if (isFromOtherTab(action)) return;
  const tabs = yield* port('tabs');
  tabs.post({ type: 'openPayments', action } satisfies OpenPaymentsMessage);
}

function* receive(message: OpenPaymentsMessage): Step<void> {
  const { type, action } = message;
  if (type !== 'openPayments') return;
  yield put({
    ...(paymentBegun.match(action) ? openPaymentsActions.begunElsewhere(action.payload) : action),
    meta: REMOTE,
  });
}

/** Repeats here what happens in the other tabs. */
export function* watchTabs(): Step<void> {
  const tabs = yield* port('tabs');
  const messages: EventChannel<OpenPaymentsMessage> = eventChannel((emit) =>
    tabs.listen((message) => emit(message as OpenPaymentsMessage)),
  );
  yield takeEvery(messages, safely(receive));
}

/** Does some work in one tab at a time. */
export function* inTurn<R>(work: () => Step<R>): Step<R> {
  const tabs = yield* port('tabs');
  const turn: EventChannel<true> = eventChannel(
    (emit) => tabs.lead('openPayments', () => emit(true)),
    buffers.expanding(),
  );
  try {
    yield race([take(turn), delay(TURN)]);
    const result = yield* work();
    yield delay(BROADCAST_MS);
    return result;
  } finally {
    turn.close();
  }
}
