import { sql } from 'kysely';
import { FILLED_JOBS_MAX } from '../../../contract/constants/limits';
import { deleteFeedback, putFeedback } from '../../../contract/routes/applications';
import { getJob, putJob } from '../../../contract/routes/jobs';
import { getNeeds } from '../../../contract/routes/today';
import type { FilledJob, NeedsPayload } from '../../../contract/schemas/today';
import { EMPLOYER_CHANNEL, type EmployerEvent } from '../../../server/platform/live/streams';
import { eventually } from '../../support/eventually';
import type { CallOptions } from '../../support/testServer';
import { candidateWorld, type Applicant, type CandidateWorld } from '../appointments/candidateWorld';
import { addJob, bulkCalls } from '../bulks/bulkWorld';

describe('filled jobs', () => {
  let world: CandidateWorld;
  let branchId: number;
  beforeAll(async () => {
    world = await candidateWorld();
    const { rows } = await sql<{ id: number }>`select id from users where email = 'branch@demo.test'`.execute(
      world.server.db,
    );
    branchId = rows[0]!.id;
  });
  afterAll(() => world.server.close());

  const filled = async (as: CallOptions['as'] = 'branch', query: Record<string, unknown> = {}) => {
    const { status, body } = await world.server.call(getNeeds, { as, query });
    expect(status).toBe(200);
    return (body.payload as NeedsPayload).filled!;
  };
  const ofJob = async (id: number): Promise<FilledJob | undefined> => (await filled()).find((job) => job.id === id);
  const change = async (id: number, body: object, as: CallOptions['as'] = 'branch') => {
    const { status, body: reply } = await world.server.call(putJob, { as, params: { id }, body });
    expect(status).toBe(200);
    return reply.payload as { job: { hired: number; hiresWanted: number | null }; bulk?: { total: number } };
  };

  const YES = {
    isApplicantCameToAppointment: true,
    isAppointmentPositive: true,
    isOfferSentToApplicant: true,
    isApplicantAcceptTheOffer: true,
  };
  /** A job of the branch with applicants. */
  const jobWith = async (count: number) => {
    const { job, ids } = await addJob(world.server, branchId, count);
    await sql`update applications set is_shortlisted = true where job_id = ${job}`.execute(world.server.db);
    const { rows } = await sql<Applicant>`
      select id as "applicationId", worker_id as "workerId", user_id as "companyId", job_id as "jobId"
      from applications where id = any(${ids}) order by id`.execute(world.server.db);
    return { job, applicants: rows };
  };
  const meet = async (applicant: Applicant): Promise<number> => {
    const appointmentId = await world.invite(applicant);
    await world.answer(appointmentId, applicant, 'active');
    return appointmentId;
  };
  const answer = async ({ applicationId: id, jobId }: Applicant, answers: object) => {
    const body = { ...YES, ...answers };
    expect((await world.server.call(putFeedback, { as: 'branch', params: { id, jobId }, body })).status).toBe(200);
  };
  const hire = async (applicant: Applicant) => {
    const appointmentId = await meet(applicant);
    await answer(applicant, {});
    return appointmentId;
  };

  it('appear with the accepted offer until it is undone, more people are wanted or the job is closed', async () => {
    const { job, applicants } = await jobWith(6);
    expect(await ofJob(job)).toBeUndefined();
    expect((await change(job, { hiresWanted: 2 })).job).toMatchObject({ hiresWanted: 2, hired: 0 });
    await hire(applicants[0]!);
    expect(await ofJob(job)).toBeUndefined();
    const appointmentId = await hire(applicants[1]!);
    const expected = { id: job, hired: 2, hiresWanted: 2, waiting: 4 };
    expect(await ofJob(job)).toMatchObject(expected);

    const removal = { as: 'branch', params: { id: appointmentId }, body: {} } as const;
    expect((await world.server.call(deleteFeedback, removal)).status).toBe(200);
    expect(await ofJob(job)).toBeUndefined();
    await answer(applicants[1]!, {});
    expect(await ofJob(job)).toMatchObject(expected);

    await change(job, { hiresWanted: 3 });
    expect(await ofJob(job)).toBeUndefined();
    await change(job, { hiresWanted: null });
    expect(await ofJob(job)).toBeUndefined();
    await change(job, { hiresWanted: 1 });
    expect(await ofJob(job)).toMatchObject({ ...expected, hiresWanted: 1 });
    await change(job, { title: 'Kasiyer' });
    expect(await ofJob(job)).toMatchObject({ title: 'Kasiyer', hiresWanted: 1 });

    expect((await change(job, { status: 'closed', closeReason: 'found_via_app' })).job.hiresWanted).toBe(1);
    expect(await ofJob(job)).toBeUndefined();
    expect((await change(job, { status: 'active' })).job).toMatchObject({ hiresWanted: 1, hired: 2 });
    expect(await ofJob(job)).toBeDefined();
    await change(job, { status: 'deleted' });
    expect(await ofJob(job)).toBeUndefined();
  });

  it('are announced to open dashboards once by a hire and once by its undo', async () => {
    const { applicants } = await jobWith(1);
    const one = applicants[0]!;
    const appointmentId = await meet(one);
    const client = await world.server.pool.connect();
    const decided: number[][] = [];
    client.on('notification', ({ payload }) => {
      const { event } = JSON.parse(payload!) as EmployerEvent;
      if (event.type === 'applications' && event.reason === 'decided') decided.push(event.ids);
    });
    await client.query(`listen ${EMPLOYER_CHANNEL}`);
    try {
      await answer(one, {});
      await answer(one, {});
      const removal = { as: 'branch', params: { id: appointmentId }, body: {} } as const;
      expect((await world.server.call(deleteFeedback, removal)).status).toBe(200);
      await eventually(
        () => decided,
        (ids) => expect(ids).toEqual([[one.applicationId], [one.applicationId]]),
      );
    } finally {
      await client.query(`unlisten ${EMPLOYER_CHANNEL}`);
      client.release();
    }
  });

  it('count as waiting exactly the applicants whom the closing answers', async () => {
    const { job, applicants } = await jobWith(8);
    await change(job, { hiresWanted: 1 });
    const [hired, invited, agreed, positive, offered, missed, negative] = applicants as [
      Applicant,
      Applicant,
      Applicant,
      Applicant,
      Applicant,
      Applicant,
      Applicant,
    ];
    await hire(hired);
    await world.invite(invited);
    for (const one of [agreed, positive, offered, missed, negative]) await meet(one);
    const open = { isAppointmentPositive: null, isOfferSentToApplicant: null, isApplicantAcceptTheOffer: null };
    await answer(positive, { ...open, isAppointmentPositive: true });
    await answer(offered, { isApplicantAcceptTheOffer: null });
    await answer(missed, { ...open, isApplicantCameToAppointment: false });
    await answer(negative, { ...open, isAppointmentPositive: false });
    // The missed one, the negative one and the one who was never invited.
    expect(await ofJob(job)).toMatchObject({ hired: 1, waiting: 3 });
    const closing = { status: 'closed', closeReason: 'found_via_app', answerRemaining: { templateId: null } };
    await change(job, closing);
    const calls = bulkCalls(world.server);
    await calls.run();
    const [bulk] = await calls.list();
    expect((await calls.items(bulk!.id, { outcome: 'done', limit: 500 })).items).toHaveLength(3);
  });

  it('belong to their owner; HR and root see all or the branch that they picked', async () => {
    const { job, applicants } = await jobWith(1);
    await change(job, { hiresWanted: 1 });
    await hire(applicants[0]!);
    const seen = async (as: CallOptions['as'], query: Record<string, unknown> = {}) =>
      (await filled(as, query)).some(({ id }) => id === job);
    for (const as of ['branch', 'hr', 'root'] as const) expect([as, await seen(as)]).toEqual([as, true]);
    for (const as of ['company', 'other', 'empty'] as const) expect([as, await seen(as)]).toEqual([as, false]);
    const { rows } = await sql<{ id: number }>`select id from users where email = 'branch2@demo.test'`.execute(
      world.server.db,
    );
    for (const as of ['hr', 'root'] as const) {
      expect(await seen(as, { branchId })).toBe(true);
      expect(await seen(as, { branchId: rows[0]!.id })).toBe(false);
    }
    expect((await filled('branch', { jobId: job })).map(({ id }) => id)).toEqual([job]);
    expect((await world.server.call(getNeeds, { as: 'other', query: { jobId: job } })).status).toBe(404);
    const { body } = await world.server.call(getJob, { as: 'root', params: { id: job } });
    expect(body.payload.job).toMatchObject({ hired: 1, hiresWanted: 1 });
  });

  it('do not count people who withdrew after accepting, and are at most twenty', async () => {
    const { job, applicants } = await jobWith(1);
    await change(job, { hiresWanted: 1 });
    await hire(applicants[0]!);
    const { db } = world.server;
    await sql`update applications set status = 'rejected' where job_id = ${job}`.execute(db);
    expect(await ofJob(job)).toBeUndefined();
    for (let count = 0; count <= FILLED_JOBS_MAX; count += 1) {
      const one = await jobWith(1);
      await sql`update jobs set hires_wanted = 1 where id = ${one.job}`.execute(db);
      await sql`update applications set status = 'accepted', offer_accepted = true where job_id = ${one.job}`.execute(
        db,
      );
    }
    expect(await filled()).toHaveLength(FILLED_JOBS_MAX);
  });
});
