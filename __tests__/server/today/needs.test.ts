import { sql } from 'kysely';
import { DAY, HOUR } from '../../../contract/constants/time';
import { dueFrom, keptNeed, NEED_KINDS, NEED_STATES, needStateOf, type KeptNeed } from '../../../contract/rules/need';
import { getHistory, putFeedback, putShortlist, searchApplications } from '../../../contract/routes/applications';
import { sendMessage } from '../../../contract/routes/chat';
import { putDecline } from '../../../contract/routes/decisions';
import { MESSAGE_EXCERPT } from '../../../contract/constants/limits';
import { gatewayReject, gatewaySend } from '../../../contract/routes/gateway';
import { putJob, searchJobs } from '../../../contract/routes/jobs';
import { getNeeds, putSettle, putSnooze } from '../../../contract/routes/today';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { HistoryEntry } from '../../../contract/schemas/history';
import type { Need, NeedsPayload } from '../../../contract/schemas/today';
import { insertMessage } from '../../../server/modules/chat/repository';
import { checkNeeds, checkNightly, keepNeeds } from '../../../server/modules/today';
import type { CallOptions, CallResult } from '../../support/testServer';
import { candidateWorld, type Applicant, type CandidateWorld } from '../appointments/candidateWorld';
import { addJob } from '../bulks/bulkWorld';
import { hintsOf } from './hintsOf';

const NO = { isAppointmentPositive: null, isOfferSentToApplicant: null, isApplicantAcceptTheOffer: null };

describe('needs', () => {
  let world: CandidateWorld;
  beforeAll(async () => {
    world = await candidateWorld();
  });
  afterAll(() => world.server.close());

  const inMs = (ms: number) => new Date(world.server.clock.now().getTime() + ms);
  const needOfRow = (application: Pick<ApplicationRow, 'need'>) => application.need ?? null;
  const list = async (query: Record<string, unknown>, as: CallOptions['as'] = 'branch') =>
    world.server.call(searchApplications, { as, query: { sort: 'need', ...query } });
  const needOf = async ({ applicationId }: Applicant): Promise<Need | null> => {
    const { rows } = await sql<{ kind: Need['kind']; at: Date; snoozed: Date | null }>`
      select need as kind, need_at as at, snoozed_until as snoozed from application_needs
      where application_id = ${applicationId} and need is not null`.execute(world.server.db);
    const [row] = rows;
    return row ? { kind: row.kind, at: row.at.toISOString(), snoozedUntil: row.snoozed?.toISOString() ?? null } : null;
  };
  const kindOf = async (applicant: Applicant) => (await needOf(applicant))?.kind ?? null;
  /** Returns an applicant with one application to the owner, to which the conversation therefore belongs. */
  const single = async (): Promise<Applicant> => {
    for (;;) {
      const applicant = await world.nextApplicant();
      const { rows } = await sql`
        select 1 from applications where worker_id = ${applicant.workerId} and user_id = ${applicant.companyId}`.execute(
        world.server.db,
      );
      await keepNeeds(world.server.deps);
      if (rows.length === 1) return applicant;
    }
  };
  let messages = 0;
  const writes = async ({ companyId, workerId }: Applicant, body: string): Promise<void> => {
    await sql`
      insert into threads (organisation_id, user_id, worker_id, created_at)
      select organisation_id, id, ${workerId}, now() from users where id = ${companyId}
      on conflict do nothing`.execute(world.server.db);
    const { rows } = await sql<{ id: number }>`
      select id from threads where user_id = ${companyId} and worker_id = ${workerId}`.execute(world.server.db);
    messages += 1;
    const sent = await world.server.call(gatewaySend, {
      as: 'gateway',
      params: { id: rows[0]!.id },
      body: { workerId, body, client_message_id: `needs-${messages}` },
    });
    expect(sent.status).toBe(200);
  };
  const settle = (id: number, number: number, as: CallOptions['as'] = 'branch') =>
    world.server.call(putSettle, { as, params: { id }, body: { kind: 'answer', number } });
  const snooze = (id: number, until: string | null, as: CallOptions['as'] = 'branch') =>
    world.server.call(putSnooze, { as, params: { id }, body: { until } });
  const refusal = ({ status, body }: CallResult) => [status, body.errors?.children ?? body.key];

  it('change in the same transaction as the calls of both sides', async () => {
    const applicant = await single();
    const { applicationId: id, workerId } = applicant;
    const shortlist = (isShortlisted: boolean) =>
      world.server.call(putShortlist, { as: 'branch', params: { id }, body: { isShortlisted } });
    expect(needOfRow((await shortlist(false)).body.payload.application)?.kind).toBe('decide');
    expect(needOfRow((await shortlist(true)).body.payload.application)?.kind).toBe('invite');
    const appointmentId = await world.invite(applicant);
    expect(await kindOf(applicant)).toBeNull();
    await world.answer(appointmentId, applicant, 'rejected');
    expect(await needOf(applicant)).toEqual({ kind: 'rebook', at: inMs(24 * HOUR).toISOString(), snoozedUntil: null });
    const second = await world.invite(applicant);
    await world.answer(second, applicant, 'active');
    expect(await kindOf(applicant)).toBeNull();
    await writes(applicant, 'Geliyorum');
    expect(await kindOf(applicant)).toBe('answer');
    const reject = await world.server.call(gatewayReject, { as: 'gateway', params: { id }, body: { workerId } });
    expect([reject.status, await kindOf(applicant)]).toEqual([200, null]);
  });

  it('change with the time', async () => {
    const applicant = await world.nextApplicant();
    const before = world.server.clock.now();
    const appointmentId = await world.invite(applicant, world.inHours(20));
    await world.answer(appointmentId, applicant, 'active');
    const start = Math.ceil(before.getTime() / HOUR) * HOUR + 20 * HOUR;
    const kinds: unknown[] = [];
    for (const hours of [-3, -2, 0.5, 1]) {
      world.server.clock.set(new Date(start + hours * HOUR));
      await keepNeeds(world.server.deps);
      kinds.push(await kindOf(applicant));
    }
    const { applicationId: id, jobId } = applicant;
    const body = { isApplicantCameToAppointment: false, ...NO };
    const reply = await world.server.call(putFeedback, { as: 'branch', params: { id, jobId }, body });
    kinds.push(needOfRow(reply.body.payload.application)?.kind);
    world.server.clock.set(before);
    // Computes again what the later clock changed for other applications.
    await sql`select backfill_application_needs()`.execute(world.server.db);
    await keepNeeds(world.server.deps);
    expect(kinds).toEqual([null, 'attendance', 'attendance', 'outcome', 'rebook']);
  });

  it('show an unanswered message on the worker’s newest open application until somebody answers', async () => {
    const applicant = await single();
    await writes(applicant, 'Merhaba');
    const first = await needOf(applicant);
    expect(first?.kind).toBe('answer');
    world.server.clock.set(inMs(HOUR));
    await writes(applicant, 'Orada mısınız?');
    expect(await needOf(applicant)).toEqual(first);
    const body = { user_id: applicant.companyId, recipient_id: applicant.workerId, body: 'Evet', message_status: 2 };
    const insert = (type: string) =>
      world.server.db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ id: number }>`
          select id from threads where user_id = ${applicant.companyId} and worker_id = ${applicant.workerId}`.execute(
          trx,
        );
        await insertMessage(trx, rows[0]!.id, { sender: 'employer', type: type as 'text' }, world.server.clock.now());
      });
    await insert('appointment_status');
    await keepNeeds(world.server.deps);
    expect(await needOf(applicant)).toEqual(first);
    expect(await checkNeeds(world.server.deps, { share: 1, part: 0 })).toMatchObject({ differences: 0 });
    expect(await needOf(applicant)).toEqual(first);
    const sent = await world.server.call(sendMessage, {
      as: 'branch',
      body: { ...body, type: 'text', client_message_id: 'answer-1' },
    });
    expect([sent.status, await kindOf(applicant)]).toEqual([200, 'invite']);
  });

  it('carry the beginning of the newest message that waits for an answer', async () => {
    const applicant = await single();
    const bodyOf = async () => {
      const { body } = await list({ need: 'answer', limit: 500 });
      return (body.payload as ApplicationRow[]).find(({ id }) => id === applicant.applicationId)?.need?.body;
    };
    await writes(applicant, 'Merhaba');
    await writes(applicant, 'ş'.repeat(MESSAGE_EXCERPT + 1));
    expect(await bodyOf()).toBe('ş'.repeat(MESSAGE_EXCERPT));
    const { rows } = await sql<{ id: number }>`
      select id from threads where user_id = ${applicant.companyId} and worker_id = ${applicant.workerId}`.execute(
      world.server.db,
    );
    const insert = (message: Parameters<typeof insertMessage>[2]) =>
      world.server.db
        .transaction()
        .execute((trx) => insertMessage(trx, rows[0]!.id, message, world.server.clock.now()));
    await insert({ sender: 'employer', type: 'appointment_status' });
    expect(await bodyOf()).toBe('ş'.repeat(MESSAGE_EXCERPT));
    await insert({ sender: 'worker', type: 'location', body: '41.0, 29.0' });
    expect(await bodyOf()).toBeUndefined();
    await writes(applicant, 'Alo?');
    expect(await bodyOf()).toBe('Alo?');
    const { body } = await list({ need: 'answer', limit: 500 });
    const { number } = (body.payload as ApplicationRow[]).find(({ id }) => id === applicant.applicationId)!.need!;
    const next = needOfRow((await settle(applicant.applicationId, number!)).body.payload.application);
    expect(next).toMatchObject({ kind: expect.not.stringContaining('answer') });
    expect(next).not.toHaveProperty('body');
  });

  it('can be settled up to a message; a newer message needs an answer again', async () => {
    const applicant = await single();
    const { applicationId: id } = applicant;
    await writes(applicant, 'Teşekkürler');
    const { body } = await list({ need: 'answer', limit: 500 });
    const row = (body.payload as ApplicationRow[]).find((one) => one.id === id)!;
    const number = row.need!.number!;
    await writes(applicant, 'Bir sorum var');
    expect(needOfRow((await settle(id, number)).body.payload.application)?.kind).toBe('answer');
    expect(needOfRow((await settle(id, number + 1)).body.payload.application)?.kind).toBe('invite');
    expect(needOfRow((await settle(id, number + 1)).body.payload.application)?.kind).toBe('invite');
    await writes(applicant, 'Alo?');
    expect(await kindOf(applicant)).toBe('answer');
    expect(needOfRow((await settle(id, number + 2)).body.payload.application)?.kind).toBe('invite');
    expect(needOfRow((await settle(id, 0)).body.payload.application)).toMatchObject({
      kind: 'answer',
      at: row.need!.at,
      number: number + 2,
    });
    const history = await world.server.call(getHistory, { as: 'branch', params: { id } });
    expect((history.body.payload as HistoryEntry[]).slice(0, 2).map(({ action }) => action)).toEqual([
      'application.unsettled',
      'application.settled',
    ]);
    expect(refusal(await settle(id, number + 3))).toEqual([400, { number: { errors: ['field.too_large'] } }]);
    expect((await settle(id, number, 'company')).status).toBe(404);
    expect((await settle(id, number, 'other')).status).toBe(404);
    expect((await settle(id, number, 'hr')).status).toBe(200);
  });

  it('can be snoozed for at most seven days; the snooze ends with the need', async () => {
    const applicant = await single();
    const { applicationId: id } = applicant;
    await writes(applicant, 'Selam');
    const until = inMs(7 * 24 * HOUR).toISOString();
    const row = (await snooze(id, until)).body.payload.application as ApplicationRow;
    expect(row.need).toMatchObject({ kind: 'answer', snoozedUntil: until });
    const dueIds = async () =>
      ((await list({ needState: 'due', limit: 500 })).body.payload as ApplicationRow[]).map((one) => one.id);
    const at = world.server.clock.now();
    world.server.clock.set(inMs(24 * HOUR));
    expect(await dueIds()).not.toContain(id);
    world.server.clock.set(inMs(6 * 24 * HOUR));
    expect(await dueIds()).toContain(id);
    world.server.clock.set(at);
    expect(refusal(await snooze(id, inMs(7 * 24 * HOUR + 1).toISOString()))).toEqual([
      400,
      { until: { errors: ['field.too_large'] } },
    ]);
    expect(refusal(await snooze(id, inMs(0).toISOString()))).toEqual([400, { until: { errors: ['field.too_small'] } }]);
    for (const as of ['company', 'other'] as const) expect((await snooze(id, until, as)).status).toBe(404);
    expect(((await snooze(id, null, 'hr')).body.payload.application as ApplicationRow).need?.snoozedUntil).toBeNull();
    await snooze(id, until);
    expect(await needOf(applicant)).toMatchObject({ kind: 'answer', snoozedUntil: until });
    await keepNeeds(world.server.deps);
    expect(await needOf(applicant)).toMatchObject({ kind: 'answer', snoozedUntil: until });
    await writes(applicant, 'Hâlâ bekliyorum');
    expect(await needOf(applicant)).toMatchObject({ kind: 'answer', snoozedUntil: null });
    await snooze(id, until);
    await settle(id, row.need!.number! + 1);
    expect(await needOf(applicant)).toMatchObject({ kind: 'invite', snoozedUntil: null });
  });

  it('come back for four hours after a snooze before they lapse, in lists and counts', async () => {
    const [invited, undecided] = [await world.nextApplicant(), await world.nextApplicant()];
    const off = { as: 'branch' as const, params: { id: undecided.applicationId }, body: { isShortlisted: false } };
    await world.server.call(putShortlist, off);
    const start = world.server.clock.now();
    const stateOf = async ({ applicationId: id, jobId }: Applicant) => {
      const totals: number[] = [];
      const states: string[] = [];
      for (const needState of NEED_STATES) {
        const rows = (await list({ jobId, needState, limit: 500 })).body.payload as ApplicationRow[];
        const counted = await world.server.call(searchApplications, {
          as: 'branch',
          query: { jobId, needState, limit: 0 },
        });
        expect(counted.body.total).toBe(rows.length);
        totals.push(rows.length);
        if (rows.some((row) => row.id === id)) states.push(needState);
      }
      const needs = await world.server.call(getNeeds, { as: 'branch', query: { jobId } });
      const { now, coming, lapsed } = needs.body.payload as NeedsPayload;
      expect([now, coming, lapsed.decide + lapsed.invite]).toEqual(totals);
      const { body } = await world.server.call(searchJobs, { as: 'branch', query: { limit: 500 } });
      const jobs = body.payload as { id: number; counts: { needs: number } }[];
      expect(jobs.find((job) => job.id === jobId)?.counts.needs).toBe(now);
      return states;
    };
    const seen: unknown[] = [];
    for (const applicant of [invited, undecided]) {
      expect((await snooze(applicant.applicationId, inMs(6 * DAY).toISOString())).status).toBe(200);
      for (const [days, hours] of [
        [6, -1],
        [6, 0],
        [6, 3],
        [6, 4],
      ] as const) {
        world.server.clock.set(new Date(start.getTime() + days * DAY + hours * HOUR));
        seen.push(await stateOf(applicant));
      }
      world.server.clock.set(start);
      await snooze(applicant.applicationId, null);
    }
    const each = [['coming'], ['due'], ['due'], ['lapsed']];
    expect(seen).toEqual([...each, ...each]);
  });

  type Placed = KeptNeed & { applicationId: number };
  const compare = (now: number, a: Placed, b: Placed): number =>
    NEED_STATES.indexOf(needStateOf(a, now)) - NEED_STATES.indexOf(needStateOf(b, now)) ||
    NEED_KINDS.indexOf(a.kind) - NEED_KINDS.indexOf(b.kind) ||
    dueFrom(a) - dueFrom(b) ||
    a.applicationId - b.applicationId;

  it.each(['branch', 'hr', 'company'] as const)(
    'are listed in their order, page by page, and counted alike for %s',
    async (as) => {
      const now = world.server.clock.now().getTime();
      const rows: ApplicationRow[] = [];
      let after: string | null = null;
      for (let page = 0; page < 60; page += 1) {
        const { status, body } = await list({ limit: 200, ...(after && { after }) }, as);
        expect(status).toBe(200);
        rows.push(...(body.payload as ApplicationRow[]));
        after = body.next as string | null;
        if (!after) break;
      }
      expect(after).toBeNull();
      const positions = rows.map(({ id, need }) => ({ applicationId: id, ...keptNeed(need!) }));
      expect(positions).toEqual(positions.toSorted((a, b) => compare(now, a, b)));
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      const scope = as === 'hr' ? sql`o.organisation_id = u.organisation_id` : sql`o.user_id = u.id`;
      const { rows: all } = await sql<{ total: number }>`
      select count(*)::int as total from application_needs o, users u
      where u.email = ${`${as}@demo.test`} and ${scope} and o.need is not null`.execute(world.server.db);
      expect(rows).toHaveLength(all[0]!.total);

      const states = positions.map((one) => needStateOf(one, now));
      const { body } = await world.server.call(getNeeds, { as });
      const countOf = (kind: string, wanted: string[]) =>
        positions.filter((one, at) => one.kind === kind && wanted.includes(states[at]!)).length;
      const payload: NeedsPayload = body.payload;
      expect(payload).toEqual({
        now: states.filter((one) => one === 'due').length,
        coming: states.filter((one) => one === 'coming').length,
        counts: Object.fromEntries(NEED_KINDS.map((kind) => [kind, countOf(kind, ['due', 'coming'])])),
        lapsed: { decide: countOf('decide', ['lapsed']), invite: countOf('invite', ['lapsed']) },
        // The branch of the demo world has one; HR sees it too.
        filled: as === 'company' ? [] : [expect.objectContaining({ companyName: expect.any(String) })],
      });
      for (const state of ['due', 'coming', 'lapsed']) {
        const one = await world.server.call(searchApplications, { as, query: { needState: state, limit: 0 } });
        expect([state, one.body.total]).toEqual([state, states.filter((other) => other === state).length]);
      }
      const filtered = await list({ need: 'decide,rebook', needState: 'lapsed', isSeen: false, limit: 500 }, as);
      expect((filtered.body.payload as ApplicationRow[]).map(({ id }) => id)).toEqual(
        rows
          .filter(({ need, isSeen }, at) => need!.kind === 'decide' && states[at] === 'lapsed' && !isSeen)
          .map(({ id }) => id)
          .slice(0, 500),
      );
    },
  );

  it('are counted by job and shown on the rows of the jobs', async () => {
    const { body } = await world.server.call(searchJobs, { as: 'branch', query: { limit: 500 } });
    for (const { id, counts } of body.payload as { id: number; counts: { needs: number } }[]) {
      const needs = await world.server.call(getNeeds, { as: 'branch', query: { jobId: id } });
      expect([id, counts.needs]).toEqual([id, needs.body.payload.now]);
    }
  });

  it.each([
    [{ page: 1 }, 'page'],
    [{ before: 1 }, 'before'],
    [{ after: 'eA' }, 'after'],
    [{ sort: 'newest', after: 'eA' }, 'after'],
    [{ need: 'answer,tea' }, 'need'],
    [{ needState: 'soon' }, 'needState'],
  ])('refuse %j', async (query, field) => {
    const { status, body } = await list(query);
    expect([status, Object.keys(body.errors.children)]).toEqual([400, [field]]);
  });

  it('answer 404 for jobs and branches of others', async () => {
    const { rows } = await sql<{ id: number; userId: number }>`
      select j.id, j.user_id as "userId" from jobs j join users u on u.id = j.user_id
      where u.email = 'other@demo.test' limit 1`.execute(world.server.db);
    for (const query of [{ jobId: rows[0]!.id }, { branchId: rows[0]!.userId }]) {
      expect((await world.server.call(getNeeds, { as: 'root', query })).status).toBe(404);
      expect((await list(query, 'root')).status).toBe(404);
    }
  });

  it('of a closed job are removed by the task, and its counters agree', async () => {
    const applicant = await world.nextApplicant();
    expect(await kindOf(applicant)).toBe('invite');
    const body = { status: 'closed', closeReason: 'other' };
    expect((await world.server.call(putJob, { as: 'branch', params: { id: applicant.jobId }, body })).status).toBe(200);
    expect(await keepNeeds(world.server.deps)).toBeGreaterThan(0);
    expect(await kindOf(applicant)).toBeNull();
    const counted = sql`select job_id, need, count(*) as total from application_needs where need is not null group by 1, 2`;
    const stored = sql`select job_id, need, total from need_counts where total <> 0`;
    const { rows } = await sql`
      (${counted} except ${stored}) union all (${stored} except ${counted})`.execute(world.server.db);
    expect(rows).toEqual([]);
  });

  it('are checked: a difference is stored, counted and logged', async () => {
    const applicant = await world.nextApplicant();
    const log = { error: jest.fn() };
    const all = { share: 1, part: 0, log };
    await keepNeeds(world.server.deps);
    expect(await checkNeeds(world.server.deps, all)).toMatchObject({ differences: 0 });
    await sql`update application_needs set need = 'offer' where application_id = ${applicant.applicationId}`.execute(
      world.server.db,
    );
    expect(await checkNeeds(world.server.deps, all)).toMatchObject({ differences: 1 });
    expect(log.error).toHaveBeenCalledWith({ applications: [applicant.applicationId] }, expect.any(String));
    const talker = await single();
    await writes(talker, 'Merhaba');
    await sql`
      update threads set awaiting_since = null
      where user_id = ${talker.companyId} and worker_id = ${talker.workerId}`.execute(world.server.db);
    await keepNeeds(world.server.deps);
    expect(await kindOf(talker)).toBe('invite');
    expect(await checkNeeds(world.server.deps, all)).toMatchObject({ differences: 1 });
    expect(await kindOf(talker)).toBe('answer');
    await checkNightly(world.server.deps, { log });
    await checkNightly(world.server.deps, { log });
    const { rows } = await sql<{ checked: number }>`select checked from need_checks`.execute(world.server.db);
    expect(rows).toHaveLength(1);
  });

  it('disappear with a declined application, of which other dashboards are notified', async () => {
    const { applicationId: id } = await world.nextApplicant();
    await keepNeeds(world.server.deps);
    const hints = await hintsOf(world.server.db, 'need', async () => {
      const { body } = await world.server.call(putDecline, { as: 'branch', params: { id }, body: {} });
      expect(needOfRow(body.payload.application)).toBeNull();
    });
    expect(hints).toEqual([[id]]);
  });

  it('of a backfill are computed without hints, and do not delay those that time changes', async () => {
    const [late, filled] = [await single(), await single()];
    await keepNeeds(world.server.deps);
    const undo = (kind: string, { applicationId: id }: Applicant) =>
      sql`update application_needs set need = ${kind}, changes_at = ${kind === 'offer' ? inMs(-HOUR) : null}
        where application_id = ${id}`.execute(world.server.db);
    await undo('offer', late);
    await undo('outcome', filled);
    await sql`insert into need_changes select 0, ${filled.applicationId} from generate_series(1, 5)`.execute(
      world.server.db,
    );
    expect(await hintsOf(world.server.db, 'need', () => keepNeeds(world.server.deps))).toEqual([[late.applicationId]]);
    expect([await kindOf(late), await kindOf(filled)]).toEqual(['invite', 'invite']);
  });

  it('become due in one run, two hundred at a time, with one event for each owner', async () => {
    const { db, clock, deps } = world.server;
    const start = clock.now();
    const { rows: owners } = await sql<{ id: number }>`
      select b.id from users u join users b on b.organisation_id = u.organisation_id and b.user_type = 'branch'
      where u.email = 'branch@demo.test' order by b.id limit 2`.execute(db);
    const added = [await addJob(world.server, owners[0]!.id, 100), await addJob(world.server, owners[1]!.id, 100)];
    const ids = added.flatMap((one) => one.ids);
    const due = new Date(start.getTime() + 2 * HOUR + 437_000);
    await sql`
      with p as (
        insert into appointments (organisation_id, user_id, application_id, job_id, worker_id, status, start_at, end_at,
          latitude, longitude, created_at, attendance, attendance_at)
        select organisation_id, user_id, id, job_id, worker_id, 'ACTIVE', ${start}, ${due}::timestamptz + id % 60 * interval '1 s',
          41, 29, ${start}, 'coming', ${start} from applications where id = any(${ids}::bigint[])
        returning id, application_id)
      update applications a set appointment_id = p.id from p where a.id = p.application_id`.execute(db);
    const outcomes = async () => {
      const { rows } = await sql<{ total: number }>`
        select count(*)::int as total from application_needs
        where application_id = any(${ids}::bigint[]) and need = 'outcome'`.execute(db);
      const counts = await Promise.all(
        added.map(async ({ job }) => {
          const { body } = await world.server.call(getNeeds, { as: 'hr', query: { jobId: job } });
          return (body.payload as NeedsPayload).now;
        }),
      );
      return [rows[0]!.total, ...counts];
    };
    clock.set(new Date(due.getTime() - 1));
    await keepNeeds(deps);
    expect(await outcomes()).toEqual([0, 0, 0]);
    clock.set(new Date(due.getTime() + 60_000));
    const hints = await hintsOf(world.server.db, 'need', async () => expect(await keepNeeds(deps)).toBe(200));
    expect(await outcomes()).toEqual([200, 100, 100]);
    // An event about more than fifty applications contains no ids.
    expect(hints).toEqual([[], []]);
    clock.set(start);
    await sql`select backfill_application_needs()`.execute(db);
    await keepNeeds(deps);
  });

  it('are checked once a day, and again after an interrupted check', async () => {
    const { app, db, clock, deps } = world.server;
    const start = clock.now();
    const figures = async () => /^needs_checked (\d+)$/m.exec((await app.inject('/metrics')).body)?.[1];
    const finished = async () => {
      const { rows } = await sql<{ isFinished: boolean }>`
        select finished_at is not null as "isFinished" from need_checks`.execute(db);
      return rows.map(({ isFinished }) => isFinished);
    };
    await sql`delete from need_checks`.execute(db);
    await sql`insert into need_checks (day, checked, finished_at) values ('2020-01-01', 123456, now())`.execute(db);
    const broken = { ...deps, beforeCommit: () => Promise.reject(new Error('the server was killed')) };
    await expect(checkNightly(broken, {})).rejects.toThrow('killed');
    // No retry at once, because it would fail again.
    await checkNightly(deps, {});
    expect(await finished()).toEqual([true, false]);
    clock.set(inMs(600_000));
    await checkNightly(deps, { stopping: AbortSignal.abort() });
    expect([await finished(), await figures()]).toEqual([[true, false], '123456']);
    clock.set(inMs(600_000));
    await checkNightly(deps, {});
    expect(await finished()).toEqual([true, true]);
    expect(await figures()).not.toBe('123456');
    clock.set(inMs(600_000));
    await checkNightly(broken, {});
    clock.set(start);
  });

  it('are due later when a holiday is added while they wait', async () => {
    const { db, deps } = world.server;
    const [invited, undecided] = [await single(), await single()];
    const off = { as: 'branch' as const, params: { id: undecided.applicationId }, body: { isShortlisted: false } };
    expect((await world.server.call(putShortlist, off)).status).toBe(200);
    // A Monday noon. The Tuesday after it is a holiday in Spain, but not in Turkey.
    const since = '2026-12-07T09:00:00.000Z';
    await sql`
      update applications set created_at = ${since}, shortlisted_at = ${since}
      where id = any(${[invited.applicationId, undecided.applicationId]}::bigint[])`.execute(db);
    await keepNeeds(deps);
    const needs = async () => {
      const both = [await needOf(invited), await needOf(undecided)];
      return both.map((need) => [need?.kind, need?.at]);
    };
    const at = (day: string) => [
      ['invite', `${day}T09:00:00.000Z`],
      ['decide', `${day}T09:00:00.000Z`],
    ];
    expect(await needs()).toEqual(at('2026-12-08'));
    const check = async (countryCode: string) => {
      await sql`delete from need_checks`.execute(db);
      await checkNightly({ ...deps, settings: { ...deps.settings, countryCode } }, {});
    };
    await check('ES');
    expect(await needs()).toEqual(at('2026-12-09'));
    await check('TR');
    expect(await needs()).toEqual(at('2026-12-08'));
  });

  it('are due later even when a holiday becomes known after they were due', async () => {
    const { db, clock, deps } = world.server;
    const start = clock.now();
    const lapsed = await single();
    // A Monday noon; the Tuesday after it is a holiday in Spain alone.
    const since = '2026-12-07T09:00:00.000Z';
    await sql`
      update applications set created_at = ${since}, shortlisted_at = ${since}
      where id = ${lapsed.applicationId}`.execute(db);
    clock.set(new Date('2026-12-08T12:00:00.000Z'));
    await keepNeeds(deps);
    const lapses = async () => {
      const { body } = await list({ limit: 500, jobId: lapsed.jobId, needState: 'lapsed' });
      return (body.payload as ApplicationRow[]).some(({ id }) => id === lapsed.applicationId);
    };
    const nightly = async (countryCode: string) => {
      await sql`delete from need_checks`.execute(db);
      await checkNightly({ ...deps, settings: { ...deps.settings, countryCode } }, {});
    };
    expect([(await needOf(lapsed))?.at, await lapses()]).toEqual(['2026-12-08T09:00:00.000Z', true]);
    await nightly('ES');
    expect([(await needOf(lapsed))?.at, await lapses()]).toEqual(['2026-12-09T09:00:00.000Z', false]);
    await nightly('TR');
    expect([(await needOf(lapsed))?.at, await lapses()]).toEqual(['2026-12-08T09:00:00.000Z', true]);
    clock.set(start);
    await sql`select backfill_application_needs()`.execute(db);
    await keepNeeds(deps);
  });
});
