import type { Action } from '@reduxjs/toolkit';
import { all, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { CHAT_POLL_SECONDS, MESSAGES_PAGE } from '../../../contract/constants/limits';
import { mayPoll, selectUser, SESSION_ENDS } from '../session';
import { callApi, navigateTo, notify, port, read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { backOff, poll } from '../kit/poll';
import { callWhenSignedIn, request } from '../kit/request';
import { safely, until } from '../kit/safely';
import { SessionEnded } from '../kit/session';
import { getConversation } from './api';
import { conversation, conversationActions, selectConversation, type ConversationPlace } from './conversationSlice';
import { pushReceived, visibilityChanged } from './events';
import { inboxActions } from './inboxSlice';
import { inboxPath, isStageChange, STALE_AFTER } from './rules';

const EVERY = CHAT_POLL_SECONDS * 1000;

/** Maximum pause in milliseconds between polls that fail. */
const LONGEST = 30_000;

/** Loads the newest messages; a hidden tab does not mark them as read. Returns whether the load succeeded. */
function* loadNewest({ threadId, userId }: { threadId: number; userId: number }): Step<boolean> {
  const visibility = yield* port('visibility');
  const isPeek = visibility.isHidden();
  try {
    const answer = yield* callApi((api) =>
      getConversation(api, { threadId, user_id: userId, ...(isPeek && { peek: '1' }) }),
    );
    if (answer) yield put(conversationActions.conversationLoaded({ answer, isPeek }));
    return true;
  } catch (error) {
    yield put(conversationActions.conversationFailed(toFailure(error)));
    return false;
  }
}

/**
 * Loads all new messages; returns whether that succeeded. After a load from a hidden tab it loads the newest messages
 * again, so that they count as read.
 */
function* loadNew({ threadId, userId }: { threadId: number; userId: number }): Step<boolean> {
  try {
    for (;;) {
      const { readTo, etag, isPeeked } = yield* read(selectConversation);
      const range = isPeeked ? {} : { after: readTo };
      // The ETag covers the whole thread, so only a complete thread may send it.
      const version = isPeeked ? null : etag;
      const answer = yield* callApi((api) =>
        getConversation(api.current(), { threadId, user_id: userId, etag: version, ...range }),
      );
      if (!answer) return true;
      const isFull = !isPeeked && answer.messages.length >= MESSAGES_PAGE;
      yield put(
        conversationActions.conversationGrew({
          answer: isFull ? { ...answer, etag: null } : answer,
          isPeek: false,
        }),
      );
      if (!isFull) return true;
    }
  } catch (error) {
    const failure = toFailure(error);
    // The page reports any other error only after several failures: docs/PRODUCT.md#conversation.
    if (failure.kind === 'notFound') yield put(conversationActions.conversationFailed(failure));
    return false;
  }
}

const concerns =
  ({ threadId, userId }: { threadId: number; userId: number }) =>
  (action: Action): boolean => {
    if (pushReceived.match(action)) {
      const { payload } = action;
      if (isStageChange(payload, userId)) return true;
      return payload.type === 'ready' || ('threadId' in payload && payload.threadId === threadId);
    }
    // A new stream starts with a `ready` event.
    if (conversationActions.liveChanged.match(action)) return !action.payload.isLive;
    return visibilityChanged.match(action);
  };

/**
 * Returns the pause before the next poll: 5 s, and longer after failures. While the stream is connected and nothing
 * has failed, there is no poll.
 */
function* pauseAfter(failures: number): Step<number | null> {
  const { isLive } = yield* read(selectConversation);
  return isLive && failures === 0 ? null : backOff(EVERY, failures, LONGEST);
}

function* noteRound(failures: number): Step<void> {
  const { isStale } = yield* read(selectConversation);
  if (isStale !== failures >= STALE_AFTER) yield put(conversationActions.roundEnded({ failures }));
}

const LEAVES = [conversationActions.conversationLeft, ...SESSION_ENDS].map(({ type }) => type);

function* follow(at: { threadId: number; userId: number }): Step<void> {
  yield* poll({
    first: () => loadNewest(at),
    *runRound() {
      const { load } = yield* read(selectConversation);
      // A thread that does not exist will not exist in five seconds either.
      if (load.status === 'failed' && load.error.kind === 'notFound') return true;
      return yield* load.status === 'loaded' ? loadNew(at) : loadNewest(at);
    },
    pause: pauseAfter,
    mayRun: mayPoll,
    wake: concerns(at),
    leave: LEAVES,
    onRound: noteRound,
  });
}

/** Returns the id of the conversation and creates it if there is none; waits while the session is lost. */
function* find(place: ConversationPlace): Step<number | null> {
  if (place.threadId !== undefined) return place.threadId;
  const body = { worker_id: place.workerId, company_id: place.userId };
  try {
    return (yield* callWhenSignedIn((api) => api.call('PUT /messages/check', { body }))).thread.id;
  } catch (error) {
    if (error instanceof SessionEnded) throw error;
    yield put(conversationActions.conversationFailed(toFailure(error)));
    return null;
  }
}

function* converse(): Step<void> {
  const { place } = yield* read(selectConversation);
  const threadId = place && (yield* find(place));
  if (place && threadId !== null) yield* follow({ threadId, userId: place.userId });
}

function* loadOlder(): Step<void> {
  const { thread, messages } = yield* read(selectConversation);
  const [first] = messages;
  if (!thread || !first) return;
  const { id: threadId, userId } = thread;
  yield* request({
    send: async (api) => {
      const query = { threadId, user_id: userId, before: first.number, peek: '1' as const };
      const answer = await getConversation(api, query);
      return answer ?? { thread, messages: [], hasOlder: false, validation_errors: [], etag: null };
    },
    onLoaded: conversationActions.olderLoaded,
    onFailed: (failure) => conversationActions.olderFailed({ threadId, failure }),
  });
}

/** Shows a blocked or unblocked worker in the list. */
function* showBlock({ meta }: ReturnType<typeof conversationActions.blockRequested.loaded>): Step<void> {
  const { thread } = yield* read(selectConversation);
  if (thread?.id === meta.arg.threadId) yield put(inboxActions.threadChanged(thread));
}

/** Root and HR return to the branch's inbox or that of all branches, others to their own. */
function* leaveRemoved({ meta }: ReturnType<typeof conversationActions.removalRequested.loaded>): Step<void> {
  const { threadId, userId, home } = meta.arg;
  const user = yield* read(selectUser);
  if (!user) return;
  yield put(inboxActions.threadGone({ threadId }));
  yield put(inboxActions.unreadRequested());
  // The user may have opened another page meanwhile.
  if ((yield* read(selectConversation)).thread?.id === threadId)
    yield* navigateTo(home ?? inboxPath(user, userId), { replace: true });
  yield* notify({ id: 'conversation.delete.done', kind: 'success' });
}

export function* conversationSaga(): Step<void> {
  const { conversationOpened, conversationRetried, olderRequested, blockRequested, removalRequested } =
    conversationActions;
  yield all([
    takeLatest([conversationOpened, conversationRetried], safely(until(converse, LEAVES))),
    takeLeading(olderRequested, safely(until(loadOlder, [...LEAVES, conversationOpened]))),
    ...conversation.watch(),
    takeEvery(blockRequested.loaded, safely(showBlock)),
    takeEvery(removalRequested.loaded, safely(leaveRemoved)),
  ]);
}
