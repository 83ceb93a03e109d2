import { sql } from 'kysely';
import { putSeen, putShortlist, searchApplications } from '../../../contract/routes/applications';
import { gatewayEvents } from '../../../contract/routes/gateway';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';

describe('changing one application', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
  });
  afterAll(() => server.close());

  const shortlist = (
    isShortlisted: boolean,
    id = world.application,
    as: 'branch' | 'root' | 'hr' | 'other' = 'branch',
  ) => server.call(putShortlist, { as, params: { id }, body: { isShortlisted } });
  const seen = (id = world.application) => server.call(putSeen, { as: 'hr', params: { id } });
  const row = ({ body }: { body: unknown }) =>
    (body as { payload: { application: ApplicationRow } }).payload.application;
  const audits = async (id: number) => {
    const { rows } = await sql<{ action: string; name: string; request: string }>`
      select action, actor_name as name, request_id as request from audit_log
      where subject_type = 'application' and subject_id = ${id} order by id`.execute(server.db);
    return rows;
  };
  const eventsAfter = async (after: number) => {
    const { body } = await server.call(gatewayEvents, { as: 'gateway', query: { after, limit: 500 } });
    return (body as { payload: GatewayEvent[] }).payload;
  };
  const lastSeq = async () => (await eventsAfter(0)).at(-1)?.seq ?? 0;

  it('answers the shortlisted row, and notifies the worker and writes an audit entry once', async () => {
    const start = await lastSeq();
    expect(row(await shortlist(true))).toMatchObject({ id: world.application, isShortListed: true });
    expect(row(await shortlist(true)).isShortListed).toBe(true);
    expect(row(await shortlist(false, world.application, 'root')).isShortListed).toBe(false);
    const shortlistEvents = (await eventsAfter(start)).filter(({ type }) => type === 'shortlisted');
    expect(shortlistEvents.map(({ workerId, data }) => ({ workerId, ...data }))).toEqual(
      [true, false].map((isShortlisted) => ({
        workerId: world.workerId,
        applicationId: world.application,
        jobId: expect.any(Number),
        isShortlisted,
      })),
    );
    expect((await audits(world.application)).map(({ action }) => action)).toEqual([
      'application.shortlisted',
      'application.unshortlisted',
    ]);
    for (const { request, name } of await audits(world.application)) {
      expect(request).toBeTruthy();
      expect(name).toBeTruthy();
    }
  });

  it('keeps the moment of shortlisting, and clears it on removal', async () => {
    const at = async () => {
      const { rows } = await sql<{ at: Date | null }>`
        select shortlisted_at as at from applications where id = ${world.application}`.execute(server.db);
      return rows[0]!.at;
    };
    await shortlist(true);
    expect(await at()).toEqual(server.clock.now());
    await shortlist(false);
    expect(await at()).toBeNull();
  });

  it.each([true, false])('rejects isShortlisted %s on a job that is not active, and changes nothing', async (value) => {
    const { status } = await shortlist(value, world.applicationOfClosedJob);
    expect(status).toBe(409);
    expect(await audits(world.applicationOfClosedJob)).toEqual([]);
  });

  it('treats marking as seen twice as one change', async () => {
    const before = (await audits(world.application)).length;
    expect(row(await seen()).isSeen).toBe(true);
    expect(row(await seen()).isSeen).toBe(true);
    const added = (await audits(world.application)).slice(before);
    expect(added.map(({ action }) => action)).toEqual(['application.seen']);
  });

  it.each([
    ['branch', 'siblingApplication'],
    ['branch', 'otherApplication'],
    ['root', 'otherApplication'],
    ['other', 'application'],
  ] as const)('answers to %s, %s as to a missing application', async (as, name) => {
    const strip = ({ body }: { body: unknown }) => ({ ...(body as object), requestId: '' });
    for (const route of [putShortlist, putSeen]) {
      const body = route === putShortlist ? { body: { isShortlisted: true } } : {};
      const theirs = await server.call(route, { as, params: { id: world[name] }, ...body });
      const nothing = await server.call(route, { as, params: { id: 999_999_999 }, ...body });
      expect(theirs.status).toBe(404);
      expect(strip(theirs)).toEqual(strip(nothing));
    }
  });

  it('ends two simultaneous changes in one of both states with correct counts', async () => {
    const wanted = Array.from({ length: 24 }, (_, index) => index % 2 === 0);
    const replies = await Promise.all(wanted.map((value) => shortlist(value)));
    expect(replies.map(({ status }) => status)).toEqual(wanted.map(() => 200));
    // Each response holds the row as its own change left it.
    expect(replies.map((reply) => row(reply).isShortListed)).toEqual(wanted);
    await expectCountersTrue(server);
  });

  it.each([true, false])('treats many simultaneous equal changes (%s) as one', async (value) => {
    await shortlist(!value);
    const before = (await audits(world.application)).length;
    const start = await lastSeq();
    await Promise.all(Array.from({ length: 16 }, () => shortlist(value)));
    expect((await audits(world.application)).length - before).toBe(1);
    expect(await eventsAfter(start)).toHaveLength(1);
  });

  it('keeps the counters correct in any order of changes', async () => {
    const { rows } = await sql<{ id: number }>`
      select a.id from applications a join jobs j on j.id = a.job_id
      where a.user_id = ${world.branchId} and j.status = 'active' order by a.id limit 40`.execute(server.db);
    // A fixed sequence (a linear congruence), so that a failure can be repeated.
    let state = 20_261_120;
    const random = (below: number) => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) % below;
    for (let round = 0; round < 12; round += 1)
      await Promise.all(
        Array.from({ length: 8 }, () => {
          const id = rows[random(rows.length)]!.id;
          return [() => shortlist(true, id), () => shortlist(false, id), () => seen(id)][random(3)]!();
        }),
      );
    await expectCountersTrue(server);
    const { body } = await server.call(searchApplications, { as: 'branch', query: { limit: 0, isShortlisted: true } });
    const { rows: truth } = await sql<{ n: number }>`
      select count(*) as n from applications where user_id = ${world.branchId} and is_shortlisted`.execute(server.db);
    expect((body as { total: number }).total).toBe(truth[0]!.n);
  });
});

const expectCountersTrue = async ({ db }: TestServer) => {
  const { rows } = await sql`
    select coalesce(c.job_id, t.job_id) as job, c.total, t.total as truth, c.unseen, t.unseen as unseen_truth
    from (select * from application_counts where total <> 0 or unseen <> 0) c
    full join (
      select job_id, status, is_shortlisted, count(*)::int as total, count(*) filter (where not is_seen)::int as unseen
      from applications group by 1, 2, 3
    ) t using (job_id, status, is_shortlisted)
    where (c.total, c.unseen) is distinct from (t.total, t.unseen)`.execute(db);
  expect(rows).toEqual([]);
};
