import type { UnknownAction } from '@reduxjs/toolkit';
import { buffers, eventChannel, type EventChannel } from 'redux-saga';
import { all, call, delay, fork, put, race, take, takeEvery } from 'redux-saga/effects';
import type { ErrorBody } from '../../../contract/schemas/envelope';
import { ApiError } from '../../lib/http';
import { logoutRequested, selectSession, sessionResumed } from '../session';
import { port, read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { backOff } from '../kit/poll';
import { safely } from '../kit/safely';
import { putMessage } from './api';
import { conversationActions } from './conversationSlice';
import { chatJoined, visibilityChanged } from './events';
import { outboxActions, type OutboxEntry, type UnsentState } from './outboxSlice';
import { nextStatus } from './rules';
import { selectOutbox } from './selectors';

/** Milliseconds to the second try of a message that met no answer, and at longest. */
const FIRST = 2000;
const LONGEST = 30_000;

/** Answers after which the same message may well be accepted later. */
const RETRIED = [0, 401, 408, 429, 500, 502, 503, 504];

/**
 * The tab whose turn it is may have been put to sleep by the browser: after this many milliseconds a message goes without
 * the turn. Sent by two tabs it is kept once.
 */
const TURN = 10_000;

/** Another tab has just written it and mostly sends it itself: milliseconds until this one asks for the turn. */
const OTHERS_FIRST = 1000;

/** What happens to the outbox of one tab happens to those of the others: each of them writes the whole of it to the storage. */
interface OutboxMessage {
  type: 'outbox';
  action: UnknownAction & { payload: unknown };
}

const REMOTE = { isRemote: true };
const isFromOtherTab = (action: object): boolean => 'meta' in action && action.meta === REMOTE;

function* tellTabs(action: OutboxMessage['action']): Step<void> {
  if (isFromOtherTab(action)) return;
  const tabs = yield* port('tabs');
  tabs.post({ type: 'outbox', action } satisfies OutboxMessage);
}

/**
 * The next message of a thread; null while the one before it waits for an answer of the user. One that is being sent as
 * the turn comes was left behind by a tab that is gone.
 */
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

/** What happens to an unsent message when the server refuses it. */
const stateAfter = (error: unknown, { status }: OutboxEntry): UnsentState => {
  const failure = toFailure(error);
  if (error instanceof ApiError && error.status === 400) {
    const { error_type: type = error.key, error_text: text = '' } = (error.payload ?? {}) as Partial<ErrorBody>;
    const next = nextStatus(type, status);
    if (next !== null) return { status: 'asked', next, text };
  }
  return RETRIED.includes(failure.status) ? { status: 'waiting' } : { status: 'refused', failure };
};

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
const RETRY_EVENTS = [
  visibilityChanged.type,
  sessionResumed.type,
  conversationActions.liveChanged.type,
  outboxActions.retried.type,
  outboxActions.takenBack.type,
];

/** The page may be about to close: a draft is written to the storage at once. */
function* storeDraft(action: UnknownAction): Step<void> {
  if (isFromOtherTab(action)) return;
  const persist = yield* port('persist');
  yield call(persist.flush);
}

function* sendAll(threadId: number): Step<void> {
  let failures = 0;
  for (;;) {
    const entry = yield* nextOf(threadId);
    if (!entry) return;
    const state = yield* send(entry);
    failures = state?.status === 'waiting' ? failures + 1 : 0;
    if (failures > 0) yield race([delay(backOff(FIRST, failures, LONGEST)), take(RETRY_EVENTS)]);
  }
}

/** Sends what waits in a thread, one after the other and from one tab, so that the order stays as it was written. */
function* drain(threadId: number, busy: Set<number>): Step<void> {
  if (busy.has(threadId)) return;
  busy.add(threadId);
  const tabs = yield* port('tabs');
  const turn: EventChannel<true> = eventChannel(
    (emit) => tabs.lead(`outbox.${threadId}`, () => emit(true)),
    buffers.expanding(),
  );
  try {
    yield race([take(turn), delay(TURN)]);
    yield* sendAll(threadId);
  } finally {
    turn.close();
    busy.delete(threadId);
  }
}

function* dropWithUser(): Step<void> {
  const { user, expired } = yield* read(selectSession);
  if (user && !expired) yield put(outboxActions.outboxDropped({ ownerId: user.id }));
}

function* hear(message: OutboxMessage): Step<void> {
  if (message.type === 'outbox') yield put({ ...message.action, meta: REMOTE });
}

function* watchTabs(): Step<void> {
  const tabs = yield* port('tabs');
  const messages: EventChannel<OutboxMessage> = eventChannel((emit) =>
    tabs.listen((message) => emit(message as OutboxMessage)),
  );
  yield takeEvery(messages, safely(hear));
}

/** What was written and not confirmed: it survives a reload and the end of a session, and goes in order. */
export function* outboxSaga(): Step<void> {
  const busy = new Set<number>();
  const drainAll = function* (cause: UnknownAction): Step<void> {
    if (isFromOtherTab(cause)) yield delay(OTHERS_FIRST);
    const { entries } = yield* read(selectOutbox);
    for (const threadId of new Set(entries.map((entry) => entry.threadId))) yield fork(safely(drain), threadId, busy);
  };
  const { messageSubmitted, messageFailed, retried, insisted, takenBack, draftTyped, outboxDropped } = outboxActions;
  const { messageAccepted } = conversationActions;
  yield all([
    fork(watchTabs),
    takeEvery(
      [messageSubmitted, messageAccepted, messageFailed, retried, insisted, takenBack, draftTyped, outboxDropped],
      safely(tellTabs),
    ),
    takeEvery(draftTyped, safely(storeDraft)),
    takeEvery([chatJoined, sessionResumed, messageSubmitted, retried, insisted, takenBack], safely(drainAll)),
    takeEvery(logoutRequested, safely(dropWithUser)),
  ]);
}
