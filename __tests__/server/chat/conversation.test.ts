import { getConversation } from '../../../contract/routes/chat';
import type { ConversationPayload } from '../../../contract/schemas/chat';
import { eventually } from '../../support/eventually';
import { testServer, type TestServer } from '../../support/testServer';
import { chatWorld, type ChatWorld } from './chatWorld';

const numbers = ({ messages }: { messages: { number: number }[] }) => messages.map(({ number }) => number);

describe('reading a conversation', () => {
  let server: TestServer;
  let chat: ChatWorld;
  beforeAll(async () => {
    server = await testServer();
    chat = await chatWorld(server);
    // Message 1 is the application, with which every conversation begins.
    for (let at = 2; at <= 8; at += 1) await (at % 2 ? chat.receive(`w${at}`) : chat.say(`e${at}`));
  });
  afterAll(() => server.close());

  it('returns the newest messages, later ones and earlier ones', async () => {
    const all = await chat.conversation({ peek: 1 });
    expect(numbers(all)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(all).toMatchObject({ hasOlder: false, validation_errors: [] });
    const newest = await chat.conversation({ limit: 3, peek: 1 });
    expect([numbers(newest), newest.hasOlder]).toEqual([[6, 7, 8], true]);
    const older = await chat.conversation({ limit: 3, before: 6, peek: 1 });
    expect([numbers(older), older.hasOlder]).toEqual([[3, 4, 5], true]);
    const first = await chat.conversation({ limit: 3, before: 2, peek: 1 });
    expect([numbers(first), first.hasOlder]).toEqual([[1], false]);
    // The messages right after the number, not the newest, so that paging skips none.
    expect(numbers(await chat.conversation({ after: 2, limit: 2, peek: 1 }))).toEqual([3, 4]);
    expect(numbers(await chat.conversation({ after: 8, peek: 1 }))).toEqual([]);
    expect(numbers(await chat.conversation({ after: 2, before: 5, peek: 1 }))).toEqual([3, 4]);
  });

  it('shows the sender of each message', async () => {
    const { messages, thread } = await chat.conversation({ peek: 1 });
    expect(messages[1]).toMatchObject({ sender: 'employer', type: 'text', body: 'e2', messagePayload: {} });
    expect(messages[1]?.client_message_id).toMatch(/^c-/);
    // The ids of the worker's own client stay hidden from the employer.
    expect(messages[2]).toMatchObject({
      sender: 'worker',
      senderId: chat.world.workerId,
      body: 'w3',
      client_message_id: null,
    });
    expect(thread).toMatchObject({
      userId: chat.world.branchId,
      user: { id: chat.world.workerId, firstName: expect.any(String) },
      lastMessage: { type: 'text', sender: 'employer', body: 'e8' },
      nbUnreadMessage: 3,
      isBlocked: false,
    });
  });

  it('names the account that wrote, to all accounts of the organisation that read the thread', async () => {
    await chat.say('From head office.', {}, 'root');
    for (const as of ['branch', 'root', 'hr'] as const) {
      const query = { user_id: chat.world.branchId, peek: 1 };
      const { messages } = (await chat.read(query, { as })).body.payload as ConversationPayload;
      const [own, theirs, last] = [messages[1], messages[2], messages.at(-1)];
      expect(own).toMatchObject({ senderId: chat.world.branchId, senderName: 'Selin Aksoy' });
      expect(theirs).toMatchObject({ sender: 'worker', senderName: null });
      expect(last?.senderId).not.toBe(chat.world.branchId);
      expect(last?.senderName).toMatch(/^\p{L}+ \p{L}+$/u);
      expect(last?.senderName).not.toBe('Selin Aksoy');
    }
    expect((await chat.read({ peek: 1 }, { as: 'company' })).status).toBe(404);
  });

  it('marks only the returned messages as read', async () => {
    expect(await chat.unread()).toBe(3);
    await chat.conversation({ peek: 1 });
    expect(await chat.unread()).toBe(3);
    await chat.conversation({ after: 1, limit: 2 });
    expect(await chat.unread()).toBe(2);
    // A late response does not mark messages as unread again.
    expect((await chat.conversation({})).thread.nbUnreadMessage).toBe(0);
    await chat.conversation({ before: 3 });
    expect(await chat.unread()).toBe(0);
    await chat.receive('neu');
    await chat.conversation({ after: 500 });
    expect(await chat.unread()).toBe(1);
    const before = await chat.audited('thread.read');
    await chat.conversation();
    await chat.conversation();
    expect(await chat.audited('thread.read')).toBe(before + 1);
  });

  it('shows the warning of a thread in which the worker suggested contact elsewhere', async () => {
    await chat.receive('Telegramdan yazsanız daha hızlı dönerim.');
    expect((await chat.conversation()).validation_errors).toEqual(['improper_message']);
  });

  describe('polling a conversation', () => {
    const ask = async (query: Record<string, unknown>, etag: string) => {
      const token = await server.tokenOf('branch');
      return server.app.inject({
        url: `/api/messages/thread/${chat.threadId}?${new URLSearchParams(query as Record<string, string>)}`,
        headers: { authorization: `Bearer ${token}`, 'if-none-match': etag },
      });
    };
    const etagNow = async (query = {}) => String((await chat.read(query)).headers.etag);

    it('answers 304 until something changes', async () => {
      const etag = await etagNow();
      const last = String((await chat.conversation()).messages.at(-1)!.number);
      const unchanged = await ask({ after: last }, etag);
      expect(unchanged.statusCode).toBe(304);
      expect(unchanged.headers).toMatchObject({ etag, 'cache-control': 'private, no-cache' });
      expect((await ask({}, `W/${etag}`)).statusCode).toBe(304);
      expect((await ask({}, `"x", ${etag}`)).statusCode).toBe(304);
      expect((await ask({}, '"x"')).statusCode).toBe(200);
      expect((await ask({ before: last }, etag)).statusCode).toBe(200);
      await chat.receive('bir');
      expect((await ask({ after: last }, etag)).statusCode).toBe(200);
    });

    it('never answers 304 while there are more messages to return or to mark as read', async () => {
      await chat.conversation();
      await chat.receive('bir');
      // The current version of a page that does not hold every message.
      const etag = await etagNow({ after: 2, limit: 1, peek: 1 });
      expect((await ask({ after: '3', limit: '1', peek: '1' }, etag)).statusCode).toBe(200);
      expect((await ask({ peek: '1' }, etag)).statusCode).toBe(304);
      expect((await ask({}, etag)).statusCode).toBe(200);
      expect(await chat.unread()).toBe(0);
    });

    it('has a different version for each viewer and each day', async () => {
      const etag = await etagNow();
      const { headers } = await chat.read({ user_id: chat.world.branchId }, { as: 'root' });
      expect(headers.etag).not.toBe(etag);
      const now = server.clock.now();
      server.clock.set(new Date(now.getTime() + 86_400_000));
      expect(await etagNow()).not.toBe(etag);
      server.clock.set(now);
    });

    it('costs two statements and at most 300 bytes with headers', async () => {
      const etag = await etagNow();
      const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
      const token = await server.tokenOf('branch');
      const statements: string[] = [];
      const query = jest.spyOn((await import('pg')).default.Client.prototype, 'query');
      const { size, status } = await new Promise<{ size: number; status: string }>((resolve, reject) => {
        const { hostname, port } = new URL(address);
        void import('node:net').then(({ connect }) => {
          let held = '';
          const socket = connect(Number(port), hostname, () =>
            socket.write(
              `GET /api/messages/thread/${chat.threadId} HTTP/1.1\r\nHost: x\r\n` +
                `Authorization: Bearer ${token}\r\nIf-None-Match: ${etag}\r\n\r\n`,
            ),
          );
          socket.on('error', reject);
          socket.on('data', (data) => {
            held += data.toString();
            if (!held.endsWith('\r\n\r\n')) return;
            socket.destroy();
            resolve({ size: Buffer.byteLength(held), status: held.split('\r\n')[0]! });
          });
        });
      });
      for (const [first] of query.mock.calls) if (typeof first === 'string') statements.push(first);
      query.mockRestore();
      expect(status).toContain('304');
      expect(size).toBeLessThanOrEqual(300);
      expect(statements.length).toBeLessThanOrEqual(2);
    });
  });

  it('skips no message of concurrent senders', async () => {
    const start = (await chat.conversation()).messages.at(-1)!.number;
    const seen: number[] = [];
    const senders = Promise.all(
      Array.from({ length: 40 }, (_, at) => (at % 2 ? chat.say(`s${at}`) : chat.receive(`t${at}`))),
    );
    const read = async () => {
      seen.push(...numbers(await chat.conversation({ after: seen.at(-1) ?? start, limit: 7 })));
      return seen.length;
    };
    await eventually(read, (count) => count >= 40);
    await senders;
    expect(seen).toEqual(Array.from({ length: 40 }, (_, at) => start + 1 + at));
  });

  it.each([
    ['a sibling branch’s', 'root', (c: ChatWorld) => ({ user_id: c.world.siblingBranchId }), 404],
    ['another organisation’s', 'other', () => ({}), 404],
    ['the caller’s own under another branch', 'branch', (c: ChatWorld) => ({ user_id: c.world.siblingBranchId }), 404],
    ['a branch’s without its id', 'hr', () => ({}), 400],
    ['a branch’s', 'hr', (c: ChatWorld) => ({ user_id: c.world.branchId }), 200],
    ['a branch’s', 'root', (c: ChatWorld) => ({ user_id: c.world.branchId }), 200],
  ] as const)('checks the owner of a conversation: %s, requested as %s', async (_name, as, query, status) => {
    const reply = await server.call(getConversation, {
      as,
      params: { threadId: chat.threadId },
      query: query(chat),
    });
    expect(reply.status).toBe(status);
    if (status === 400) expect(reply.body.errors.children).toEqual({ user_id: { errors: ['field.required'] } });
  });
});
