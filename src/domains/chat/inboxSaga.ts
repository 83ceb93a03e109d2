import type { Action } from '@reduxjs/toolkit';
import { all, call, put, race, take, takeEvery, takeLatest, takeLeading, throttle } from 'redux-saga/effects';
import { fullName } from '../../../contract/constants/text';
import { INBOX_PAGE, INBOX_REFRESH_SECONDS, PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import type { StreamEvent } from '../../../contract/schemas/chat';
import { isAttended, selectUser } from '../session';
import { callApi, notify, port, read, type Step } from '../kit/effects';
import { poll } from '../kit/poll';
import { pagedListSaga, pagesFor } from '../kit/pagedListSaga';
import type { Ports } from '../kit/ports';
import { safely } from '../kit/safely';
import { getConversation, getInbox } from './api';
import { conversationActions } from './conversationSlice';
import { pushReceived, visibilityChanged } from './events';
import { inboxActions, inboxEndReached, inboxLeft, inboxOpened, type InboxPage, type InboxQuery } from './inboxSlice';
import { inboxPath, isOwnInbox } from './rules';
import { selectConversation, selectInbox } from './selectors';

const REFRESH = INBOX_REFRESH_SECONDS * 1000;

/** Events within this many milliseconds cause one refresh. */
const GATHER = 1000;

export function* isInSight(threadId: number): Step<boolean> {
  const visibility = yield* port('visibility');
  const { thread } = yield* read(selectConversation);
  return thread?.id === threadId && !visibility.isHidden();
}

const inboxOf = async (api: Ports['api'], { userId, ...filter }: InboxQuery, at: { page: number; limit: number }) =>
  userId === null ? { threads: [], unread: null } : getInbox(api, { user_id: userId, ...at, ...filter });

/**
 * Reads the unread threads from the start again: those read since the last page no longer count, so the next page would
 * skip as many.
 */
const moreUnread = async (api: Ports['api'], query: InboxQuery, pages: number) => {
  const limit = Math.min(pages * INBOX_PAGE, PAGE_LIMIT_MAX);
  const { threads: rows } = await inboxOf(api, query, { page: 1, limit });
  return { rows, next: rows.length < limit || limit === PAGE_LIMIT_MAX ? null : pages + 1 };
};

/** `isOwn`: the list is the signed-in user's own inbox, whose response includes the number of unread messages. */
const inboxList = (isOwn: boolean) =>
  pagedListSaga({
    select: selectInbox,
    actions: inboxActions,
    first: async (api, { query, rowsToLoad }): Promise<InboxPage> => {
      const { pages, limit } = pagesFor(rowsToLoad, INBOX_PAGE);
      const { threads: rows, unread } = await inboxOf(api, query, { page: 1, limit });
      return { rows, next: rows.length < limit ? null : pages + 1, unread: isOwn ? unread : null };
    },
    more: async (api, { query, next: page }) => {
      if (query.isUnread) return moreUnread(api, query, page);
      const { threads: rows } = await inboxOf(api, query, { page, limit: INBOX_PAGE });
      return { rows, next: rows.length < INBOX_PAGE ? null : page + 1 };
    },
  });

function* load(): Step<boolean> {
  const { userId } = (yield* read(selectInbox)).query;
  return (yield* inboxList(isOwnInbox(yield* read(selectUser), userId)).loadList()).ok;
}

function* keepFresh(): Step<void> {
  yield* load();
  yield* poll({
    runRound: load,
    *pause() {
      return REFRESH;
    },
    mayRun: isAttended,
    wake: [inboxActions.inboxRefreshed.type, visibilityChanged.type],
    leave: inboxLeft.type,
  });
}

function* keepFreshWhileOpen(): Step<void> {
  yield race([call(keepFresh), take(inboxLeft)]);
  // The user left before the list arrived, so the number is still unknown.
  if ((yield* read(selectInbox)).unread === null) yield put(inboxActions.unreadRequested());
}

function* loadMoreWhileOpen(): Step<void> {
  yield race([call(inboxList(false).loadMore), take([inboxOpened, inboxLeft])]);
}

/** Shows a three-second notice with the sender's name and a link when the user does not see the new message. */
function* notifyUser({ threadId, userId }: { threadId: number; userId: number }): Step<void> {
  const user = yield* read(selectUser);
  if (!user || !(yield* isAttended())) return;
  try {
    const answer = yield* callApi((api) => getConversation(api, { threadId, user_id: userId, limit: 1, peek: '1' }));
    if (!answer || (yield* isInSight(threadId))) return;
    yield put(inboxActions.threadChanged(answer.thread));
    yield* announce(answer.thread.user, inboxPath(user, userId, threadId));
  } catch {
    // The failure is harmless: the badge on the inbox also shows the new message.
  }
}

export function* announce(worker: { firstName: string; lastName: string }, to: string): Step<void> {
  yield* notify({ id: 'shell.message', values: { name: fullName(worker) }, kind: 'info', to });
}

function* notifyOfMessage({ payload }: { payload: StreamEvent }): Step<void> {
  if (payload.type !== 'message' || payload.sender !== 'worker') return;
  if (!(yield* isInSight(payload.threadId))) yield* notifyUser(payload);
}

const concernsInbox = (action: Action): action is ReturnType<typeof pushReceived> =>
  pushReceived.match(action) && action.payload.type !== 'applications' && action.payload.type !== 'bulk';

/** Refreshes the lists for every event except one about the visible thread, which loads its own messages. */
function* refreshLists({ payload }: { payload: StreamEvent }): Step<void> {
  if (payload.type === 'message' && (yield* isInSight(payload.threadId))) return;
  yield put(inboxActions.unreadRequested());
  const { userId } = (yield* read(selectInbox)).query;
  if (payload.type === 'ready' || payload.userId === userId) yield put(inboxActions.inboxRefreshed());
}

/** Marks the opened thread as read in the list. */
function* noteRead({
  type,
  payload,
}: ReturnType<
  typeof conversationActions.conversationLoaded | typeof conversationActions.conversationGrew
>): Step<void> {
  const { answer, isPeek } = payload;
  if (isPeek) return;
  const { list } = yield* read(selectInbox);
  const isFirst = type === conversationActions.conversationLoaded.type;
  // A list that is still loading knows whether the thread had unread messages.
  const listOutcome: unknown =
    isFirst && list.status === 'loading'
      ? yield take([inboxActions.listLoaded, inboxActions.listFailed, inboxLeft])
      : null;
  const { items: threads, unread } = yield* read(selectInbox);
  const { thread: shown } = yield* read(selectConversation);
  const listed = threads.find(({ id }) => id === answer.thread.id);
  // The conversation may have grown while the list was loading.
  const thread = shown?.id === answer.thread.id ? shown : answer.thread;
  yield put(inboxActions.threadChanged({ ...thread, nbUnreadMessage: 0 }));
  // True when the list and the shown number come from the same response.
  const isCounted =
    listed !== undefined &&
    inboxActions.listLoaded.match(listOutcome) &&
    listOutcome.payload.unread !== null &&
    listOutcome.payload.unread === unread;
  const isNew = !isCounted && (unread ?? 1) > 0 && answer.messages.some(({ sender }) => sender === 'worker');
  if (isNew || (listed?.nbUnreadMessage ?? 0) > 0) yield put(inboxActions.unreadRequested());
}

export function* inboxSaga(): Step<void> {
  const { conversationLoaded, conversationGrew } = conversationActions;
  yield all([
    takeLatest(inboxOpened, safely(keepFreshWhileOpen)),
    takeLeading(inboxEndReached, safely(loadMoreWhileOpen)),
    takeEvery(pushReceived, safely(notifyOfMessage)),
    throttle(GATHER, concernsInbox, safely(refreshLists)),
    takeEvery([conversationLoaded, conversationGrew], safely(noteRead)),
  ]);
}
