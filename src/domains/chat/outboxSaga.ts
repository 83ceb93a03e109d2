import { eventChannel, type EventChannel } from 'redux-saga';
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
import { outboxActions, type OutboxEntry, type SendingState } from './outboxSlice';
import { nextStatus } from './rules';
import { selectOutbox } from './selectors';

/** Milliseconds to the second try of a message that met no answer, and at longest. */
const FIRST = 2000;
const LONGEST = 30_000;

/** Answers after which the same message may well be accepted later. */
const COMES_AGAIN = [0, 401, 408, 429, 500, 502, 503, 504];

/** What tabs tell each other of the outbox. */
type OutboxMessage =
  | { type: 'entry'; entry: OutboxEntry }
  | { type: 'entryDone'; clientId: string }
  | { type: 'draft'; key: string; text: string };

function* tellTabs(message: OutboxMessage): Step<void> {
  const tabs = yield* port('tabs');
  tabs.post(message);
}

/** The next message of a thread; null while the one before it waits for an answer of the user. */
function* nextOf(threadId: number): Step<OutboxEntry | null> {
  const { user, accessToken } = yield* read(selectSession);
  const { entries, sending } = yield* read(selectOutbox);
  if (!accessToken) return null;
  for (const entry of entries) {
    if (entry.ownerId !== user?.id || entry.threadId !== threadId) continue;
    const status = sending[entry.clientId]?.status ?? 'waiting';
    if (status === 'asked') return null;
    if (status === 'waiting') return entry;
  }
  return null;
}

/** How a message fares after an answer that was none it wanted. */
const stateAfter = (error: unknown, { status }: OutboxEntry): SendingState => {
  const failure = toFailure(error);
  if (error instanceof ApiError && error.status === 400) {
    const { error_type: type = error.key, error_text: text = '' } = (error.payload ?? {}) as Partial<ErrorBody>;
    const next = nextStatus(type, status);
    if (next !== null) return { status: 'asked', next, text };
  }
  return COMES_AGAIN.includes(failure.status) ? { status: 'waiting' } : { status: 'refused', failure };
};

function* send(entry: OutboxEntry): Step<SendingState | null> {
  const { clientId, threadId, userId, workerId, body, status } = entry;
  const api = yield* port('api');
  yield put(outboxActions.sendingChanged({ clientId, state: { status: 'sending' } }));
  try {
    const message = (yield call(putMessage, api, {
      user_id: userId,
      recipient_id: workerId,
      body,
      message_status: status,
      type: 'text',
      client_message_id: clientId,
    })) as Awaited<ReturnType<typeof putMessage>>;
    yield put(conversationActions.messageKept({ threadId, message }));
    yield put(outboxActions.entryDone({ clientId }));
    return null;
  } catch (error) {
    const state = stateAfter(error, entry);
    yield put(outboxActions.sendingChanged({ clientId, state }));
    return state;
  }
}

const HOPES = [
  visibilityChanged.type,
  sessionResumed.type,
  conversationActions.liveChanged.type,
  outboxActions.retried.type,
];

function* takeIn({ payload }: ReturnType<typeof outboxActions.messageWritten>): Step<void> {
  const { user } = yield* read(selectSession);
  const random = yield* port('random');
  const clock = yield* port('clock');
  if (!user) return;
  const clientId = random.id();
  yield put(
    outboxActions.messageSubmitted({ ...payload, clientId, ownerId: user.id, status: 0, writtenAt: clock.now() }),
  );
}

/** Sends what waits in a thread, one after the other, so that the order stays as it was written. */
function* drain(threadId: number, busy: Set<number>): Step<void> {
  if (busy.has(threadId)) return;
  busy.add(threadId);
  try {
    let failures = 0;
    for (;;) {
      const entry = yield* nextOf(threadId);
      if (!entry) return;
      const state = yield* send(entry);
      failures = state?.status === 'waiting' ? failures + 1 : 0;
      if (failures > 0) yield race([delay(backOff(FIRST, failures, LONGEST)), take(HOPES)]);
    }
  } finally {
    busy.delete(threadId);
  }
}

function* dropWithUser(): Step<void> {
  const { user, expired } = yield* read(selectSession);
  if (user && !expired) yield put(outboxActions.outboxDropped({ ownerId: user.id }));
}

function* hear(message: OutboxMessage): Step<void> {
  if (message.type === 'entry') yield put(outboxActions.entryHeard(message.entry));
  if (message.type === 'entryDone') yield put(outboxActions.entryGone({ clientId: message.clientId }));
  if (message.type === 'draft') yield put(outboxActions.draftHeard({ key: message.key, text: message.text }));
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
  const drainAll = function* (): Step<void> {
    const { entries } = yield* read(selectOutbox);
    for (const threadId of new Set(entries.map((entry) => entry.threadId))) yield fork(safely(drain), threadId, busy);
  };
  const { messageWritten, messageSubmitted, entryDone, retried, insisted, takenBack, draftTyped } = outboxActions;
  yield all([
    fork(watchTabs),
    takeEvery(messageWritten, safely(takeIn)),
    takeEvery(
      messageSubmitted,
      safely(function* ({ payload: entry }: ReturnType<typeof messageSubmitted>): Step<void> {
        yield* tellTabs({ type: 'entry', entry });
        yield* drain(entry.threadId, busy);
      }),
    ),
    takeEvery(
      entryDone,
      safely(function* ({ payload }: ReturnType<typeof entryDone>): Step<void> {
        yield* tellTabs({ type: 'entryDone', clientId: payload.clientId });
      }),
    ),
    takeEvery(
      draftTyped,
      safely(function* ({ payload }: ReturnType<typeof draftTyped>): Step<void> {
        yield* tellTabs({ type: 'draft', ...payload });
      }),
    ),
    takeEvery([chatJoined, sessionResumed, retried, insisted, takenBack], safely(drainAll)),
    takeEvery(logoutRequested, safely(dropWithUser)),
  ]);
}
