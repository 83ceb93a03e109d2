import { sql } from 'kysely';
import { DAY, MINUTE } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { postAppointmentFeedback } from '../../../contract/routes/appointments';
import { deleteFeedback, getApplication, getHistory, putFeedback } from '../../../contract/routes/applications';
import { blockByThread } from '../../../contract/routes/chat';
import { putDecline } from '../../../contract/routes/decisions';
import { gatewayEvents, gatewayMessages, gatewayReject } from '../../../contract/routes/gateway';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import type { HistoryEntry } from '../../../contract/schemas/history';
import { sendEvents } from '../../../server/platform/live/outbox';
import { candidateWorld, type Applicant, type CandidateWorld } from '../appointments/candidateWorld';

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
    expect((await messagesOf(applicant)).at(-1)).toBe('MISSED');
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

  describe('removing the last answer', () => {
    type As = 'branch' | 'hr' | 'root' | 'other';
    const remove = (id: number, body: object = {}, as: As = 'branch') =>
      world.server.call(deleteFeedback, { as, params: { id }, body });
    const record = async (answers: Four) => {
      const { applicant, id } = await accepted();
      expect((await put(applicant, bodyOf(answers))).status).toBe(200);
      return { applicant, id };
    };
    const appointmentOf = async ({ applicationId }: Applicant) => {
      const { body } = await world.server.call(getApplication, { as: 'branch', params: { id: applicationId } });
      return body.payload.application.appointment;
    };
    const countsOf = async ({ jobId }: Applicant) =>
      (
        await sql`
          select status, is_shortlisted, total, unseen from application_counts
          where job_id = ${jobId} and total > 0 order by 1, 2`.execute(world.server.db)
      ).rows;
    const threadOf = async ({ workerId, companyId }: Applicant) => {
      const { rows } = await sql<{ id: number }>`
        select id from threads where worker_id = ${workerId} and user_id = ${companyId}`.execute(world.server.db);
      return rows[0]!.id;
    };
    const textsOf = async (applicant: Applicant) => {
      const { rows } = await sql<{ sender: string; body: string }>`
        select sender, body from messages where thread_id = ${await threadOf(applicant)} and type = 'text'
          and created_at = ${world.server.clock.now()} order by id`.execute(world.server.db);
      return rows;
    };
    const eventsOf = async ({ workerId }: Applicant) => {
      await sendEvents(world.server.db);
      const { rows } = await sql<{ type: string; status: string }>`
        select type, data ->> 'status' as status from worker_events where worker_id = ${workerId} order by seq desc
        limit 3`.execute(world.server.db);
      return rows.map(({ type, status }) => [type, status]);
    };
    const factsOf = async ({ applicationId }: Applicant) => {
      const { rows } = await sql<Record<string, Date | null>>`
        select came_at, missed_at, offer_at, hired_at from application_facts
        where application_id = ${applicationId}`.execute(world.server.db);
      return Object.entries(rows[0]!).flatMap(([fact, at]) => (at === null ? [] : [fact]));
    };
    /** Runs `work` at a later time. */
    const after = async <T>(ms: number, work: () => Promise<T>): Promise<T> => {
      const { clock } = world.server;
      const before = clock.now();
      clock.set(new Date(before.getTime() + ms));
      try {
        return await work();
      } finally {
        clock.set(before);
      }
    };

    it.each<Four>([
      [true, null, null, null],
      [false, null, null, null],
      [true, false, null, null],
    ])('refuses when it would give a declined applicant an open appointment (%j, %j)', async (...answers) => {
      const { applicant, id } = await record(answers);
      const params = { id: applicant.applicationId };
      expect((await world.server.call(putDecline, { as: 'branch', params, body: {} })).status).toBe(200);
      const refused = await remove(id);
      expect(refusal(refused)).toEqual([409, ERROR_KEYS.applicationDeclined]);
      expect(refused.body.application).toMatchObject({ id: params.id, decision: { by: expect.any(String) } });
    });

    it('refuses when it would give somebody who withdrew an open appointment', async () => {
      const { applicant, id } = await record([true, false, null, null]);
      const { applicationId, workerId } = applicant;
      await world.server.call(gatewayReject, { as: 'gateway', params: { id: applicationId }, body: { workerId } });
      expect(refusal(await remove(id))).toEqual([409, ERROR_KEYS.applicationWithdrawn]);
    });

    it('refuses when it would give an erased person an open appointment', async () => {
      const { applicant, id } = await record([true, false, null, null]);
      await sql`update workers set external_id = 'erased:' || id where id = ${applicant.workerId}`.execute(
        world.server.db,
      );
      expect(refusal(await remove(id))).toEqual([409, ERROR_KEYS.applicationErased]);
    });

    it.each<[Four, string[], string[]]>([
      [[true, null, null, null], ['cameAt'], []],
      [[false, null, null, null], ['missedAt'], []],
      [[true, true, true, null], ['cameAt', 'offerAt'], ['cameAt']],
      [
        [true, true, true, true],
        ['cameAt', 'offerAt', 'hiredAt'],
        ['cameAt', 'offerAt'],
      ],
    ])('clears the time of the removed answer’s step (%j)', async (answers, before, rest) => {
      const { applicant, id } = await record(answers);
      expect(await factsOf(applicant)).toEqual(before);
      expect((await remove(id)).status).toBe(200);
      expect(await factsOf(applicant)).toEqual(rest);
    });

    it.each<[string, Four, Four, string, boolean]>([
      ['came', [true, null, null, null], [null, null, null, null], 'ACTIVE', false],
      ['did not come', [false, null, null, null], [null, null, null, null], 'ACTIVE', true],
      ['positive', [true, true, null, null], [true, null, null, null], 'ACTIVE', true],
      ['negative', [true, false, null, null], [true, null, null, null], 'ACTIVE', true],
      ['no offer', [true, true, false, null], [true, true, null, null], 'APPOINTMENT_POSITIVE', false],
      ['offer sent', [true, true, true, null], [true, true, null, null], 'APPOINTMENT_POSITIVE', true],
      ['offer accepted', [true, true, true, true], [true, true, true, null], 'OFFER_SENT', true],
      ['offer declined', [true, true, true, false], [true, true, true, null], 'OFFER_SENT', true],
    ])('%s: restores what was before it', async (_name, answers, rest, status, wasTold) => {
      const { applicant, id } = await accepted();
      const counts = await countsOf(applicant);
      await put(applicant, bodyOf(answers));
      const { status: code, body } = await remove(id);
      expect(code).toBe(200);
      const { application, appointment } = body.payload;
      expect(body.payload.wasTold).toBe(wasTold);
      expect(application).toMatchObject({
        ...bodyOf(rest),
        status: 'in_progress',
        appointment: { status: { name: status } },
      });
      expect(appointment).toMatchObject({ id, ...bodyOf(rest), status: { name: status } });
      expect(await countsOf(applicant)).toEqual(counts);
      // The removed answers can be given again.
      expect((await put(applicant, bodyOf(answers))).status).toBe(200);
      expect((await appointmentOf(applicant)).status.name).not.toBe(wasTold ? status : '');
    });

    it('notifies the worker in their language, and only of an answer that they know', async () => {
      const { applicant, id } = await record([true, true, true, true]);
      await sql`update workers set language_code = 'es' where id = ${applicant.workerId}`.execute(world.server.db);
      await remove(id);
      expect(await textsOf(applicant)).toEqual([{ sender: 'system', body: 'El registro anterior fue un error.' }]);
      expect((await messagesOf(applicant)).at(-1)).toBe('OFFER_SENT');
      expect((await eventsOf(applicant)).reverse()).toEqual([
        ['message', null],
        ['appointment', 'OFFER_SENT'],
        ['application_status', 'in_progress'],
      ]);
      const silent = await record([true, null, null, null]);
      const events = await eventsOf(silent.applicant);
      await remove(silent.id);
      expect(await eventsOf(silent.applicant)).toEqual(events);
      expect(await textsOf(silent.applicant)).toEqual([]);
    });

    it('writes no text in a blocked conversation, and says so before and after', async () => {
      const { applicant, id } = await record([false, null, null, null]);
      const threadId = await threadOf(applicant);
      expect((await appointmentOf(applicant)).lastAnswer).toMatchObject({ isRemovalTold: true });
      await world.server.call(blockByThread, { as: 'branch', params: { threadId } });
      expect((await appointmentOf(applicant)).lastAnswer).toMatchObject({ isRemovalTold: false });
      expect((await remove(id)).body.payload.wasTold).toBe(false);
      expect((await messagesOf(applicant)).at(-1)).toBe('ACTIVE');
      expect(await textsOf(applicant)).toEqual([]);
    });

    it.each<[As, number, number, string | null]>([
      ['branch', 15 * MINUTE, 200, null],
      ['branch', 15 * MINUTE + 1, 409, ERROR_KEYS.feedbackTooOld],
      ['hr', 15 * MINUTE + 1, 200, null],
      ['hr', 7 * DAY, 200, null],
      ['hr', 7 * DAY + 1, 409, ERROR_KEYS.feedbackTooOld],
      ['root', 7 * DAY, 200, null],
      ['root', 7 * DAY + 1, 409, ERROR_KEYS.feedbackTooOld],
      ['other', 0, 404, ERROR_KEYS.notFound],
    ])('%s after %i ms: %i', async (as, ms, status, key) => {
      const { id } = await record([true, false, null, null]);
      const answer = await after(ms, () => remove(id, {}, as));
      expect([answer.status, answer.body.key ?? null]).toEqual([status, key]);
    });

    it('counts the time of each answer by itself', async () => {
      const { applicant, id } = await record([true, null, null, null]);
      await after(14 * MINUTE, async () => {
        await put(applicant, bodyOf([true, true, null, null]));
        const { lastAnswer } = await appointmentOf(applicant);
        expect(lastAnswer).toMatchObject({ field: 'isAppointmentPositive', delivery: 'sent' });
        expect(Date.parse(lastAnswer.recordedAt)).toBe(world.server.clock.now().getTime());
      });
      await after(16 * MINUTE, async () => {
        expect((await remove(id)).status).toBe(200);
        expect(refusal(await remove(id))).toEqual([409, ERROR_KEYS.feedbackTooOld]);
      });
    });

    it('shows whether the worker knows of the answer', async () => {
      const { applicant, id } = await record([true, null, null, null]);
      const deliveryOf = async () => (await appointmentOf(applicant)).lastAnswer.delivery;
      expect(await deliveryOf()).toBe('none');
      await put(applicant, bodyOf([true, false, null, null]));
      expect(await deliveryOf()).toBe('sent');
      const query = { workerId: applicant.workerId };
      const threadId = await threadOf(applicant);
      await world.server.call(gatewayMessages, { as: 'gateway', params: { id: threadId }, query });
      expect(await deliveryOf()).toBe('read');
      await remove(id);
      expect(await deliveryOf()).toBe('none');
      await remove(id);
      expect((await appointmentOf(applicant)).lastAnswer).toBeNull();
      expect((await remove(id)).body.payload.wasTold).toBe(false);
    });

    it('shows that the worker knows of a missed interview', async () => {
      const { applicant } = await record([false, null, null, null]);
      const deliveryOf = async () => (await appointmentOf(applicant)).lastAnswer.delivery;
      expect(await deliveryOf()).toBe('sent');
      const query = { workerId: applicant.workerId };
      await world.server.call(gatewayMessages, { as: 'gateway', params: { id: await threadOf(applicant) }, query });
      expect(await deliveryOf()).toBe('read');
    });

    it('removes one answer for a double click', async () => {
      const { applicant, id } = await record([true, true, null, null]);
      const { field, recordedAt } = (await appointmentOf(applicant)).lastAnswer;
      const expected = { field, recordedAt };
      const results = await Promise.all([remove(id, { expected }), remove(id, { expected }, 'hr')]);
      expect(results.map(({ status }) => status)).toEqual([200, 200]);
      expect(results.map(({ body }) => body.payload.wasTold).sort()).toEqual([false, true]);
      expect(await appointmentOf(applicant)).toMatchObject(bodyOf([true, null, null, null]));
    });

    it('keeps another answer than the one that the user saw', async () => {
      const { applicant, id } = await record([true, null, null, null]);
      const { field, recordedAt } = (await appointmentOf(applicant)).lastAnswer;
      await put(applicant, bodyOf([true, true, null, null]));
      const expected = { field, recordedAt };
      expect(refusal(await remove(id, { expected }))).toEqual([409, ERROR_KEYS.feedbackFollowed]);
      const other = { field: 'isAppointmentPositive', recordedAt: new Date(0).toISOString() };
      expect((await remove(id, { expected: other })).status).toBe(200);
      expect(await appointmentOf(applicant)).toMatchObject(bodyOf([true, true, null, null]));
    });

    it('answers 409 once another appointment follows, or is at the same time', async () => {
      const { applicant, id } = await record([false, null, null, null]);
      const copy = await sql<{ id: number }>`
        insert into appointments (organisation_id, user_id, application_id, job_id, worker_id, status, start_at, end_at,
          latitude, longitude, created_at)
        select organisation_id, user_id, application_id, job_id, worker_id, 'ACTIVE', start_at, end_at, latitude,
          longitude, created_at from appointments where id = ${id} returning id`.execute(world.server.db);
      expect(refusal(await remove(id))).toEqual([409, ERROR_KEYS.feedbackFollowed]);
      await sql`update appointments set status = 'CANCELLED' where id = ${copy.rows[0]!.id}`.execute(world.server.db);
      await sql`update applications set appointment_id = ${copy.rows[0]!.id} where id = ${applicant.applicationId}`.execute(
        world.server.db,
      );
      expect(refusal(await remove(id))).toEqual([409, ERROR_KEYS.feedbackFollowed]);
    });

    it('says in the history that somebody commented only if they did', async () => {
      const { applicant, id } = await accepted();
      await recordFeedback(id, 'worker_came');
      const history = await world.server.call(getHistory, { as: 'branch', params: { id: applicant.applicationId } });
      const actions = history.body.payload.map(({ action }: HistoryEntry) => action);
      expect(actions).toContain('application.feedback');
      expect(actions).not.toContain('appointment.feedback');
    });

    it('removes the comment with the attendance, and records both in the history', async () => {
      const { applicant, id } = await accepted();
      await recordFeedback(id, 'worker_did_not_come', 'No call');
      const { body } = await remove(id, { reason: 'Wrong person ' }, 'hr');
      expect(body.payload.appointment).toMatchObject({ appointmentComment: null, feedback: null, lastAnswer: null });
      expect((await recordFeedback(id, 'worker_came', 'On time')).status).toBe(200);
      const history = await world.server.call(getHistory, { as: 'branch', params: { id: applicant.applicationId } });
      expect(history.body.payload.slice(0, 5)).toMatchObject([
        { action: 'appointment.feedback' },
        { action: 'application.feedback', details: { isApplicantCameToAppointment: true } },
        {
          action: 'appointment.feedback_removed',
          details: { isApplicantCameToAppointment: false, correctionReason: 'Wrong person' },
        },
        { action: 'appointment.feedback' },
        { action: 'application.feedback', details: { isApplicantCameToAppointment: false } },
      ]);
    });

    it.each([
      [{ reason: '' }, 'reason'],
      [{ reason: ['x'] }, 'reason'],
      [{ expected: { field: 'status', recordedAt: '2026-11-23T08:00:00.000Z' } }, 'expected'],
    ])('names the wrong field of %j', async (body, field) => {
      const { status, body: answer } = await remove(1, body);
      expect([status, Object.keys(answer.errors.children)]).toEqual([400, [field]]);
    });
  });
});
