import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { getApplication, getHistory, putFeedback } from '../../../contract/routes/applications';
import { getMyAppointments } from '../../../contract/routes/appointments';
import { getInbox, sendMessage } from '../../../contract/routes/chat';
import { gatewayAnswerAppointment, gatewayAttendance, gatewayReject } from '../../../contract/routes/gateway';
import type { Appointment } from '../../../contract/schemas/appointments';
import type { Thread } from '../../../contract/schemas/chat';
import type { HistoryEntry } from '../../../contract/schemas/history';
import { candidateWorld, type Applicant, type CandidateWorld } from './candidateWorld';

describe('what a worker says about an accepted appointment', () => {
  let world: CandidateWorld;
  beforeAll(async () => {
    world = await candidateWorld();
  });
  afterAll(() => world.server.close());

  const attend = (id: number, body: Record<string, unknown>) =>
    world.server.call(gatewayAttendance, { as: 'gateway', params: { id }, body });
  const accepted = async (hours = 48) => {
    const applicant = await world.nextApplicant();
    const id = await world.invite(applicant, world.inHours(hours));
    await world.answer(id, applicant, 'active');
    return { applicant, id, workerId: applicant.workerId };
  };
  const stored = async (id: number) => {
    const { rows } = await sql`
      select status, attendance, attendance_minutes as minutes from appointments where id = ${id}`.execute(
      world.server.db,
    );
    return rows[0];
  };
  const texts = async (workerId: number) => {
    const { rows } = await sql<{ body: string }>`
      select m.body from messages m join threads t on t.id = m.thread_id
      where t.worker_id = ${workerId} and m.sender = 'worker' and m.type = 'text' order by m.id`.execute(
      world.server.db,
    );
    return rows.map(({ body }) => body);
  };
  const lines = async (id: number) => {
    const { body } = await world.server.call(getHistory, { as: 'branch', params: { id } });
    return body.payload
      .filter(({ action }: HistoryEntry) => action === 'appointment.attendance')
      .map(({ details }: HistoryEntry) => details);
  };

  it('records the answers, writes the texts once and changes nothing for a repeat', async () => {
    const { applicant, id, workerId } = await accepted();
    const { length: before } = await texts(workerId);
    expect((await attend(id, { workerId, answer: 'coming' })).body.payload).toEqual({
      appointment: { id, status: { name: 'ACTIVE' } },
    });
    const late = { workerId, answer: 'late', minutes: 20, text: ' Otobüs gecikti ' };
    for (const body of [late, late, { ...late, text: undefined }]) expect((await attend(id, body)).status).toBe(200);
    expect(await stored(id)).toEqual({ status: 'ACTIVE', attendance: 'late', minutes: 20 });
    expect((await texts(workerId)).slice(before)).toEqual(['Otobüs gecikti']);
    const request = { workerId, answer: 'other_time', text: 'Cuma 15’ten sonra' };
    for (const body of [request, request]) expect((await attend(id, body)).status).toBe(200);
    expect(await stored(id)).toEqual({ status: 'ACTIVE', attendance: 'other_time', minutes: null });
    expect((await texts(workerId)).slice(before + 1)).toEqual([expect.stringMatching(/\? Cuma 15’ten sonra$/)]);
    expect(await lines(applicant.applicationId)).toEqual([
      { answer: 'other_time' },
      { answer: 'late', minutes: 20 },
      { answer: 'coming' },
    ]);
  });

  it.each([
    [1, 'coming'],
    [3, null],
  ] as const)('an acceptance %i hours before the start says %s', async (hours, attendance) => {
    const { id } = await accepted(hours);
    expect(await stored(id)).toEqual({ status: 'ACTIVE', attendance, minutes: null });
  });

  it('shows whether the employer has replied to a request for another time', async () => {
    const { applicant, id, workerId } = await accepted();
    const { companyId, applicationId } = applicant;
    const hasReply = async () => {
      const { body } = await world.server.call(getApplication, { as: 'branch', params: { id: applicationId } });
      return body.payload.application.appointment.attendance?.hasReply;
    };
    const { clock } = world.server;
    const passSecond = () => clock.set(new Date(clock.now().getTime() + 1000));
    const write = async () => {
      passSecond();
      const body = {
        user_id: companyId,
        recipient_id: workerId,
        body: 'Cuma olur mu?',
        message_status: 2,
        type: 'text',
        client_message_id: randomUUID(),
      };
      expect((await world.server.call(sendMessage, { as: 'branch', body })).status).toBe(200);
      passSecond();
    };
    await write();
    await attend(id, { workerId, answer: 'other_time', text: 'Cuma 15’ten sonra' });
    expect(await hasReply()).toBe(false);
    await write();
    expect(await hasReply()).toBe(true);
    passSecond();
    const again = () => attend(id, { workerId, answer: 'other_time', text: 'Ya da cumartesi' });
    await again();
    expect(await hasReply()).toBe(false);
    await write();
    // A repeated call is not a new request for another time.
    await again();
    expect(await hasReply()).toBe(true);
    await attend(id, { workerId, answer: 'coming' });
    expect(await hasReply()).toBe(false);
    await attend(id, { workerId, answer: 'other_time', text: 'Yine de olmuyor' });
    expect(await hasReply()).toBe(false);
  });

  it('is cleared when the worker accepts the time after asking for another', async () => {
    const applicant = await world.nextApplicant();
    const id = await world.invite(applicant);
    await attend(id, { workerId: applicant.workerId, answer: 'other_time' });
    expect(await stored(id)).toMatchObject({ status: 'WAITING', attendance: 'other_time' });
    await world.answer(id, applicant, 'active');
    expect(await stored(id)).toEqual({ status: 'ACTIVE', attendance: null, minutes: null });
  });

  it.each([
    ['active', 'APPLICANT_CANCELLED', 'cannot'],
    [null, 'REJECTED', null],
  ])('follows from a withdrawal, which ends an open appointment: %s', async (answer, status, attendance) => {
    const applicant = await world.nextApplicant();
    const { applicationId, workerId } = applicant;
    const id = await world.invite(applicant);
    if (answer) await world.answer(id, applicant, answer);
    const reject = () =>
      world.server.call(gatewayReject, { as: 'gateway', params: { id: applicationId }, body: { workerId } });
    const replies = await Promise.all([reject(), reject()]);
    expect(replies.map(({ status: code }) => code)).toEqual([200, 200]);
    expect(await stored(id)).toMatchObject({ status, attendance });
    const { rows } = await sql`
      select 1 from appointment_status_log where appointment_id = ${id} and status = ${status}`.execute(
      world.server.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('tells of a withdrawal before an answer, and not of a declined invitation', async () => {
    const applicant = await world.nextApplicant();
    const { applicationId: id, workerId, companyId } = applicant;
    await world.invite(applicant);
    await world.server.call(gatewayReject, { as: 'gateway', params: { id }, body: { workerId } });
    const history = await world.server.call(getHistory, { as: 'branch', params: { id } });
    const actions = history.body.payload.map(({ action }: HistoryEntry) => action);
    expect(actions.slice(0, 2)).toEqual(['application.rejected', 'appointment.created']);
    const inbox = await world.server.call(getInbox, { as: 'branch', query: { user_id: companyId } });
    const thread = inbox.body.payload.threads.find(({ user }: Thread) => user.id === workerId);
    expect(thread.lastMessage).toMatchObject({ sender: 'worker', appointment: { status: 'WITHDRAWN' } });
  });

  it('shows as withdrawn only an invitation that nobody had declined before the withdrawal', async () => {
    const [silent, declining, early] = [
      await world.nextApplicant(),
      await world.nextApplicant(),
      await world.nextApplicant(),
    ];
    const { clock, db } = world.server;
    await world.invite(silent);
    const earlyId = await world.invite(early);
    await world.answer(await world.invite(declining), declining, 'rejected');
    clock.set(new Date(clock.now().getTime() + 60_000));
    // A release before wrote an answer for the withdrawal itself.
    await sql`insert into audit_log (at, actor, organisation_id, action, subject_type, subject_id, details)
      values (${clock.now()}, 'worker', 1, 'appointment.status', 'appointment', ${earlyId}, '{"to": "REJECTED"}')`.execute(
      db,
    );
    for (const { applicationId: id, workerId } of [silent, declining, early])
      await world.server.call(gatewayReject, { as: 'gateway', params: { id }, body: { workerId } });
    const { body } = await world.server.call(getMyAppointments, { as: 'branch', query: { limit: 100 } });
    const shown = ({ applicationId: id }: Applicant) => {
      const { status, isWithdrawn } = body.payload.find(({ applicationId }: Appointment) => applicationId === id);
      return [status.name, isWithdrawn];
    };
    expect([shown(silent), shown(declining), shown(early)]).toEqual([
      ['REJECTED', true],
      ['REJECTED', false],
      ['REJECTED', true],
    ]);
  });

  it('cancels for a worker who cannot come, once', async () => {
    const { id, workerId } = await accepted();
    const replies = [
      await attend(id, { workerId, answer: 'cannot' }),
      await attend(id, { workerId, answer: 'cannot' }),
    ];
    expect(replies.map(({ body }) => body.payload.appointment.status.name)).toEqual(
      Array(2).fill('APPLICANT_CANCELLED'),
    );
    expect(await stored(id)).toEqual({ status: 'APPLICANT_CANCELLED', attendance: 'cannot', minutes: null });
    expect((await attend(id, { workerId, answer: 'coming' })).body.key).toBe(ERROR_KEYS.appointmentStatusInvalid);
  });

  const recordCame = ({ jobId, applicationId: id }: Applicant) =>
    world.server.call(putFeedback, {
      as: 'branch',
      params: { jobId, id },
      body: {
        isApplicantCameToAppointment: true,
        isAppointmentPositive: null,
        isOfferSentToApplicant: null,
        isApplicantAcceptTheOffer: null,
      },
    });
  const cancelWays = (id: number, workerId: number) => [
    () => attend(id, { workerId, answer: 'cannot' }),
    () =>
      world.server.call(gatewayAnswerAppointment, {
        as: 'gateway',
        params: { id },
        body: { workerId, status: 'applicant_cancelled' },
      }),
  ];

  it('cannot cancel once the employer recorded before the end that the worker came, except by a withdrawal', async () => {
    const { applicant, id, workerId } = await accepted();
    expect((await recordCame(applicant)).status).toBe(200);
    for (const cancel of cancelWays(id, workerId)) {
      const { status, body } = await cancel();
      expect([status, body.key]).toEqual([409, ERROR_KEYS.appointmentStatusInvalid]);
    }
    expect(await stored(id)).toMatchObject({ status: 'ACTIVE', attendance: null });
    expect((await attend(id, { workerId, answer: 'coming' })).status).toBe(200);
    const withdrawal = { as: 'gateway', params: { id: applicant.applicationId }, body: { workerId } } as const;
    expect((await world.server.call(gatewayReject, withdrawal)).status).toBe(200);
    expect(await stored(id)).toMatchObject({ status: 'APPLICANT_CANCELLED' });
  });

  it('leaves no attendance on a cancelled appointment, whichever comes first', async () => {
    const { applicant, id, workerId } = await accepted();
    await attend(id, { workerId, answer: 'cannot' });
    expect((await recordCame(applicant)).status).toBe(409);
    for (const way of [0, 1, 0, 1]) {
      const one = await accepted();
      const replies = await Promise.all([cancelWays(one.id, one.workerId)[way]!(), recordCame(one.applicant)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
  });

  it('is rejected when it is invalid, and nothing of it is stored', async () => {
    const waiting = await world.nextApplicant();
    const invited = await world.invite(waiting);
    const early = await attend(invited, { workerId: waiting.workerId, answer: 'coming' });
    expect([early.status, early.body.key]).toEqual([409, ERROR_KEYS.appointmentStatusInvalid]);
    const { id, workerId } = await accepted();
    const wrong = await attend(id, { workerId, answer: 'coming', minutes: 10 });
    expect([wrong.status, Object.keys(wrong.body.errors.children)]).toEqual([400, ['minutes']]);
    expect((await attend(id, { workerId: waiting.workerId, answer: 'coming' })).status).toBe(404);
    await sql`update threads set blocked_at = now() where worker_id = ${workerId}`.execute(world.server.db);
    const blocked = await attend(id, { workerId, answer: 'late', minutes: 10, text: 'x' });
    expect([blocked.status, blocked.body.key]).toEqual([409, ERROR_KEYS.threadBlocked]);
    expect(await stored(id)).toEqual({ status: 'ACTIVE', attendance: null, minutes: null });
    expect((await attend(id, { workerId, answer: 'coming' })).status).toBe(200);
  });
});
