import { sql } from 'kysely';
import { listTasks } from '../../../server/tasks';
import type { Mail, Sms } from '../../../server/platform/outgoing/enqueue';
import { enqueue } from '../../../server/platform/outgoing/enqueue';
import { deliverDue, removeOldMessages } from '../../../server/platform/outgoing/deliver';
import { PermanentFailure, type Senders } from '../../../server/platform/ports/senders';
import { createSenders } from '../../../server/adapters/senders';
import { eventually } from '../../support/eventually';
import { testServer, type TestServer } from '../../support/testServer';

const MAIL: Mail = { channel: 'mail', to: 'a@b.example', subject: 'S', text: 'secret link', html: '<p>secret</p>' };
const SMS: Sms = { channel: 'sms', phone: '+905321234567', text: 'code 0417' };

describe('outgoing messages', () => {
  let server: TestServer;
  const lines: string[] = [];
  const log = { info: () => undefined, warn: (...line: unknown[]) => void lines.push(JSON.stringify(line)) };
  beforeAll(async () => void (server = await testServer()));
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.db.deleteFrom('outgoingMessages').execute();
    lines.length = 0;
  });

  const sent: (Sms | Mail)[] = [];
  const sendersOf = (fail?: () => Error, keptChannels: ('sms' | 'mail')[] = []): Senders => {
    const send = async (message: Sms | Mail) => {
      if (fail) throw fail();
      sent.push(message);
    };
    return {
      sms: send,
      mail: send,
      push: async () => undefined,
      keptChannels: new Set(keptChannels),
      close: async () => undefined,
    };
  };
  const put = (message: Sms | Mail) =>
    server.db.transaction().execute((trx) => enqueue(trx, server.clock.now(), message));
  const run = async (senders: Senders, stopping?: AbortSignal) => {
    const { fileStore, settings } = server.deps;
    const deps = { db: server.db, clock: server.clock, fileStore, settings, senders, log, stopping };
    await deliverDue(deps, 'sms');
    await deliverDue(deps, 'mail');
  };
  const row = () => server.db.selectFrom('outgoingMessages').selectAll().executeTakeFirstOrThrow();
  const later = (seconds: number) => server.clock.set(new Date(server.clock.now().getTime() + seconds * 1000));

  it('are sent once and emptied when a provider accepts them', async () => {
    await put(MAIL);
    sent.length = 0;
    await run(sendersOf());
    await run(sendersOf());
    expect(sent).toEqual([MAIL]);
    expect(await row()).toMatchObject({ attempts: 1, sentAt: server.clock.now(), bodyText: null, bodyHtml: null });
  });

  it('stay readable in the outbox', async () => {
    await put(SMS);
    await run(sendersOf(undefined, ['sms']));
    expect(await row()).toMatchObject({ bodyText: 'code 0417', sentAt: server.clock.now() });
  });

  it('are retried after growing pauses, then given up', async () => {
    await put(MAIL);
    const senders = sendersOf(() => new Error('smtp ETIMEDOUT'));
    for (const pause of [5, 30, 120, 600, 3600]) {
      await run(senders);
      expect((await row()).nextAttemptAt.getTime() - server.clock.now().getTime()).toBe(pause * 1000);
      later(pause - 1);
      await run(senders);
      later(1);
    }
    await run(senders);
    expect(await row()).toMatchObject({ attempts: 6, failedAt: server.clock.now(), bodyText: null });
    expect(lines.join()).not.toMatch(/secret|b\.example/);
    expect(lines).toHaveLength(6);
  });

  it('are retried each hour while they are useful', async () => {
    const start = server.clock.now();
    await put({ ...SMS, usefulUntil: new Date(start.getTime() + 24 * 3_600_000) });
    const broken = sendersOf(() => new Error('netgsm 503'));
    for (const pause of [5, 30, 120, 600, 3600, 3600, 3600]) {
      await run(broken);
      later(pause);
    }
    sent.length = 0;
    await run(sendersOf());
    expect([sent.length, await row()]).toMatchObject([1, { attempts: 8, failedAt: null }]);
    server.clock.set(start);
  });

  it('are not sent at night when they are quiet, however often they failed before', async () => {
    const start = server.clock.now();
    server.clock.set(new Date('2026-03-11T18:59:50.000Z'));
    await put({ ...SMS, isQuiet: true, usefulUntil: new Date('2026-03-12T09:00:00.000Z') });
    await run(sendersOf(() => new Error('503')));
    later(30);
    sent.length = 0;
    await run(sendersOf());
    const morning = new Date('2026-03-12T05:00:00.000Z');
    expect([sent, await row()]).toMatchObject([[], { attempts: 1, nextAttemptAt: morning, sentAt: null }]);
    server.clock.set(morning);
    await run(sendersOf());
    expect([sent.length, await row()]).toMatchObject([1, { sentAt: morning }]);
    server.clock.set(start);
  });

  it('are given up at once after a permanent rejection', async () => {
    await put(SMS);
    await run(sendersOf(() => new PermanentFailure('twilio 400 21211')));
    expect(await row()).toMatchObject({ attempts: 1, failedAt: server.clock.now(), bodyText: null });
    expect(lines.join()).toContain('21211');
    expect(lines.join()).not.toMatch(/0417|532/);
  });

  it('are given up only together with the record of what nobody was told', async () => {
    await put({ ...SMS, applicationId: 1 });
    const { fileStore, settings } = server.deps;
    const senders = sendersOf(() => new PermanentFailure('twilio 400 21211'));
    let calls = 0;
    const onGivenUp = async () => {
      calls += 1;
      if (calls === 1) throw new Error('the server died');
    };
    const deliver = () =>
      deliverDue({ db: server.db, clock: server.clock, fileStore, settings, senders, log, onGivenUp }, 'sms');
    await deliver();
    expect(calls).toBe(1);
    expect(await row()).toMatchObject({ failedAt: null, bodyText: 'code 0417' });
    later(60);
    await deliver();
    expect(await row()).toMatchObject({ failedAt: server.clock.now(), bodyText: null });
    expect(calls).toBe(2);
  });

  it('are not sent after their code has expired', async () => {
    await put(SMS);
    later(181);
    sent.length = 0;
    await run(sendersOf());
    expect(sent).toEqual([]);
    expect(await row()).toMatchObject({ failedAt: server.clock.now() });
  });

  it('are sent outside a transaction and by one server at a time', async () => {
    await put(MAIL);
    let answer = (): void => undefined;
    const slow = { ...sendersOf(), mail: () => new Promise<void>((resolve) => (answer = resolve)) };
    const running = run(slow);
    await eventually(row, ({ attempts }) => attempts > 0);
    sent.length = 0;
    await run(sendersOf());
    expect(sent).toEqual([]);
    await put(SMS);
    await run(sendersOf());
    expect(sent).toEqual([SMS]);
    const open = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`.execute(server.db);
    expect(open.rows).toEqual([{ count: 0 }]);
    answer();
    await running;
    expect(await row()).toMatchObject({ attempts: 1, sentAt: server.clock.now() });
  });

  it('are sent by another server a minute after the first one stopped', async () => {
    await put(MAIL);
    const ending = new AbortController();
    const running = run({ ...sendersOf(), mail: () => new Promise(() => undefined) }, ending.signal);
    await eventually(row, ({ attempts }) => attempts > 0);
    ending.abort();
    await running;
    expect(await row()).toMatchObject({ attempts: 1, sentAt: null, failedAt: null, bodyText: 'secret link' });
    sent.length = 0;
    later(59);
    await run(sendersOf());
    expect(sent).toEqual([]);
    later(1);
    await run(sendersOf());
    expect(sent).toEqual([MAIL]);
  });

  it('are sent in runs of at most fifty', async () => {
    await Promise.all(Array.from({ length: 53 }, () => put(MAIL)));
    sent.length = 0;
    await run(sendersOf());
    expect(sent).toHaveLength(50);
    await run(sendersOf());
    expect(sent).toHaveLength(53);
  });

  it('are given up and emptied without a provider, but kept in a demo', async () => {
    const outbox = { sms: { provider: 'outbox' } as const, mail: null, push: null };
    await put(SMS);
    await run(createSenders({ ...outbox, demo: false }, { db: server.db }));
    expect(await row()).toMatchObject({ failedAt: server.clock.now(), sentAt: null, bodyText: null });
    expect(lines.join()).toContain('SMS_PROVIDER is not set');
    await server.db.deleteFrom('outgoingMessages').execute();
    await put(MAIL);
    await run(createSenders({ ...outbox, demo: true }, { db: server.db }));
    expect(await row()).toMatchObject({ sentAt: server.clock.now(), bodyText: 'secret link' });
  });

  it('are sent once by two simultaneous servers', async () => {
    await Promise.all(Array.from({ length: 12 }, () => put(MAIL)));
    sent.length = 0;
    await Promise.all([run(sendersOf()), run(sendersOf()), run(sendersOf())]);
    expect(sent).toHaveLength(12);
  });

  it('are sent by tasks, each with its own name and lock', () => {
    const { app, deps, pool } = server;
    const host = { pool, log: app.log, stopping: new AbortController().signal };
    const tasks = listTasks({ ...deps, senders: sendersOf() }, host);
    const locks = tasks.flatMap(({ lock }) => (lock === null ? [] : [lock]));
    for (const given of [locks, tasks.map(({ name }) => name)]) expect(given).toEqual([...new Set<unknown>(given)]);
    expect(tasks).toHaveLength(21);
  });

  it('are deleted after a month', async () => {
    await put(MAIL);
    later(29 * 86_400);
    await removeOldMessages(server.db, server.clock.now());
    expect(await server.db.selectFrom('outgoingMessages').select('id').execute()).toHaveLength(1);
    later(2 * 86_400);
    await removeOldMessages(server.db, server.clock.now());
    expect(await server.db.selectFrom('outgoingMessages').select('id').execute()).toHaveLength(0);
  });
});
