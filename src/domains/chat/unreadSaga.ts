import { put } from 'redux-saga/effects';
import { INBOX_REFRESH_SECONDS } from '../../../contract/constants/limits';
import type { BranchInbox } from '../../../contract/schemas/chat';
import { paths } from '../../lib/paths';
import { selectAccessToken, selectUser, type SessionUser } from '../session';
import { ask, port, read, type Step } from '../kit/effects';
import { toFailure } from '../kit/failure';
import { dataOr } from '../kit/loadable';
import { poll } from '../kit/poll';
import { getAllInbox, getInbox } from './api';
import { branchesActions, branchesOpened } from './branchesSlice';
import { chatLeft, visibilityChanged } from './events';
import { announce, isAttended, isInSight } from './inboxSaga';
import { inboxActions } from './inboxSlice';
import { inboxPath, isOwnInbox, picksBranch } from './rules';
import { selectBranchInboxes, selectConversation, selectInbox } from './selectors';

const REFRESH = INBOX_REFRESH_SECONDS * 1000;

/** Without the stream a higher number is the only news there is. */
function* isNews(unread: number): Step<boolean> {
  const before = (yield* read(selectInbox)).unread;
  const { isLive } = yield* read(selectConversation);
  return !isLive && before !== null && unread > before;
}

const grown = (before: readonly BranchInbox[], now: readonly BranchInbox[]): BranchInbox | undefined =>
  now.find(({ id, nbInbox }) => nbInbox > (before.find((branch) => branch.id === id)?.nbInbox ?? 0));

/** Root and HR: the numbers of all branches, which their page shows as well. */
function* countBranches(): Step<void> {
  const ports = yield* port('api');
  const before = dataOr((yield* read(selectBranchInboxes)).branches, []);
  const branches = yield* ask((signal) => getAllInbox(ports, signal));
  const unread = branches.reduce((sum, { nbInbox }) => sum + nbInbox, 0);
  const hasNews = yield* isNews(unread);
  yield put(branchesActions.branchesLoaded(branches));
  yield put(inboxActions.unreadLoaded({ unread }));
  const branch = hasNews && grown(before, branches);
  if (!branch) return;
  const notify = yield* port('notify');
  const to = paths.branchInbox(branch.id);
  notify({ id: 'shell.messageForBranch', values: { branch: branch.companyName }, kind: 'info', to });
}

/** A branch or a company: the number of the own inbox, and its newest thread to tell of. */
function* countOwn(user: SessionUser): Step<void> {
  const ports = yield* port('api');
  const { threads, unread: all } = yield* ask((signal) => getInbox(ports, { user_id: user.id, limit: 1 }, signal));
  const [newest] = threads;
  const isOpen = newest !== undefined && (yield* isInSight(newest.id));
  // What comes into the open thread is read there in a moment.
  const unread = Math.max(0, all - (isOpen ? newest.nbUnreadMessage : 0));
  const hasNews = yield* isNews(unread);
  yield put(inboxActions.unreadLoaded({ unread }));
  if (hasNews && newest?.lastMessage?.sender === 'worker' && !isOpen)
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

/** In a hidden tab only while the stream brings news: the number stands in the title, which is seen there too. */
function* mayCount(): Step<boolean> {
  const { isLive } = yield* read(selectConversation);
  return (yield* isAttended()) || (isLive && (yield* read(selectAccessToken)) !== null);
}

/** The own inbox is on its way and brings the number along. */
function* isListLoading(): Step<boolean> {
  const { query, list } = yield* read(selectInbox);
  return list.status === 'loading' && isOwnInbox(yield* read(selectUser), query.userId);
}

/** The number of unread messages, for as long as the frame stands; each 180 s and with each news. Spec 2, point 13. */
export function* watchUnread(): Step<void> {
  // At the start it tells what there is, also to a tab that is opened in the background.
  if (!(yield* isListLoading())) yield* count();
  yield* poll({
    ask: count,
    *pause() {
      return REFRESH;
    },
    mayAsk: mayCount,
    wake: [inboxActions.unreadRequested.type, branchesOpened.type, visibilityChanged.type],
    leave: chatLeft.type,
  });
}
