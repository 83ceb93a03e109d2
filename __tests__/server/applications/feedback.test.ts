import { sql } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { postAppointmentFeedback } from '../../../contract/routes/appointments';
import { putFeedback } from '../../../contract/routes/applications';
import { gatewayEvents } from '../../../contract/routes/gateway';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import { candidateWorld, type Applicant, type CandidateWorld } from '../appointments/candidateWorld';

// Copying the demo world takes seconds on a busy machine.
jest.setTimeout(60_000);

type Four = readonly [boolean | null, boolean | null, boolean | null, boolean | null];
const bodyOf = ([came, positive, sent, accepted]: Four, more: object = {}) => ({
  isApplicantCameToAppointment: came,
  isAppointmentPositive: positive,
  isOfferSentToApplicant: sent,
  isApplicantAcceptTheOffer: accepted,
  ...more,
});

describe('the feedback chain', () => {
  let world: CandidateWorld;
  beforeAll(async () => {
    world = await candidateWorld();
  });
  afterAll(() => world.server.close());

  const put = (applicant: Applicant, body: object, as: 'branch' | 'hr' | 'other' = 'branch') =>
    world.server.call(putFeedback, {
      as,
      params: { jobId: applicant.jobId, id: applicant.applicationId },
      body,
    });
  const recordFeedback = (appointmentId: number, feedback: string, text = '', as: 'branch' | 'other' = 'branch') =>
    world.server.call(postAppointmentFeedback, { as, body: { appointmentId, feedback, text } });
  /** Returns an applicant who accepted the invitation. */
  const accepted = async () => {
    const applicant = await world.nextApplicant();
    const id = await world.invite(applicant);
    await world.answer(id, applicant, 'active');
    return { applicant, id };
  };
  const messagesOf = async ({ workerId }: Applicant) => {
    const { rows } = await sql<{ changed: string }>`
      select m.payload ->> 'changed_status' as changed from messages m join threads t on t.id = m.thread_id
      where t.worker_id = ${workerId} and m.type = 'appointment_status' and m.created_at = ${world.server.clock.now()}
      order by m.id`.execute(world.server.db);
    return rows.map(({ changed }) => changed);
  };
  const refusal = ({ status, body }: { status: number; body: { key: string; errors?: { children: object } } }) => [
    status,
    body.key,
    ...(body.errors ? [Object.keys(body.errors.children)] : []),
  ];

  it('goes step by step to the accepted offer', async () => {
    const { applicant, id } = await accepted();
    const steps: readonly (readonly [Four, string, string])[] = [
      [[true, null, null, null], 'ACTIVE', 'in_progress'],
      [[true, true, null, null], 'APPOINTMENT_POSITIVE', 'in_progress'],
      [[true, true, true, null], 'OFFER_SENT', 'in_progress'],
      [[true, true, true, true], 'OFFER_ACCEPTED', 'accepted'],
    ];
    for (const [answers, status, applicationStatus] of steps) {
      const { body } = await put(applicant, bodyOf(answers));
      const { application, appointment } = body.payload;
      expect(application).toMatchObject({ ...bodyOf(answers), status: applicationStatus });
      expect(appointment).toMatchObject({ id, status: { name: status }, ...bodyOf(answers) });
    }
    expect(await messagesOf(applicant)).toEqual(['ACTIVE', 'APPOINTMENT_POSITIVE', 'OFFER_SENT', 'OFFER_ACCEPTED']);
    const events = await world.server.call(gatewayEvents, { as: 'gateway', query: { limit: 500 } });
    const workerEvents = (events.body.payload as GatewayEvent[]).filter(
      ({ workerId }) => workerId === applicant.workerId,
    );
    expect(workerEvents.map(({ type, data }) => [type, data.status])).toEqual(
      expect.arrayContaining([
        ['application_status', 'accepted'],
        ['appointment', 'OFFER_ACCEPTED'],
      ]),
    );
    const { rows } = await sql<{ action: string }>`
      select action from audit_log
      where (subject_type, subject_id) in (('application', ${applicant.applicationId}), ('appointment', ${id}))
        and action ~ '(feedback|accepted|appointment.status)' order by id`.execute(world.server.db);
    expect(rows.map(({ action }) => action).filter((one) => one === 'application.feedback')).toHaveLength(4);
    expect(rows.map(({ action }) => action)).toContain('application.accepted');
  });

  it('takes the whole chain at once', async () => {
    const { applicant } = await accepted();
    const { status, body } = await put(
      applicant,
      bodyOf([true, true, true, false], { status: 'offer_rejected' }),
      'hr',
    );
    expect(status).toBe(200);
    expect(body.payload.application.status).toBe('in_progress');
    const log = body.payload.appointment.statusLog.map(({ status: one }: { status: string }) => one);
    expect(log).toEqual(['WAITING', 'ACTIVE', 'APPOINTMENT_POSITIVE', 'OFFER_SENT', 'OFFER_REJECTED']);
    expect(refusal(await put(applicant, bodyOf([true, true, true, true])))).toEqual([409, ERROR_KEYS.feedbackLocked]);
  });

  it('changes nothing when the same answers come again', async () => {
    const { applicant } = await accepted();
    await put(applicant, bodyOf([true, true, null, null]));
    const count = async () => (await messagesOf(applicant)).length;
    const before = await count();
    expect((await put(applicant, bodyOf([true, true, null, null]))).status).toBe(200);
    expect(await count()).toBe(before);
  });

  it.each<[string, Four, Four, string]>([
    ['withdraws that the worker came', [true, null, null, null], [null, null, null, null], ERROR_KEYS.feedbackLocked],
    ['reverses that the worker came', [true, null, null, null], [false, null, null, null], ERROR_KEYS.feedbackLocked],
    [
      'adds an answer after a worker who did not come',
      [false, null, null, null],
      [false, true, null, null],
      ERROR_KEYS.feedbackLocked,
    ],
    [
      'adds an offer after a negative meeting',
      [true, false, null, null],
      [true, false, true, null],
      ERROR_KEYS.feedbackLocked,
    ],
    ['reverses that no offer was sent', [true, true, false, null], [true, true, true, null], ERROR_KEYS.feedbackLocked],
  ])('answers 409: %s', async (_name, first, then, key) => {
    const { applicant } = await accepted();
    expect((await put(applicant, bodyOf(first))).status).toBe(200);
    expect(refusal(await put(applicant, bodyOf(then)))).toEqual([409, key]);
  });

  it.each<[Four, string]>([
    [[null, true, null, null], 'isAppointmentPositive'],
    [[true, null, true, null], 'isOfferSentToApplicant'],
    [[true, false, true, null], 'isOfferSentToApplicant'],
    [[true, true, null, true], 'isApplicantAcceptTheOffer'],
    [[false, true, null, null], 'isAppointmentPositive'],
  ])('answers 400 to %j, which skips a step, on %s', async (answers, field) => {
    const { applicant } = await accepted();
    expect(refusal(await put(applicant, bodyOf(answers)))).toEqual([400, ERROR_KEYS.feedbackStepSkipped, [field]]);
  });

  it('answers 400 to a status that contradicts the answers', async () => {
    const { applicant } = await accepted();
    const body = bodyOf([true, true, null, null], { status: 'offer_sent' });
    expect(refusal(await put(applicant, body))).toEqual([400, ERROR_KEYS.invalid, ['status']]);
    expect((await put(applicant, bodyOf([true, null, null, null], { status: null }))).status).toBe(200);
  });

  it('requires an appointment that is accepted and not cancelled', async () => {
    const applicant = await world.nextApplicant();
    const came = bodyOf([true, null, null, null]);
    expect(refusal(await put(applicant, came))).toEqual([409, ERROR_KEYS.feedbackNoAppointment]);
    const id = await world.invite(applicant);
    expect(refusal(await put(applicant, came))).toEqual([409, ERROR_KEYS.appointmentStatusInvalid]);
    expect(refusal(await recordFeedback(id, 'worker_came'))).toEqual([409, ERROR_KEYS.appointmentStatusInvalid]);
    await world.answer(id, applicant, 'rejected');
    expect(refusal(await put(applicant, came))).toEqual([409, ERROR_KEYS.appointmentStatusInvalid]);
  });

  it('answers 404 to other jobs and foreign applications, and 401 without a token', async () => {
    const { applicant } = await accepted();
    const came = bodyOf([true, null, null, null]);
    expect((await put({ ...applicant, jobId: applicant.jobId + 1 }, came)).status).toBe(404);
    expect((await put(applicant, came, 'other')).status).toBe(404);
    expect((await put(applicant, { isApplicantCameToAppointment: 'yes' })).status).toBe(400);
    expect((await world.server.call(putFeedback, { params: { jobId: 1, id: 1 }, body: {} })).status).toBe(401);
  });

  it('records once, with a comment, that the worker came, and continues the chain', async () => {
    const { applicant, id } = await accepted();
    const { body } = await recordFeedback(id, 'worker_came', 'Zamanında geldi');
    expect(body.payload.appointment).toMatchObject({
      status: { name: 'ACTIVE' },
      isApplicantCameToAppointment: true,
      appointmentComment: 'Zamanında geldi',
      feedback: { feedback: 'worker_came', text: 'Zamanında geldi' },
    });
    expect((await recordFeedback(id, 'worker_came', 'Zamanında geldi')).status).toBe(200);
    expect(refusal(await recordFeedback(id, 'worker_came', 'Geç geldi'))).toEqual([409, ERROR_KEYS.feedbackLocked]);
    expect(refusal(await recordFeedback(id, 'worker_did_not_come'))).toEqual([409, ERROR_KEYS.feedbackLocked]);
    expect((await put(applicant, bodyOf([true, true, null, null]))).status).toBe(200);
  });

  it('records that the worker did not come as negative and ends the chain', async () => {
    const { applicant, id } = await accepted();
    const { body } = await recordFeedback(id, 'worker_did_not_come', '');
    expect(body.payload.appointment).toMatchObject({
      status: { name: 'APPOINTMENT_NEGATIVE' },
      isApplicantCameToAppointment: false,
      isAppointmentPositive: null,
    });
    expect(refusal(await put(applicant, bodyOf([false, false, null, null])))).toEqual([409, ERROR_KEYS.feedbackLocked]);
  });

  it('accepts a comment that agrees with the recorded answers and rejects one that contradicts them', async () => {
    const { applicant, id } = await accepted();
    await put(applicant, bodyOf([true, false, null, null]));
    expect(refusal(await recordFeedback(id, 'worker_did_not_come'))).toEqual([409, ERROR_KEYS.feedbackLocked]);
    expect((await recordFeedback(id, 'worker_came', 'Olmadı')).body.payload.appointment.appointmentComment).toBe(
      'Olmadı',
    );
  });

  it('rejects worker feedback that is invalid, foreign or without a token', async () => {
    const { id } = await accepted();
    expect((await recordFeedback(id, 'worker_late')).status).toBe(400);
    expect((await recordFeedback(id, 'worker_came', 'x'.repeat(2001))).status).toBe(400);
    expect((await recordFeedback(id, 'worker_came', '', 'other')).status).toBe(404);
    expect((await recordFeedback(999_999_999, 'worker_came')).status).toBe(404);
    expect((await world.server.call(postAppointmentFeedback, { body: {} })).status).toBe(401);
  });

  it('records one of two simultaneous answers and finds the other locked', async () => {
    const { applicant } = await accepted();
    const answers = await Promise.all([
      put(applicant, bodyOf([true, true, null, null])),
      put(applicant, bodyOf([false, null, null, null]), 'hr'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
