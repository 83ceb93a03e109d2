import { put } from 'redux-saga/effects';
import { INBOX_REFRESH_SECONDS } from '../../../contract/constants/limits';
import type { BranchInbox } from '../../../contract/schemas/chat';
import { paths } from '../../lib/paths';
import { isAttended, selectAccessToken, selectUser, type SessionUser } from '../session';
import { callApi, notify, read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { dataOr } from '../kit/loadable';
import { poll } from '../kit/poll';
import { getInbox } from './api';
import { branchesActions, branchesOpened } from './branchesSlice';
import { chatLeft, visibilityChanged } from './events';
import { announce, isInSight } from './inboxSaga';
import { inboxActions } from './inboxSlice';
import { inboxPath, isOwnInbox, picksBranch } from './rules';
import { selectBranchInboxes, selectConversation, selectInbox } from './selectors';

const REFRESH = INBOX_REFRESH_SECONDS * 1000;

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

/** True when the tab may refresh the count. A hidden tab needs the stream for it: its title shows the count. */
function* mayCount(): Step<boolean> {
  const { isLive } = yield* read(selectConversation);
  return (yield* isAttended()) || (isLive && (yield* read(selectAccessToken)) !== null);
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
