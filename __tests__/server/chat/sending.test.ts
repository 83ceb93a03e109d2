import { blockByThread, deleteThread, getThreadDelete, unblockByThread } from '../../../contract/routes/chat';
import { gatewayEvents } from '../../../contract/routes/gateway';
import { NOW } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';
import { chatWorld, clientId, type ChatWorld } from './chatWorld';

/** 23:00 and 12:00 in Istanbul. */
const NIGHT = new Date('2026-03-11T20:00:00Z');
const STEERING = 'WhatsApp’tan yazar mısınız?';

describe('sending a message', () => {
  let server: TestServer;
  let chat: ChatWorld;
  beforeAll(async () => {
    server = await testServer();
    chat = await chatWorld(server);
  });
  afterAll(() => server.close());
  afterEach(() => server.clock.set(NOW));

  it('trims, numbers and audits the text and sends it to the worker’s product', async () => {
    const sent = await chat.audited('message.sent');
    const { status, body } = await chat.say('  Merhaba\n', { message_status: 0 });
    expect(status).toBe(200);
    const last = (await chat.conversation()).messages.at(-1);
    // The answer goes to the sender, whose name the dashboard knows.
    expect({ ...body.payload.message, senderName: expect.any(String) }).toEqual(last);
    expect(last).toMatchObject({ body: 'Merhaba', sender: 'employer', senderId: chat.world.branchId, type: 'text' });
    expect(await chat.audited('message.sent')).toBe(sent + 1);
    const events = (await server.call(gatewayEvents, { as: 'gateway', query: { limit: 500 } })).body.payload;
    expect(events.at(-1)).toMatchObject({ type: 'message', data: { body: 'Merhaba' } });
  });

  it('stores one message for one client id, even at the same moment or at another hour', async () => {
    const client_message_id = clientId();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => chat.say('Bir kere', { client_message_id, message_status: 0 })),
    );
    server.clock.set(NIGHT);
    replies.push(await chat.say(STEERING, { client_message_id, message_status: 0 }));
    expect(new Set(replies.map(({ body }) => body.payload.message.id)).size).toBe(1);
    const { messages } = await chat.conversation();
    expect(messages.filter((one) => one.client_message_id === client_message_id)).toHaveLength(1);
  });

  it.each([
    ['day', 0, 'Merhaba', null],
    ['day', 0, STEERING, 'improper_message'],
    ['day', 1, STEERING, null],
    ['night', 0, 'Merhaba', 'sleep_mode'],
    // The improper-message question comes first. After its answer the night question comes once.
    ['night', 0, STEERING, 'improper_message'],
    ['night', 1, STEERING, 'sleep_mode'],
    ['night', 2, STEERING, null],
  ] as const)('answers a message by %s with status %s: %s → %s', async (time, message_status, text, question) => {
    server.clock.set(time === 'night' ? NIGHT : NOW);
    const { status, body } = await chat.say(text, { message_status });
    if (question === null) return expect(status).toBe(200);
    expect([status, body.key, body.error_type, body.error_text]).toEqual([400, question, question, body.message]);
    expect(body.message).not.toBe(question);
  });

  it.each([
    ['tr', 'gönderilsin mi'],
    ['es', 'Enviarlo'],
    ['en', 'Send it anyway'],
  ])('asks in the language of the request: %s', async (language, part) => {
    const reply = await server.call((await import('../../../contract/routes/chat')).sendMessage, {
      as: 'branch',
      headers: { 'accept-language': language },
      body: {
        user_id: chat.world.branchId,
        recipient_id: chat.world.workerId,
        body: STEERING,
        message_status: 0,
        type: 'text',
        client_message_id: clientId(),
      },
    });
    expect(reply.body.error_text).toContain(part);
  });

  it.each([
    ['2,000 characters between blanks', ` ${'a'.repeat(2000)} `, {}, 200],
    ['2,001 characters', 'a'.repeat(2001), {}, 400],
    ['blanks', '  \n ', {}, 400],
    ['a place', '41.015137, 28.979530', { type: 'location' }, 200],
    ['a place off the globe', '91, 28', { type: 'location' }, 400],
    ['a text as a place', 'Kadıköy', { type: 'location' }, 400],
  ] as const)('checks the text: %s', async (_name, text, change, expected) => {
    const { status, body } = await chat.say(text, change);
    expect(status).toBe(expected);
    if (expected === 400) expect(body.errors.children.body).toBeDefined();
  });

  it('rejects a text that is too long with a specific key', async () => {
    expect((await chat.say('a'.repeat(2001))).body.key).toBe('field.too_long');
  });

  it('allows only workers known to the caller’s scope and only the sender’s own branch', async () => {
    const { siblingBranchId, otherUserId } = chat.world;
    expect((await chat.say('x', { recipient_id: 999_999_999 })).status).toBe(404);
    expect((await chat.say('x', { user_id: siblingBranchId })).status).toBe(404);
    expect((await chat.say('x', { user_id: otherUserId }, 'root')).status).toBe(404);
    expect((await chat.say('x', {}, 'other')).status).toBe(404);
    for (const as of ['root', 'hr'] as const) expect((await chat.say(`von ${as}`, {}, as)).status).toBe(200);
  });

  it('hides a deleted conversation on this side until a new message arrives', async () => {
    const params = { threadId: chat.threadId };
    await chat.receive('alt');
    const deleted = await server.call(getThreadDelete, { as: 'hr', params });
    expect([deleted.status, deleted.headers['cache-control']]).toEqual([200, 'no-store']);
    expect((await server.call(deleteThread, { as: 'branch', params })).status).toBe(200);
    expect(await chat.audited('thread.deleted')).toBe(1);
    const listed = async () =>
      (await chat.inbox({ limit: 500 })).payload.threads.find(({ id }) => id === chat.threadId);
    expect(await listed()).toBeUndefined();
    expect(await chat.conversation()).toMatchObject({
      messages: [],
      hasOlder: false,
      thread: { lastMessage: null, lastMessageAt: null, nbUnreadMessage: 0 },
    });
    const { number } = await chat.receive('neu');
    expect(await listed()).toMatchObject({ nbUnreadMessage: 1, lastMessage: { body: 'neu' } });
    const { messages, hasOlder } = await chat.conversation({ before: number + 1 });
    expect([messages.map((one) => one.body), hasOlder]).toEqual([['neu'], false]);
    expect((await chat.inbox({ q: 'alt' })).payload.threads.map(({ id }) => id)).not.toContain(chat.threadId);
    for (const as of ['other', 'company'] as const)
      expect((await server.call(deleteThread, { as, params })).status).toBe(404);
    const head = await server.app.inject({ method: 'HEAD', url: `/api/messages/thread/delete/${chat.threadId}` });
    expect(head.statusCode).toBe(404);
  });

  it('sends nothing to a blocked worker, and blocking twice changes nothing', async () => {
    const params = { threadId: chat.threadId };
    for (const as of ['other', 'company'] as const)
      expect((await server.call(blockByThread, { as, params })).status).toBe(404);
    expect((await server.call(blockByThread, { as: 'branch', params })).status).toBe(200);
    expect((await server.call(blockByThread, { as: 'root', params })).status).toBe(200);
    expect(await chat.audited('thread.blocked')).toBe(1);
    expect((await chat.conversation()).thread.isBlocked).toBe(true);
    const { status, body } = await chat.say('x');
    expect([status, body.key]).toEqual([409, 'thread.blocked']);
  });

  it('sends again after an unblock', async () => {
    const params = { threadId: chat.threadId };
    for (const as of ['other', 'company'] as const)
      expect((await server.call(unblockByThread, { as, params })).status).toBe(404);
    for (const as of ['branch', 'hr'] as const)
      expect((await server.call(unblockByThread, { as, params })).status).toBe(200);
    expect(await chat.audited('thread.unblocked')).toBe(1);
    expect((await chat.conversation()).thread.isBlocked).toBe(false);
    expect((await chat.say('x')).status).toBe(200);
  });
});
