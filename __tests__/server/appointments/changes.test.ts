import { sql } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { APPOINTMENT_STATUS_INPUTS, type AppointmentStatus } from '../../../contract/constants/statuses';
import * as contract from '../../../contract/routes/appointments';
import { getApplication } from '../../../contract/routes/applications';
import { getInbox } from '../../../contract/routes/chat';
import { gatewayAnswerAppointment } from '../../../contract/routes/gateway';
import type { Thread } from '../../../contract/schemas/chat';
import { candidateWorld, type CandidateWorld } from './candidateWorld';

describe('changing an appointment', () => {
  let world: CandidateWorld;
  beforeAll(async () => {
    world = await candidateWorld();
  });
  afterAll(() => world.server.close());

  const put = (id: number, status: string, as: 'branch' | 'hr' | 'other' | 'company' = 'branch') =>
    world.server.call(contract.putAppointmentStatus, { as, params: { id }, body: { status } });
  const lastMessage = async (workerId: number) => {
    const { rows } = await sql<{ type: string; sender: string; payload: Record<string, unknown> }>`
      select m.type, m.sender, m.payload from messages m join threads t on t.id = m.thread_id
      where t.worker_id = ${workerId} order by m.id desc limit 1`.execute(world.server.db);
    return rows[0]!;
  };
  const setStatus = (id: number, status: AppointmentStatus) =>
    sql`update appointments set status = ${status} where id = ${id}`.execute(world.server.db);

  it.each<[number, AppointmentStatus]>([
    [23, 'CANCELLED'],
    [25, 'CANCELLED_OUTSIDE_24H'],
  ])('records a cancellation %s hours before the start as %s', async (hours, expected) => {
    const applicant = await world.nextApplicant();
    const id = await world.invite(applicant, world.inHours(hours));
    await world.answer(id, applicant, 'active');
    const { status, body } = await put(id, 'cancelled');
    expect([status, body.payload.appointment.status.name]).toEqual([200, expected]);
    expect(
      body.payload.appointment.statusLog.map((step: { status: string; by: string }) => [step.status, step.by]),
    ).toEqual([
      ['WAITING', 'employer'],
      ['ACTIVE', 'worker'],
      [expected, 'employer'],
    ]);
    expect(await lastMessage(applicant.workerId)).toMatchObject({
      type: 'appointment_status',
      sender: 'employer',
      payload: { appointmentId: id, status: 'ACTIVE', changed_status: expected },
    });
    const inbox = await world.server.call(getInbox, { as: 'branch', query: { limit: 500 } });
    const threads: Thread[] = inbox.body.payload.threads;
    expect(threads.find(({ user }) => user.id === applicant.workerId)).toMatchObject({
      lastMessage: { type: 'appointment_status', appointment: { status: expected, startAt: world.inHours(hours) } },
      application: { id: applicant.applicationId },
    });
    expect((await put(id, 'cancelled')).body.key).toBe(ERROR_KEYS.appointmentStatusInvalid);
  });

  it('withdraws an invitation: the application has no appointment and the worker cannot answer', async () => {
    const applicant = await world.nextApplicant();
    const id = await world.invite(applicant);
    const { status, body } = await put(id, 'none', 'hr');
    expect([status, body.payload]).toEqual([200, { appointment: null }]);
    const message = await lastMessage(applicant.workerId);
    expect(message).toMatchObject({
      type: 'appointment_status',
      payload: { appointmentId: id, status: 'WAITING', changed_status: 'NONE', startAt: world.inHours(48) },
    });
    const detail = await world.server.call(getApplication, { as: 'branch', params: { id: applicant.applicationId } });
    expect(detail.body.payload.application.appointment).toBeNull();
    const list = await world.server.call(contract.findOneApplicationAppointments, {
      as: 'branch',
      params: { id: applicant.applicationId },
      body: {},
    });
    expect(list.body.payload).toEqual([]);
    expect((await put(id, 'none')).status).toBe(404);
    const late = { as: 'gateway', params: { id }, body: { workerId: applicant.workerId, status: 'active' } } as const;
    expect((await world.server.call(gatewayAnswerAppointment, late)).status).toBe(404);
    const { rows } = await sql<{ details: Record<string, unknown> }>`
      select details from audit_log where action = 'appointment.reset' and subject_id = ${id}`.execute(world.server.db);
    expect(rows).toEqual([{ details: expect.objectContaining({ from: 'WAITING', startAt: world.inHours(48) }) }]);
    await world.invite(applicant);
  });

  it('rejects every other status', async () => {
    const applicant = await world.nextApplicant();
    const id = await world.invite(applicant);
    for (const wanted of APPOINTMENT_STATUS_INPUTS.filter((one) => one !== 'cancelled' && one !== 'none')) {
      const { status, body } = await put(id, wanted);
      expect([wanted, status, body.key]).toEqual([wanted, 409, ERROR_KEYS.appointmentStatusInvalid]);
    }
    expect((await put(id, 'WAITING')).status).toBe(400);
  });

  it.each<AppointmentStatus>([
    'COMPLETED',
    'REJECTED',
    'EXPIRED',
    'APPOINTMENT_POSITIVE',
    'OFFER_ACCEPTED',
    'CANCELLED',
  ])('neither cancels nor withdraws an appointment that is %s', async (over) => {
    const applicant = await world.nextApplicant();
    const id = await world.invite(applicant);
    await setStatus(id, over);
    expect([(await put(id, 'cancelled')).status, (await put(id, 'none')).status]).toEqual([409, 409]);
  });

  it('neither cancels nor withdraws an appointment with feedback', async () => {
    const applicant = await world.nextApplicant();
    const id = await world.invite(applicant);
    await setStatus(id, 'ACTIVE');
    await sql`update applications set came = true where id = ${applicant.applicationId}`.execute(world.server.db);
    expect([(await put(id, 'cancelled')).status, (await put(id, 'none')).status]).toEqual([409, 409]);
  });

  it('answers 404 to everyone else', async () => {
    const applicant = await world.nextApplicant();
    const id = await world.invite(applicant);
    const theirs = await Promise.all([put(id, 'none', 'other'), put(id, 'none', 'company'), put(999_999_999, 'none')]);
    expect(theirs.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await world.server.call(contract.putAppointmentStatus, { params: { id }, body: {} })).status).toBe(401);
  });

  it('applies either the worker’s answer or the simultaneous withdrawal, never half of both', async () => {
    const applicant = await world.nextApplicant();
    const id = await world.invite(applicant);
    const asWorker = {
      as: 'gateway',
      params: { id },
      body: { workerId: applicant.workerId, status: 'active' },
    } as const;
    const [back, answer] = await Promise.all([put(id, 'none'), world.server.call(gatewayAnswerAppointment, asWorker)]);
    expect(back.status).toBe(200);
    expect([200, 404]).toContain(answer.status);
  });
});
