import type { UnknownAction } from '@reduxjs/toolkit';
import { all, call, fork, put, takeEvery } from 'redux-saga/effects';
import type { SendBody } from '../../../contract/schemas/chat';
import type { ErrorBody } from '../../../contract/schemas/envelope';
import type { Api } from '../../lib/api';
import { ApiError } from '../../lib/http';
import { logoutRequested, selectSession, sessionResumed } from '../session';
import { port, read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { safely } from '../kit/safely';
import { othersFirst, RETRIED_STATUSES, untilSent, withLock } from '../kit/sending';
import { isFromOtherTab, ofThisTab, sharedEvents } from '../kit/tabs';
import { conversationActions } from './conversationSlice';
import { chatJoined, visibilityChanged } from './events';
import { outboxActions, selectOutbox, type OutboxEntry, type UnsentState } from './outboxSlice';
import { nextStatus } from './rules';

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

/** Sends the next message of a thread, if no other tab has; returns false if it must be sent again. */
function* sendNext(threadId: number): Step<boolean> {
  const entry = yield* nextOf(threadId);
  if (!entry) return true;
  const { clientId } = entry;
  yield put(outboxActions.sendBegun({ clientId }));
  const state = yield* send(entry);
  // It may have arrived although its answer was lost.
  const isLeft = (yield* read(selectOutbox)).entries.some((one) => one.clientId === clientId);
  return !isLeft || state?.status !== 'waiting';
}

/**
 * Sends the waiting messages of a thread one by one, each from one tab at a time, which keeps their order; returns false
 * at the first that must be sent again.
 */
function* sendRound(threadId: number): Step<boolean> {
  while (yield* nextOf(threadId)) if (!(yield* withLock(`outbox.${threadId}`, () => sendNext(threadId)))) return false;
  return true;
}

function* dropWithUser(): Step<void> {
  const { user, expired } = yield* read(selectSession);
  if (user && !expired) yield put(outboxActions.outboxDropped({ ownerId: user.id }));
}

/** Sends unconfirmed messages in order; they survive a reload and the end of a session. */
export function* outboxSaga(): Step<void> {
  const drain = safely(untilSent(RETRY_EVENTS));
  const drainAll = function* (cause: UnknownAction): Step<void> {
    yield* othersFirst(cause);
    const { entries } = yield* read(selectOutbox);
    for (const threadId of new Set(entries.map((entry) => entry.threadId)))
      yield fork(drain, threadId, () => sendRound(threadId));
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
