import { call } from 'redux-saga/effects';
import { chatJoined, chatSaga, conversationActions } from '../../../../src/domains/chat';
import { pushReceived } from '../../../../src/domains/chat/events';
import { tokenRotated } from '../../../../src/domains/kit/session';
import { loggedOut, sessionExpired, sessionResumed } from '../../../../src/domains/session';
import type { HttpRequest } from '../../../../src/lib/http';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { aConversation, aMessage, aThread, messages } from '../../../support/chat';
import { deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { fakeClock } from '../../../support/fakeClock';
import { withKeptAnswer } from '../../../support/fakePorts';
import { aSignedInState, runWatcher } from '../../../support/testStore';

const THREAD = '/messages/thread/5';
const SECOND = 1000;

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

const user = aUser({ userType: 'branch', id: 7 });

const server = () =>
  fakeApi()
    .on('GET', '/messages/inbox', ok({ threads: [], unread: 0 }))
    .on('GET', THREAD, aConversation({ messages: messages(1, 3) }, '"v3"'));

const open = async (api: FakeApi, isHidden = false, isLeader = true) => {
  const world = runWatcher(
    function* run() {
      yield call(chatSaga);
    },
    { api, state: aSignedInState(user) },
  );
  Object.assign(world.live.world, { isHidden, isLeader });
  world.dispatch(chatJoined());
  world.dispatch(conversationActions.conversationOpened({ userId: 7, threadId: 5 }));
  await clock.after(0);
  const polls = () => api.callsOf('GET', THREAD);
  return { ...world, polls, held: () => world.state().conversation };
};

test('loads the newest messages, then polls for new ones every 5 s', async () => {
  const { api, polls, held } = await open(server());
  expect(polls()[0]?.query).toEqual({ user_id: 7 });
  api.on('GET', THREAD, anApiError(304));
  await clock.after(5 * SECOND - 1);
  expect(polls()).toHaveLength(1);
  await clock.after(1);
  expect(polls()).toHaveLength(2);
  expect(polls()[1]).toMatchObject({ query: { user_id: 7, after: 3 }, headers: { 'If-None-Match': '"v3"' } });
  expect(held().isStale).toBe(false);
  api.on('GET', THREAD, aConversation({ messages: [aMessage(4)], hasOlder: true }, '"v4"'));
  await clock.after(5 * SECOND);
  expect(held().messages.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(held().etag).toBe('"v4"');
});

test('polls from before an own message, so that earlier unread messages of the worker are not skipped', async () => {
  const { dispatch, polls } = await open(server());
  dispatch(
    conversationActions.messageAccepted({ clientId: 'a', threadId: 5, message: aMessage(6, { sender: 'employer' }) }),
  );
  await clock.after(5 * SECOND);
  expect(polls()[1]?.query).toMatchObject({ after: 3 });
});

const anEvent = {
  type: 'message',
  threadId: 5,
  userId: 7,
  workerId: 40,
  number: 4,
  sender: 'worker',
  messageType: 'text',
} as const;

test('fetches a message that was announced while the conversation opened, even without polling', async () => {
  const { api, dispatch, polls } = await open(server());
  dispatch(conversationActions.conversationLeft());
  dispatch(conversationActions.liveChanged({ isLive: true }));
  let isTold = false;
  api.on('GET', THREAD, () => {
    if (!isTold) dispatch(pushReceived({ ...anEvent, sender: 'employer' }));
    isTold = true;
    return aConversation({ messages: messages(1, 3) }, '"v3"');
  });
  dispatch(conversationActions.conversationOpened({ userId: 7, threadId: 5 }));
  await clock.after(0);
  expect(polls().map(({ query }) => query?.after)).toEqual([undefined, undefined, 3]);
});

test('requests the next messages immediately after a full reply, without the thread’s ETag', async () => {
  const { api, polls, held } = await open(server());
  api.on('GET', THREAD, ({ query }) =>
    aConversation({ messages: query?.after === 3 ? messages(4, 53) : messages(54, 60) }, '"v60"'),
  );
  await clock.after(5 * SECOND);
  expect(polls()[2]).toMatchObject({ query: { after: 53 } });
  expect(polls()[2]?.headers).toBeUndefined();
  expect(held().messages).toHaveLength(60);
});

test.each([
  ['leaving', () => conversationActions.conversationLeft()],
  ['signing out', () => loggedOut()],
])('stops polling after %s', async (_name, event) => {
  const { dispatch, polls } = await open(server());
  dispatch(event());
  await clock.after(60 * SECOND);
  expect(polls()).toHaveLength(1);
});

test('does not poll in a hidden tab and polls at once when it is shown again', async () => {
  const { live, polls } = await open(server());
  live.world.show(false);
  await clock.after(60 * SECOND);
  expect(polls()).toHaveLength(1);
  live.world.show(true);
  await clock.after(0);
  expect(polls()).toHaveLength(2);
});

test('peeks in a hidden tab; when shown, fetches the newest again so that they count as read', async () => {
  const { live, polls, held } = await open(server(), true);
  expect(polls()[0]?.query).toEqual({ user_id: 7, peek: '1' });
  expect(held()).toMatchObject({ isPeeked: true });
  live.world.show(true);
  await clock.after(0);
  expect(polls()[1]?.query).toEqual({ user_id: 7 });
  expect(polls()[1]?.headers).toBeUndefined();
  expect(held()).toMatchObject({ isPeeked: false });
});

test('does not take what this device kept for a read that the server noted', async () => {
  const { api, live, held, ports } = await open(server(), true);
  withKeptAnswer(ports, aConversation({ messages: messages(1, 3) }));
  api.on('GET', THREAD, noAnswer());
  live.world.show(true);
  await clock.after(0);
  expect(held()).toMatchObject({ isPeeked: true });
});

test('backs off on failure; after five shows a banner until the next reply', async () => {
  const { api, polls, held } = await open(server());
  api.on('GET', THREAD, noAnswer());
  for (const [at, pause] of [5, 5, 10, 20, 30].entries()) {
    expect(held().isStale).toBe(false);
    await clock.after(pause * SECOND);
    expect(polls()).toHaveLength(at + 2);
  }
  expect(held().isStale).toBe(true);
  expect(held().messages).toHaveLength(3);
  api.on('GET', THREAD, anApiError(304));
  await clock.after(30 * SECOND);
  expect(held().isStale).toBe(false);
});

test('does not poll with a lost session and polls at once when it resumes', async () => {
  const { dispatch, polls } = await open(server());
  dispatch(sessionExpired());
  await clock.after(60 * SECOND);
  expect(polls()).toHaveLength(1);
  dispatch(sessionResumed({ user, accessToken: 'new' }));
  await clock.after(0);
  expect(polls()).toHaveLength(2);
});

test('polls at once after a session that resumed during a failing round', async () => {
  const { api, dispatch, polls } = await open(server());
  const answer = deferred<never>();
  api.on('GET', THREAD, () => answer.promise);
  await clock.after(5 * SECOND);
  dispatch(sessionResumed({ user, accessToken: 'new' }));
  answer.reject(anApiError(401, 'error.unauthorized'));
  api.on('GET', THREAD, anApiError(304));
  await clock.after(0);
  expect(polls()).toHaveLength(3);
});

test('stops polling while the stream is healthy and fetches its messages; polls every 5 s when the stream breaks', async () => {
  const { live, polls } = await open(server());
  live.world.event({ type: 'ready' });
  await clock.after(0);
  expect(polls()).toHaveLength(2);
  await clock.after(120 * SECOND);
  expect(polls()).toHaveLength(2);
  live.world.event({ ...anEvent, threadId: 6 });
  await clock.after(0);
  expect(polls()).toHaveLength(2);
  live.world.event(anEvent);
  await clock.after(0);
  expect(polls()).toHaveLength(3);
  live.world.end();
  await clock.after(0);
  expect(polls()).toHaveLength(4);
  await clock.after(5 * SECOND);
  expect(polls()).toHaveLength(5);
  expect(live.world.opened).toBeGreaterThan(1);
});

describe('a stream that the server refuses for its token', () => {
  const renewals = [
    ['sign-in', sessionResumed({ user, accessToken: 'new' })],
    ['token of another tab', tokenRotated({ accessToken: 'new' })],
  ] as const;

  test.each(renewals)('opens again after a new %s', async (_name, renewal) => {
    const { live, dispatch } = await open(server());
    live.world.end(401);
    await clock.after(300 * SECOND);
    expect(live.world.opened).toBe(1);
    dispatch(renewal);
    await clock.after(0);
    expect(live.world.opened).toBe(2);
    live.world.end(401);
    await clock.after(300 * SECOND);
    expect(live.world.opened).toBe(2);
  });

  test.each(renewals)('opens again if a new %s came before the refusal', async (_name, renewal) => {
    const { live, dispatch } = await open(server());
    dispatch(renewal);
    live.world.end(401);
    await clock.after(0);
    expect(live.world.opened).toBe(2);
  });
});

test('loads the stage of its application again when that changes', async () => {
  const { api, dispatch, polls, held } = await open(server());
  dispatch(conversationActions.liveChanged({ isLive: true }));
  await clock.after(0);
  const before = polls().length;
  const hint = { type: 'applications', userId: 7, reason: 'stage' } as const;
  const thread = aThread({ stage: { key: 'accepted', at: null } });
  api.on('GET', THREAD, ({ headers }: HttpRequest) =>
    headers?.['If-None-Match'] === undefined ? aConversation({ thread }, '"v3"') : anApiError(304),
  );
  dispatch(pushReceived({ ...hint, userId: 8, ids: [101] }));
  await clock.after(0);
  expect(held().thread?.stage).toBeUndefined();
  dispatch(pushReceived({ ...hint, ids: [101] }));
  await clock.after(0);
  expect(held().thread?.stage).toEqual(thread.stage);
  expect(held().messages).toHaveLength(3);
  expect(polls()).toHaveLength(before + 1);
});

test('a follower tab trusts the leader’s stream and polls when the leader falls silent', async () => {
  const { live, held, polls } = await open(server(), false, false);
  expect(live.world.opened).toBe(0);
  expect(live.world.posted).toContainEqual({ type: 'hello', userId: 7 });
  live.world.receive({ type: 'live', userId: 8, isLive: true });
  expect(held().isLive).toBe(false);
  live.world.receive({ type: 'live', userId: 7, isLive: true });
  expect(held().isLive).toBe(true);
  await clock.after(5 * SECOND);
  const asked = polls().length;
  await clock.after(30 * SECOND);
  expect(polls()).toHaveLength(asked);
  await clock.after(15 * SECOND);
  expect(held().isLive).toBe(false);
  expect(polls().length).toBeGreaterThan(asked);
  live.world.receive({ type: 'live', userId: 7, isLive: true });
  live.world.becomeLeader();
  await clock.after(0);
  expect(live.world.opened).toBe(1);
  // What came since the last event of the former leader was missed, here and in the other tabs.
  expect(held().isLive).toBe(false);
  expect(live.world.posted).toContainEqual({ type: 'live', userId: 7, isLive: false });
});

test('creates the thread first when it is opened by the worker’s id', async () => {
  const api = server().on('PUT', '/messages/check', ok({ thread: aThread() }));
  const world = runWatcher(chatSaga, { api, state: aSignedInState(user) });
  world.dispatch(conversationActions.conversationOpened({ userId: 7, workerId: 40 }));
  await clock.after(0);
  expect(api.callsOf('PUT', '/messages/check')[0]?.body).toEqual({ worker_id: 40, company_id: 7 });
  expect(world.state().conversation.messages).toHaveLength(3);
});

test('a conversation opened by the worker’s id opens after a lost session resumes', async () => {
  const api = server().on('PUT', '/messages/check', anApiError(401, 'error.unauthorized'));
  const world = runWatcher(chatSaga, { api, state: aSignedInState(user) });
  world.dispatch(conversationActions.conversationOpened({ userId: 7, workerId: 40 }));
  await clock.after(0);
  expect(world.state().conversation.load.status).toBe('loading');
  api.on('PUT', '/messages/check', ok({ thread: aThread() }));
  world.dispatch(sessionResumed({ user, accessToken: 'new' }));
  await clock.after(0);
  expect(world.state().conversation.messages).toHaveLength(3);
});

test('puts older messages before the loaded ones', async () => {
  const api = server().on('GET', THREAD, ({ query }) =>
    query?.before
      ? aConversation({ messages: messages(1, 10) })
      : aConversation({ messages: messages(11, 60), hasOlder: true }),
  );
  const { dispatch, polls, held } = await open(api);
  dispatch(conversationActions.olderRequested());
  await clock.after(0);
  expect(polls()[1]?.query).toEqual({ user_id: 7, before: 11, peek: '1' });
  expect(held().messages).toHaveLength(60);
  expect(held().hasOlder).toBe(false);
});

test.each([
  ['branch', '/inbox'],
  ['root', '/inbox/7'],
] as const)('deleting as a %s leads to %s', async (userType, to) => {
  const api = server().on('DELETE', THREAD, ok(null));
  const world = runWatcher(chatSaga, { api, state: aSignedInState(aUser({ userType })) });
  world.dispatch(conversationActions.conversationOpened({ userId: 7, threadId: 5 }));
  await clock.after(0);
  world.dispatch(conversationActions.removalRequested({ threadId: 5, userId: 7 }));
  await clock.after(0);
  expect(world.ports.navigate.to).toHaveBeenCalledWith(to, { replace: true });
  expect(world.notices.map(({ id }) => id)).toEqual(['conversation.delete.done']);
});

test('keeps the error of a failed block', async () => {
  const { api, dispatch, held } = await open(server());
  api.on('PUT', '/user-block/by-thread/:id', anApiError(500));
  dispatch(conversationActions.blockRequested({ threadId: 5, isBlocked: true }));
  await clock.after(0);
  expect(held().block[5]?.status).toBe('failed');
  api.on('PUT', '/user-block/by-thread/:id', ok(null)).on('DELETE', '/user-block/by-thread/:id', ok(null));
  for (const isBlocked of [true, false]) {
    dispatch(conversationActions.blockRequested({ threadId: 5, isBlocked }));
    await clock.after(0);
    expect(held().thread?.isBlocked).toBe(isBlocked);
  }
});

describe('“Undo” of a block in another conversation', () => {
  const undo = async (reply: Parameters<FakeApi['on']>[2]) => {
    const world = await open(server());
    world.api.on('DELETE', '/user-block/by-thread/:id', reply);
    world.dispatch(conversationActions.blockRequested({ threadId: 4, isBlocked: false }));
    await clock.after(0);
    return world;
  };

  test('leaves the open one as it is', async () => {
    const { held, notices } = await undo(ok(null));
    expect(held().block[5]).toBeUndefined();
    expect(held().thread?.isBlocked).toBe(false);
    expect(notices.map(({ id }) => id)).toEqual(['conversation.unblock.done']);
  });

  test('says so when it fails', async () => {
    const { notices } = await undo(anApiError(500));
    expect(notices.map(({ id }) => id)).toEqual(['common.errors.errorOccurred']);
  });
});

test('deleting a conversation leaves the user where they went meanwhile', async () => {
  const { api, dispatch, ports, notices } = await open(server());
  const reply = deferred<ReturnType<typeof ok>>();
  api.on('DELETE', THREAD, () => reply.promise);
  dispatch(conversationActions.removalRequested({ threadId: 5, userId: 7 }));
  dispatch(conversationActions.conversationLeft());
  reply.resolve(ok(null));
  await clock.after(0);
  expect(ports.navigate.to).not.toHaveBeenCalled();
  expect(notices.map(({ id }) => id)).toEqual(['conversation.delete.done']);
});
