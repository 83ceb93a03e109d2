import { sql } from 'kysely';
import { HOUR } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { idempotently, removeOldKeys } from '../../../server/platform/http/idempotency';
import type { AppError } from '../../../server/platform/errors';
import { createPresence } from '../../../server/platform/presence';
import { NOW } from '../../support/demo';
import { eventually } from '../../support/eventually';
import { testServer, type TestServer } from '../../support/testServer';
import { jobWorld, type JobWorld } from './jobWorld';

describe('a repeated job posting', () => {
  let server: TestServer;
  let world: JobWorld;
  beforeAll(async () => {
    server = await testServer();
    world = await jobWorld(server);
  });
  afterAll(() => server.close());
  beforeEach(() => server.clock.set(NOW));

  const post = (key: string, change: Record<string, unknown> = {}, as: 'branch' | 'company' = 'branch') =>
    world.post(as, world.bodyFor(as, change), { 'idempotency-key': key });
  const count = async () => (await sql<{ n: number }>`select count(*) as n from jobs`.execute(server.db)).rows[0]!.n;

  it('creates one job with one answer for any order of fields and any token', async () => {
    const before = await count();
    const first = await post('one', { targetUser: 'token 1' });
    const { title, ...rest } = world.bodyFor('branch', { targetUser: 'token 2' }) as Record<string, unknown>;
    const second = await world.post('branch', { ...rest, title }, { 'idempotency-key': 'one' });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.payload).toEqual(first.body.payload);
    expect(await count()).toBe(before + 1);
  });

  it('creates one job although the same picture is uploaded again', async () => {
    const picture = await world.picture();
    const images = [];
    for (const _try of [1, 2]) {
      const { uploadUrl, imageUrl } = await world.announce('branch', picture.length);
      await world.send(uploadUrl, picture);
      images.push(imageUrl);
    }
    const replies = [await post('picture', { image: images[0] }), await post('picture', { image: images[1] })];
    expect(replies[1]!.body.payload).toEqual(replies[0]!.body.payload);
  });

  it('answers 409 to another body under the key; another key or user creates another job', async () => {
    await post('two');
    const mismatch = await post('two', { title: 'Aşçı' });
    expect([mismatch.status, mismatch.body.key]).toEqual([409, ERROR_KEYS.idempotencyMismatch]);
    const before = await count();
    await post('three');
    await post('two', { status: 'draft' }, 'company');
    expect(await count()).toBe(before + 2);
  });

  it('takes one credit, even with many simultaneous requests', async () => {
    await world.setBalance(world.ids.company, 3);
    const before = await count();
    const replies = await Promise.all([1, 2, 3, 4].map(() => post('credit', {}, 'company')));
    for (const { status, body, headers } of replies) {
      if (status === 200) continue;
      expect([status, body.key, headers['retry-after']]).toEqual([409, ERROR_KEYS.idempotencyInFlight, '1']);
    }
    expect((await post('credit', {}, 'company')).status).toBe(200);
    expect([await count(), await world.balanceOf(world.ids.company)]).toEqual([before + 1, 2]);
  });

  it('creates nothing while the first request runs', async () => {
    const before = await count();
    await post('running');
    await sql`update idempotency_keys set status = null, answer = null where key = 'running'`.execute(server.db);
    const { status, body, headers } = await post('running');
    expect([status, body.key, headers['retry-after']]).toEqual([409, ERROR_KEYS.idempotencyInFlight, '1']);
    expect(await count()).toBe(before + 1);
  });

  it('answers 409 with Retry-After while the first request runs, and replaces a dead one after a minute', async () => {
    const body = { a: 1 };
    const call = { userId: world.ids.branch, route: 'test', key: 'slow', body };
    await new Promise<void>((resolve) => {
      const never = () => new Promise<never>(() => resolve());
      void idempotently(server.deps, call, never);
    });
    await expect(idempotently(server.deps, call, async () => 'again')).rejects.toMatchObject({
      key: ERROR_KEYS.idempotencyInFlight,
      options: { retryAfter: 1 },
    });
    server.clock.set(new Date(NOW.getTime() + 61_000));
    const storeAnswerIn = <T>(answer: T) =>
      idempotently(server.deps, call, async (keep) => {
        await server.db.transaction().execute((trx) => keep(trx, answer));
        return answer;
      });
    expect(await storeAnswerIn({ done: 1 })).toEqual({ done: 1 });
    expect(await storeAnswerIn({ done: 2 })).toEqual({ done: 1 });
  });

  it('rolls back a first request that was taken for dead when it finishes', async () => {
    const call = { userId: world.ids.branch, route: 'test', key: 'late', body: 1 };
    const write = (answer: string, meanwhile?: () => Promise<unknown>) =>
      idempotently(server.deps, call, async (keep) => {
        await meanwhile?.();
        await server.db.transaction().execute((trx) => keep(trx, { answer }));
        return { answer };
      });
    const late = write('late', async () => {
      server.clock.set(new Date(NOW.getTime() + 61_000));
      expect(await write('second')).toEqual({ answer: 'second' });
    });
    await expect(late).rejects.toMatchObject({ key: ERROR_KEYS.idempotencyInFlight });
    expect(await write('third')).toEqual({ answer: 'second' });
  });

  describe('on another server', () => {
    const started = async (key: string) => {
      const call = { userId: world.ids.branch, route: 'test', key, body: 1 };
      const presence = createPresence(server.database.url);
      const write = (answer: string, deps: typeof server.deps, meanwhile?: () => Promise<unknown>) =>
        idempotently(deps, call, async (keep) => {
          await meanwhile?.();
          await server.db.transaction().execute((trx) => keep(trx, { answer }));
          return { answer };
        });
      return { presence, write, first: { ...server.deps, presence } };
    };

    it('replaces the first request as soon as it is dead and not before', async () => {
      const { presence, write, first } = await started('crashed');
      let isAtWork: () => void;
      const atWork = new Promise<void>((resolve) => (isAtWork = resolve));
      void write('never', first, () => (isAtWork(), new Promise(() => undefined)));
      await atWork;
      await expect(write('early', server.deps)).rejects.toMatchObject({ key: ERROR_KEYS.idempotencyInFlight });
      await presence.close();
      expect(await write('again', server.deps)).toEqual({ answer: 'again' });
    });

    it('creates one job when the first request lives although its lock was lost', async () => {
      const { presence, write, first } = await started('lost');
      const late = write('late', first, async () => {
        await presence.close();
        expect(await write('second', server.deps)).toEqual({ answer: 'second' });
      });
      await expect(late).rejects.toMatchObject({ key: ERROR_KEYS.idempotencyInFlight });
      expect(await write('third', server.deps)).toEqual({ answer: 'second' });
    });

    it('answers 409 while a server that has regained its lost lock works on the first request', async () => {
      const { presence, write, first } = await started('broken');
      let done: () => void;
      const mayEnd = new Promise<void>((resolve) => (done = resolve));
      let isAtWork: () => void;
      const atWork = new Promise<void>((resolve) => (isAtWork = resolve));
      const slow = write('slow', first, () => (isAtWork(), mayEnd));
      await atWork;
      const ended = `select pg_terminate_backend(pid, 10000) from pg_stat_activity
        where datname = current_database() and application_name = 'employer-dashboard-presence'`;
      await server.pool.query(ended);
      const shown = `select from pg_locks l join pg_stat_activity using (pid)
        where l.locktype = 'advisory' and granted and objid = $1 and datname = current_database()`;
      await eventually(
        () => server.pool.query(shown, [presence.number]),
        ({ rowCount }) => rowCount === 1,
      );
      await expect(write('early', server.deps)).rejects.toMatchObject({ key: ERROR_KEYS.idempotencyInFlight });
      done!();
      expect(await slow).toEqual({ answer: 'slow' });
      await presence.close();
    });
  });

  it('runs again after a failure', async () => {
    expect((await post('failing', { positionId: 999_999 })).status).toBe(400);
    expect((await post('failing')).status).toBe(200);
  });

  it('runs again after a failure of the store as soon as the store is back', async () => {
    const call = { userId: world.ids.branch, route: 'test', key: 'store-away', body: 1 };
    const away = () => server.pool.query('alter table idempotency_keys rename to keys_away');
    const failing = idempotently(server.deps, call, () => away().then(() => Promise.reject(new Error('no store'))));
    await expect(failing).rejects.toThrow('no store');
    await server.pool.query('alter table keys_away rename to idempotency_keys');
    const again = () => idempotently(server.deps, call, async () => 'again').catch((error: AppError) => error.key);
    const answers = new Set<unknown>();
    await eventually(again, (answer) => answers.add(answer).has('again'));
    expect([...answers].filter((answer) => answer !== ERROR_KEYS.idempotencyInFlight)).toEqual(['again']);
  });

  it('remembers a key for a day', async () => {
    const before = await count();
    await post('daily');
    server.clock.set(new Date(NOW.getTime() + 23 * HOUR));
    await post('daily');
    expect(await count()).toBe(before + 1);
    server.clock.set(new Date(NOW.getTime() + 24 * HOUR));
    await post('daily');
    expect(await count()).toBe(before + 2);
    server.clock.set(new Date(NOW.getTime() + 49 * HOUR));
    expect(await removeOldKeys(server.deps)).toBeGreaterThan(0);
    expect((await sql`select 1 from idempotency_keys`.execute(server.db)).rows).toEqual([]);
  });

  it.each([
    ['none', '', 400],
    ['129 characters', 'x'.repeat(129), 400],
    ['a blank', 'a b', 400],
    ['a letter beyond ASCII', 'anahtar-\u00e7', 400],
    ['128 characters', 'x'.repeat(128), 200],
  ])('handles a key of %s: %s', async (_name, key, status) => {
    expect((await post(key)).status).toBe(status);
  });
});
