import { sql } from 'kysely';
import type { Static } from 'typebox';
import { PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import { gatewayEvents, gatewayMessages, gatewaySend, gatewayThreads } from '../../../contract/routes/gateway';
import { searchApplications } from '../../../contract/routes/applications';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { GatewayEvent, GatewayMessage, GatewayThread } from '../../../contract/schemas/gateway';
import { appendMessage } from '../../../server/modules/chat/service';
import { inChange } from '../../../server/platform/change';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';

const payloadOf = <T>({ body }: { body: unknown }) => (body as { payload: T }).payload;

describe('conversations through the gateway', () => {
  let server: TestServer;
  let world: World;
  let threadId: number;
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
    threadId = await inChange(server, async (change) => {
      const key = { userId: world.branchId, workerId: world.workerId };
      const { thread } = await appendMessage(change, key, { sender: 'employer', type: 'text', body: 'Merhaba' });
      return thread.id;
    });
  });
  afterAll(() => server.close());

  const as = 'gateway' as const;
  const send = (text: string, id: string) => {
    const body = { workerId: world.workerId, body: text, client_message_id: id };
    return server.call(gatewaySend, { as, params: { id: threadId }, body });
  };
  const read = async (after?: number) => {
    const query = { workerId: world.workerId, ...(after !== undefined && { after }) };
    return payloadOf<GatewayMessage[]>(await server.call(gatewayMessages, { as, params: { id: threadId }, query }));
  };
  const thread = async () => {
    const reply = await server.call(gatewayThreads, { as, params: { id: world.workerId } });
    return payloadOf<Static<typeof GatewayThread>[]>(reply).find(({ id }) => id === threadId)!;
  };
  const employerSays = (text: string) =>
    inChange(server, (change) =>
      appendMessage(
        change,
        { userId: world.branchId, workerId: world.workerId },
        { sender: 'employer', type: 'text', body: text },
      ),
    );
  const badge = async () => {
    const query = { limit: 500 };
    const reply = await server.call(searchApplications, { as: 'branch', query });
    const rows = payloadOf<ApplicationRow[]>(reply).filter(({ user }) => user.id === world.workerId);
    return rows[0]?.unreadWorkerMessageCount;
  };

  it('number messages without a gap when both sides write at the same time', async () => {
    const before = (await read()).at(-1)!.number;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 ? employerSays(`e${index}`) : send(`w${index}`, `n${index}`),
      ),
    );
    expect((await read(before)).map(({ number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, index) => before + 1 + index),
    );
  });

  it('store one message for one client id, even in simultaneous requests', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => send('  Saat kaçta?\n', 'same')));
    const messages = replies.map((reply) => payloadOf<{ message: GatewayMessage }>(reply).message);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
    expect(messages[0]).toMatchObject({ body: 'Saat kaçta?', sender: 'worker', type: 'text' });
  });

  it('count unread messages for each side and set the worker’s to zero on reading', async () => {
    await read();
    expect((await thread()).nbUnreadMessage).toBe(0);
    await employerSays('bir');
    await employerSays('iki');
    expect((await thread()).nbUnreadMessage).toBe(2);
    await read();
    expect((await thread()).nbUnreadMessage).toBe(0);
    const { rows } = await sql<{
      n: number;
    }>`select unread_by_employer as n from threads where id = ${threadId}`.execute(server.db);
    const before = rows[0]!.n;
    await send('cevap', 'unread-1');
    const after = await sql<{ n: number }>`select unread_by_employer as n from threads where id = ${threadId}`.execute(
      server.db,
    );
    expect(after.rows[0]!.n).toBe(before + 1);
    const shown = await badge();
    if (shown !== undefined) expect(shown).toBe(before + 1);
  });

  it('count no message as unread again when the worker’s product reads older ones', async () => {
    await sql`
      with added as (
        insert into messages (thread_id, number, sender, type, body, created_at)
        select id, last_number + n, 'employer', 'text', 'x', ${server.clock.now()}
        from threads, generate_series(1, ${PAGE_LIMIT_MAX}::int) n where id = ${threadId})
      update threads set last_number = last_number + ${PAGE_LIMIT_MAX} where id = ${threadId}`.execute(server.db);
    await employerSays('yeni');
    expect((await thread()).nbUnreadMessage).toBe(1);
    await read(0);
    expect((await thread()).nbUnreadMessage).toBe(1);
    await read((await read(0)).at(-1)!.number);
    expect((await thread()).nbUnreadMessage).toBe(0);
  });

  it('send the employer’s messages to the worker’s product with all it needs to answer', async () => {
    const all = async (after: number) =>
      payloadOf<GatewayEvent[]>(await server.call(gatewayEvents, { as, query: { after, limit: 500 } }));
    const start = (await all(0)).at(-1)!.seq;
    await employerSays('Ne zaman başlayabilirsiniz?');
    await send('Yarın', 'told-1');
    const received = await all(start);
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      type: 'message',
      workerId: world.workerId,
      data: {
        threadId,
        sender: 'employer',
        type: 'text',
        body: 'Ne zaman başlayabilirsiniz?',
        jobTitle: expect.any(String),
        worker: { firstName: expect.any(String), experienceMonth: expect.any(Number) },
      },
    });
  });

  it('reject new messages when blocked, and repeat the answer to earlier ones', async () => {
    await send('önce', 'blocked-1');
    await sql`update threads set blocked_at = now() where id = ${threadId}`.execute(server.db);
    expect((await send('sonra', 'blocked-2')).status).toBe(409);
    expect((await send('önce', 'blocked-1')).status).toBe(200);
    await expect(employerSays('x')).rejects.toMatchObject({ status: 409, key: 'thread.blocked' });
  });

  it.each([['another worker', 'freshWorkerId']] as const)('answer 404 to %s', async (_name, key) => {
    const workerId = world[key];
    const params = { id: threadId };
    expect((await server.call(gatewayMessages, { as, params, query: { workerId } })).status).toBe(404);
    const body = { workerId, body: 'x', client_message_id: 'x' };
    expect((await server.call(gatewaySend, { as, params, body })).status).toBe(404);
  });
});
