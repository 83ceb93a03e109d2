import { sql } from 'kysely';
import { HOUR } from '../../../contract/constants/time';
import { STAGES, type StageKey } from '../../../contract/constants/statuses';
import {
  getApplication,
  getStages,
  putFeedback,
  putShortlist,
  searchApplications,
} from '../../../contract/routes/applications';
import { getInbox } from '../../../contract/routes/chat';
import { deleteDecline, postBulk, putDecline } from '../../../contract/routes/decisions';
import { putFirstDay, putFirstDayOutcome } from '../../../contract/routes/firstDay';
import { gatewayReject } from '../../../contract/routes/gateway';
import type { ApplicationRow, StageCounts } from '../../../contract/schemas/applications';
import type { Thread } from '../../../contract/schemas/chat';
import { checkNeeds, keepNeeds } from '../../../server/modules/today';
import type { CallOptions } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';
import { candidateWorld, type Applicant, type CandidateWorld } from '../appointments/candidateWorld';
import { hintsOf } from './hintsOf';

const NO = { isAppointmentPositive: null, isOfferSentToApplicant: null, isApplicantAcceptTheOffer: null };

describe('stages', () => {
  let world: CandidateWorld;
  let places: World;
  beforeAll(async () => {
    world = await candidateWorld();
    places = await findWorld(world.server.db);
  });
  afterAll(() => world.server.close());

  const search = async (query: Record<string, unknown>, as: CallOptions['as'] = 'branch') => {
    const { status, body } = await world.server.call(searchApplications, { as, query });
    expect(status).toBe(200);
    return body as { payload: ApplicationRow[]; total?: number; next?: string | null };
  };
  const idsOf = async (query: Record<string, unknown>, as: CallOptions['as'] = 'branch') =>
    (await search({ limit: 500, ...query }, as)).payload.map(({ id }) => id);
  const countsOf = async (query: Record<string, unknown> = {}, as: CallOptions['as'] = 'branch') => {
    const { status, body } = await world.server.call(getStages, { as, query });
    expect(status).toBe(200);
    return body.payload.stages as StageCounts;
  };
  const rowOf = async (id: number) =>
    (await world.server.call(getApplication, { as: 'branch', params: { id } })).body.payload
      .application as ApplicationRow;
  const stored = async (id: number) => {
    const { rows } = await sql<{ stage: StageKey }>`
      select stage from application_stages where application_id = ${id}`.execute(world.server.db);
    return rows[0]?.stage;
  };
  /** Returns all rows of the caller, newest first. */
  const everything = async (as: CallOptions['as']) => {
    const rows: ApplicationRow[] = [];
    for (;;) {
      const { payload } = await search({ limit: 500, ...(rows.length > 0 && { before: rows.at(-1)!.id }) }, as);
      rows.push(...payload);
      if (payload.length < 500) return rows;
    }
  };
  const shortlist = (id: number, isShortlisted: boolean) =>
    world.server.call(putShortlist, { as: 'branch', params: { id }, body: { isShortlisted } });
  const instant = (wall: string) => new Date(`${wall.replace(' ', 'T')}+03:00`).toISOString();

  it('change in the same transaction as the calls of both sides', async () => {
    const applicant = await world.nextApplicant();
    const { applicationId: id, jobId } = applicant;
    const seen: unknown[] = [];
    const before = await countsOf({ jobId });
    const note = async () => {
      const { stage } = await rowOf(id);
      const { payload } = await search({ stage: stage!.key, jobId, limit: 500 });
      expect(payload.map((row) => row.id)).toContain(id);
      expect(payload.find((row) => row.id === id)!.stage).toEqual(stage);
      const counts = await countsOf({ jobId });
      seen.push([stage!.key, stage!.at, counts[stage!.key] - before[stage!.key]]);
    };
    await shortlist(id, false);
    const { createdAt } = await rowOf(id);
    await note();
    const now = world.server.clock.now();
    await shortlist(id, true);
    await note();
    const wall = world.inHours(20);
    const appointmentId = await world.invite(applicant, wall);
    await note();
    await world.answer(appointmentId, applicant, 'active');
    await note();
    const day = world.server.clock.now();
    world.server.clock.set(new Date(Date.parse(instant(wall)) + HOUR));
    const answer = (answers: Record<string, unknown>) =>
      world.server.call(putFeedback, {
        as: 'branch',
        params: { id, jobId },
        body: { isApplicantCameToAppointment: true, ...NO, ...answers },
      });
    expect((await answer({})).body.payload.application.stage).toEqual({ key: 'came', at: instant(wall) });
    await note();
    await answer({ isAppointmentPositive: true, isOfferSentToApplicant: true });
    await note();
    const offeredAt = world.server.clock.now().toISOString();
    await answer({ isAppointmentPositive: true, isOfferSentToApplicant: true, isApplicantAcceptTheOffer: true });
    await note();
    const startsAt = world.inHours(30);
    await world.server.call(putFirstDay, { as: 'branch', params: { id }, body: { startsAt } });
    await note();
    world.server.clock.set(new Date(Date.parse(instant(startsAt)) + HOUR));
    await world.server.call(putFirstDayOutcome, { as: 'branch', params: { id }, body: { started: true } });
    await note();
    world.server.clock.set(day);
    expect(seen).toEqual([
      ['new', createdAt, 1],
      ['shortlisted', now.toISOString(), 0],
      ['invited', instant(wall), 1],
      ['accepted', instant(wall), 1],
      ['came', instant(wall), 1],
      ['offered', offeredAt, 1],
      ['hired', null, 1],
      ['hired', instant(startsAt), 1],
      ['started', instant(startsAt), 1],
    ]);
  });

  it('show when a declined applicant was told, and a reopening restores the stage before', async () => {
    const { applicationId: id } = await world.nextApplicant();
    const decline = await world.server.call(putDecline, { as: 'branch', params: { id }, body: {} });
    expect(decline.body.payload.application.stage).toEqual({ key: 'declined', at: null });
    const told = (by: string) =>
      sql`update application_decisions set told_at = tell_at, told_by = ${by} where application_id = ${id}`.execute(
        world.server.db,
      );
    await told('none');
    await keepNeeds(world.server.deps);
    expect((await rowOf(id)).stage).toEqual({ key: 'declined', at: null });
    await told('product');
    await keepNeeds(world.server.deps);
    const { stage, decision } = await rowOf(id);
    expect(stage).toEqual({ key: 'declined', at: decision!.toldAt });
    const reopened = await world.server.call(deleteDecline, { as: 'branch', params: { id } });
    expect(reopened.body.payload.application.stage.key).toBe('shortlisted');
  });

  it('keep a withdrawn application out of lists of open ones', async () => {
    const { applicationId: id, workerId, jobId } = await world.nextApplicant();
    await world.server.call(gatewayReject, { as: 'gateway', params: { id }, body: { workerId } });
    expect((await rowOf(id)).stage).toEqual({ key: 'withdrew', at: null });
    expect(await idsOf({ stage: 'withdrew', jobId })).toContain(id);
    expect(await idsOf({ stage: 'withdrew', jobId, status: 'in_progress,accepted' })).toEqual([]);
  });

  it.each(['root', 'hr', 'branch', 'company'] as const)(
    'give the same result in filters, counts and later pages for %s',
    async (as) => {
      const all = await everything(as);
      const of = (...keys: StageKey[]) => all.filter(({ stage }) => keys.includes(stage!.key)).map(({ id }) => id);
      expect(await countsOf({}, as)).toEqual(Object.fromEntries(STAGES.map((key) => [key, of(key).length])));
      for (const key of STAGES) {
        expect(await idsOf({ stage: key }, as)).toEqual(of(key).slice(0, 500));
        expect((await search({ stage: key, limit: 0 }, as)).total).toBe(of(key).length);
      }
      const two = of('hired', 'started', 'invited');
      expect(await idsOf({ stage: 'started,hired,invited' }, as)).toEqual(two.slice(0, 500));
      expect(await idsOf({ stage: 'hired,invited,hired,started', page: 2, limit: 3 }, as)).toEqual(two.slice(3, 6));
      const read: number[] = [];
      while (read.length < two.length) {
        const page = await idsOf(
          { stage: 'hired,started,invited', limit: 7, ...(read.length > 0 && { before: read.at(-1) }) },
          as,
        );
        if (page.length === 0) break;
        read.push(...page);
      }
      expect(read).toEqual(two);
    },
  );

  it.each([
    [{ gender: 'female' }, (row: ApplicationRow) => row.user.gender === 'female'],
    [{ isSeen: false }, (row: ApplicationRow) => !row.isSeen],
    [
      { isShortlisted: true, status: 'in_progress' },
      (row: ApplicationRow) => row.isShortListed && row.status === 'in_progress',
    ],
    [{ status: 'in_progress,accepted' }, (row: ApplicationRow) => row.status !== 'rejected'],
    [{ status: 'in_progress,accepted', op: 'must_not' }, (row: ApplicationRow) => row.status === 'rejected'],
    [{ decision: 'declined' }, (row: ApplicationRow) => row.decision !== null],
    [{ decision: 'withdrawn' }, (row: ApplicationRow) => row.status === 'rejected' && row.decision === null],
    [{ need: 'decide,rebook' }, (row: ApplicationRow) => ['decide', 'rebook'].includes(row.need?.kind ?? '')],
    [{ q: 'ay' }, (row: ApplicationRow) => /ay/i.test(`${row.user.firstName} ${row.user.lastName}`)],
  ] as const)('can be combined with the filters %j, in every order', async (query, passes) => {
    const keys: StageKey[] = ['new', 'missed', 'hired', 'declined', 'withdrew'];
    const stage = keys.join(',');
    const mine = (await everything('branch')).filter((row) => keys.includes(row.stage!.key) && passes(row));
    const ids = mine.map(({ id }) => id);
    expect(await idsOf({ ...query, stage })).toEqual(ids.slice(0, 500));
    expect((await search({ ...query, stage, limit: 0 })).total).toBe(ids.length);
    const byScore = mine.toSorted((a, b) => b.matchScore - a.matchScore || b.id - a.id).map(({ id }) => id);
    expect(await idsOf({ ...query, stage, sort: 'score' })).toEqual(byScore.slice(0, 500));
    const byDeadline = await idsOf({ ...query, sort: 'deadline', limit: 500 });
    const wanted = new Set(ids);
    expect((await idsOf({ ...query, stage, sort: 'deadline' })).slice(0, 20)).toEqual(
      byDeadline.filter((id) => wanted.has(id)).slice(0, 20),
    );
  });

  it('can be combined with the order of needs', async () => {
    const query = { sort: 'need', need: 'rebook,offer,outcome,attendance', limit: 500 };
    const rows = (await search({ ...query, stage: 'shortlisted,missed' })).payload;
    const all = (await search(query)).payload;
    expect(all.length).toBeLessThan(500);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ id }) => id)).toEqual(
      all.filter(({ stage }) => stage!.key === 'shortlisted' || stage!.key === 'missed').map(({ id }) => id),
    );
  });

  it('can select the applications of a bulk action', async () => {
    const { applicationId: id, jobId } = await world.nextApplicant();
    const query = { stage: 'shortlisted', jobId, status: 'in_progress,accepted' };
    const chosen = await idsOf(query);
    expect(chosen).toContain(id);
    const body = { action: 'decline', query, expected: chosen.length };
    const { status, body: reply } = await world.server.call(postBulk, { as: 'branch', body });
    expect([status, reply.payload?.bulk?.total]).toEqual([200, chosen.length]);
    const wrong = { ...body, expected: chosen.length + 1 };
    expect((await world.server.call(postBulk, { as: 'branch', body: wrong })).status).toBe(409);
  });

  it.each([
    ['nobody', 400],
    ['new,nobody', 400],
    ['', 400],
    ['new,', 400],
    ['NEW', 400],
    ['new,new', 200],
    [[...STAGES].join(','), 200],
  ])('answer stage=%s with %i', async (stage, expected) => {
    for (const limit of [10, 0]) {
      const { status, body } = await world.server.call(searchApplications, { as: 'root', query: { stage, limit } });
      expect(status).toBe(expected);
      if (expected === 400) expect(Object.keys(body.errors.children)).toEqual(['stage']);
    }
  });

  it('refuse a repeated parameter', async () => {
    const { status, body } = await world.server.call(searchApplications, {
      as: 'root',
      query: { stage: ['new', 'hired'] },
    });
    expect([status, Object.keys(body.errors?.children ?? {})]).toEqual([400, ['stage']]);
  });

  it.each([
    { gender: 'female' },
    { isSeen: false },
    { q: 'a', experienceMin: 6 },
    { need: 'answer' },
    { came: true },
    { distanceMax: 10 },
  ])('are counted with the filters of the list: %j', async (filters) => {
    const counts = await countsOf(filters);
    const stages = Object.keys(counts) as StageKey[];
    const listed = await Promise.all(stages.map(async (stage) => (await idsOf({ ...filters, stage })).length));
    expect(counts).toEqual(Object.fromEntries(stages.map((stage, at) => [stage, listed[at]])));
    expect(listed.some((total) => total > 0)).toBe(true);
    expect(counts).not.toEqual(await countsOf());
  });

  it('answer 404 for jobs and branches of others, and 400 before that', async () => {
    const { otherJob, otherUserId, siblingJob, siblingBranchId, job } = places;
    const wrong: [Record<string, unknown>, CallOptions['as']][] = [
      [{ jobId: otherJob }, 'root'],
      [{ branchId: otherUserId }, 'root'],
      [{ jobId: siblingJob }, 'branch'],
      [{ branchId: siblingBranchId }, 'branch'],
      [{ jobId: job, branchId: siblingBranchId }, 'root'],
    ];
    for (const [query, as] of wrong) {
      expect((await world.server.call(getStages, { as, query })).status).toBe(404);
      for (const limit of [10, 0])
        expect(
          (await world.server.call(searchApplications, { as, query: { ...query, stage: 'new', limit } })).status,
        ).toBe(404);
    }
    expect(
      (await world.server.call(getStages, { as: 'root', query: { jobId: 0, branchId: otherUserId } })).status,
    ).toBe(400);
  });

  it('are shown on conversations as on their applications', async () => {
    const applicant = await world.nextApplicant();
    const { applicationId: id, companyId } = applicant;
    await world.invite(applicant);
    const { body } = await world.server.call(getInbox, { as: 'branch', query: { user_id: companyId, limit: 100 } });
    const threads = body.payload.threads as Thread[];
    expect(threads.find(({ application }) => application?.id === id)?.stage).toEqual((await rowOf(id)).stage);
    for (const { application, stage } of threads.slice(0, 20))
      expect(stage).toEqual(application ? (await rowOf(application.id)).stage : undefined);
  });

  it('are all in the counts, even those with zero applications', async () => {
    expect(await countsOf({}, 'empty')).toEqual(Object.fromEntries(STAGES.map((key) => [key, 0])));
  });

  it('are filled in by the migration as the rule computes them', async () => {
    const truth = async () =>
      (await sql`select application_id, stage, stage_at from application_stages order by 1`.execute(world.server.db))
        .rows;
    await keepNeeds(world.server.deps);
    const before = await truth();
    expect(new Set(before.map((row) => (row as { stage: string }).stage)).size).toBe(STAGES.length);
    await sql`delete from application_stages`.execute(world.server.db);
    await sql`select backfill_application_stages()`.execute(world.server.db);
    expect(await truth()).toEqual(before);
    expect(await checkNeeds(world.server.deps, { share: 1, part: 0 })).toMatchObject({ differences: 0 });
  });

  it('are computed by the task after changes by a server of the previous release', async () => {
    const { applicationId: id, companyId } = await world.nextApplicant();
    const older = (work: ReturnType<typeof sql>) =>
      world.server.db.transaction().execute(async (trx) => {
        await work.execute(trx);
        await sql`delete from need_changes where change_id = pg_current_xact_id()::text::bigint`.execute(trx);
      });
    await older(sql`update applications set is_shortlisted = false where id = ${id}`);
    expect(await stored(id)).toBe('shortlisted');
    await keepNeeds(world.server.deps);
    expect(await stored(id)).toBe('new');
    const arrival = sql<{ id: number }>`
      insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
      select organisation_id, user_id, job_id, ${places.freshWorkerId}, 0.5, 'umay', created_at
      from applications where id = ${id} and user_id = ${companyId} returning id`;
    await older(arrival);
    const { rows } = await sql<{ id: number }>`
      select id from applications where worker_id = ${places.freshWorkerId}`.execute(world.server.db);
    expect((await rowOf(rows[0]!.id)).stage!.key).toBe('new');
  });

  it('are checked: a difference is stored, counted and logged', async () => {
    const { applicationId: id }: Applicant = await world.nextApplicant();
    const log = { error: jest.fn() };
    await keepNeeds(world.server.deps);
    await sql`update application_stages set stage = 'hired' where application_id = ${id}`.execute(world.server.db);
    expect(await checkNeeds(world.server.deps, { share: 1, part: 0, log })).toMatchObject({ differences: 1 });
    expect(log.error).toHaveBeenCalledWith({ applications: [id] }, expect.any(String));
    expect(await stored(id)).toBe('shortlisted');
    await sql`delete from application_stages where application_id = ${id}`.execute(world.server.db);
    expect(await checkNeeds(world.server.deps, { share: 1, part: 0, log })).toMatchObject({ differences: 1 });
    expect(await stored(id)).toBe('shortlisted');
  });

  it('notify other dashboards when they change, and not when only the need does', async () => {
    const applicant = await world.nextApplicant();
    const hinted = (work: () => Promise<unknown>) => hintsOf(world.server.db, 'stage', work);
    let appointmentId = 0;
    expect(await hinted(async () => void (appointmentId = await world.invite(applicant)))).toEqual([
      [applicant.applicationId],
    ]);
    expect(await hinted(() => world.answer(appointmentId, applicant, 'active'))).toEqual([[applicant.applicationId]]);
    expect(await hinted(() => keepNeeds(world.server.deps))).toEqual([]);
  });
});
