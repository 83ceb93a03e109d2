import { sql } from 'kysely';
import { putSeen, putShortlist } from '../../../contract/routes/applications';
import { putDecline } from '../../../contract/routes/decisions';
import { gatewayEvents, gatewayReject } from '../../../contract/routes/gateway';
import { putJob } from '../../../contract/routes/jobs';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import type { StreamEvent } from '../../../contract/schemas/chat';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import { limitOf } from '../../../server/modules/bulks/actions';
import { LIMITS } from '../../../server/platform/limits';
import { removeOldBulks } from '../../../server/modules/bulks';
import { notifyDue } from '../../../server/modules/decisions';
import { keepNeeds } from '../../../server/modules/today';
import { linkOf, type LinkOwner } from '../../../server/modules/workerLinks';
import { inChange } from '../../../server/platform/change';
import { EMPLOYER_CHANNEL, type EmployerEvent } from '../../../server/platform/live/streams';
import { NOW } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';
import { untilWaiting } from '../../support/untilWaiting';
import { findWorld, type World } from '../../support/world';
import { addJob, bulkCalls, log } from './bulkWorld';

describe('bulk actions', () => {
  let server: TestServer;
  let world: World;
  let calls: ReturnType<typeof bulkCalls>;
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
    calls = bulkCalls(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.set(NOW);
    await server.db.deleteFrom('bulks').execute();
  });

  const applicants = (count: number, userId = world.branchId) => addJob(server, userId, count);
  const rowsOf = async (ids: readonly number[]) => {
    const { rows } = await sql<{ id: number; status: string; isShortlisted: boolean; at: Date | null }>`
      select id, status, is_shortlisted as "isShortlisted", shortlisted_at as at from applications
      where id = any(${[...ids]}::bigint[]) order by id`.execute(server.db);
    return rows;
  };
  const audits = async (ids: readonly number[]) => {
    const { rows } = await sql<{ action: string; n: number }>`
      select action, count(*)::int as n from audit_log
      where subject_type = 'application' and subject_id = any(${[...ids]}::bigint[]) group by 1 order by 1`.execute(
      server.db,
    );
    return Object.fromEntries(rows.map(({ action, n }) => [action, n]));
  };
  const lastSeq = async (): Promise<number> => {
    await sql`select send_events()`.execute(server.db);
    const { rows } = await sql<{ seq: number }>`select value as seq from worker_event_sequence`.execute(server.db);
    return rows[0]!.seq;
  };
  const eventsAfter = async (after: number) => {
    await sql`select send_events()`.execute(server.db);
    const { body } = await server.call(gatewayEvents, { as: 'gateway', query: { after, limit: 500 } });
    return body.payload as GatewayEvent[];
  };
  /** Returns the events that open dashboards get while `work` starts a bulk action that ends at once. */
  const eventsDuring = async (work: () => Promise<void>): Promise<StreamEvent[]> => {
    const client = await server.pool.connect();
    const events: StreamEvent[] = [];
    const isDone = new Promise<void>((resolve) =>
      client.on('notification', ({ payload = '{}' }) => {
        const { event } = JSON.parse(payload) as EmployerEvent;
        events.push(event);
        if (event.type === 'bulk' && event.state === 'done') resolve();
      }),
    );
    await client.query(`listen ${EMPLOYER_CHANNEL}`);
    await work();
    await isDone;
    client.release(true);
    return events;
  };
  const concerns = (ids: readonly number[]) => (event: GatewayEvent) => ids.includes(Number(event.data.applicationId));
  const star = (id: number, isShortlisted: boolean) =>
    server.call(putShortlist, { as: 'branch', params: { id }, body: { isShortlisted } });
  const close = (job: number, body: object = {}) =>
    server.call(putJob, {
      as: 'branch',
      params: { id: job },
      body: { status: 'closed', closeReason: 'other', ...body },
    });
  const book = (id: number) =>
    sql`
    with p as (
      insert into appointments (organisation_id, user_id, application_id, job_id, worker_id, status, start_at, end_at,
        latitude, longitude, created_at)
      select organisation_id, user_id, id, job_id, worker_id, 'ACTIVE', ${NOW}::timestamptz + interval '2 days',
        ${NOW}::timestamptz + interval '49 hours', 41, 29, ${NOW} from applications where id = ${id} returning id
    ) update applications set appointment_id = (select id from p) where id = ${id}`.execute(server.db);
  const move = async (id: number, to: AppointmentStatus) => {
    await book(id);
    await sql`update appointments set status = ${to} where application_id = ${id}`.execute(server.db);
  };
  const withdraw = async (id: number) => {
    const { rows } = await sql<{ w: number }>`select worker_id as w from applications where id = ${id}`.execute(
      server.db,
    );
    await server.call(gatewayReject, { as: 'gateway', params: { id }, body: { workerId: rows[0]!.w } });
  };

  describe('that are small', () => {
    it('shortlist at once, with audit entries, worker events and one event for the owner', async () => {
      const { ids, job } = await applicants(4);
      await star(ids[0]!, true);
      const seq = await lastSeq();
      const { status, bulk } = await calls.onIds('shortlist', ids);
      expect(status).toBe(200);
      expect(bulk).toMatchObject({
        action: 'shortlist',
        state: 'done',
        total: 4,
        done: 3,
        skipped: 1,
        failed: 0,
        skips: [{ key: 'application.already', count: 1 }],
        job: { id: job },
        undoOf: null,
        undoneBy: null,
        finishedAt: NOW.toISOString(),
      });
      expect((await rowsOf(ids)).every(({ isShortlisted }) => isShortlisted)).toBe(true);
      expect(await audits(ids)).toEqual({ 'application.shortlisted': 4 });
      expect((await eventsAfter(seq)).map(({ type, data }) => [type, data.isShortlisted])).toEqual(
        Array.from({ length: 3 }, () => ['shortlisted', true]),
      );
      const { items, total } = await calls.items(bulk.id, { outcome: 'skipped' });
      expect([total, items]).toMatchObject([1, [{ applicationId: ids[0], key: 'application.already', jobId: job }]]);
      expect(items[0]!.name).toMatch(/^Worker /);
      expect(
        (await calls.items(bulk.id, { page: 2, limit: 3 })).items.map(({ applicationId }) => applicationId),
      ).toEqual(ids.slice(3));
    });

    it('remove from the shortlist, and restore its time by an undo', async () => {
      const { ids } = await applicants(2);
      await calls.onIds('shortlist', ids);
      calls.later(60);
      const { bulk } = await calls.onIds('unshortlist', ids);
      expect((await rowsOf(ids)).map(({ at }) => at)).toEqual([null, null]);
      calls.later(60);
      const undone = await calls.undo(bulk.id);
      expect([undone.status, undone.bulk]).toMatchObject([200, { action: 'unshortlist', undoOf: bulk.id, done: 2 }]);
      expect((await rowsOf(ids)).map(({ at }) => at)).toEqual([NOW, NOW]);
    });

    it('decline, and leave out what the rules refuse, as the preview said', async () => {
      const { ids } = await applicants(6);
      const [open, booked, gone, hired, declined] = ids as [number, number, number, number, number, number];
      await book(booked);
      await withdraw(gone);
      await sql`update applications set status = 'accepted', offer_accepted = true where id = ${hired}`.execute(
        server.db,
      );
      await server.call(putDecline, { as: 'branch', params: { id: declined }, body: {} });
      await sql`
        update workers set phone = null, external_id = 'web:' || id
        where id in (select worker_id from applications where id = ${open} or id = ${gone})`.execute(server.db);
      const { preview } = await calls.preview({ action: 'decline', ids });
      const skips = ['already', 'ended', 'has_appointment', 'withdrawn'].map((key) => ({
        key: `application.${key}`,
        count: 1,
      }));
      expect(preview).toEqual({ matches: 6, ready: 2, skips, samples: [], unreachable: 1 });
      const options = { reason: 'other', note: ' too many ', tell: 'default' };
      const { bulk } = await calls.onIds('decline', ids, options);
      expect(bulk).toMatchObject({ done: 2, skipped: 4, skips });
      const decision = await server.db
        .selectFrom('applicationDecisions')
        .selectAll()
        .where('applicationId', '=', open)
        .executeTakeFirstOrThrow();
      expect(decision).toMatchObject({ reason: 'other', note: 'too many', bulkId: bulk.id, toldAt: null });
      expect(decision.tellAt).toEqual(new Date(NOW.getTime() + 120 * 60_000));
    });

    it.each([
      ['shortlist', 'job.not_active'],
      ['unshortlist', 'job.not_active'],
    ])('skip with %s what belongs to a job that is not active', async (action, key) => {
      const { ids, job } = await applicants(2);
      await close(job);
      expect((await calls.onIds(action, ids)).bulk.skips).toEqual([{ key, count: 2 }]);
    });

    it('skip declined and withdrawn applications on shortlisting, and reopen only declined ones', async () => {
      const { ids } = await applicants(3);
      await calls.onIds('decline', [ids[0]!]);
      await withdraw(ids[1]!);
      const { skips } = (await calls.onIds('shortlist', ids)).bulk;
      expect(skips.map(({ key }) => key)).toEqual(['application.declined', 'application.withdrawn']);
      const reopened = (await calls.onIds('reopen', ids)).bulk;
      expect(reopened).toMatchObject({ done: 1, skipped: 2 });
      expect(reopened.skips.map(({ key }) => key)).toEqual(['application.already', 'application.withdrawn']);
      expect((await rowsOf(ids)).map(({ status }) => status)).toEqual(['in_progress', 'rejected', 'in_progress']);
    });

    it('undo a decline before its notice, so that the worker never learns of it', async () => {
      const { ids } = await applicants(3);
      const seq = await lastSeq();
      const { bulk } = await calls.onIds('decline', ids);
      const undone = (await calls.undo(bulk.id)).bulk;
      expect(undone).toMatchObject({ state: 'done', done: 3, undoOf: bulk.id });
      calls.later(3 * 3600);
      await notifyDue(server.deps, { log });
      expect((await eventsAfter(seq)).filter(concerns(ids))).toEqual([]);
      expect((await rowsOf(ids)).map(({ status }) => status)).toEqual(ids.map(() => 'in_progress'));
      expect(await audits(ids)).toEqual({ 'application.declined': 3, 'application.reopened': 3 });
    });

    it('undo a reopening and restore the earlier reason, note and notice', async () => {
      const { ids } = await applicants(2);
      await calls.onIds('decline', [ids[0]!], { reason: 'spam', tell: 'never' });
      await calls.onIds('decline', [ids[1]!], { reason: 'hours', note: 'nights' });
      const decisions = async () => {
        const { rows } = await sql`
          select reason, note, tell_at as "tellAt", telling from application_decisions
          where application_id = any(${ids}::bigint[]) order by application_id`.execute(server.db);
        return rows;
      };
      await sql`
        update application_decisions set telling = 'The position is filled.' where application_id = ${ids[1]!}`.execute(
        server.db,
      );
      const tellAt = new Date(NOW.getTime() + 120 * 60_000);
      const before = [
        { reason: 'spam', note: null, tellAt: null, telling: null },
        { reason: 'hours', note: 'nights', tellAt, telling: 'The position is filled.' },
      ];
      expect(await decisions()).toEqual(before);
      calls.later(60);
      const first = await calls.onIds('reopen', ids);
      await calls.undo(first.bulk.id);
      expect(await decisions()).toEqual(before);
      const second = await calls.onIds('reopen', ids);
      calls.later(3 * 3600);
      await calls.undo(second.bulk.id);
      expect(await decisions()).toMatchObject([{}, { tellAt: server.clock.now(), telling: 'The position is filled.' }]);
    });
  });

  describe('by a query', () => {
    it('run in the background in batches, and report their progress', async () => {
      const { ids, job } = await applicants(250);
      await star(ids[7]!, true);
      const body = { action: 'shortlist', query: { jobId: job }, except: ids.slice(0, 5) };
      expect((await calls.preview(body)).preview).toMatchObject({ matches: 245, ready: 244 });
      const { status, bulk } = await calls.start({ ...body, expected: 245 });
      expect([status, bulk]).toMatchObject([202, { state: 'queued', total: 245, done: 0, finishedAt: null }]);
      await calls.run();
      expect((await calls.get(bulk.id)).bulk).toMatchObject({ state: 'done', done: 244, skipped: 1, failed: 0 });
      expect((await rowsOf(ids)).filter(({ isShortlisted }) => isShortlisted)).toHaveLength(245);
      const { rows } = await sql<{ n: number }>`
        select total as n from application_counts
        where job_id = ${job} and is_shortlisted and status = 'in_progress'`.execute(server.db);
      expect(rows[0]!.n).toBe(245);
    });

    it('freeze the set: later arrivals stay unchanged, and items of a closed job are skipped', async () => {
      const { ids, job } = await applicants(120);
      const { bulk } = await calls.start({ action: 'shortlist', query: { jobId: job }, expected: 120 });
      await sql`
        insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
        select organisation_id, user_id, id, ${world.freshWorkerId}, 0.5, 'x', ${NOW} from jobs where id = ${job}`.execute(
        server.db,
      );
      await close(job);
      await calls.run();
      const { total, skips } = (await calls.get(bulk.id)).bulk;
      expect([total, skips]).toEqual([120, [{ key: 'job.not_active', count: 120 }]]);
      expect((await rowsOf(ids)).some(({ isShortlisted }) => isShortlisted)).toBe(false);
    });

    it('use the filters of the list', async () => {
      const { ids, job } = await applicants(60);
      await calls.onIds('shortlist', ids.slice(0, 10));
      const query = { jobId: job, isShortlisted: true };
      expect((await calls.preview({ action: 'decline', query })).preview.matches).toBe(10);
    });

    it('answer 409 with the number when the set has changed by more than 2 %', async () => {
      const { job } = await applicants(100);
      const body = { action: 'shortlist', query: { jobId: job } };
      for (const [expected, status] of [
        [97, 409],
        [103, 409],
      ])
        expect(await calls.start({ ...body, expected })).toMatchObject({
          status,
          key: 'bulk.set_changed',
          matches: 100,
        });
      expect((await calls.start({ ...body, expected: 99 })).status).toBe(202);
      expect(await calls.list()).toHaveLength(1);
    });

    it('need a job for more than 500 matches', async () => {
      const body = { action: 'shortlist', query: {}, expected: 501 };
      for (const reply of [await calls.start(body, 'root'), await calls.preview(body, 'root')])
        expect(reply).toMatchObject({ status: 400, key: 'bulk.job_required' });
    });

    it('decline more than 500 lapsed applications of several jobs', async () => {
      const jobs = [await applicants(300), await applicants(300)];
      await keepNeeds(server.deps);
      calls.later(14 * 86_400);
      const body = { action: 'decline', query: { need: 'decide', needState: 'lapsed', branchId: world.branchId } };
      const { preview } = await calls.preview(body, 'hr');
      expect(preview.ready).toBeGreaterThanOrEqual(600);
      const { status, bulk } = await calls.start({ ...body, expected: preview.matches }, 'hr');
      expect([status, bulk.total, bulk.job]).toEqual([202, preview.matches, null]);
      await calls.run();
      expect((await calls.get(bulk.id, 'hr')).bulk).toMatchObject({ state: 'done', done: preview.ready });
      const rows = await rowsOf(jobs.flatMap(({ ids }) => ids));
      expect(rows.every((row) => row.status === 'rejected')).toBe(true);
    });

    it('cover all branches of the organisation for root, and notify each owner', async () => {
      const mine = await applicants(2);
      const theirs = await applicants(2, world.siblingBranchId);
      const events = await eventsDuring(async () => {
        const { bulk } = await calls.onIds('shortlist', [...mine.ids, ...theirs.ids], undefined, 'root');
        expect(bulk).toMatchObject({ done: 4, job: null });
      });
      const told = events.flatMap((event) => (event.type === 'applications' ? [[event.userId, event.ids]] : []));
      expect(new Map(told as [number, number[]][])).toEqual(
        new Map([
          [world.branchId, mine.ids],
          [world.siblingBranchId, theirs.ids],
        ]),
      );
    });
  });

  it('limit the recipients of a message to 500', async () => {
    const { job } = await applicants(501);
    const body = { action: 'message', query: { jobId: job }, options: { body: 'Hello' }, expected: 501 };
    for (const reply of [await calls.start(body), await calls.preview(body)])
      expect(reply).toMatchObject({ status: 400, key: 'bulk.too_many' });
  });

  it('handle each application of two overlapping sets once', async () => {
    const { ids, job } = await applicants(300);
    const own = await calls.start({ action: 'decline', query: { jobId: job }, expected: 300 });
    const others = await calls.start({ action: 'decline', query: { jobId: job }, expected: 300 }, 'hr');
    await Promise.all([calls.run(), calls.run(), calls.run()]);
    const [one, two] = [await calls.get(own.bulk.id), await calls.get(others.bulk.id, 'hr')];
    expect([one.bulk.state, two.bulk.state, one.bulk.done + two.bulk.done]).toEqual(['done', 'done', 300]);
    expect(await audits(ids)).toEqual({ 'application.declined': 300 });
  });

  it.each([
    ['fails', 'P0001'],
    ['takes too long', '57014'],
  ])('mark only the item that %s, and change the others', async (_name, code) => {
    const { ids } = await applicants(30);
    const culprit = ids[13]!;
    await sql
      .raw(
        `
      create function refuse_one() returns trigger language plpgsql as $$
      begin
        if new.id = ${culprit} then raise exception 'broken row' using errcode = '${code}'; end if;
        return new;
      end $$;
      create trigger broken before update on applications for each row execute function refuse_one()`,
      )
      .execute(server.db);
    try {
      const { status, bulk } = await calls.onIds('shortlist', ids);
      expect([status, bulk]).toMatchObject([200, { state: 'done', done: 29, failed: 1, skipped: 0 }]);
      const { items } = await calls.items(bulk.id, { outcome: 'failed' });
      expect(items.map(({ applicationId }) => applicationId)).toEqual([culprit]);
    } finally {
      await sql.raw('drop trigger broken on applications; drop function refuse_one()').execute(server.db);
    }
  });

  it('fail the remaining items when the account is deleted meanwhile', async () => {
    const { job } = await applicants(60);
    const { bulk } = await calls.start({ action: 'shortlist', query: { jobId: job }, expected: 60 }, 'hr');
    const hr = sql`update users set deleted_at = ${NOW} where email = 'hr@demo.test'`;
    await hr.execute(server.db);
    await calls.run();
    await sql`update users set deleted_at = null where email = 'hr@demo.test'`.execute(server.db);
    expect((await calls.get(bulk.id, 'hr')).bulk).toMatchObject({ state: 'failed', failed: 60, done: 0 });
  });

  describe('undo', () => {
    it('skips applications that somebody changed since, but not those that were only read', async () => {
      const { ids } = await applicants(4);
      const { bulk } = await calls.onIds('shortlist', ids);
      await server.call(putSeen, { as: 'branch', params: { id: ids[0]! } });
      await sql`
        insert into audit_log (at, actor, organisation_id, action, subject_type, subject_id)
        select ${NOW}, 'clock', organisation_id, 'application.reminded', 'application', id from applications
        where id = ${ids[3]!}`.execute(server.db);
      await star(ids[1]!, false);
      await star(ids[1]!, true);
      await calls.onIds('decline', [ids[2]!]);
      const undone = (await calls.undo(bulk.id)).bulk;
      expect(undone).toMatchObject({ done: 2, skips: [{ key: 'application.changed_since', count: 2 }] });
      expect((await rowsOf(ids)).map(({ isShortlisted }) => isShortlisted)).toEqual([false, true, true, false]);
    });

    it('reopens declined people whom nobody could tell', async () => {
      const { ids } = await applicants(2);
      await sql`
        update workers set external_id = 'web:' || external_id
        where id in (select worker_id from applications where id = any(${ids}::bigint[]))`.execute(server.db);
      const { bulk } = await calls.onIds('decline', ids, { tell: 'now' });
      await notifyDue(server.deps, { log });
      expect(await audits(ids)).toMatchObject({ 'application.not_told': 2 });
      expect((await calls.undo(bulk.id)).bulk).toMatchObject({ done: 2, skips: [] });
    });

    it('covers only the items that succeeded, and happens once', async () => {
      const { ids } = await applicants(80);
      await calls.onIds('shortlist', ids.slice(0, 20));
      const { bulk } = await calls.onIds('shortlist', ids);
      await calls.run();
      const [one, two] = await Promise.all([calls.undo(bulk.id), calls.undo(bulk.id)]);
      expect(one.bulk.id).toBe(two.bulk.id);
      expect([one.status, one.bulk.total]).toEqual([202, 60]);
      await calls.run();
      expect((await calls.undo(bulk.id)).bulk).toMatchObject({ id: one.bulk.id, done: 60, state: 'done' });
      expect((await calls.get(bulk.id)).bulk.undoneBy).toBe(one.bulk.id);
      expect((await rowsOf(ids)).filter(({ isShortlisted }) => isShortlisted)).toHaveLength(20);
    });

    it('leaves out people who were erased since', async () => {
      const { ids } = await applicants(2);
      const { bulk } = await calls.onIds('decline', ids);
      await sql`
        update workers set external_id = 'erased:' || id
        where id = (select worker_id from applications where id = ${ids[1]!})`.execute(server.db);
      expect((await calls.onIds('reopen', [ids[1]!])).bulk).toMatchObject({
        done: 0,
        skips: [{ key: 'application.erased', count: 1 }],
      });
      expect((await calls.undo(bulk.id)).bulk).toMatchObject({
        done: 1,
        skips: [{ key: 'application.erased', count: 1 }],
      });
    });

    it('answers 409 while the action runs, for an undo, for one without changes and after 30 days', async () => {
      const { ids } = await applicants(60);
      const running = (await calls.onIds('shortlist', ids)).bulk;
      const refused = { status: 409, key: 'bulk.not_undoable' };
      expect(await calls.undo(running.id)).toMatchObject(refused);
      await calls.run();
      const nothing = (await calls.onIds('shortlist', ids.slice(0, 2))).bulk;
      expect(await calls.undo(nothing.id)).toMatchObject(refused);
      const undone = (await calls.undo(running.id)).bulk;
      await calls.run();
      expect(await calls.undo(undone.id)).toMatchObject(refused);
      const other = (await calls.onIds('shortlist', ids.slice(0, 2))).bulk;
      calls.later(30 * 86_400 + 1);
      expect(await calls.undo(other.id)).toMatchObject(refused);
      expect(await calls.list()).toEqual([]);
      await removeOldBulks(server.deps);
      expect((await calls.get(other.id)).status).toBe(404);
    });
  });

  describe('limits', () => {
    it('allow two running actions of a user', async () => {
      const { job } = await applicants(60);
      const body = { action: 'shortlist', query: { jobId: job }, expected: 60 };
      const answers = await Promise.all([1, 2, 3, 4].map(() => calls.start(body)));
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 202, 429, 429]);
      expect((await calls.start(body, 'hr')).status).toBe(202);
      await calls.run();
      expect((await calls.start(body)).status).toBe(202);
      await calls.run();
    });

    it('allow 300 previews in ten minutes', async () => {
      const { ids } = await applicants(1);
      const { limiter } = server.deps;
      await limiter.clear(LIMITS.bulkPreview, String(world.branchId));
      await limiter.take(LIMITS.bulkPreview, String(world.branchId), 299);
      const statuses = [];
      for (let at = 0; at < 2; at += 1) statuses.push((await calls.preview({ action: 'shortlist', ids })).status);
      await limiter.clear(LIMITS.bulkPreview, String(world.branchId));
      expect(statuses).toEqual([200, 429]);
    });

    it('allow 20 actions in an hour, without undos', async () => {
      const { ids } = await applicants(1);
      for (let at = 0; at < 20; at += 1) {
        const { status, bulk } = await calls.onIds(at % 2 ? 'unshortlist' : 'shortlist', ids);
        expect(status).toBe(200);
        if (at === 0) expect((await calls.undo(bulk.id)).status).toBe(200);
      }
      expect(await calls.onIds('shortlist', ids)).toMatchObject({ status: 429 });
      calls.later(3601);
      expect((await calls.onIds('shortlist', ids)).status).toBe(200);
    });
  });

  it.each([
    ['decline', { jobId: 1 }, 20_000, 'bulk.too_many'],
    ['message', { jobId: 1 }, 500, 'bulk.too_many'],
    ['decline', {}, 500, 'bulk.job_required'],
    ['message', {}, 500, 'bulk.job_required'],
    ['decline', { needState: 'lapsed' }, 20_000, 'bulk.too_many'],
    ['shortlist', { needState: 'lapsed', need: 'decide' }, 20_000, 'bulk.too_many'],
    ['message', { needState: 'lapsed' }, 500, 'bulk.job_required'],
    ['decline', { needState: 'due' }, 500, 'bulk.job_required'],
  ] as const)('with %s and the query %j choose at most %i', (action, query, max, key) => {
    expect(limitOf({ action, query })).toEqual({ max, key });
  });

  describe('bad input', () => {
    const bad: [string, object, object][] = [
      ['neither ids nor a query', {}, { ids: ['field.required'] }],
      ['ids and a query', { ids: [1], query: {} }, { query: ['field.invalid'] }],
      ['ids and exceptions', { ids: [1], except: [2] }, { except: ['field.invalid'] }],
      ['a page in the query', { query: { jobId: 5, before: 'abc' } }, { query: { before: ['field.invalid'] } }],
      ['a time of the order', { query: { sortedAt: NOW.toISOString() } }, { query: { sortedAt: ['field.invalid'] } }],
      ['an unknown filter', { query: { shortlisted: true } }, { query: { shortlisted: ['field.invalid'] } }],
      ['an unknown option', { ids: [1], options: { tel: 'now' } }, { options: { tel: ['field.invalid'] } }],
      ['an unknown field', { ids: [1], exept: [2] }, { exept: ['field.invalid'] }],
      ['501 ids', { ids: Array.from({ length: 501 }, (_, at) => at + 1) }, { ids: ['field.too_long'] }],
    ];
    it.each(bad)('answers 400 on the field for %s', async (_name, set, errors) => {
      const { status, errors: found } = await calls.start({ action: 'shortlist', expected: 1, ...set });
      const named = (fields: object): object =>
        Object.fromEntries(
          Object.entries(fields).map(([name, keys]) => [
            name,
            Array.isArray(keys) ? { errors: keys } : { children: named(keys as object) },
          ]),
        );
      expect([status, found]).toEqual([400, named(errors)]);
    });

    it.each([
      ['decline', { reason: 'other' }, { note: { errors: ['field.required'] } }],
      ['decline', { tell: 'never' }, { tell: { errors: ['field.invalid'] } }],
      ['message', {}, { body: { errors: ['field.required'] } }],
      ['message', { body: 'x', templateId: 1 }, { templateId: expect.anything() }],
    ])('answers 400 on the option of %s %j', async (action, options, children) => {
      const { status, errors } = await calls.onIds(action, [world.application], options);
      expect([status, errors]).toEqual([400, { options: { children } }]);
    });

    it.each([
      ['branch', 'siblingApplication'],
      ['branch', 'otherApplication'],
      ['root', 'otherApplication'],
    ] as const)('answers 404 to %s for the %s among the ids', async (as, name) => {
      const ids = [world.application, world[name]];
      expect((await calls.onIds('shortlist', ids, undefined, as)).status).toBe(404);
      expect((await calls.preview({ action: 'shortlist', ids }, as)).status).toBe(404);
    });

    it.each([
      ['branch', { jobId: 'siblingJob' }],
      ['root', { jobId: 'otherJob' }],
      ['branch', { branchId: 'siblingBranchId' }],
      ['root', { branchId: 'otherUserId' }],
    ] as const)('answers 404 to %s for the query %j', async (as, named) => {
      const query = Object.fromEntries(
        Object.entries(named).map(([field, name]) => [field, world[name as keyof World]]),
      );
      expect((await calls.start({ action: 'shortlist', query, expected: 1 }, as)).status).toBe(404);
    });

    it('shows a bulk action only to its account', async () => {
      const { ids } = await applicants(1);
      const { bulk } = await calls.onIds('shortlist', ids);
      for (const as of ['hr', 'root', 'company', 'other'] as const) {
        expect((await calls.get(bulk.id, as)).status).toBe(404);
        expect((await calls.items(bulk.id, {}, as)).status).toBe(404);
        expect((await calls.undo(bulk.id, as)).status).toBe(404);
        expect(await calls.list(as)).toEqual([]);
      }
    });
  });

  it('start once for each Idempotency-Key, and return the current state on a repeat', async () => {
    const { ids, job } = await applicants(60);
    const body = { action: 'decline', query: { jobId: job }, expected: 60 };
    const headers = { 'idempotency-key': 'bulk-1' };
    const first = await calls.start(body, 'branch', headers);
    await calls.run();
    const second = await calls.start(body, 'branch', headers);
    expect([second.bulk.id, second.bulk.state, second.status]).toEqual([first.bulk.id, 'done', 200]);
    expect(await audits(ids)).toEqual({ 'application.declined': 60 });
    const other = await calls.start({ ...body, action: 'shortlist' }, 'branch', headers);
    expect(other).toMatchObject({ status: 409, key: 'idempotency.mismatch' });
    await sql`update idempotency_keys set answer = null, status = null where key = 'bulk-1'`.execute(server.db);
    const busy = await calls.start(body, 'branch', headers);
    expect(busy).toMatchObject({ status: 409, key: 'idempotency.in_flight' });
  });

  describe('messages', () => {
    const HELLO = 'Are you free on Saturday?';
    const messagesTo = async (ids: readonly number[]) => {
      const { rows } = await sql<{ id: number; bodies: string[] }>`
        select a.id, coalesce(array_agg(m.body order by m.number) filter (where m.type = 'text'), '{}') as bodies
        from applications a left join threads t on t.user_id = a.user_id and t.worker_id = a.worker_id
        left join messages m on m.thread_id = t.id
        where a.id = any(${[...ids]}::bigint[]) group by a.id order by a.id`.execute(server.db);
      return rows.map(({ bodies }) => bodies);
    };
    const block = (id: number) =>
      sql`
      insert into threads (organisation_id, user_id, worker_id, blocked_at, created_at)
      select organisation_id, user_id, worker_id, ${NOW}, ${NOW} from applications where id = ${id}
      on conflict (user_id, worker_id) do update set blocked_at = ${NOW}`.execute(server.db);

    it('skip people who were erased while their message waited', async () => {
      const { ids } = await applicants(2);
      const { bulk } = await calls.onIds('message', ids, { body: HELLO });
      await sql`
        update workers set external_id = 'erased:' || id
        where id = (select worker_id from applications where id = ${ids[1]!})`.execute(server.db);
      calls.later(10);
      await calls.deliver();
      expect(await messagesTo(ids)).toEqual([[HELLO], []]);
      expect((await calls.get(bulk.id)).bulk).toMatchObject({
        done: 1,
        skips: [{ key: 'application.erased', count: 1 }],
      });
    });

    it('do not reach people whose erasure is just being done', async () => {
      const { ids } = await applicants(1);
      const { bulk } = await calls.onIds('message', ids, { body: HELLO });
      calls.later(10);
      const delivered = await server.db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ id: number }>`
          select w.id from workers w join applications a on a.worker_id = w.id where a.id = ${ids[0]!}
          for update of w`.execute(trx);
        // Another organisation still knows the person, so the profile stays.
        await sql`
          with tombstone as (
            insert into workers (external_id, first_name, last_name, created_at, updated_at)
            select 'erased:' || external_id, '', '', ${NOW}, ${NOW} from workers where id = ${rows[0]!.id} returning id
          ) update applications set worker_id = (select id from tombstone) where id = ${ids[0]!}`.execute(trx);
        const done = calls.deliver();
        await untilWaiting(server.pool);
        return { done, worker: rows[0]!.id };
      });
      await delivered.done;
      const threads = await sql`select 1 from threads where worker_id = ${delivered.worker}`.execute(server.db);
      expect(threads.rows).toEqual([]);
      expect((await calls.get(bulk.id)).bulk).toMatchObject({ done: 0, skipped: 1 });
    });

    it('do not leave in the name of an account that was deleted meanwhile', async () => {
      const { ids } = await applicants(1);
      const { bulk } = await calls.onIds('message', ids, { body: HELLO }, 'hr');
      await sql`update users set deleted_at = ${NOW} where id = ${world.branchId}`.execute(server.db);
      calls.later(10);
      await calls.deliver();
      await sql`update users set deleted_at = null where id = ${world.branchId}`.execute(server.db);
      expect(await messagesTo(ids)).toEqual([[]]);
      expect((await calls.get(bulk.id, 'hr')).bulk).toMatchObject({
        done: 0,
        skips: [{ key: 'error.not_found', count: 1 }],
      });
    });

    it('are sent after ten seconds, opening missing conversations, but not to blocked workers', async () => {
      const { ids } = await applicants(4);
      await block(ids[3]!);
      const options = { body: ` ${HELLO} ` };
      const { preview } = await calls.preview({ action: 'message', ids, options });
      expect(preview).toMatchObject({ matches: 4, ready: 3, skips: [{ key: 'thread.blocked', count: 1 }] });
      expect(preview.samples.map(({ language, text }) => [language, text]).sort()).toEqual([
        ['en', HELLO],
        ['es', HELLO],
        ['tr', HELLO],
      ]);
      const { status, bulk } = await calls.onIds('message', ids, options);
      expect([status, bulk]).toMatchObject([200, { state: 'done', done: 3, skipped: 1 }]);
      calls.later(9);
      await calls.deliver();
      expect(await messagesTo(ids)).toEqual([[], [], [], []]);
      await block(ids[2]!);
      calls.later(1);
      const seq = await lastSeq();
      await Promise.all([calls.deliver(), calls.deliver()]);
      expect(await messagesTo(ids)).toEqual([[HELLO], [HELLO], [], []]);
      expect((await eventsAfter(seq)).map(({ type, data }) => [type, data.body])).toEqual([
        ['message', HELLO],
        ['message', HELLO],
      ]);
      expect((await calls.get(bulk.id)).bulk).toMatchObject({
        done: 2,
        skipped: 2,
        skips: [{ key: 'thread.blocked', count: 2 }],
      });
    });

    it('reach a worker with two applications once', async () => {
      const { ids } = await applicants(1);
      const second = await addJob(server, world.branchId, 0);
      const { rows } = await sql<{ id: number }>`
        insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
        select organisation_id, user_id, ${second.job}, worker_id, 0.5, 'x', ${NOW} from applications where id = ${ids[0]!}
        returning id`.execute(server.db);
      const both = [ids[0]!, rows[0]!.id];
      const { bulk } = await calls.onIds('message', both, { body: HELLO });
      expect(bulk).toMatchObject({ done: 1, skips: [{ key: 'application.already', count: 1 }] });
      calls.later(10);
      await calls.deliver();
      expect(await messagesTo(both)).toEqual([[HELLO], [HELLO]]);
    });

    it('can be cancelled before they are sent, and not afterwards', async () => {
      const { ids } = await applicants(3);
      const { bulk } = await calls.onIds('message', ids, { body: HELLO });
      expect((await calls.undo(bulk.id)).bulk).toMatchObject({ state: 'done', done: 3, action: 'message' });
      calls.later(60);
      await calls.deliver();
      expect(await messagesTo(ids)).toEqual([[], [], []]);
      const sent = (await calls.onIds('message', ids, { body: HELLO })).bulk;
      calls.later(10);
      await calls.deliver();
      expect(await calls.undo(sent.id)).toMatchObject({ status: 409, key: 'bulk.not_undoable' });
    });

    it.each([
      ['a text that leads outside', 'Write to me on WhatsApp 0532 123 45 67', 'improper_message', NOW],
      ['the night of the workers', HELLO, 'sleep_mode', new Date('2026-03-11T20:00:00.000Z')],
    ])('are refused as a whole for %s', async (_name, body, key, now) => {
      const { ids } = await applicants(2);
      server.clock.set(now);
      expect(await calls.onIds('message', ids, { body })).toMatchObject({ status: 400, key });
      expect(await calls.preview({ action: 'message', ids, options: { body } })).toMatchObject({ status: 400, key });
    });

    it('can be cancelled for ten seconds after the background has scheduled them', async () => {
      const { ids } = await applicants(51);
      await calls.onIds('message', ids, { body: HELLO });
      calls.later(30);
      await calls.run();
      calls.later(9);
      await calls.deliver();
      expect((await messagesTo(ids)).flat()).toEqual([]);
      calls.later(1);
      await calls.deliver();
      expect((await messagesTo(ids)).flat()).toHaveLength(51);
    });

    it('show for how long they can be recalled', async () => {
      const { ids } = await applicants(2);
      const { bulk } = await calls.onIds('message', ids, { body: HELLO });
      const left = async () => (await calls.get(bulk.id)).bulk.recallSeconds;
      expect([bulk.recallSeconds, (await calls.list())[0]!.recallSeconds]).toEqual([10, 10]);
      calls.later(4);
      expect(await left()).toBe(6);
      calls.later(60);
      expect(await left()).toBe(0);
      await calls.deliver();
      expect(await left()).toBeNull();
    });

    // In Istanbul the night goes from 19:00 to 05:00 UTC.
    it('that are accepted just before the night wait for the morning, and can be recalled until then', async () => {
      const { ids } = await applicants(3);
      server.clock.set(new Date('2026-03-11T18:59:55.000Z'));
      const { bulk } = await calls.onIds('message', ids, { body: HELLO });
      expect(bulk.recallSeconds).toBe(10 * 3600 + 5);
      calls.later(60);
      await calls.deliver();
      expect((await messagesTo(ids)).flat()).toEqual([]);
      server.clock.set(new Date('2026-03-12T05:00:00.000Z'));
      await calls.deliver();
      expect((await messagesTo(ids)).flat()).toHaveLength(3);
    });

    it('that an outage delayed into the night wait for the morning, and are not late until then', async () => {
      const { ids } = await applicants(2);
      const queue = async () => {
        const { body } = await server.app.inject('/metrics');
        return /queue_waiting\{queue="bulk_messages"\} (\d+)/.exec(body)?.[1];
      };
      await calls.onIds('message', ids, { body: HELLO });
      server.clock.set(new Date('2026-03-11T20:00:00.000Z'));
      await calls.deliver();
      expect([(await messagesTo(ids)).flat(), await queue()]).toEqual([[], '0']);
      server.clock.set(new Date('2026-03-12T05:00:00.000Z'));
      expect(await queue()).toBe('2');
      await calls.deliver();
      expect((await messagesTo(ids)).flat()).toHaveLength(2);
    });

    it('answer a repeat with the same key at night', async () => {
      const { ids } = await applicants(2);
      const body = { action: 'message', ids, options: { body: HELLO }, expected: 2 };
      const headers = { 'idempotency-key': 'bulk-night' };
      const first = await calls.start(body, 'branch', headers);
      server.clock.set(new Date('2026-03-11T20:00:00.000Z'));
      const second = await calls.start(body, 'branch', headers);
      expect([second.status, second.bulk.id]).toEqual([200, first.bulk.id]);
    });

    it('are limited to 2,000 a day for an organisation', async () => {
      const { job } = await applicants(500);
      const body = { action: 'message', query: { jobId: job }, options: { body: HELLO }, expected: 500 };
      for (let at = 0; at < 4; at += 1) {
        expect((await calls.start(body, at % 2 ? 'hr' : 'branch')).status).toBe(202);
        await calls.run();
      }
      expect(await calls.start(body, 'root')).toMatchObject({ status: 429, key: 'bulk.messages_daily' });
      const [last] = await calls.list('hr');
      await calls.undo(last!.id, 'hr');
      await calls.run();
      expect((await calls.start(body, 'root')).status).toBe(202);
      expect(await calls.start(body, 'root')).toMatchObject({ status: 429 });
      calls.later(86_401);
      expect((await calls.start(body, 'root')).status).toBe(202);
    });
  });

  describe('closing a job', () => {
    it('answers everyone who waits, with a text in the language of each', async () => {
      const { ids, job } = await applicants(8);
      await book(ids[3]!);
      await sql`update applications set status = 'accepted' where id = ${ids[4]!}`.execute(server.db);
      await move(ids[5]!, 'COMPLETED');
      await move(ids[6]!, 'APPOINTMENT_POSITIVE');
      await move(ids[7]!, 'OFFER_SENT');
      const { status, body } = await close(job, {
        closeReason: 'found_via_app',
        answerRemaining: { templateId: null },
      });
      expect([status, body.payload.job.status]).toEqual([200, 'closed']);
      expect(body.payload.bulk).toMatchObject({ action: 'decline', total: 7, state: 'queued', job: { id: job } });
      await calls.run();
      const { bulk } = await calls.get(body.payload.bulk.id);
      const skips = [
        { key: 'application.has_appointment', count: 3 },
        { key: 'application.has_offer', count: 1 },
      ];
      expect(bulk).toMatchObject({ done: 3, skips });
      const seq = await lastSeq();
      calls.later(2 * 3600);
      await notifyDue(server.deps, { log });
      const told = (await eventsAfter(seq))
        .filter(concerns(ids))
        .map(({ type, data }) => [type, data.status, data.text]);
      expect(told).toHaveLength(3);
      expect(told.every(([type, outcome]) => type === 'application_status' && outcome === 'rejected')).toBe(true);
      expect(told.map(([, , text]) => String(text).slice(0, 15)).sort()).toEqual([
        'Bu pozisyon dol',
        'El puesto ya es',
        'The position is',
      ]);
      const undone = (await calls.undo(bulk.id)).bulk;
      expect(undone).toMatchObject({ done: 3, undoOf: bulk.id });
    });

    it('shows the text on the pages of the applicants once they are told', async () => {
      const { ids, job } = await applicants(3);
      const { rows } = await sql<LinkOwner>`
        select id as "applicationId", worker_id as "workerId", organisation_id as "organisationId"
        from applications where id = any(${ids}::bigint[]) order by id`.execute(server.db);
      const { deps, app } = server;
      const paths: string[] = [];
      for (const owner of rows)
        paths.push(new URL((await inChange(deps, (change) => linkOf(change, deps, owner)))!).pathname);
      const countShown = async () => {
        const pages = await Promise.all(paths.map((url) => app.inject({ url })));
        const TEXT = /Bu pozisyon doldu\.|The position is filled\.|El puesto ya está cubierto\./;
        return pages.filter(({ body }) => TEXT.test(body)).length;
      };
      await close(job, { closeReason: 'found_via_app', answerRemaining: { templateId: null } });
      await calls.run();
      expect(await countShown()).toBe(0);
      calls.later(2 * 3600);
      await notifyDue(deps, { log });
      expect(await countShown()).toBe(3);
    });

    it.each([
      ['found_via_other', 'position_filled', /^(Bu pozisyon doldu|The position is filled|El puesto ya está)/],
      ['not_need_anymore', null, /^(Bu pozisyon için artık|The position is no longer|El puesto ya no)/],
      ['other', null, /^(Bu pozisyon için artık|The position is no longer|El puesto ya no)/],
    ])('for %s stores the reason %s and tells it to the applicants', async (closeReason, reason, telling) => {
      const { ids, job } = await applicants(3);
      await close(job, { closeReason });
      // The job is already closed and keeps its reason.
      const { body } = await close(job, { closeReason: undefined, answerRemaining: { templateId: null } });
      await calls.run();
      expect((await calls.get(body.payload.bulk.id)).bulk).toMatchObject({ done: 3 });
      const { rows } = await sql`
        select reason, telling from application_decisions where application_id = any(${ids}::bigint[])`.execute(
        server.db,
      );
      expect(rows).toEqual(ids.map(() => ({ reason, telling: expect.stringMatching(telling) })));
    });

    it('answers once for a double click', async () => {
      const { ids, job } = await applicants(3);
      const body = { answerRemaining: { templateId: null } };
      const replies = await Promise.all([close(job, body), close(job, body)]);
      const [one, two] = replies.map((reply) => reply.body.payload.bulk);
      expect(two).toEqual(one);
      expect(await calls.list()).toHaveLength(1);
      await calls.run();
      expect(await audits(ids)).toEqual({ 'application.declined': 3 });
    });

    it('closes without a bulk when nobody waits, and counts toward no limit', async () => {
      const { job } = await applicants(0);
      const { body } = await close(job, { answerRemaining: { templateId: null } });
      expect([body.payload.job.status, 'bulk' in body.payload]).toEqual(['closed', false]);
    });

    it('answers 400 to an answer without closing', async () => {
      const { job } = await applicants(1);
      const { status, body } = await server.call(putJob, {
        as: 'branch',
        params: { id: job },
        body: { answerRemaining: { templateId: null } },
      });
      expect([status, body.errors.children]).toEqual([400, { answerRemaining: { errors: ['field.invalid'] } }]);
    });
  });
});
