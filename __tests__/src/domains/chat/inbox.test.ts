import {
  ALL_BRANCHES,
  branchesOpened,
  chatJoined,
  chatLeft,
  chatSaga,
  conversationActions,
  inboxEndReached,
  inboxLeft,
  inboxOpened,
  notificationsWanted,
  pushReceived,
} from '../../../../src/domains/chat';
import { inboxActions } from '../../../../src/domains/chat/inboxSlice';
import type { HttpRequest } from '../../../../src/lib/http';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { aConversation, aMessage, aThread } from '../../../support/chat';
import { fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { fakeClock } from '../../../support/fakeClock';
import { aSignedInState, runWatcher } from '../../../support/testStore';

const INBOX = '/messages/inbox';
const REFRESH = 180_000;

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

const threads = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) =>
    aThread({ id: from + at, lastMessageAt: new Date(Date.UTC(2026, 10, 20) - (from + at) * 1000).toISOString() }),
  );

const anEvent = {
  type: 'message',
  threadId: 5,
  userId: 7,
  workerId: 40,
  number: 9,
  sender: 'worker',
  messageType: 'text',
};

const server = (total: number, unread = 0) =>
  fakeApi().on('GET', INBOX, ({ query }: HttpRequest) => {
    const [page, limit] = [Number(query?.page ?? 1), Number(query?.limit)];
    return ok({ threads: threads((page - 1) * limit + 1, Math.min(total, page * limit)), unread });
  });

const start = (api: FakeApi, user = aUser({ id: 7, userType: 'branch' })) => {
  const world = runWatcher(chatSaga, { api, state: aSignedInState(user) });
  return { ...world, inbox: () => world.state().inbox, asked: () => api.callsOf('GET', INBOX) };
};

test('loads ten a page, more at the end, and refreshes all shown rows every 180 s', async () => {
  const { dispatch, inbox, asked } = start(server(25));
  dispatch(inboxOpened({ userId: 7, q: '' }));
  await clock.after(0);
  expect(asked()[0]?.query).toEqual({ user_id: 7, page: 1, limit: 10, q: '' });
  expect(inbox()).toMatchObject({ next: 2, list: { status: 'loaded' } });
  dispatch(inboxEndReached());
  await clock.after(0);
  expect(inbox().items).toHaveLength(20);
  await clock.after(REFRESH - 1);
  expect(asked()).toHaveLength(2);
  await clock.after(1);
  expect(asked()[2]?.query).toMatchObject({ page: 1, limit: 20 });
  dispatch(inboxLeft());
  await clock.after(REFRESH * 2);
  expect(asked()).toHaveLength(3);
});

test('pages through the unread conversations without a gap and keeps those that were just read', async () => {
  const numbered = (from: number, to: number) => threads(from, to).map(({ id }) => id);
  let unread = threads(1, 25).map((thread) => ({ ...thread, nbUnreadMessage: 1 }));
  const api = fakeApi().on('GET', INBOX, ({ query }: HttpRequest) => {
    const [page, limit] = [Number(query?.page), Number(query?.limit)];
    return ok({ threads: unread.slice((page - 1) * limit, page * limit), unread: unread.length });
  });
  const { dispatch, inbox } = start(api);
  dispatch(inboxOpened({ userId: 7, q: '', isUnread: true }));
  await clock.after(0);
  unread = unread.slice(3);
  for (const thread of [...threads(1, 3), ...threads(99, 99)]) dispatch(inboxActions.threadChanged(thread));
  dispatch(inboxEndReached());
  await clock.after(0);
  expect(inbox().items.map(({ id }) => id)).toEqual(numbered(1, 23));
  await clock.after(REFRESH);
  expect(inbox().items.map(({ id }) => id)).toEqual(numbered(1, 25));
  expect(inbox().next).toBeNull();
});

test('a failed refresh keeps the rows; only the first failure shows an error', async () => {
  const api = server(5);
  const { dispatch, inbox } = start(api);
  dispatch(inboxOpened({ userId: 7, q: '' }));
  await clock.after(0);
  api.on('GET', INBOX, noAnswer());
  await clock.after(REFRESH);
  expect(inbox()).toMatchObject({ list: { status: 'loaded' }, refresh: { status: 'failed' } });
  expect(inbox().items).toHaveLength(5);
  dispatch(inboxOpened({ userId: 8, q: '' }));
  await clock.after(0);
  expect(inbox()).toMatchObject({ list: { status: 'failed' }, items: [] });
});

test('counts unread messages at once and every 180 s; an increase shows a notice that links to the newest', async () => {
  const api = server(3, 2);
  const { dispatch, inbox, notices } = start(api);
  dispatch(chatJoined());
  await clock.after(0);
  expect(inbox().unread).toBe(2);
  expect(notices).toEqual([]);
  api.on('GET', INBOX, ok({ threads: [aThread({ nbUnreadMessage: 1 })], unread: 3 }));
  await clock.after(REFRESH);
  expect(inbox().unread).toBe(3);
  expect(notices).toEqual([{ id: 'shell.message', values: { name: 'Ece Yıldız' }, kind: 'info', to: '/inbox/5' }]);
  dispatch(chatLeft());
  await clock.after(REFRESH * 3);
  expect(api.callsOf('GET', INBOX)).toHaveLength(2);
});

test('a message in the open thread shows no notice', async () => {
  const api = server(1).on('GET', '/messages/thread/5', aConversation());
  const { dispatch, inbox, notices, live } = start(api);
  dispatch(chatJoined());
  dispatch(conversationActions.conversationOpened({ userId: 7, threadId: 5 }));
  await clock.after(0);
  api.on('GET', INBOX, ok({ threads: [aThread({ nbUnreadMessage: 1 })], unread: 1 }));
  await clock.after(REFRESH);
  expect(inbox().unread).toBe(0);
  live.world.event(anEvent);
  await clock.after(2000);
  expect(inbox().unread).toBe(0);
  expect(notices).toEqual([]);
});

test('in a hidden tab stream events raise the unread count; showing the tab reads the open thread and lowers it', async () => {
  const api = server(1).on('GET', '/messages/thread/5', aConversation());
  const { dispatch, inbox, live, asked, notices } = start(api);
  dispatch(chatJoined());
  dispatch(conversationActions.conversationOpened({ userId: 7, threadId: 5 }));
  await clock.after(0);
  live.world.event({ type: 'ready' });
  await clock.after(0);
  live.world.show(false);
  api.on('GET', INBOX, ok({ threads: [aThread({ nbUnreadMessage: 1 })], unread: 1 }));
  live.world.event(anEvent);
  await clock.after(2000);
  expect(inbox().unread).toBe(1);
  expect(notices).toEqual([]);
  api.on('GET', '/messages/thread/5', aConversation({ messages: [aMessage(9)] }));
  api.on('GET', INBOX, ok({ threads: [aThread()], unread: 0 }));
  const before = asked().length;
  live.world.show(true);
  await clock.after(0);
  expect(inbox().unread).toBe(0);
  expect(asked().length).toBeGreaterThan(before);
});

test('sends no request in a hidden tab without the stream', async () => {
  const { dispatch, live, asked } = start(server(1));
  dispatch(chatJoined());
  await clock.after(0);
  live.world.show(false);
  await clock.after(REFRESH * 2);
  expect(asked()).toHaveLength(1);
});

test('clicking a browser notification opens its conversation', async () => {
  const { dispatch, live, ports } = start(server(0));
  dispatch(chatJoined());
  await clock.after(0);
  live.world.click('/inbox/7/5');
  expect(ports.navigate.to).toHaveBeenCalledWith('/inbox/7/5');
});

test('opening a thread clears its unread count', async () => {
  const api = fakeApi()
    .on('GET', INBOX, ok({ threads: [aThread({ nbUnreadMessage: 2 })], unread: 2 }))
    .on('GET', '/messages/thread/5', aConversation());
  const { dispatch, inbox } = start(api);
  dispatch(chatJoined());
  dispatch(inboxOpened({ userId: 7, q: '' }));
  await clock.after(0);
  expect(inbox()).toMatchObject({ unread: 2, items: [{ nbUnreadMessage: 2 }] });
  api.on('GET', INBOX, ok({ threads: [aThread()], unread: 0 }));
  dispatch(conversationActions.conversationOpened({ userId: 7, threadId: 5 }));
  await clock.after(0);
  expect(inbox()).toMatchObject({ unread: 0, items: [{ nbUnreadMessage: 0 }] });
});

test.each([
  ['a worker', 'worker', 1],
  ['the user in another tab', 'employer', 0],
])('a stream event about a message of %s loads its thread: %s', async (_name, sender, told) => {
  const api = server(1).on('GET', '/messages/thread/5', aConversation());
  const { dispatch, notices, live } = start(api);
  dispatch(chatJoined());
  await clock.after(0);
  live.world.event({ ...anEvent, sender });
  await clock.after(0);
  expect(api.callsOf('GET', '/messages/thread/5')).toHaveLength(told);
  expect(api.callsOf('GET', '/messages/thread/5').every(({ query }) => query?.peek === '1')).toBe(true);
  expect(notices.map(({ to }) => to)).toEqual(told ? ['/inbox/5'] : []);
});

test('the notice of a new message leads those who read for all branches to the list of all', async () => {
  const hr = aUser({ id: 1, userType: 'hr_account', grantLevel: 90 });
  const { dispatch, notices, live } = start(server(1).on('GET', '/messages/thread/5', aConversation()), hr);
  dispatch(chatJoined());
  await clock.after(0);
  live.world.event({ ...anEvent, sender: 'worker' });
  await clock.after(0);
  expect(notices.map(({ to }) => to)).toEqual(['/inbox/7/5?list=all']);
});

test.each(['root', 'hr_account'] as const)(
  '%s: shows the counts of all branches and a notice for the branch that has more',
  async (userType) => {
    const branch = (id: number, nbInbox: number) => ({
      id,
      companyName: `Branch ${id}`,
      imageUrl: null,
      nbTotal: 9,
      nbInbox,
    });
    const api = fakeApi().on('GET', '/messages/all_inbox', ok({ all_inbox: [branch(3, 1), branch(4, 2)] }));
    const { dispatch, inbox, notices, state } = start(api, aUser({ userType }));
    dispatch(chatJoined());
    await clock.after(0);
    expect(inbox().unread).toBe(3);
    api.on('GET', '/messages/all_inbox', ok({ all_inbox: [branch(3, 1), branch(4, 5)] }));
    dispatch(branchesOpened());
    await clock.after(0);
    expect(inbox().unread).toBe(6);
    expect(state().branchInboxes.branches).toMatchObject({ data: [{ id: 3 }, { nbInbox: 5 }] });
    expect(notices).toMatchObject([{ id: 'shell.messageForBranch', to: '/inbox/4' }]);
  },
);

test('shows an error when the branch list cannot load', async () => {
  const api = fakeApi().on('GET', '/messages/all_inbox', anApiError(500));
  const { dispatch, state } = start(api, aUser({ userType: 'root' }));
  dispatch(chatJoined());
  await clock.after(0);
  expect(state().branchInboxes.branches.status).toBe('failed');
});

test('subscribes to web push when it is allowed and offers it when the browser may ask', async () => {
  const api = server(0).on('POST', '/user/update-fcm-token', ok(null));
  const { dispatch, inbox, live, notices } = start(api);
  live.world.push = 'prompt';
  dispatch(chatJoined());
  await clock.after(0);
  expect(inbox().push).toBe('prompt');
  Object.assign(live.world, { push: 'on', subscription: '{"endpoint":"x"}' });
  dispatch(notificationsWanted());
  await clock.after(0);
  expect(api.callsOf('POST', '/user/update-fcm-token')[0]?.body).toEqual({ fcm_token: '{"endpoint":"x"}' });
  expect(inbox().push).toBe('on');
  expect(notices.map(({ id }) => id)).toEqual(['inbox.push.on']);
});

test('takes the unread count from the own inbox without a second request', async () => {
  const { dispatch, inbox, asked } = start(server(3, 4));
  dispatch(inboxOpened({ userId: 7, q: '' }));
  dispatch(chatJoined());
  await clock.after(0);
  expect(asked().map(({ query }) => query?.limit)).toEqual([10]);
  expect(inbox()).toMatchObject({ unread: 4, list: { status: 'loaded' } });
});

test('a branch’s inbox does not set the unread count of all branches', async () => {
  const { dispatch, inbox } = start(server(3, 4), aUser({ id: 1, userType: 'root' }));
  dispatch(inboxOpened({ userId: 7, q: '' }));
  await clock.after(0);
  expect(inbox()).toMatchObject({ unread: null, list: { status: 'loaded' } });
});

const conversation = {
  answer: {
    thread: aThread({ id: 5, userId: 7 }),
    messages: [aMessage(1, { sender: 'worker' })],
    hasOlder: false,
    validation_errors: [],
    etag: '"1"',
  },
  isPeek: false,
};

test.each([
  [0, 'none of it was unread: nothing is counted anew', [10]],
  [2, 'some of it was unread: it is counted anew', [10, 1]],
])('a conversation that loads before its list, %i unread: %s', async (nbUnread, _says, limits) => {
  const list = { threads: [aThread({ id: 5, userId: 7, nbUnreadMessage: nbUnread })], unread: 2 };
  const { dispatch, asked, inbox } = start(fakeApi().on('GET', INBOX, () => ok(list)));
  dispatch(inboxOpened({ userId: 7, q: '' }));
  dispatch(conversationActions.conversationLoaded(conversation));
  dispatch(chatJoined());
  await clock.after(2_000);
  expect(asked().map(({ query }) => query?.limit)).toEqual(limits);
  expect(inbox().items[0]).toMatchObject({ id: 5, nbUnreadMessage: 0 });
});

test('leaving an inbox before its list loads requests the unread count separately and ignores the list', async () => {
  const never = new Promise<never>(() => undefined);
  const api = fakeApi().on('GET', INBOX, ({ query }: HttpRequest) =>
    query?.limit === 1 ? ok({ threads: [], unread: 2 }) : never,
  );
  const { dispatch, inbox, asked } = start(api);
  dispatch(inboxOpened({ userId: 7, q: '' }));
  dispatch(chatJoined());
  await clock.after(0);
  expect(inbox().unread).toBeNull();
  dispatch(inboxLeft());
  await clock.after(2_000);
  expect(inbox()).toMatchObject({ unread: 2, list: { status: 'init' } });
  dispatch(conversationActions.conversationLoaded(conversation));
  await clock.after(2_000);
  expect(asked().map(({ query }) => query?.limit)).toEqual([10, 1, 1]);
});

test('a changed stage refreshes the rows of its owner, and no number', async () => {
  const { dispatch, api, asked } = start(server(3));
  dispatch(inboxOpened({ userId: 7, q: '' }));
  await clock.after(0);
  const before = api.calls.length;
  const hint = { type: 'applications' as const, ids: [101] };
  dispatch(pushReceived({ ...hint, userId: 7, reason: 'need' }));
  await clock.after(2000);
  expect(api.calls).toHaveLength(before);
  dispatch(pushReceived({ ...hint, userId: 7, reason: 'stage' }));
  await clock.after(2000);
  expect(asked()).toHaveLength(2);
  expect(api.calls).toHaveLength(before + 1);
  dispatch(pushReceived({ ...hint, userId: 8, reason: 'stage' }));
  await clock.after(2000);
  expect(api.calls).toHaveLength(before + 1);
});

describe('the inbox of all branches', () => {
  const HR = aUser({ id: 1, userType: 'hr_account', grantLevel: 90 });
  const waits = (id: number, given = {}) =>
    aThread({ id, userId: 20 + id, awaitingSince: `2026-11-19T08:00:0${id}.000Z`, ...given });

  test('reads on after the cursor and asks for no branch', async () => {
    const api = fakeApi()
      .on('GET', INBOX, ({ query }: HttpRequest) =>
        query?.after === 'abc'
          ? ok({ threads: [waits(3)], unread: 5, unanswered: 3, next: null })
          : ok({ threads: [waits(1), waits(2)], unread: 5, unanswered: 3, next: 'abc' }),
      )
      .on('GET', '/messages/all_inbox', () => ok({ all_inbox: [] }));
    const { dispatch, inbox, asked } = start(api, HR);
    dispatch(inboxOpened({ userId: ALL_BRANCHES, q: '' }));
    await clock.after(0);
    expect(asked()[0]?.query).toEqual({ limit: 10, q: '' });
    expect(inbox()).toMatchObject({ next: 'abc', unanswered: 3, unread: null });
    dispatch(inboxEndReached());
    await clock.after(0);
    expect(asked()[1]?.query).toEqual({ limit: 10, q: '', after: 'abc' });
    expect(inbox().items.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(inbox().next).toBeNull();
    await clock.after(REFRESH);
    expect(asked()[2]?.query).toEqual({ limit: 10, q: '' });
    dispatch(inboxLeft());
  });

  test('shows a message to any branch after an event, and counts an answer at once', async () => {
    let threads = [waits(1), waits(2)];
    const api = fakeApi()
      .on('GET', INBOX, () => ok({ threads, unread: 0, unanswered: threads.length, next: null }))
      .on('GET', '/messages/all_inbox', () => ok({ all_inbox: [] }))
      .on('GET', '/messages/thread/5', () => aConversation());
    const { dispatch, inbox } = start(api, HR);
    dispatch(inboxOpened({ userId: ALL_BRANCHES, q: '' }));
    await clock.after(0);
    threads = [...threads, waits(3)];
    dispatch(pushReceived({ ...anEvent, userId: 23 } as never));
    await clock.after(1000);
    expect(inbox().items.map(({ id }) => id)).toEqual([1, 2, 3]);
    dispatch(inboxActions.threadChanged(waits(1, { awaitingSince: null })));
    expect(inbox().items.map(({ id }) => id)).toEqual([2, 3, 1]);
    expect(inbox().unanswered).toBe(2);
    dispatch(inboxActions.threadGone({ threadId: 2 }));
    expect(inbox().unanswered).toBe(1);
    dispatch(inboxLeft());
  });

  test('deleting a conversation leads back to it', async () => {
    const api = fakeApi()
      .on('GET', '/messages/thread/5', aConversation())
      .on('DELETE', '/messages/thread/5', () => ok(null));
    const { dispatch, ports } = start(api, HR);
    dispatch(conversationActions.conversationOpened({ userId: 7, threadId: 5 }));
    await clock.after(0);
    dispatch(conversationActions.removalRequested({ threadId: 5, userId: 7, home: '/inbox' }));
    await clock.after(0);
    expect(ports.navigate.to).toHaveBeenCalledWith('/inbox', { replace: true });
  });
});
