import type { Action, UnknownAction } from '@reduxjs/toolkit';
import { buffers, type Channel } from 'redux-saga';
import { actionChannel, all, call, delay, fork, put, race, take, takeEvery } from 'redux-saga/effects';
import type { SendBody } from '../../../contract/schemas/chat';
import type { ErrorBody } from '../../../contract/schemas/envelope';
import type { Api } from '../../lib/api';
import { ApiError } from '../../lib/http';
import { logoutRequested, selectSession, sessionResumed } from '../session';
import { port, read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { backOff } from '../kit/poll';
import { safely } from '../kit/safely';
import { isFromOtherTab, ofThisTab, sharedEvents, withLock } from '../kit/tabs';
import { conversationActions } from './conversationSlice';
import { chatJoined, visibilityChanged } from './events';
import { outboxActions, selectOutbox, type OutboxEntry, type UnsentState } from './outboxSlice';
import { nextStatus } from './rules';

/** Milliseconds before the second try of a message without an answer, and the maximum. */
const FIRST = 2000;
const LONGEST = 30_000;

/** Statuses after which the server may accept the same message later. */
const RETRIED_STATUSES = [0, 401, 408, 429, 500, 502, 503, 504];

/**
 * Milliseconds that a tab waits before it requests the lock for a message of another tab, which usually sends it
 * itself.
 */
const OTHERS_FIRST = 1000;

const tabs = sharedEvents('outbox');

/** Returns the next message of a thread, or null while the message before it waits for the user. */
function* nextOf(threadId: number): Step<OutboxEntry | null> {
  const { user, accessToken } = yield* read(selectSession);
  const { entries, sending } = yield* read(selectOutbox);
  if (!accessToken) return null;
  for (const entry of entries) {
    if (entry.ownerId !== user?.id || entry.threadId !== threadId) continue;
    const status = sending[entry.clientId]?.status ?? 'waiting';
    if (status === 'asked') return null;
    if (status !== 'refused') return entry;
  }
  return null;
}

/** Returns the state of an unsent message after the server refused it or did not answer. */
const stateAfter = (error: unknown, { status }: OutboxEntry): UnsentState => {
  const failure = toFailure(error);
  if (error instanceof ApiError && error.status === 400) {
    const { error_type: type = error.key, error_text: text = '' } = (error.payload ?? {}) as Partial<ErrorBody>;
    const next = nextStatus(type, status);
    if (next !== null) return { status: 'asked', next, text };
  }
  return RETRIED_STATUSES.includes(failure.status) ? { status: 'waiting' } : { status: 'refused', failure };
};

/** Returns the saved message; the same `client_message_id` twice is one message. */
const putMessage = async (api: Api, body: SendBody) => (await api.call('PUT /messages/send', { body })).message;

/** Returns why the message was not accepted; null when it was. */
function* send(entry: OutboxEntry): Step<UnsentState | null> {
  const { clientId, threadId, userId, workerId, body, status } = entry;
  const api = yield* port('api');
  try {
    const message = (yield call(putMessage, api, {
      user_id: userId,
      recipient_id: workerId,
      body,
      message_status: status,
      type: 'text',
      client_message_id: clientId,
    })) as Awaited<ReturnType<typeof putMessage>>;
    yield put(conversationActions.messageAccepted({ clientId, threadId, message }));
    return null;
  } catch (error) {
    const state = stateAfter(error, entry);
    yield put(outboxActions.messageFailed({ clientId, state }));
    return state;
  }
}

/** Events after which a waiting message is sent at once. */
const RETRY_EVENTS = ofThisTab(
  visibilityChanged.type,
  sessionResumed.type,
  conversationActions.liveChanged.type,
  outboxActions.messageSubmitted.type,
  outboxActions.retried.type,
  outboxActions.takenBack.type,
);

/** The page may be about to close: a draft is written to the storage at once. */
function* storeDraft(action: UnknownAction): Step<void> {
  if (isFromOtherTab(action)) return;
  const persist = yield* port('persist');
  yield call(persist.flush);
}

/** Sends the next message of a thread, if no other tab has; returns whether it must be sent again. */
function* sendNext(threadId: number): Step<boolean> {
  const entry = yield* nextOf(threadId);
  if (!entry) return false;
  const { clientId } = entry;
  yield put(outboxActions.sendBegun({ clientId }));
  const state = yield* send(entry);
  // It may have arrived although its answer was lost.
  const isLeft = (yield* read(selectOutbox)).entries.some((one) => one.clientId === clientId);
  return isLeft && state?.status === 'waiting';
}

function* sendAll(threadId: number): Step<void> {
  // An event during a try makes the next one begin at once.
  const wakes = (yield actionChannel(RETRY_EVENTS, buffers.sliding(1))) as Channel<Action>;
  try {
    for (let failures = 0; yield* nextOf(threadId);) {
      const waits = yield* withLock(`outbox.${threadId}`, () => sendNext(threadId));
      failures = waits ? failures + 1 : 0;
      if (waits) yield race([delay(backOff(FIRST, failures, LONGEST)), take(wakes)]);
    }
  } finally {
    wakes.close();
  }
}

/** Sends the waiting messages of a thread one by one, each from one tab at a time, which keeps their order. */
function* drain(threadId: number, busy: Set<number>): Step<void> {
  if (busy.has(threadId)) return;
  busy.add(threadId);
  try {
    yield* sendAll(threadId);
  } finally {
    busy.delete(threadId);
  }
}

function* dropWithUser(): Step<void> {
  const { user, expired } = yield* read(selectSession);
  if (user && !expired) yield put(outboxActions.outboxDropped({ ownerId: user.id }));
}

/** Sends unconfirmed messages in order; they survive a reload and the end of a session. */
export function* outboxSaga(): Step<void> {
  const busy = new Set<number>();
  const drainAll = function* (cause: UnknownAction): Step<void> {
    if (isFromOtherTab(cause)) yield delay(OTHERS_FIRST);
    const { entries } = yield* read(selectOutbox);
    for (const threadId of new Set(entries.map((entry) => entry.threadId))) yield fork(safely(drain), threadId, busy);
  };
  const { messageSubmitted, sendBegun, messageFailed, retried, insisted, takenBack, draftTyped, outboxDropped } =
    outboxActions;
  const { messageAccepted } = conversationActions;
  yield all([
    fork(tabs.receive),
    takeEvery(
      [
        messageSubmitted,
        sendBegun,
        messageAccepted,
        messageFailed,
        retried,
        insisted,
        takenBack,
        draftTyped,
        outboxDropped,
      ],
      safely(tabs.share),
    ),
    takeEvery(draftTyped, safely(storeDraft)),
    takeEvery([chatJoined, sessionResumed, messageSubmitted, retried, insisted, takenBack], safely(drainAll)),
    takeEvery(logoutRequested, safely(dropWithUser)),
  ]);
}
