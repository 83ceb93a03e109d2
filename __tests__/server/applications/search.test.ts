import { sql } from 'kysely';
import { getApplication, searchApplications } from '../../../contract/routes/applications';
import { answerCutoff } from '../../../contract/rules/workingTime';
import { searchJobs } from '../../../contract/routes/jobs';
import { fold } from '../../../contract/constants/text';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { JobRow } from '../../../contract/schemas/jobs';
import { holidaysAround } from '../../../server/modules/reference';
import { DEEP_OFFSET } from '../../../server/modules/search/service';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';

interface Truth {
  id: number;
  userId: number;
  jobId: number;
  status: string;
  createdAt: Date;
  score: number;
  short: boolean;
  seen: boolean;
  name: string;
  gender: string | null;
  birthDate: string | null;
  military: number | null;
  education: string | null;
  english: number | null;
  months: number;
  km: number | null;
  came: boolean | null;
  positive: boolean | null;
  sent: boolean | null;
  accepted: boolean | null;
}

/** Calculates the age in Istanbul, the time zone of the tests. */
const ageOn = (today: string, birthDate: string): number =>
  Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (today.slice(5) < birthDate.slice(5) ? 1 : 0);

describe('applications list', () => {
  let server: TestServer;
  let world: World;
  let all: Truth[];
  let today: string;

  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
    await addEdges(server, world);
    const { rows } = await sql<Truth>`
      select a.id, a.user_id as "userId", a.job_id as "jobId", a.status, a.created_at as "createdAt", a.match_score as score,
        a.is_shortlisted as short, a.is_seen as seen, w.gender, w.birth_date as "birthDate", w.military, w.education, w.english,
        coalesce(s.first_name || ' ' || s.last_name, w.first_name || ' ' || w.last_name) as name,
        case when s.first_name is null then w.experience_months else coalesce(s.experience_months, 0) end as months,
        a.distance_km as km, a.came, a.positive, a.offer_sent as sent, a.offer_accepted as accepted
      from applications a join workers w on w.id = a.worker_id
        left join application_sources s on s.application_id = a.id
      where a.organisation_id = ${world.organisationId} order by a.created_at desc, a.id desc`.execute(server.db);
    all = rows;
    today = new Date(server.clock.now().getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
  });
  afterAll(() => server.close());

  const list = async (query: Record<string, unknown>, as: 'root' | 'branch' | 'hr' = 'root') => {
    const { body, status } = await server.call(searchApplications, { as, query });
    expect(status).toBe(200);
    return body as { payload: ApplicationRow[]; total?: number; page: number; limit: number };
  };
  const ids = async (query: Record<string, unknown>, as: 'root' | 'branch' | 'hr' = 'root') =>
    (await list({ limit: 500, ...query }, as)).payload.map(({ id }) => id);

  const age = (one: Truth) => (one.birthDate === null ? null : ageOn(today, one.birthDate));
  const within = (most: number) => (one: Truth) => one.km !== null && Math.round(one.km * 10) <= most * 10;
  const named = (text: string) => (one: Truth) => fold(one.name).includes(fold(text));

  it.each<[string, Record<string, unknown>, (one: Truth) => boolean]>([
    ['everything', {}, () => true],
    ['all open ones', { status: 'in_progress,accepted' }, ({ status }) => status !== 'rejected'],
  ])('returns the same page of %s from either end', async (_name, query, fits) => {
    const truth = all.filter(fits).map(({ id }) => id);
    const last = Math.floor(truth.length / 100);
    expect(truth.length).toBeGreaterThan(2 * DEEP_OFFSET);
    for (const page of [DEEP_OFFSET / 100, DEEP_OFFSET / 100 + 1, Math.floor(last / 2) + 1, last, last + 1, last + 2])
      expect(await ids({ ...query, page, limit: 100 })).toEqual(truth.slice((page - 1) * 100, page * 100));
  });

  const FILTERS: readonly (readonly [Record<string, unknown>, (one: Truth) => boolean])[] = [
    [{}, () => true],
    [{ status: 'in_progress,accepted' }, ({ status }) => status !== 'rejected'],
    [{ status: 'accepted,in_progress', op: 'must_not' }, ({ status }) => status === 'rejected'],
    [{ status: 'in_progress,accepted,rejected', op: 'must_not' }, () => false],
    [{ isShortlisted: true }, ({ short }) => short],
    [{ isShortlisted: false, status: 'accepted' }, ({ short, status }) => !short && status === 'accepted'],
    [{ isSeen: false }, ({ seen }) => !seen],
    [
      { isSeen: false, status: 'in_progress,accepted', isShortlisted: true },
      ({ seen, status, short }) => !seen && status !== 'rejected' && short,
    ],
    [{ isSeen: false, gender: 'female' }, ({ seen, gender }) => !seen && gender === 'female'],
    [{ q: 'IŞIL' }, named('ışıl')],
    [{ q: 'ş' }, named('s')],
    [{ q: 'Öz' }, named('oz')],
    [{ q: '  ayşe   yıl ' }, named('ayse yil')],
    [{ q: '%' }, named('%')],
    [{ q: 'a_' }, named('a_')],
    [{ q: '   ' }, () => true],
    [{ gender: 'female' }, ({ gender }) => gender === 'female'],
    [{ military: 3 }, ({ gender, military }) => gender === 'male' && military === 3],
    [{ military: 3, gender: 'female' }, () => false],
    [{ ageMin: 25, ageMax: 25 }, (one) => age(one) === 25],
    [{ ageMin: 30 }, (one) => (age(one) ?? 0) >= 30],
    [{ ageMax: 19 }, (one) => (age(one) ?? 99) <= 19],
    [{ distanceMax: 5 }, within(5)],
    [{ experienceMin: 12 }, ({ months }) => months >= 12],
    [{ experienceMin: 0 }, () => true],
    [{ education: 'high_school' }, ({ education }) => education === 'high_school'],
    [{ english: 3 }, ({ english }) => english === 3],
    [{ came: true }, ({ came }) => came === true],
    [{ came: false }, ({ came }) => came === false],
    [{ positive: true, offerSent: false }, ({ positive, sent }) => positive === true && sent === false],
    [{ offerAccepted: true }, ({ accepted }) => accepted === true],
    [
      { gender: 'male', ageMin: 18, ageMax: 30, education: 'high_school', distanceMax: 20, status: 'in_progress' },
      (one) =>
        one.gender === 'male' &&
        (age(one) ?? 0) >= 18 &&
        (age(one) ?? 99) <= 30 &&
        one.education === 'high_school' &&
        within(20)(one) &&
        one.status === 'in_progress',
    ],
  ];

  it.each(FILTERS)('filters by %j, sorts and counts', async (query, passes) => {
    for (const as of ['root', 'branch'] as const) {
      const mine = all.filter((one) => (as === 'root' || one.userId === world.branchId) && passes(one));
      expect(await ids(query, as)).toEqual(mine.slice(0, 500).map(({ id }) => id));
      expect((await list({ ...query, limit: 0 }, as)).total).toBe(mine.length);
    }
  });

  const sorted = (sort: 'score' | 'deadline', rows: readonly Truth[], now = server.clock.now()): number[] => {
    const holidays = holidaysAround('TR', now.getUTCFullYear());
    const cutoff = answerCutoff(now.getTime(), { holidays, timeZone: 'Europe/Istanbul' });
    const isRunning = ({ createdAt }: Truth) => Number(createdAt.getTime() > cutoff);
    const byDeadline = (a: Truth, b: Truth) =>
      isRunning(b) - isRunning(a) ||
      (isRunning(a) ? -1 : 1) * (b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id);
    const byScore = (a: Truth, b: Truth) => b.score - a.score || b.id - a.id;
    return [...rows].sort(sort === 'score' ? byScore : byDeadline).map(({ id }) => id);
  };

  it.each([
    ['score', {}],
    ['score', { gender: 'female', status: 'in_progress' }],
    ['deadline', {}],
    ['deadline', { gender: 'female', status: 'in_progress' }],
  ] as const)('sorts by %s with %j, by page and by before', async (sort, query) => {
    const passes = ({ gender, status }: Truth) =>
      !('gender' in query) || (gender === 'female' && status === 'in_progress');
    for (const [as, scope] of [
      ['root', {}],
      ['branch', {}],
      ['branch', { jobId: world.job }],
    ] as const) {
      const mine = all.filter(
        (one) =>
          passes(one) &&
          (as === 'root' || one.userId === world.branchId) &&
          (!('jobId' in scope) || one.jobId === scope.jobId),
      );
      const truth = sorted(sort, mine);
      expect(await ids({ ...query, ...scope, sort, limit: 37, page: 2 }, as)).toEqual(truth.slice(37, 74));
      const read = truth.slice(0, 1);
      while (read.length < Math.min(600, truth.length))
        read.push(...(await ids({ ...query, ...scope, sort, limit: 97, before: read.at(-1) }, as)));
      expect(read).toEqual(truth.slice(0, read.length));
      expect((await list({ ...query, ...scope, sort, limit: 0 }, as)).total).toBe(truth.length);
    }
  });

  it('continues in the order of the first page although counters have ended meanwhile', async () => {
    const now = server.clock.now();
    const truth = sorted('deadline', all, now);
    const first = await ids({ sort: 'deadline', limit: 3 });
    server.clock.set(new Date(now.getTime() + 10 * 86_400_000));
    const query = { sort: 'deadline', before: first.at(-1), limit: 200 };
    expect(await ids({ ...query, sortedAt: now.toISOString() })).toEqual(truth.slice(3, 203));
    expect(await ids({ sort: 'deadline', limit: 200 })).toEqual(all.slice(0, 200).map(({ id }) => id));
    server.clock.set(now);
  });

  it('reads createdAt as that day or later in the marketplace’s time zone', async () => {
    const day = today.slice(0, 8) + '10';
    const from = new Date(`${day}T00:00:00+03:00`);
    const mine = all.filter(({ createdAt }) => createdAt >= from);
    expect((await list({ createdAt: day, limit: 0 })).total).toBe(mine.length);
    expect((await list({ createdAt: '0000-01-01', limit: 0 })).total).toBe(all.length);
    expect((await list({ createdAt: '9999-12-31', limit: 0 })).total).toBe(0);
  });

  it('filters by branch or job and still shows applications of a deleted job', async () => {
    const { siblingBranchId: branchId, job: jobId, deletedJob } = world;
    const of = (key: 'userId' | 'jobId', id: number) => all.filter((one) => one[key] === id).map((one) => one.id);
    expect(await ids({ branchId })).toEqual(of('userId', branchId).slice(0, 500));
    expect(await ids({ jobId }, 'branch')).toEqual(of('jobId', jobId).slice(0, 500));
    expect(await ids({ jobId: deletedJob }, 'hr')).toEqual(of('jobId', deletedJob).slice(0, 500));
    expect((await list({ jobId, isShortlisted: true, limit: 0 })).total).toBe(
      all.filter((one) => one.jobId === jobId && one.short).length,
    );
    const unseen = all.filter((one) => one.jobId === jobId && !one.seen).map((one) => one.id);
    expect(unseen.length).toBeGreaterThan(0);
    expect(await ids({ jobId, isSeen: false }, 'branch')).toEqual(unseen.slice(0, 500));
    expect((await list({ jobId, isSeen: false, limit: 0 }, 'branch')).total).toBe(unseen.length);
  });

  it.each<[string, (world: World) => Record<string, unknown>, 'root' | 'branch']>([
    ["another organisation's job", ({ otherJob }) => ({ jobId: otherJob }), 'root'],
    ["a sibling branch's job", ({ siblingJob }) => ({ jobId: siblingJob }), 'branch'],
    ["the new ones of another organisation's job", ({ otherJob }) => ({ jobId: otherJob, isSeen: false }), 'root'],
    ["the new ones of a sibling branch's job", ({ siblingJob }) => ({ jobId: siblingJob, isSeen: false }), 'branch'],
    ['an unknown job', () => ({ jobId: 999_999_999 }), 'root'],
    [
      'a job of another branch than the one named',
      ({ job, siblingBranchId }) => ({ jobId: job, branchId: siblingBranchId }),
      'root',
    ],
    ["another organisation's account", ({ otherUserId }) => ({ branchId: otherUserId }), 'root'],
    ['a sibling branch', ({ siblingBranchId }) => ({ branchId: siblingBranchId }), 'branch'],
    ['a branch that is nowhere', () => ({ branchId: 999_999_999 }), 'root'],
    ["another organisation's application", ({ otherApplication }) => ({ before: otherApplication }), 'root'],
    ["a sibling branch's application", ({ siblingApplication }) => ({ before: siblingApplication }), 'branch'],
    ['an application that is nowhere', () => ({ before: 999_999_999 }), 'root'],
  ])('answers 404 to %s for both a page and the total', async (_name, query, as) => {
    for (const limit of [10, 0]) {
      const { status, body } = await server.call(searchApplications, { as, query: { ...query(world), limit } });
      expect([status, (body as { key: string }).key]).toEqual([404, 'error.not_found']);
    }
  });

  it('shows the same number of new applications in the job list and behind its link', async () => {
    const { body } = await server.call(searchJobs, { as: 'root', query: { limit: 100 } });
    const jobs = (body as { payload: JobRow[] }).payload.filter(({ counts }) => counts!.unreviewed > 0).slice(0, 10);
    expect(jobs.length).toBeGreaterThan(0);
    for (const { id, counts } of jobs) {
      const query = { jobId: id, status: 'in_progress,accepted', isSeen: false };
      const { payload } = await list({ ...query, limit: 500 });
      expect([payload.length, payload.some(({ isSeen }) => isSeen)]).toEqual([counts!.unreviewed, false]);
      expect((await list({ ...query, limit: 0 })).total).toBe(counts!.unreviewed);
    }
  });

  it('continues after an application that was opened meanwhile and skips none', async () => {
    const query = { isSeen: false, status: 'in_progress,accepted' };
    const unseen = await ids(query, 'branch');
    const read = await ids({ ...query, limit: 5 }, 'branch');
    await sql`update applications set is_seen = true where id = any(${read})`.execute(server.db);
    expect(await ids({ ...query, limit: 5, before: read.at(-1) }, 'branch')).toEqual(unseen.slice(5, 10));
    await sql`update applications set is_seen = false where id = any(${read})`.execute(server.db);
  });

  it.each(['maybe', 'true', '1'])('rejects isSeen=%s with 400 on its field', async (isSeen) => {
    const { status, body } = await server.call(searchApplications, { as: 'root', query: { isSeen } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: { children: { isSeen: expect.anything() } } });
  });

  it('repeats and skips none while new ones arrive, by page and by before', async () => {
    const expected = all.filter(({ userId }) => userId === world.branchId).map(({ id }) => id);
    const byPage: number[] = [];
    for (let page = 1; byPage.length < 60; page += 1) byPage.push(...(await ids({ page, limit: 20 }, 'branch')));
    expect(byPage).toEqual(expected.slice(0, 60));

    const read = [...byPage];
    while (read.length < expected.length) {
      await arrive(server, world);
      const next = await ids({ before: read.at(-1), limit: 97 }, 'branch');
      if (next.length === 0) break;
      read.push(...next);
    }
    expect(read).toEqual(expected);
  });

  it('breaks ties of the moment by id', async () => {
    const before = await ids({ limit: 1 }, 'branch');
    const added = [await arrive(server, world), await arrive(server, world), await arrive(server, world)];
    const page = await ids({ limit: 3 }, 'branch');
    expect(page).toEqual([...added].reverse());
    const rest = await ids({ before: added[2], limit: 3 }, 'branch');
    expect(rest.slice(0, 2)).toEqual([added[1], added[0]]);
    expect(before[0]).not.toBe(added[2]);
  });

  it('names the owner, and up to three other owners that shortlisted the worker', async () => {
    const { application: id, otherUserId } = world;
    const shortlistBy = (others: string) =>
      sql`
        insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at,
          is_shortlisted)
        select j.organisation_id, j.user_id, j.id, a.worker_id, 0.5, a.worker_name_folded, a.created_at, true
        from applications a, lateral (
          select distinct on (o.user_id) o.* from jobs o join users u on u.id = o.user_id
          where u.user_type <> 'root' and ${sql.raw(others)} order by o.user_id, o.id limit 5
        ) j where a.id = ${id} on conflict (job_id, worker_id) do update set is_shortlisted = true`.execute(server.db);
    await sql`
      update applications set is_shortlisted = false
      where worker_id = (select worker_id from applications where id = ${id})`.execute(server.db);
    await shortlistBy(`o.user_id in (${world.branchId}, ${otherUserId})`);
    const shown = async () =>
      (await server.call(getApplication, { as: 'branch', params: { id } })).body.payload.application;
    expect(await shown()).toMatchObject({ isShortListedByAnother: false, shortListedBy: [] });

    await shortlistBy(`o.organisation_id = ${world.organisationId} and o.user_id <> ${world.branchId}`);
    const { rows } = await sql<{ name: string }>`
      select u.company_name as name from applications a join users u on u.id = a.user_id
      where a.worker_id = (select worker_id from applications where id = ${id}) and a.is_shortlisted
        and a.organisation_id = ${world.organisationId} and a.user_id <> ${world.branchId}
      group by u.id order by u.company_name`.execute(server.db);
    const names = rows.map(({ name }) => name);
    expect(new Set(names).size).toBeGreaterThan(3);
    const { rows: own } = await sql<{ name: string }>`
      select company_name as name from users where id = ${world.branchId}`.execute(server.db);
    const expected = {
      isShortListedByAnother: true,
      shortListedBy: names.slice(0, 3),
      job: { companyName: own[0]!.name },
    };
    expect(await shown()).toMatchObject(expected);
    const { jobId, user } = await shown();
    const { payload } = await list({ jobId, q: `${user.firstName} ${user.lastName}`, limit: 500 });
    expect(payload.find((row) => row.id === id)).toMatchObject(expected);
  });
});

let arrivals = 0;

/** Adds an application from a new worker to the branch's job at the current time. */
const arrive = async (server: TestServer, world: World): Promise<number> => {
  arrivals += 1;
  const { rows } = await sql<{ id: number }>`
    with w as (
      insert into workers (external_id, first_name, last_name, created_at, updated_at)
      values (${`arrival-${arrivals}`}, 'Yeni', 'Gelen', now(), now()) returning id
    )
    insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
    select ${world.organisationId}::bigint, ${world.branchId}::bigint, ${world.job}::bigint, w.id, 0.5, 'yeni gelen',
      ${server.clock.now()}::timestamptz from w returning id`.execute(server.db);
  return rows[0]!.id;
};

/** Adds workers at the edges of the filters: birthdays around today, a leap day, a woman with a military status. */
const addEdges = async ({ db, clock }: TestServer, { branchId }: World): Promise<void> => {
  const day = (years: number, days: number) => {
    const date = new Date(clock.now().getTime() + days * 86_400_000);
    return `${date.getUTCFullYear() - years}-${date.toISOString().slice(5, 10)}`;
  };
  const births = [25, 26, 30, 20, 19].flatMap((years) => [day(years, -1), day(years, 0), day(years, 1)]);
  await sql`
    with edge as (
      select a.worker_id, b.birth::date from unnest(${[...births, '2000-02-29']}::text[]) with ordinality as b (birth, n)
      join (
        select worker_id, row_number() over (order by worker_id) as n
        from (select distinct worker_id from applications where user_id = ${branchId}) w
      ) a using (n)
    ), worker as (
      update workers w set birth_date = edge.birth, gender = 'female', military = 3
      from edge where w.id = edge.worker_id returning w.id, w.birth_date
    )
    update applications a set worker_birth_date = worker.birth_date, worker_gender = 'female', worker_military = 3
    from worker where a.worker_id = worker.id`.execute(db);
};
