import { sql } from 'kysely';
import { gatewayApply, gatewayReject } from '../../../contract/routes/gateway';
import { logout } from '../../../contract/routes/session';
import { blockByThread, deleteThread, streamEvents } from '../../../contract/routes/chat';
import { STREAMS_PER_USER } from '../../../server/platform/live/streams';
import { eventually } from '../../support/eventually';
import { readEvents, type EventReader } from '../../support/eventReader';
import { testServer, type TestServer } from '../../support/testServer';
import { chatWorld, type ChatWorld } from './chatWorld';

describe('the event stream', () => {
  let one: TestServer;
  let two: TestServer;
  let chat: ChatWorld;
  let origin: string;
  const open: EventReader[] = [];
  beforeAll(async () => {
    // Without heartbeats, which also publish events and end streams, each event must push itself.
    jest.spyOn(globalThis, 'setInterval').mockReturnValue({ unref: () => undefined } as never);
    one = await testServer();
    // A second process of the same product, connected through PostgreSQL only.
    two = await testServer({ database: one.database });
    chat = await chatWorld(one);
    origin = await two.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => open.splice(0).forEach(({ stop }) => stop()));
  afterAll(async () => {
    // Closes the connections of clients that broke off, or the stop would wait for them.
    two.app.server.closeAllConnections();
    await two.close();
    await one.close();
    jest.restoreAllMocks();
  });

  const read = async (as: string, headers: Record<string, string> = {}, token?: string) => {
    const reader = await readEvents(origin, token ?? (await two.tokenOf(as)), headers);
    open.push(reader);
    if (reader.status === 200) await reader.next(({ type }) => type === 'ready');
    return reader;
  };

  it('begins with a ready event, also on reconnection, and forbids buffering by proxies', async () => {
    const reader = await read('branch', { 'last-event-id': 'x-41' });
    expect(reader.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(reader.headers.get('cache-control')).toBe('no-store');
    expect(reader.headers.get('x-accel-buffering')).toBe('no');
    expect(reader.headers.get('content-encoding')).toBeNull();
    expect(reader.text()).toMatch(/^retry: \d+\nid: \S+\ndata: {"type":"ready"}\n\n/);
  });

  it('delivers at once what another process wrote', async () => {
    const readers = await Promise.all(['branch', 'root', 'hr'].map((as) => read(as)));
    const message = await chat.receive('Merhaba, ilan hâlâ geçerli mi?');
    for (const reader of readers) {
      expect(await reader.next(({ type }) => type === 'message')).toEqual({
        type: 'message',
        threadId: chat.threadId,
        userId: chat.world.branchId,
        workerId: chat.world.workerId,
        number: message.number,
        sender: 'worker',
        messageType: 'text',
      });
      // Events hold ids only, never the text of a message.
      expect(reader.text()).not.toContain('Merhaba');
    }
  });

  it('sends nothing to other users', async () => {
    const others = await Promise.all(['other', 'company', 'branch2'].map((as) => read(as)));
    const own = await read('branch');
    await chat.say('Evet');
    await own.next(({ type }) => type === 'message');
    for (const { events } of others) expect(events).toEqual([{ type: 'ready' }]);
  });

  it('reports an application once when it arrives, and its withdrawal', async () => {
    const { branchId, job: id, freshWorkerId: workerId } = chat.world;
    const readers = await Promise.all(['branch', 'root', 'branch2'].map((as) => read(as)));
    const apply = () => one.call(gatewayApply, { as: 'gateway', params: { id }, body: { workerId } });
    const applicationId = (await apply()).body.payload.application.id;
    await apply();
    const { rows } = await sql`
      select created_at from application_facts where application_id = ${applicationId}`.execute(one.db);
    expect(rows).toEqual([{ createdAt: one.clock.now() }]);
    await one.call(gatewayReject, { as: 'gateway', params: { id: applicationId }, body: { workerId } });
    // A later event shows that no other event is under way.
    await chat.receive('Merhaba');
    const arrived = { type: 'applications', userId: branchId, ids: [applicationId], reason: 'arrived' };
    const need = { ...arrived, reason: 'need' };
    const both = [arrived, need, { ...arrived, reason: 'decided' }, need, { ...arrived, reason: 'stage' }];
    for (const [at, expected] of [both, both, []].entries()) {
      const reader = readers[at]!;
      if (expected.length > 0) await reader.next(({ type }) => type === 'message');
      const received = reader.events.filter((one) => one.type === 'applications' && one.ids[0] === applicationId);
      expect(received).toEqual(expected);
    }
  });

  it('reports reading, blocking and deleting', async () => {
    const reader = await read('branch');
    const expected = { type: 'thread', threadId: chat.threadId, userId: chat.world.branchId };
    const received = () => reader.events.filter(({ type }) => type === 'thread');
    await chat.receive('bir');
    await chat.conversation();
    await reader.next(({ type }) => type === 'thread');
    const params = { threadId: chat.threadId };
    await one.call(deleteThread, { as: 'branch', params });
    await one.call(blockByThread, { as: 'branch', params });
    await eventually(received, (seen) => expect(seen).toEqual([expected, expected, expected]));
    await sql`update threads set blocked_at = null where id = ${chat.threadId}`.execute(one.db);
  });

  it('reports nothing of a transaction that was rolled back', async () => {
    const reader = await read('branch');
    const failing = one.db.transaction().execute(async (trx) => {
      await sql`select pg_notify('employer_events', '{}')`.execute(trx);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await chat.receive('iki');
    const types = () => reader.events.map(({ type }) => type);
    // The message, and that the application now waits for an answer.
    await eventually(types, (seen) => expect(seen).toEqual(['ready', 'message', 'applications']));
  });

  it('ends when its token is signed out on another process', async () => {
    const token = await one.tokenOf('branch');
    const reader = await read('branch', {}, token);
    const lasting = await read('branch');
    await one.call(logout, { headers: { authorization: `Bearer ${token}` } });
    await reader.ended;
    await chat.receive('üç');
    await lasting.next(({ type }) => type === 'message');
    expect(reader.events).toEqual([{ type: 'ready' }]);
  });

  it('ends when its token expires', async () => {
    const reader = await read('branch');
    const now = two.clock.now();
    two.clock.set(new Date(now.getTime() + 15 * 86_400_000));
    // Any ended token makes the server check all streams at once, instead of at the next heartbeat.
    await sql`delete from access_tokens where false`.execute(one.db);
    await reader.ended;
    two.clock.set(now);
  });

  it('ends when the connection to the store breaks, and works again afterwards', async () => {
    const reader = await read('branch');
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'employer-dashboard-events' and datname = current_database()`.execute(one.db);
    await reader.ended;
    const again = await read('branch');
    await chat.receive('dört');
    await again.next(({ type }) => type === 'message');
  });

  it('has a limit of open streams for one account', async () => {
    for (let at = 0; at < STREAMS_PER_USER; at += 1) await read('hr');
    const refused = await two.call(streamEvents, { as: 'hr' });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '15']);
    open.splice(0).forEach(({ stop }) => stop());
    await eventually(
      () => two.call(streamEvents, { as: 'hr' }),
      ({ status }) => status === 200,
    );
  });

  it('says whether the account had an event since a time of the last minute', async () => {
    const start = two.clock.now().getTime();
    const after = (seconds: number) => new Date(start + seconds * 1000);
    const begin = async (as: string, since: Date) => {
      const search = `?since=${since.toISOString()}`;
      const reader = await readEvents(origin, await two.tokenOf(as), {}, search);
      open.push(reader);
      return (await reader.next(({ type }) => type === 'ready')) as { isQuiet?: true };
    };
    const QUIET = { type: 'ready', isQuiet: true };
    const reader = await read('branch');
    two.clock.set(after(20));
    expect(await begin('branch', after(18))).toEqual(QUIET);
    await chat.receive('beş');
    await reader.next(({ type }) => type === 'message');
    for (const as of ['branch', 'root']) expect(await begin(as, after(18))).toEqual({ type: 'ready' });
    for (const as of ['branch2', 'other']) expect(await begin(as, after(18))).toEqual(QUIET);
    // The clocks of two servers may differ by seconds.
    two.clock.set(after(24));
    expect(await begin('branch', after(24))).toEqual({ type: 'ready' });
    two.clock.set(after(40));
    expect(await begin('branch', after(38))).toEqual(QUIET);
    // A wrong clock of the device, and a time that the server no longer remembers.
    for (const since of [after(41), after(-30)]) expect(await begin('branch', since)).toEqual({ type: 'ready' });
    two.clock.set(after(0));
  });

  it('ends when the server stops, which waits for none of ten open ones', async () => {
    const third = await testServer({ database: one.database });
    // Without time limits, only the stop can end a connection.
    Object.assign(third.app.server, { timeout: 0, keepAliveTimeout: 0 });
    const address = await third.app.listen({ port: 0, host: '127.0.0.1' });
    const readers = [];
    for (let at = 0; at < STREAMS_PER_USER; at += 1)
      readers.push(await readEvents(address, await third.tokenOf('branch')));
    await Promise.all(readers.map((reader) => reader.next(({ type }) => type === 'ready')));
    await third.close();
    await Promise.all(readers.map(({ ended }) => ended));
  });
});
