import type { Action } from '@reduxjs/toolkit';
import { all, call, put, race, take, takeEvery, takeLatest, takeLeading, throttle } from 'redux-saga/effects';
import { fullName } from '../../../contract/constants/text';
import { INBOX_PAGE, INBOX_REFRESH_SECONDS, PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import type { StreamEvent, BranchInbox, Thread } from '../../../contract/schemas/chat';
import { mayPoll, selectUser, type SessionUser } from '../session';
import { callApi, notify, port, read, type Step, type Ports } from '../kit/effects';
import { poll } from '../kit/poll';
import type { Page } from '../kit/pagedList';
import { pagedListSaga, pagesFor } from '../kit/pagedListSaga';
import { safely, until } from '../kit/safely';
import { getConversation, getInbox } from './api';
import { mayCount } from './mayCount';
import { conversationActions, selectConversation } from './conversationSlice';
import { pushReceived, visibilityChanged, chatLeft } from './events';
import {
  inboxActions,
  inboxEndReached,
  inboxLeft,
  inboxOpened,
  selectInbox,
  type InboxPage,
  type InboxPlace,
  type InboxQuery,
} from './inboxSlice';
import { ALL_BRANCHES, inboxPath, isOwnInbox, isStageChange, listPath, picksBranch } from './rules';
import { paths } from '../../lib/paths';
import { toFailure } from '../kit/failure';
import { dataOr } from '../kit/loadable';
import { branchesActions, branchesOpened, selectBranchInboxes } from './branchesSlice';

const REFRESH = INBOX_REFRESH_SECONDS * 1000;

/** Events within this many milliseconds cause one refresh. */
const GATHER = 1000;

function* isInSight(threadId: number): Step<boolean> {
  const visibility = yield* port('visibility');
  const { thread } = yield* read(selectConversation);
  return thread?.id === threadId && !visibility.isHidden();
}

const inboxOf = async (api: Ports['api'], { userId, ...filter }: InboxQuery, at: { page: number; limit: number }) =>
  userId === null ? { threads: [], unread: null } : getInbox(api, { user_id: userId, ...at, ...filter });

/** Returns rows of the inbox of all branches, from the start or after a cursor. */
const wholeInbox = async (
  api: Ports['api'],
  { q, isUnread }: InboxQuery,
  at: { limit: number; after?: string },
): Promise<InboxPage> => {
  const { threads: rows, next = null, unanswered = null } = await getInbox(api, { q, isUnread, ...at });
  return { rows, next, unread: null, unanswered };
};

/**
 * Reads the unread threads from the start again: threads that were read meanwhile left the list, so the next page would
 * skip as many unread ones.
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
      if (query.userId === ALL_BRANCHES) return wholeInbox(api, query, { limit });
      const { threads: rows, unread } = await inboxOf(api, query, { page: 1, limit });
      return { rows, next: rows.length < limit ? null : pages + 1, unread: isOwn ? unread : null, unanswered: null };
    },
    more: async (api, { query, next: page }): Promise<Page<Thread, InboxPlace>> => {
      if (typeof page === 'string') return wholeInbox(api, query, { limit: INBOX_PAGE, after: page });
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
    mayRun: mayPoll,
    wake: [inboxActions.inboxRefreshed.type, visibilityChanged.type],
    leave: inboxLeft.type,
  });
}

function* keepFreshWhileOpen(): Step<void> {
  yield race([call(keepFresh), take(inboxLeft)]);
  // The user left before the list arrived, so the number is still unknown.
  if ((yield* read(selectInbox)).unread === null) yield put(inboxActions.unreadRequested());
}

/** Shows a three-second notice with the sender's name and a link when the user does not see the new message. */
function* notifyUser({ threadId, userId }: { threadId: number; userId: number }): Step<void> {
  const user = yield* read(selectUser);
  if (!user || !(yield* mayPoll())) return;
  try {
    const answer = yield* callApi((api) => getConversation(api, { threadId, user_id: userId, limit: 1, peek: '1' }));
    if (!answer || (yield* isInSight(threadId))) return;
    yield put(inboxActions.threadChanged(answer.thread));
    const list = picksBranch(user) ? ALL_BRANCHES : userId;
    yield* announce(answer.thread.user, listPath(user, list, { userId, threadId }));
  } catch {
    // The failure is harmless: the badge on the inbox also shows the new message.
  }
}

function* announce(worker: { firstName: string; lastName: string }, to: string): Step<void> {
  yield* notify({ id: 'shell.message', values: { name: fullName(worker) }, kind: 'info', to });
}

function* notifyOfMessage({ payload }: { payload: StreamEvent }): Step<void> {
  if (payload.type !== 'message' || payload.sender !== 'worker') return;
  if (!(yield* isInSight(payload.threadId))) yield* notifyUser(payload);
}

const concernsInbox = (action: Action): action is ReturnType<typeof pushReceived> =>
  pushReceived.match(action) &&
  (isStageChange(action.payload) || (action.payload.type !== 'applications' && action.payload.type !== 'bulk'));

/** Refreshes the lists for every event except one about the visible thread, which loads its own messages. */
function* refreshLists({ payload }: { payload: StreamEvent }): Step<void> {
  if (payload.type === 'message' && (yield* isInSight(payload.threadId))) return;
  if (!isStageChange(payload)) yield put(inboxActions.unreadRequested());
  const { userId } = (yield* read(selectInbox)).query;
  if (payload.type === 'ready' || payload.userId === userId || userId === ALL_BRANCHES)
    yield put(inboxActions.inboxRefreshed());
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
    takeLeading(inboxEndReached, safely(until(inboxList(false).loadMore, [inboxOpened, inboxLeft]))),
    takeEvery(pushReceived, safely(notifyOfMessage)),
    throttle(GATHER, concernsInbox, safely(refreshLists)),
    takeEvery([conversationLoaded, conversationGrew], safely(noteRead)),
  ]);
}

/** Without the stream, only a higher number shows that a message arrived. */
function* isNewMessage(unread: number): Step<boolean> {
  const before = (yield* read(selectInbox)).unread;
  const { isLive } = yield* read(selectConversation);
  return !isLive && before !== null && unread > before;
}

const grown = (before: readonly BranchInbox[], now: readonly BranchInbox[]): BranchInbox | undefined =>
  now.find(({ id, nbInbox }) => nbInbox > (before.find((branch) => branch.id === id)?.nbInbox ?? 0));

/** Loads the counts of all branches for root and HR; their page shows the same counts. */
function* countBranches(): Step<void> {
  const before = dataOr((yield* read(selectBranchInboxes)).branches, []);
  yield put(branchesActions.branchesRequested());
  const { all_inbox: branches } = yield* callApi((api) => api.call('GET /messages/all_inbox'));
  const unread = branches.reduce((sum, { nbInbox }) => sum + nbInbox, 0);
  const hasNewMessage = yield* isNewMessage(unread);
  yield put(branchesActions.branchesLoaded(branches));
  yield put(inboxActions.unreadLoaded({ unread }));
  const branch = hasNewMessage && grown(before, branches);
  if (!branch) return;
  const to = paths.branchInbox(branch.id);
  yield* notify({ id: 'shell.messageForBranch', values: { branch: branch.companyName }, kind: 'info', to });
}

/** Loads the count of a branch's or company's own inbox, with its newest thread for the notice. */
function* countOwn(user: SessionUser): Step<void> {
  const { threads, unread: all } = yield* callApi((ports) => getInbox(ports, { user_id: user.id, limit: 1 }));
  const [newest] = threads;
  const isOpen = newest !== undefined && (yield* isInSight(newest.id));
  // The open thread marks its new messages as read in a moment.
  const unread = Math.max(0, all - (isOpen ? newest.nbUnreadMessage : 0));
  const hasNewMessage = yield* isNewMessage(unread);
  yield put(inboxActions.unreadLoaded({ unread }));
  if (hasNewMessage && newest?.lastMessage?.sender === 'worker' && !isOpen)
    yield* announce(newest.user, inboxPath(user, newest.userId, newest.id));
}

function* count(): Step<boolean> {
  const user = yield* read(selectUser);
  if (!user) return true;
  try {
    if (picksBranch(user)) yield* countBranches();
    else yield* countOwn(user);
    return true;
  } catch (error) {
    if (picksBranch(user)) yield put(branchesActions.branchesFailed(toFailure(error)));
    return false;
  }
}

/** True while the user's own inbox is loading, whose response includes the count. */
function* isListLoading(): Step<boolean> {
  const { query, list } = yield* read(selectInbox);
  return list.status === 'loading' && isOwnInbox(yield* read(selectUser), query.userId);
}

/** Refreshes the number of unread messages every 180 s and on each event while the shell is mounted. */
export function* watchUnread(): Step<void> {
  // The first count runs in background tabs too.
  if (!(yield* isListLoading())) yield* count();
  yield* poll({
    runRound: count,
    *pause() {
      return REFRESH;
    },
    mayRun: mayCount,
    wake: [inboxActions.unreadRequested.type, branchesOpened.type, visibilityChanged.type],
    leave: chatLeft.type,
  });
}
