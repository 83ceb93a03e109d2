import { sql } from 'kysely';
import { HOUR } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { AppointmentStatus } from '../../../contract/constants/statuses';
import * as contract from '../../../contract/routes/appointments';
import { getApplication, getHistory } from '../../../contract/routes/applications';
import {
  gatewayAnswerAppointment,
  gatewayAttendance,
  gatewayEvents,
  gatewayMessages,
} from '../../../contract/routes/gateway';
import type { Appointment } from '../../../contract/schemas/appointments';
import type { HistoryEntry } from '../../../contract/schemas/history';
import type { GatewayEvent } from '../../../contract/schemas/gateway';
import { expireDue } from '../../../server/modules/appointments';
import { sendReminders } from '../../../server/modules/reminders';
import { LIMITS } from '../../../server/platform/limits';
import type { CallOptions } from '../../support/testServer';
import { candidateWorld, type Applicant, type CandidateWorld } from './candidateWorld';

const LINK = /\/w\/[A-Za-z0-9_-]{30}$/;
/** A Wednesday, 12:00 in the marketplace. */
const NOON = new Date('2026-03-11T09:00:00.000Z');
const THURSDAY = '2026-03-12 10:00:00';
const FRIDAY = '2026-03-13 15:30:00';
const SATURDAY = '2026-03-14 11:00:00';

describe('changing the time of an appointment', () => {
  let world: CandidateWorld;
  let phones = 5_320_300_000;
  beforeAll(async () => {
    world = await candidateWorld();
    await sql`delete from reminders`.execute(world.server.db);
  });
  beforeEach(() => world.server.clock.set(NOON));
  afterAll(() => world.server.close());

  type Invited = Applicant & { id: number; phone: string };
  type Move = { startAt?: string; from?: string; place?: unknown };

  const pass = (hours: number) => world.server.clock.set(new Date(world.server.clock.now().getTime() + hours * HOUR));
  /** Invites somebody of a public page for Thursday, or another time. */
  const invited = async (startAt = THURSDAY): Promise<Invited> => {
    const applicant = await world.nextApplicant();
    const phone = String((phones += 1));
    await sql`
      update workers set phone = ${phone}, country_code = 'TR', language_code = 'en', external_id = ${`web:${phone}`}
      where id = ${applicant.workerId}`.execute(world.server.db);
    return { ...applicant, phone, id: await world.invite(applicant, startAt) };
  };
  const accepted = async (startAt?: string) => {
    const one = await invited(startAt);
    await deliver(one);
    await world.answer(one.id, one, 'active');
    return one;
  };
  const move = ({ id }: { id: number }, body: Move = {}, as: CallOptions['as'] = 'branch') =>
    world.server.call(contract.putAppointmentTime, { as, params: { id }, body: { startAt: FRIDAY, ...body } });
  const cancel = ({ id }: Invited) =>
    world.server.call(contract.putAppointmentStatus, { as: 'branch', params: { id }, body: { status: 'cancelled' } });
  const deliver = ({ phone }: Invited) =>
    sql`update outgoing_messages set sent_at = ${world.server.clock.now()} where recipient = ${`+90${phone}`}`.execute(
      world.server.db,
    );
  const texts = async ({ phone }: Invited) => {
    const { rows } = await sql<{ text: string; at: Date; isSent: boolean }>`
      select body_text as text, next_attempt_at as at, sent_at is not null as "isSent" from outgoing_messages
      where recipient = ${`+90${phone}`} order by id`.execute(world.server.db);
    return rows;
  };
  const messages = async ({ workerId }: Applicant) => {
    const { rows } = await sql<{ type: string; payload: Record<string, unknown> }>`
      select m.type, m.payload from messages m join threads t on t.id = m.thread_id
      where t.worker_id = ${workerId} and m.type in ('appointment', 'appointment_status') order by m.id`.execute(
      world.server.db,
    );
    return rows;
  };
  const events = async ({ workerId }: Applicant): Promise<GatewayEvent[]> => {
    const { body } = await world.server.call(gatewayEvents, { as: 'gateway', query: { limit: 500 } });
    return body.payload.filter((event: GatewayEvent) => event.workerId === workerId && event.type === 'appointment');
  };
  const detail = async ({ applicationId }: Applicant) =>
    (await world.server.call(getApplication, { as: 'branch', params: { id: applicationId } })).body.payload.application;
  const calendarOf = async ({ id }: Invited) => {
    const { payload } = await world.server.app.inject({
      url: `/api/appointment/${id}.ics`,
      headers: { authorization: `Bearer ${await world.server.tokenOf('branch')}` },
    });
    return ['UID', 'SEQUENCE', 'DTSTART', 'STATUS'].map(
      (name) => new RegExp(`^${name}:(.*)\r$`, 'm').exec(payload)?.[1],
    );
  };

  it.each([
    ['an invitation', invited],
    ['an accepted appointment', accepted],
  ])('turns %s into an invitation to the new time', async (_name, made) => {
    const one = await made();
    const { status, body } = await move(one);
    expect(status).toBe(200);
    expect(body.payload.appointment).toMatchObject({
      id: one.id,
      startAt: FRIDAY,
      endAt: '2026-03-13 16:30:00',
      movedFrom: THURSDAY,
      address: 'Bağdat Caddesi 1',
      location: { latitude: 41.01, longitude: 28.97 },
      status: { name: 'WAITING' },
      attendance: null,
      isCurrent: true,
    });
    expect(body.payload.appointment.statusLog.at(-1)).toMatchObject({ status: 'WAITING', by: 'employer' });
    expect((await detail(one)).appointment).toMatchObject({ id: one.id, startAt: FRIDAY });
    await world.answer(one.id, one, 'active');
    expect((await detail(one)).appointment).toMatchObject({ startAt: FRIDAY, status: { name: 'ACTIVE' } });
  });

  it('notifies the worker once by each channel of the old and the new time', async () => {
    const one = await accepted();
    const before = { events: (await events(one)).length, texts: (await texts(one)).length };
    await move(one);
    const told = (await events(one)).slice(before.events);
    expect(told).toEqual([
      expect.objectContaining({
        data: expect.objectContaining({
          appointmentId: one.id,
          status: 'WAITING',
          startAt: '2026-03-13T12:30:00.000Z',
          previousStartAt: '2026-03-12T07:00:00.000Z',
          link: expect.stringMatching(LINK),
        }),
      }),
    ]);
    const thread = await sql<{ id: number }>`
      select id from threads where worker_id = ${one.workerId} and user_id = ${one.companyId}`.execute(world.server.db);
    const inProduct = await world.server.call(gatewayMessages, {
      as: 'gateway',
      params: { id: thread.rows[0]!.id },
      query: { workerId: one.workerId },
    });
    expect(inProduct.body.payload.at(-1)).toMatchObject({
      type: 'appointment_status',
      messagePayload: { startAt: FRIDAY, previousStartAt: THURSDAY },
      workerLink: expect.stringMatching(LINK),
    });
    const rung = (await texts(one)).slice(before.texts);
    expect(rung).toEqual([
      {
        text: expect.stringMatching(
          / moved your interview from Thursday 12 March, 10:00 to Friday 13 March, 15:30\. Answer: \S+\/w\/\S{30}$/,
        ),
        at: NOON,
        isSent: false,
      },
    ]);
    expect((await messages(one)).slice(-1)).toEqual([
      {
        type: 'appointment_status',
        payload: expect.objectContaining({
          appointmentId: one.id,
          status: 'ACTIVE',
          changed_status: 'WAITING',
          startAt: FRIDAY,
          previousStartAt: THURSDAY,
          linkSent: true,
        }),
      },
    ]);
    const { body } = await world.server.call(getHistory, { as: 'branch', params: { id: one.applicationId } });
    const entries: HistoryEntry[] = body.payload;
    expect(entries.filter(({ action }) => action === 'appointment.moved')).toEqual([
      expect.objectContaining({ details: expect.objectContaining({ startAt: FRIDAY, previousStartAt: THURSDAY }) }),
    ]);
  });

  it('changes nothing for the same time again, late or twice at once', async () => {
    const one = await accepted();
    const both = await Promise.all([move(one, { from: THURSDAY }), move(one, { from: THURSDAY }, 'hr')]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    await world.answer(one.id, one, 'active');
    const late = await move(one, { from: THURSDAY });
    expect([late.status, late.body.payload.appointment.status.name]).toEqual([200, 'ACTIVE']);
    expect((await messages(one)).filter(({ payload }) => payload.previousStartAt)).toHaveLength(1);
    expect((await texts(one)).filter(({ text }) => text.includes('moved your'))).toHaveLength(1);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_log where action = 'appointment.moved' and subject_id = ${one.id}`.execute(
      world.server.db,
    );
    expect(rows[0]!.n).toBe(1);
  });

  it('lets one of two users choose another time, and a late repeat does not undo it', async () => {
    const one = await accepted();
    const both = await Promise.all([
      move(one, { from: THURSDAY }),
      move(one, { startAt: SATURDAY, from: THURSDAY }, 'hr'),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)!.body.key).toBe(ERROR_KEYS.appointmentMoved);
    const { startAt } = (await detail(one)).appointment;
    await move(one, { startAt: '2026-03-16 09:00:00', from: startAt });
    expect((await move(one, { startAt, from: THURSDAY })).body.key).toBe(ERROR_KEYS.appointmentMoved);
    expect((await detail(one)).appointment.startAt).toBe('2026-03-16 09:00:00');
  });

  it('can change the place too, and a blank address counts as none', async () => {
    const one = await invited();
    const place = { latitude: 40.98, longitude: 29.02, address: ' ' };
    const { body } = await move(one, { place });
    expect(body.payload.appointment).toMatchObject({ location: { latitude: 40.98, longitude: 29.02 }, address: null });
    const again = await move(one, { place: { ...place, address: 'Moda 5' } });
    expect(again.body.payload.appointment).toMatchObject({ startAt: FRIDAY, movedFrom: THURSDAY, address: 'Moda 5' });
    expect((await messages(one)).at(-1)?.payload).toMatchObject({ address: 'Moda 5', startAt: FRIDAY });
    expect((await messages(one)).at(-1)?.payload).not.toHaveProperty('previousStartAt');
  });

  it('of a place alone names no other time to a worker who knows the new one', async () => {
    const one = await accepted();
    pass(1);
    await move(one);
    await deliver(one);
    const { body } = await move(one, { place: { latitude: 40.98, longitude: 29.02, address: 'Moda 5' } });
    expect(body.payload.appointment).toMatchObject({ startAt: FRIDAY, movedFrom: null, address: 'Moda 5' });
  });

  it('back to the time that the worker knows names no other one, and else the one between', async () => {
    const [untold, told] = [await accepted(), await accepted()];
    pass(1);
    for (const one of [untold, told]) expect((await move(one)).status).toBe(200);
    await deliver(told);
    const movedFrom = async (one: Invited) => {
      const { body } = await move(one, { startAt: THURSDAY });
      return body.payload.appointment.movedFrom as string | null;
    };
    expect([await movedFrom(untold), await movedFrom(told)]).toEqual([null, FRIDAY]);
  });

  it('gives the worker the full time to answer, and ends a request for another time', async () => {
    const one = await invited('2026-03-13 10:00:00');
    pass(23);
    const request = { workerId: one.workerId, answer: 'other_time', text: 'Later please' };
    await world.server.call(gatewayAttendance, { as: 'gateway', params: { id: one.id }, body: request });
    expect((await detail(one)).appointment.attendance).toMatchObject({ answer: 'other_time' });
    await move(one);
    expect((await detail(one)).appointment).toMatchObject({ attendance: null, status: { name: 'WAITING' } });
    pass(3);
    await expireDue(world.server.deps);
    expect((await detail(one)).appointment.status.name).toBe('WAITING');
    pass(22);
    await expireDue(world.server.deps);
    expect((await detail(one)).appointment.status.name).toBe('EXPIRED');
  });

  it('moves the entry in calendars', async () => {
    const one = await accepted();
    const [uid, sequence] = await calendarOf(one);
    expect([sequence, (await calendarOf(one))[2]]).toEqual(['1', '20260312T070000Z']);
    await move(one);
    expect(await calendarOf(one)).toEqual([uid, '2', '20260313T123000Z', 'TENTATIVE']);
  });

  it('plans new reminders', async () => {
    const one = await accepted('2026-03-13 10:00:00');
    pass(23);
    await sendReminders(world.server.deps);
    await move(one, { startAt: '2026-03-16 15:30:00' });
    const planned = async () =>
      (await detail(one)).appointment.reminders.map(
        ({ kind, dueAt, sentAt, skipped }: NonNullable<Appointment['reminders']>[number]) =>
          `${kind} ${dueAt.slice(5, 16)} ${(sentAt ?? skipped) ? 'over' : 'ahead'}`,
      );
    expect((await planned()).filter((line: string) => line.endsWith('ahead'))).toEqual([
      'invitation 03-12T17:00 ahead',
      'day_before 03-15T12:30 ahead',
      'soon 03-16T10:30 ahead',
    ]);
    // And back to the first time.
    await move(one, { startAt: '2026-03-13 10:00:00' });
    expect((await planned()).filter((line: string) => line.endsWith('ahead'))).toEqual([
      'invitation 03-12T17:00 ahead',
      'soon 03-13T05:00 ahead',
    ]);
  });

  it('makes the application wait for the worker again', async () => {
    const one = await accepted();
    world.server.clock.set(new Date('2026-03-12T06:00:00.000Z'));
    const silent = { workerId: one.workerId, answer: 'late', minutes: 20 };
    await world.server.call(gatewayAttendance, { as: 'gateway', params: { id: one.id }, body: silent });
    expect((await detail(one)).need).toMatchObject({ kind: 'attendance' });
    await move(one);
    expect((await detail(one)).need).toBeNull();
  });

  it('sets the stage “invited” until the new invitation ends, also for a new place alone', async () => {
    const one = await accepted(FRIDAY);
    expect((await detail(one)).stage).toEqual({ key: 'accepted', at: '2026-03-13T12:30:00.000Z' });
    await move(one, { startAt: SATURDAY });
    expect((await detail(one)).stage).toEqual({ key: 'invited', at: '2026-03-12T09:00:00.000Z' });
    pass(2);
    await move(one, { startAt: SATURDAY, place: { latitude: 40.98, longitude: 29.02 } });
    expect((await detail(one)).stage).toEqual({ key: 'invited', at: '2026-03-12T11:00:00.000Z' });
  });

  describe('at night', () => {
    /** 23:00 in the marketplace, before Thursday. */
    const NIGHT = new Date('2026-03-11T20:00:00.000Z');
    const MORNING = new Date('2026-03-12T05:00:00.000Z');

    it('notifies the worker in the morning, or at once when the old time is early', async () => {
      const [late, early] = [await accepted('2026-03-12 14:00:00'), await accepted('2026-03-12 09:30:00')];
      world.server.clock.set(NIGHT);
      await move(late);
      await move(early);
      expect((await texts(late)).at(-1)).toMatchObject({ text: expect.stringContaining('moved your'), at: MORNING });
      expect((await texts(early)).at(-1)).toMatchObject({ text: expect.stringContaining('moved your'), at: NIGHT });
    });

    const textAt = async ({ id }: Invited, body?: Move) => (await move({ id }, body)).body.payload.appointment.textAt;

    it('says until when the text about the change waits, about a new place alone too', async () => {
      const early = '2026-03-12 09:30:00';
      const [late, soon, place, product] = [
        await accepted('2026-03-12 14:00:00'),
        await accepted(early),
        await accepted(early),
        await accepted('2026-03-12 14:00:00'),
      ];
      await sql`update workers set external_id = ${`app:${product.phone}`} where id = ${product.workerId}`.execute(
        world.server.db,
      );
      world.server.clock.set(NIGHT);
      expect(await textAt(late)).toBe(MORNING.toISOString());
      expect(await textAt(soon)).toBeUndefined();
      const moda = { latitude: 40.98, longitude: 29.02 };
      expect(await textAt(place, { startAt: early, place: moda })).toBe(MORNING.toISOString());
      expect((await texts(place)).at(-1)).toMatchObject({ at: MORNING, isSent: false });
      expect(await textAt(product)).toBeUndefined();
    });

    it('says of a text until when it waits, and once it is given up that there is none', async () => {
      world.server.clock.set(NIGHT);
      const one = await invited('2026-03-12 14:00:00');
      const seen = async () => (await detail(one)).appointment.textAt;
      const change = (what: string) =>
        sql`update outgoing_messages set ${sql.raw(what)} where recipient = ${`+90${one.phone}`}`.execute(
          world.server.db,
        );
      expect(await seen()).toBe(MORNING.toISOString());
      // A failed try may have delivered it, and the next one is soon.
      await change('attempts = 1');
      expect(await seen()).toBeUndefined();
      await change('attempts = 0, next_attempt_at = useful_until');
      expect(await seen()).toBeNull();
      await change('failed_at = next_attempt_at');
      expect(await seen()).toBeNull();
      await change('failed_at = null, sent_at = created_at');
      expect(await seen()).toBeUndefined();
      await world.answer(one.id, one, 'active');
      await change('sent_at = null, failed_at = created_at');
      expect(await seen()).toBeUndefined();
    });

    it('says that there is no text about a time before the morning, and none above the limit of a phone', async () => {
      const [soon, often] = [await invited(FRIDAY), await invited(FRIDAY)];
      await deliver(soon);
      world.server.clock.set(NIGHT);
      expect(await textAt(soon, { startAt: '2026-03-12 07:30:00' })).toBeNull();
      await sql`
        insert into outgoing_messages (channel, recipient, body_text, created_at, next_attempt_at, useful_until, sent_at)
        select 'sms', ${`+90${often.phone}`}, 'text', ${NIGHT}, ${NIGHT}, ${NIGHT}, ${NIGHT}
        from generate_series(1, 20)`.execute(world.server.db);
      expect(await textAt(often, { startAt: SATURDAY })).toBeNull();
    });

    it('names as the old time the one that the worker knows', async () => {
      const one = await accepted('2026-03-12 14:00:00');
      world.server.clock.set(NIGHT);
      await move(one);
      await move(one, { startAt: SATURDAY });
      const waiting = async () => (await texts(one)).filter(({ isSent }) => !isSent).map(({ text }) => text);
      expect(await waiting()).toEqual([
        expect.stringContaining('from Thursday 12 March, 14:00 to Saturday 14 March, 11:00'),
      ]);
      await cancel(one);
      expect(await waiting()).toEqual([
        expect.stringContaining('the interview on Thursday 12 March, 14:00 is canceled'),
      ]);
    });

    it('only invites to the new time when the first invitation was not sent yet', async () => {
      world.server.clock.set(NIGHT);
      const one = await invited('2026-03-12 14:00:00');
      await move(one);
      expect(await texts(one)).toEqual([
        { text: expect.stringContaining('invites you to an interview on Friday 13 March'), at: MORNING, isSent: false },
      ]);
      await cancel(one);
      expect(await texts(one)).toEqual([]);
    });
  });

  it.each<AppointmentStatus>([
    'COMPLETED',
    'REJECTED',
    'EXPIRED',
    'CANCELLED',
    'CANCELLED_OUTSIDE_24H',
    'APPLICANT_CANCELLED',
    'APPOINTMENT_POSITIVE',
    'APPOINTMENT_NEGATIVE',
    'OFFER_SENT',
    'OFFER_ACCEPTED',
    'OFFER_REJECTED',
  ])('is refused for one that is %s', async (status) => {
    const one = await invited();
    await sql`update appointments set status = ${status} where id = ${one.id}`.execute(world.server.db);
    const answers = [await move(one), await move(one, { startAt: THURSDAY })];
    expect(answers.map(({ status: code, body }) => [code, body.key])).toEqual(
      Array.from({ length: 2 }, () => [409, ERROR_KEYS.appointmentStatusInvalid]),
    );
  });

  it('is refused once an answer is recorded, and for an invitation whose time is up', async () => {
    const one = await accepted();
    await sql`update applications set came = true where id = ${one.applicationId}`.execute(world.server.db);
    expect((await move(one)).body.key).toBe(ERROR_KEYS.appointmentStatusInvalid);
    const two = await invited(FRIDAY);
    pass(25);
    expect((await move(two, { startAt: SATURDAY })).body.key).toBe(ERROR_KEYS.appointmentStatusInvalid);
  });

  it('is refused when the worker has another appointment then, but may overlap its own old time', async () => {
    const one = await invited();
    expect((await move(one, { startAt: '2026-03-12 10:30:00' })).status).toBe(200);
    await world.invite(await world.alsoAt(one, 'branch'), FRIDAY);
    expect((await move(one, { startAt: '2026-03-13 15:00:00' })).body.key).toBe(ERROR_KEYS.appointmentOverlap);
    expect((await move(one, { startAt: '2026-03-13 16:30:00' })).status).toBe(200);
  });

  it.each([
    ['2026-03-11 11:55:00', ERROR_KEYS.appointmentDate],
    ['2026-03-13 15:33:00', ERROR_KEYS.fieldInvalid],
    ['2026-02-31 10:00:00', ERROR_KEYS.fieldInvalid],
  ])('is refused for %s, also of an appointment that does not exist', async (startAt, key) => {
    const { status, body } = await move({ id: 999_999_999 }, { startAt });
    expect([status, body.errors.children]).toEqual([400, { startAt: { errors: [key] } }]);
  });

  it('is allowed to everyone who may see the appointment, and to nobody else', async () => {
    const one = await invited();
    expect((await world.server.call(contract.putAppointmentTime, { params: { id: one.id }, body: {} })).status).toBe(
      401,
    );
    const foreign = await Promise.all([move(one, {}, 'other'), move(one, {}, 'company'), move({ id: 999_999_999 })]);
    expect(foreign.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await move(one, {}, 'hr')).status).toBe(200);
    expect((await move(one, { startAt: SATURDAY }, 'root')).status).toBe(200);
  });

  it('refuses an answer of the worker’s product to the old time', async () => {
    const one = await invited();
    await move(one);
    const answer = (startAt: string) => {
      const body = { workerId: one.workerId, status: 'active', startAt };
      return world.server.call(gatewayAnswerAppointment, { as: 'gateway', params: { id: one.id }, body });
    };
    const late = await answer('2026-03-12T07:00:00.000Z');
    expect([late.status, late.body.key]).toEqual([409, ERROR_KEYS.appointmentMoved]);
    expect((await answer('2026-03-13T12:30:00.000Z')).status).toBe(200);
  });

  it('happens before a simultaneous answer or is refused, never half of both', async () => {
    const one = await invited();
    const asWorker = {
      as: 'gateway',
      params: { id: one.id },
      body: { workerId: one.workerId, status: 'rejected' },
    } as const;
    const [moved, answer] = await Promise.all([move(one), world.server.call(gatewayAnswerAppointment, asWorker)]);
    const { startAt, status } = (await detail(one)).appointment;
    expect(answer.status).toBe(200);
    expect([moved.status, startAt, status.name]).toEqual(
      moved.status === 200 ? [200, FRIDAY, 'REJECTED'] : [409, THURSDAY, 'REJECTED'],
    );
  });

  it('has a limit for each account', async () => {
    const one = await invited();
    const answers: number[] = [];
    for (let at = 0; at <= LIMITS.appointmentMove.points; at += 1)
      answers.push((await move(one, { startAt: THURSDAY }, 'hr')).status);
    expect(answers.filter((status) => status === 429).length).toBeGreaterThan(0);
    expect((await move(one, { startAt: THURSDAY })).status).toBe(200);
  });
});
