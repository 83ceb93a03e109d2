import { sql } from 'kysely';
import { gatewayEvents } from '../../../contract/routes/gateway';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import { inChange, type Change } from '../../../server/platform/change';
import { createDb } from '../../../server/platform/database/connect';
import { appendToOutbox, sendEvents } from '../../../server/platform/live/outbox';
import { eventually } from '../../support/eventually';
import { readEvents, type EventReader } from '../../support/eventReader';
import { publishAsPreviousRelease } from '../../support/previousRelease';
import { testPool } from '../../support/testDatabase';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';

describe('outbox events', () => {
  let server: TestServer;
  let world: World;
  let origin: string;
  let start: number;
  const open: EventReader[] = [];
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
    origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  });
  beforeEach(async () => {
    await sendEvents(server.db);
    const { rows } = await sql<{ seq: number }>`select value as seq from worker_event_sequence`.execute(server.db);
    start = rows[0]!.seq;
  });
  afterEach(() => open.splice(0).forEach(({ stop }) => stop()));
  afterAll(async () => {
    let isClosed = false;
    const closed = server.close().finally(() => (isClosed = true));
    // The stop would wait for an idle connection that a client without a stream may have opened.
    await eventually(
      () => (server.app.server.closeAllConnections(), isClosed),
      (seen) => seen,
    );
    await closed;
  });

  const eventsAfter = async (after: number, limit = 500): Promise<GatewayEvent[]> => {
    const reply = await server.call(gatewayEvents, { as: 'gateway', query: { after, limit } });
    return (reply.body as { payload: GatewayEvent[] }).payload;
  };
  const namesSince = async () => (await eventsAfter(start)).map(({ data }) => data.name);
  const event = (name: string) => ({ type: 'message' as const, workerId: world.workerId, data: { name } });
  const hint = (threadId: number) => ({ type: 'thread' as const, threadId, userId: world.branchId });
  const publish = ({ emit, notifyEmployer }: Change, name: string) => {
    emit(event(name));
    notifyEmployer(world.organisationId, hint(world.threadId));
  };
  const change = (name: string) => inChange(server, async (one) => publish(one, name));
  const listen = async () => {
    const reader = await readEvents(origin, await server.tokenOf('branch'));
    open.push(reader);
    await reader.next(({ type }) => type === 'ready');
    return reader;
  };
  const hintsOf = (reader: EventReader, threadId: number) =>
    reader.events.filter((received) => received.type === 'thread' && received.threadId === threadId).length;
  const waitForCount = (count: () => number, expected: number) =>
    eventually(count, (seen) => expect(seen).toBe(expected));
  /** Opens a transaction that has written and waits for a signal to continue. */
  const openTransaction = async (work: Parameters<typeof inChange<void>>[1]) => {
    let release = () => undefined as void;
    const released = new Promise<void>((resolve) => (release = resolve));
    let hasWritten = () => undefined as void;
    const written = new Promise<void>((resolve) => (hasWritten = resolve));
    const done = server.db.transaction().execute(async (trx) => {
      const received: string[] = [];
      await work({
        trx,
        clock: server.clock,
        now: server.clock.now(),
        emit: ({ data }) => void received.push(JSON.stringify(data)),
        notifyEmployer: () => undefined,
        refresh: async () => undefined,
      });
      await appendToOutbox(
        trx,
        server.clock.now(),
        received.map((data) => ({ ...event(''), data: JSON.parse(data) as object })),
      );
      hasWritten();
      await released;
    });
    await written;
    return async () => {
      release();
      await done;
    };
  };

  it('does not wait for the numbering of events, and wakes readers when it is done', async () => {
    const reader = await listen();
    const numbering = await openTransaction(async ({ trx }) => {
      await sql`select value from worker_event_sequence for update`.execute(trx);
      await sql`select pg_notify('unheard', '{}')`.execute(trx);
    });
    await Promise.all(['a', 'b', 'c'].map(change));
    expect(hintsOf(reader, world.threadId)).toBe(0);
    await numbering();
    expect((await namesSince()).sort()).toEqual(['a', 'b', 'c']);
    // Three changes with the same text are three hints.
    await waitForCount(() => hintsOf(reader, world.threadId), 3);
  });

  it('does not wait for an open transaction, and skips none of its events when it ends', async () => {
    const late = await openTransaction(async ({ emit }) => emit(event('late')));
    await change('first');
    await change('second');
    expect(await namesSince()).toEqual(['first', 'second']);
    await late();
    await change('third');
    expect(await namesSince()).toEqual(['first', 'second', 'late', 'third']);
  });

  it('sends nothing of a transaction that was rolled back', async () => {
    const reader = await listen();
    const failing = inChange(server, async (one) => {
      publish(one, 'never');
      await sql`select 1 / 0`.execute(one.trx);
    });
    await expect(failing).rejects.toThrow('division by zero');
    await change('after');
    expect(await namesSince()).toEqual(['after']);
    await waitForCount(() => hintsOf(reader, world.threadId), 1);
  });

  it('sends with the next change the events of a server that died after its commit', async () => {
    const reader = await listen();
    await server.db
      .transaction()
      .execute((trx) =>
        appendToOutbox(trx, server.clock.now(), [
          event('orphan'),
          { data: { organisationId: world.organisationId, event: hint(77) } },
        ]),
      );
    expect(hintsOf(reader, 77)).toBe(0);
    await change('next');
    await waitForCount(() => hintsOf(reader, 77), 1);
    expect(await namesSince()).toEqual(['orphan', 'next']);
  });

  it('continues in a store restored into another cluster, where transaction ids start over', async () => {
    await sql`update worker_event_sequence set sent_before = '9000000000000'`.execute(server.db);
    await change('restored');
    expect(await namesSince()).toEqual(['restored']);
  });

  it('drops an event of a deleted worker, which delays no others', async () => {
    await inChange(server, async ({ emit }) => emit({ ...event('gone'), workerId: 999_999_999 }));
    await change('there');
    expect(await namesSince()).toEqual(['there']);
  });

  it('rejects a hint that is too long for PostgreSQL, so that it delays no others', async () => {
    const long = server.db
      .transaction()
      .execute((trx) => appendToOutbox(trx, server.clock.now(), [{ data: { text: 'x'.repeat(8_000) } }]));
    await expect(long).rejects.toThrow('event_outbox_check');
  });

  it('reaches a reader once, without gaps, in order for each worker: three servers write, one of the previous release', async () => {
    const WRITERS = 4;
    const EACH = 40;
    const pools = [0, 1].map(() => testPool(server.database.url));
    const reader = await listen();
    const threadId = 4_711;
    const writer = async (lane: number) => {
      const db = lane === WRITERS - 1 ? server.db : createDb(pools[lane % 2]!);
      for (let at = 0; at < EACH; at += 1) {
        const received = { ...event(''), data: { lane, at } };
        const payload = { organisationId: world.organisationId, event: hint(threadId) };
        if (lane === WRITERS - 1)
          await db
            .transaction()
            .execute((trx) => publishAsPreviousRelease(trx, { ...received, at: new Date(), hint: payload }));
        else
          await inChange({ db, clock: server.clock }, async ({ emit, notifyEmployer }) => {
            emit(received);
            notifyEmployer(payload.organisationId, payload.event);
          });
      }
    };
    let isWriting = true;
    const writers = Promise.all(Array.from({ length: WRITERS }, (_, lane) => writer(lane))).finally(
      () => (isWriting = false),
    );
    const seen: GatewayEvent[] = [];
    for (;;) {
      const wasWriting = isWriting;
      const page = await eventsAfter(seen.at(-1)?.seq ?? start, 7);
      seen.push(...page);
      if (page.length === 0 && !wasWriting) break;
    }
    await writers;
    expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: WRITERS * EACH }, (_, at) => start + 1 + at));
    for (let lane = 0; lane < WRITERS; lane += 1)
      expect(seen.filter(({ data }) => data.lane === lane).map(({ data }) => data.at)).toEqual(
        Array.from({ length: EACH }, (_, at) => at),
      );
    await waitForCount(() => hintsOf(reader, threadId), WRITERS * EACH);
    await Promise.all(pools.map((pool) => pool.end()));
  });
});
