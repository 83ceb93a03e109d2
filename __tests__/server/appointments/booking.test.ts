import { sql } from 'kysely';
import { HOUR } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { deleteFeedback, getApplication, getHistory, putFeedback } from '../../../contract/routes/applications';
import * as contract from '../../../contract/routes/appointments';
import { gatewayEvents } from '../../../contract/routes/gateway';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import { APPOINTMENT_CASES } from '../../support/validationCases/appointment';
import { candidateWorld, type Applicant, type CandidateWorld } from './candidateWorld';

/** Invalid bodies are rejected before any applicant is looked up. */
const NOBODY: Applicant = { applicationId: 1, workerId: 1, companyId: 1, jobId: 1 };

describe('inviting an applicant', () => {
  let world: CandidateWorld;
  beforeAll(async () => {
    world = await candidateWorld();
  });
  afterAll(() => world.server.close());

  const post = (applicant: Applicant, change: Record<string, unknown> = {}, as: 'branch' | 'root' | 'hr' = 'branch') =>
    world.server.call(contract.postAppointment, { as, body: world.invitation(applicant, change) });

  it('stores the invitation and updates the conversation, the list, the worker and the audit log', async () => {
    const applicant = await world.nextApplicant();
    const startAt = world.inHours(30);
    const { status, body } = await post(applicant, { startAt, endAt: '2000-01-01 00:00:00', address: '  Moda 5 ' });
    expect(status).toBe(200);
    const { appointment } = body.payload;
    expect(appointment).toMatchObject({
      applicationId: applicant.applicationId,
      companyId: applicant.companyId,
      startAt,
      address: 'Moda 5',
      status: { name: 'WAITING' },
      isApplicantCameToAppointment: null,
      feedback: null,
      statusLog: [{ status: 'WAITING', by: 'employer' }],
    });
    expect(appointment.endAt.slice(14)).toBe(startAt.slice(14));
    const { rows } = await sql<{ type: string; sender: string; payload: unknown; pointed: number; audits: string[] }>`
      select m.type, m.sender, m.payload, a.appointment_id as pointed,
        (select array_agg(action) from audit_log where action = 'appointment.created' and subject_type = 'application'
          and subject_id = ${applicant.applicationId} and details ->> 'appointmentId' = ${String(appointment.id)}) as audits
      from messages m join threads t on t.id = m.thread_id, applications a
      where t.user_id = ${applicant.companyId} and t.worker_id = ${applicant.workerId} and a.id = ${applicant.applicationId}
      order by m.id desc limit 1`.execute(world.server.db);
    expect(rows[0]).toEqual({
      type: 'appointment',
      sender: 'employer',
      payload: {
        id: appointment.id,
        applicationId: applicant.applicationId,
        startAt,
        endAt: appointment.endAt,
        latitude: 41.01,
        longitude: 28.97,
        address: 'Moda 5',
        linkSent: true,
      },
      pointed: appointment.id,
      audits: ['appointment.created'],
    });
    const events = await world.server.call(gatewayEvents, { as: 'gateway', query: { limit: 500 } });
    const appointmentEvents = (events.body.payload as GatewayEvent[])
      .filter(({ type }) => type === 'appointment')
      .at(-1);
    expect(appointmentEvents).toMatchObject({
      workerId: applicant.workerId,
      data: { appointmentId: appointment.id, status: 'WAITING' },
    });
  });

  it.each(APPOINTMENT_CASES)('rejects $name on $field', async ({ change, field, key }) => {
    const applicant = field === null ? await world.nextApplicant() : NOBODY;
    const { status, body } = await post(applicant, change);
    expect(status).toBe(field === null ? 200 : 400);
    if (field === null) return;
    expect(body.errors.children).toEqual({ [field]: { errors: [key] } });
    expect(body.key).toBe(key === ERROR_KEYS.appointmentDate ? key : ERROR_KEYS.invalid);
  });

  it('answers 404 when ids do not match or belong to another organisation', async () => {
    const one = await world.nextApplicant();
    const two = await world.nextApplicant();
    const sibling = await world.nextApplicant('branch2');
    const foreign = await world.nextApplicant('other');
    const answers = await Promise.all([
      post(one, { workerId: two.workerId }),
      post(one, { companyId: sibling.companyId }),
      post(one, { applicationId: 999_999_999 }),
      post(sibling),
      post(foreign),
      post(foreign, {}, 'root'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await post(sibling, {}, 'hr')).status).toBe(200);
  });

  it('rejects an applicant who is not shortlisted', async () => {
    const applicant = await world.nextApplicant();
    await sql`update applications set is_shortlisted = false where id = ${applicant.applicationId}`.execute(
      world.server.db,
    );
    const { status, body } = await post(applicant);
    expect([status, body.key]).toEqual([409, ERROR_KEYS.appointmentNotShortlisted]);
  });

  it('rejects a second invitation while one is open or answered, and accepts it after an unsuccessful one', async () => {
    const applicant = await world.nextApplicant();
    const first = await world.invite(applicant, world.inHours(20));
    const refused = await post(applicant, { startAt: world.inHours(60) });
    expect([refused.status, refused.body.key]).toEqual([409, ERROR_KEYS.appointmentExists]);
    await world.answer(first, applicant, 'rejected');
    const second = (await post(applicant, { startAt: world.inHours(60) })).body.payload.appointment.id as number;
    await world.answer(second, applicant, 'active');
    await world.answer(second, applicant, 'applicant_cancelled');
    expect((await post(applicant, { startAt: world.inHours(60) })).status).toBe(200);
    await sql`update appointments set status = 'APPOINTMENT_POSITIVE' where application_id = ${applicant.applicationId}`.execute(
      world.server.db,
    );
    expect((await post(applicant, { startAt: world.inHours(90) })).body.key).toBe(ERROR_KEYS.appointmentExists);
  });

  describe('again after a missed appointment', () => {
    const record = ({ jobId, applicationId: id }: Applicant, came: boolean) => {
      const body = {
        isApplicantCameToAppointment: came,
        isAppointmentPositive: came ? false : null,
        isOfferSentToApplicant: null,
        isApplicantAcceptTheOffer: null,
      };
      return world.server.call(putFeedback, { as: 'branch', params: { jobId, id }, body });
    };
    const met = async (came: boolean) => {
      const applicant = await world.nextApplicant();
      const missed = await world.invite(applicant);
      await world.answer(missed, applicant, 'active');
      expect((await record(applicant, came)).status).toBe(200);
      return { applicant, missed };
    };
    const rebook = (applicant: Applicant, rebookOf: number, change: Record<string, unknown> = {}) =>
      post(applicant, { startAt: world.inHours(120), rebookOf, ...change });
    const refusal = ({ status, body }: { status: number; body: { key: string } }) => [status, body.key];
    const undo = (id: number) => world.server.call(deleteFeedback, { as: 'branch', params: { id }, body: {} });
    const missedAtOf = async ({ applicationId }: Applicant) => {
      const { rows } = await sql<{ at: Date | null }>`
        select missed_at as at from application_facts where application_id = ${applicationId}`.execute(world.server.db);
      return rows[0]!.at;
    };

    it('moves the answer to the missed appointment, where it can no longer be undone', async () => {
      const { applicant, missed } = await met(false);
      const { applicationId: id } = applicant;
      expect(refusal(await post(applicant, { startAt: world.inHours(120) }))).toEqual([
        409,
        ERROR_KEYS.appointmentExists,
      ]);
      const { body } = await rebook(applicant, missed);
      const again = body.payload.appointment;
      expect(again).toMatchObject({
        rebookOf: missed,
        isApplicantCameToAppointment: null,
        status: { name: 'WAITING' },
      });
      const list = await world.server.call(contract.findOneApplicationAppointments, {
        as: 'branch',
        params: { id },
        body: {},
      });
      expect(list.body.payload).toMatchObject([
        { id: missed, isApplicantCameToAppointment: false, status: { name: 'APPOINTMENT_NEGATIVE' }, rebookOf: null },
        { id: again.id, isApplicantCameToAppointment: null },
      ]);
      const page = await world.server.call(getApplication, { as: 'branch', params: { id } });
      expect(page.body.payload.application).toMatchObject({
        status: 'in_progress',
        isApplicantCameToAppointment: null,
        appointment: { id: again.id, lastAnswer: null },
      });
      expect(refusal(await undo(missed))).toEqual([409, ERROR_KEYS.feedbackFollowed]);
      expect(refusal(await rebook(applicant, missed))).toEqual([409, ERROR_KEYS.appointmentExists]);
      const history = await world.server.call(getHistory, { as: 'branch', params: { id } });
      expect(history.body.payload[0]).toMatchObject({ action: 'appointment.created', details: { rebookOf: missed } });

      // The fact of the first no-show outlives the removal of the second one.
      const missedAt = await missedAtOf(applicant);
      await world.answer(again.id, applicant, 'active');
      await record(applicant, false);
      expect((await undo(again.id)).status).toBe(200);
      expect([missedAt, await missedAtOf(applicant)]).toEqual([world.server.clock.now(), missedAt]);
    });

    it('is refused unless it names the missed appointment', async () => {
      const { applicant, missed } = await met(true);
      expect(refusal(await rebook(applicant, missed))).toEqual([409, ERROR_KEYS.appointmentExists]);
      const other = await met(false);
      expect((await rebook(applicant, other.missed)).status).toBe(404);
      expect((await rebook(other.applicant, 999_999_999)).status).toBe(404);
      expect(Object.keys((await rebook(other.applicant, 0)).body.errors.children)).toEqual(['rebookOf']);
      const cancelled = await world.nextApplicant();
      const first = await world.invite(cancelled);
      await world.answer(first, cancelled, 'rejected');
      expect(refusal(await rebook(cancelled, first))).toEqual([409, ERROR_KEYS.appointmentExists]);
    });

    it('creates one appointment for a double click', async () => {
      const { applicant, missed } = await met(false);
      const answers = await Promise.all([rebook(applicant, missed), rebook(applicant, missed)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });
  });

  it('rejects overlapping appointments of a worker within the organisation and accepts adjacent ones', async () => {
    const applicant = await world.nextApplicant();
    const sibling = await world.alsoAt(applicant, 'branch2');
    const foreign = await world.alsoAt(applicant, 'other');
    await world.invite(applicant, world.inHours(72));
    const half = world.inHours(72).replace(':00:00', ':30:00');
    const overlapping = await post(sibling, { startAt: half }, 'root');
    expect([overlapping.status, overlapping.body.key]).toEqual([409, ERROR_KEYS.appointmentOverlap]);
    const elsewhere = await world.server.call(contract.postAppointment, {
      as: 'other',
      body: world.invitation(foreign, { startAt: half }),
    });
    expect(elsewhere.status).toBe(200);
    expect((await post(sibling, { startAt: world.inHours(73) }, 'root')).status).toBe(200);
  });

  it('lets one of two users book an applicant for the same hour', async () => {
    const applicant = await world.nextApplicant();
    const sibling = await world.alsoAt(applicant, 'branch2');
    const startAt = world.inHours(100);
    const answers = await Promise.all([
      post(applicant, { startAt }),
      post(sibling, { startAt }, 'root'),
      post(applicant, { startAt }, 'hr'),
      post(sibling, { startAt }, 'hr'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from appointments where worker_id = ${applicant.workerId} and status = 'WAITING'`.execute(
      world.server.db,
    );
    expect(rows[0]!.n).toBe(1);
  });

  it('ignores an expired invitation in the overlap check even before the clock’s task runs', async () => {
    const applicant = await world.nextApplicant();
    const startAt = world.inHours(80);
    const id = await world.invite(applicant, startAt);
    await sql`update appointments set created_at = ${new Date(world.server.clock.now().getTime() - 25 * HOUR)} where id = ${id}`.execute(
      world.server.db,
    );
    expect((await post(applicant, { startAt })).status).toBe(200);
  });

  it('creates one appointment for one Idempotency-Key', async () => {
    const applicant = await world.nextApplicant();
    const headers = { 'idempotency-key': 'invitation-1' };
    const body = world.invitation(applicant, { startAt: world.inHours(50) });
    const first = await world.server.call(contract.postAppointment, { as: 'branch', body, headers });
    const again = await world.server.call(contract.postAppointment, { as: 'branch', body, headers });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.payload).toEqual(first.body.payload);
    const other = { ...body, address: 'elsewhere' };
    const mismatch = await world.server.call(contract.postAppointment, { as: 'branch', body: other, headers });
    expect([mismatch.status, mismatch.body.key]).toEqual([409, ERROR_KEYS.idempotencyMismatch]);
    await sql`update idempotency_keys set answer = null, status = null where key = 'invitation-1'`.execute(
      world.server.db,
    );
    const busy = await world.server.call(contract.postAppointment, { as: 'branch', body, headers });
    expect([busy.status, busy.body.key]).toEqual([409, ERROR_KEYS.idempotencyInFlight]);
  });

  it('requires a token', async () => {
    expect((await world.server.call(contract.postAppointment, { body: {} })).status).toBe(401);
  });
});
