import {
  chatJoined,
  conversationActions,
  hasUnsentOf,
  outboxActions,
  selectPending,
} from '../../../../src/domains/chat';
import { logoutRequested, sessionExpired, sessionResumed } from '../../../../src/domains/session';
import { type HttpRequest, ApiError } from '../../../../src/lib/http';
import { anApiError, noAnswer } from '../../../support/builders';
import { aConversation, aMessage, anEntry, aThread } from '../../../support/chat';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { fakeClock } from '../../../support/fakeClock';
import { keeping, refusal, SEND, sentBody, start, user, written } from './outboxWorld';

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

test('queues a message at once, clears its draft, and sends it once', async () => {
  const { dispatch, outbox, sent, api } = start(keeping());
  dispatch(outboxActions.draftTyped({ key: '7/5', text: 'Hello' }));
  dispatch(written('Hello'));
  expect(outbox().entries).toMatchObject([{ clientId: 'random-id', body: 'Hello', status: 0, ownerId: 7 }]);
  expect(outbox().drafts).toEqual({});
  await clock.after(0);
  expect(sent()).toEqual(['random-id']);
  expect(api.callsOf('PUT', SEND)[0]?.body).toEqual({
    user_id: 7,
    recipient_id: 40,
    body: 'Hello',
    message_status: 0,
    type: 'text',
    client_message_id: 'random-id',
  });
  expect(outbox()).toMatchObject({ entries: [], sending: {} });
});

test('without an answer retries with growing pauses and the same id, and holds back later messages', async () => {
  const api = keeping();
  const { outbox, sent, dispatch } = start(api, [anEntry('a'), anEntry('b')]);
  const answer = noAnswer();
  api.on('PUT', SEND, answer);
  dispatch(chatJoined());
  await clock.after(0);
  expect(sent()).toEqual(['a']);
  expect(outbox().sending.a).toEqual({ status: 'waiting' });
  await clock.after(2200);
  expect(sent()).toEqual(['a', 'a']);
  await clock.after(4200);
  expect(sent()).toEqual(['a', 'a', 'a']);
  api.on('PUT', SEND, (request) =>
    ok({ message: aMessage(1, { client_message_id: sentBody(request).client_message_id }) }),
  );
  dispatch(outboxActions.retried({ clientId: 'a' }));
  await clock.after(400);
  expect(sent()).toEqual(['a', 'a', 'a', 'a', 'b']);
  expect(outbox().entries).toEqual([]);
});

test('a new message makes one without an answer be sent again at once', async () => {
  const api = keeping();
  const { dispatch, sent } = start(api, [anEntry('a')]);
  api.on('PUT', SEND, noAnswer());
  dispatch(chatJoined());
  await clock.after(1000);
  dispatch(written('Hello'));
  await clock.after(0);
  expect(sent()).toEqual(['a', 'a']);
});

test('a message whose answer was lost does not hold up the next one once the conversation has it', async () => {
  const lost = deferred<never>();
  const api = keeping();
  const { dispatch, sent } = start(api, [anEntry('a'), anEntry('b')]);
  const accept = api.on('PUT', SEND, () => lost.promise);
  dispatch(chatJoined());
  await clock.after(0);
  const answer = { thread: aThread(), messages: [aMessage(1, { client_message_id: 'a' })] };
  dispatch(
    conversationActions.conversationLoaded({
      answer: { ...answer, hasOlder: false, validation_errors: [], etag: null },
      isPeek: false,
    }),
  );
  accept.on('PUT', SEND, (request) =>
    ok({ message: aMessage(2, { client_message_id: sentBody(request).client_message_id }) }),
  );
  lost.reject(new ApiError({ status: 0, key: 'network.no_answer' }));
  await clock.after(400);
  expect(sent()).toEqual(['a', 'b']);
});

test.each([0, 100, 199, 200, 300])('a message written %d ms after the last one was sent is sent too', async (pause) => {
  const { dispatch, sent } = start(keeping(), [anEntry('a')]);
  dispatch(chatJoined());
  await clock.after(pause);
  dispatch(written('Hello'));
  await clock.after(1000);
  expect(sent()).toEqual(['a', 'random-id']);
});

test('does not send another user’s messages from this device', async () => {
  const { dispatch, sent } = start(keeping(), [anEntry('a', { ownerId: 8 }), anEntry('b')]);
  dispatch(chatJoined());
  await clock.after(0);
  expect(sent()).toEqual(['b']);
});

test('holds a message while the session is lost and sends it when the same user returns', async () => {
  const api = keeping();
  const { dispatch, sent, outbox } = start(api);
  dispatch(sessionExpired());
  dispatch(written('Hello'));
  await clock.after(60_000);
  expect(sent()).toEqual([]);
  expect(outbox().entries).toHaveLength(1);
  dispatch(sessionResumed({ user, accessToken: 'new' }));
  await clock.after(0);
  expect(sent()).toHaveLength(1);
});

test.each([
  ['improper, then sent anyway', ['improper_message'], [0, 1]],
  ['asleep, then sent anyway', ['sleep_mode'], [0, 2]],
  ['improper, and then asleep', ['improper_message', 'sleep_mode'], [0, 1, 2]],
])('%s: each check asks for confirmation once', async (_name, refusals, statuses) => {
  const api = keeping();
  const { dispatch, outbox } = start(api);
  const kept = (request: HttpRequest) =>
    ok({ message: aMessage(1, { client_message_id: sentBody(request).client_message_id }) });
  let tries = 0;
  api.on('PUT', SEND, (request) => {
    const type = refusals[tries];
    tries += 1;
    return type === undefined ? kept(request) : refusal(type);
  });
  dispatch(written('Hello'));
  for (const type of refusals) {
    await clock.after(0);
    expect(outbox().sending['random-id']).toMatchObject({ status: 'asked', text: `Text of ${type}` });
    await clock.after(60_000);
    dispatch(outboxActions.insisted({ clientId: 'random-id' }));
  }
  await clock.after(0);
  expect(api.callsOf('PUT', SEND).map((call) => sentBody(call).message_status)).toEqual(statuses);
  expect(outbox().entries).toEqual([]);
});

test('treats the same check after confirmation as a refusal', async () => {
  const { dispatch, outbox, sent } = start(fakeApi().on('PUT', SEND, refusal('improper_message')));
  dispatch(written('Hello'));
  await clock.after(0);
  dispatch(outboxActions.insisted({ clientId: 'random-id' }));
  await clock.after(60_000);
  expect(sent()).toHaveLength(2);
  expect(outbox().sending['random-id']?.status).toBe('refused');
});

test('cancelling a message puts its text before the current draft and sends the next one', async () => {
  const api = fakeApi().on('PUT', SEND, refusal('sleep_mode'));
  const { dispatch, outbox, sent } = start(api, [anEntry('a'), anEntry('b')]);
  dispatch(chatJoined());
  await clock.after(0);
  dispatch(outboxActions.draftTyped({ key: '7/5', text: 'more' }));
  api.on('PUT', SEND, (request) =>
    ok({ message: aMessage(1, { client_message_id: sentBody(request).client_message_id }) }),
  );
  dispatch(outboxActions.takenBack({ clientId: 'a' }));
  await clock.after(0);
  expect(outbox().drafts).toEqual({ '7/5': 'Text a\nmore' });
  await clock.after(200);
  expect(sent()).toEqual(['a', 'b']);
});

test.each([
  [409, 'refused'],
  [404, 'refused'],
  [500, 'waiting'],
  [429, 'waiting'],
])('a reply of %d leaves it %s', async (status, state) => {
  const { dispatch, outbox } = start(fakeApi().on('PUT', SEND, anApiError(status, 'thread.blocked')));
  dispatch(written('Hello'));
  await clock.after(0);
  expect(outbox().sending['random-id']?.status).toBe(state);
});

test('does not resend a message that the conversation already contains', async () => {
  const api = fakeApi().on(
    'GET',
    '/messages/thread/5',
    aConversation({ messages: [aMessage(1, { client_message_id: 'a' })] }),
  );
  const { dispatch, outbox, sent } = start(api.on('PUT', SEND, noAnswer()), [anEntry('a')]);
  dispatch(conversationActions.conversationOpened({ userId: 7, threadId: 5 }));
  await clock.after(0);
  expect(outbox().entries).toEqual([]);
  dispatch(chatJoined());
  await clock.after(0);
  expect(sent()).toEqual([]);
});

test('shows messages as sending until the first reply; behind a waiting message they wait too', async () => {
  const waiting = deferred<never>();
  const api = fakeApi().on('PUT', SEND, () => waiting.promise);
  const { dispatch, state } = start(api, [anEntry('a'), anEntry('b')]);
  dispatch(
    conversationActions.conversationLoaded({
      answer: { thread: aThread(), messages: [], hasOlder: false, validation_errors: [], etag: null },
      isPeek: false,
    }),
  );
  dispatch(chatJoined());
  await clock.after(0);
  const shown = () => selectPending(state(), 7).map(({ sending }) => sending.status);
  expect(shown()).toEqual(['sending', 'sending']);
  waiting.reject(new ApiError({ status: 0, key: 'network.no_answer' }));
  await clock.after(0);
  expect(shown()).toEqual(['waiting', 'waiting']);
});

test('signing out deletes only this user’s unsent messages', async () => {
  const waiting = deferred<never>();
  const { dispatch, state, outbox } = start(
    fakeApi().on('PUT', SEND, () => waiting.promise),
    [anEntry('a'), anEntry('b', { ownerId: 8 })],
  );
  expect(hasUnsentOf(7)(state())).toBe(true);
  expect(hasUnsentOf(9)(state())).toBe(false);
  dispatch(logoutRequested());
  await clock.after(0);
  expect(outbox().entries.map(({ clientId }) => clientId)).toEqual(['b']);
  expect(hasUnsentOf(7)(state())).toBe(false);
});
