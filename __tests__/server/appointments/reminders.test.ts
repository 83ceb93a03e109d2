import { sql } from 'kysely';
import { findOneApplicationAppointments, putAppointmentStatus } from '../../../contract/routes/appointments';
import { getApplication } from '../../../contract/routes/applications';
import { getConversation, getInbox } from '../../../contract/routes/chat';
import { gatewayAttendance, gatewayEvents, gatewayMessages } from '../../../contract/routes/gateway';
import type { Message, Thread } from '../../../contract/schemas/chat';
import type { GatewayEvent, GatewayMessage } from '../../../contract/schemas/gateway';
import { fromWallTime, wallTime } from '../../../contract/zone';
import { sendLinkSms } from '../../../server/modules/workerLinks';
import { sendReminders } from '../../../server/modules/reminders';
import { inChange } from '../../../server/platform/change';
import { candidateWorld, TIME_ZONE, type Applicant, type CandidateWorld } from './candidateWorld';
import { REMINDER_PAIRS } from './reminderPairs';

const LINK = /\/w\/[A-Za-z0-9_-]{30}$/;
const WEDNESDAY = '2026-03-11';
const THURSDAY = '2026-03-12';
const FRIDAY = '2026-03-13';

describe('reminders', () => {
  let world: CandidateWorld;
  beforeAll(async () => {
    world = await candidateWorld();
    // A phone belongs to one worker of the public pages.
    await sql`
      update workers set phone = '5321234567', country_code = 'TR', language_code = 'tr'
      where external_id not like 'web:%'`.execute(world.server.db);
    // The reminders of the demo world would be sent here as well.
    await sql`delete from reminders`.execute(world.server.db);
  });
  afterAll(() => world.server.close());

  /** Moves the clock to a wall time and sends what is due then. */
  const goTo = (day: string, time: string) => {
    world.server.clock.set(new Date(fromWallTime(`${day} ${time}:00`, TIME_ZONE) ?? Number.NaN));
    return sendReminders(world.server.deps);
  };
  const invite = async (day: string, time: string): Promise<Applicant & { id: number }> => {
    const applicant = await world.nextApplicant();
    return { ...applicant, id: await world.invite(applicant, `${day} ${time}:00`) };
  };
  const reminders = async ({ applicationId }: Applicant) => {
    const { body } = await world.server.call(getApplication, { as: 'branch', params: { id: applicationId } });
    return body.payload.application.appointment.reminders.map(
      ({ kind, sentAt, skipped }: { kind: string; sentAt: string | null; skipped: string | null }) =>
        `${kind} ${sentAt ? 'sent' : skipped}`,
    );
  };
  const texts = async ({ workerId }: Applicant) => {
    const { rows } = await sql<{ text: string; at: Date }>`
      select body_text as text, next_attempt_at as at from outgoing_messages
      where channel = 'sms' and recipient = (select '+90' || phone from workers where id = ${workerId})
      order by id`.execute(world.server.db);
    return rows;
  };
  const give = (applicant: Applicant, phone: string) =>
    sql`update workers set phone = ${phone} where id = ${applicant.workerId}`.execute(world.server.db);
  const events = async (workerId: number): Promise<GatewayEvent[]> => {
    const { body } = await world.server.call(gatewayEvents, { as: 'gateway', query: { limit: 500 } });
    return body.payload.filter((event: GatewayEvent) => event.workerId === workerId);
  };
  const open = async ({ id, ...applicant }: Applicant & { id: number }) => {
    await world.answer(id, applicant, 'active');
  };

  it('are decided when they are due, and reach the worker with the link that the employer never sees', async () => {
    await goTo(WEDNESDAY, '12:00');
    const one = await invite(FRIDAY, '14:00');
    await give(one, '5550000001');
    expect(await reminders(one)).toEqual(['invitation null', 'day_before null', 'soon null']);
    await open(one);
    expect(await goTo(WEDNESDAY, '20:00')).toBe(0);
    expect(await goTo(THURSDAY, '13:59')).toBe(0);
    expect(await goTo(THURSDAY, '14:00')).toBe(1);
    expect(await goTo(THURSDAY, '14:00')).toBe(0);
    const [text] = await texts(one);
    expect(text!.text).toMatch(/: 13 Mart Cuma 14:00 görüşmeniz var\. Geliyor musunuz\? http.*\/w\//);

    const sent = (await events(one.workerId)).filter(({ data }) => 'link' in data);
    expect(sent.map(({ type }) => type)).toEqual(['appointment', 'message']);
    for (const { data } of sent) expect(data.link).toMatch(LINK);
    expect(sent[1]!.data.body).toMatch(/^Görüşmenizi hatırlatırız: 13 Mart 2026 Cuma 14:00, .*Geliyor musunuz\?$/);

    const threadId = sent[1]!.data.threadId as number;
    const mine = await world.server.call(gatewayMessages, {
      as: 'gateway',
      params: { id: threadId },
      query: { workerId: one.workerId },
    });
    const linked = mine.body.payload.filter(({ workerLink }: GatewayMessage) => workerLink !== undefined);
    expect(linked.map(({ type, sender }: GatewayMessage) => `${type} ${sender}`)).toEqual([
      'appointment employer',
      'text system',
    ]);
    const theirs = await world.server.call(getConversation, {
      as: 'branch',
      params: { threadId },
      query: { user_id: one.companyId },
    });
    const marked = theirs.body.payload.messages.filter(
      ({ messagePayload }: Message) => messagePayload.linkSent === true,
    );
    expect(marked.map(({ type }: Message) => type)).toEqual(['appointment', 'text']);
    const { rows: traces } = await sql`
      select details from audit_log where details::text like '%/w/%'`.execute(world.server.db);
    expect([JSON.stringify(theirs.body).includes('/w/'), traces]).toEqual([false, []]);

    // The inbox says that nobody typed it, and the conversation stays where it was.
    const inbox = await world.server.call(getInbox, { as: 'branch', query: {} });
    const row = inbox.body.payload.threads.find(({ id }: Thread) => id === threadId);
    expect([row.lastMessage.reminder, row.lastMessageAt, row.nbUnreadMessage]).toEqual([
      'day_before',
      '2026-03-11T09:00:00.000Z',
      0,
    ]);

    const answer = {
      as: 'gateway',
      params: { id: one.id },
      body: { workerId: one.workerId, answer: 'cannot' },
    } as const;
    expect((await world.server.call(gatewayAttendance, answer)).status).toBe(200);
    expect(await goTo(FRIDAY, '12:00')).toBe(0);
    expect(await reminders(one)).toEqual(['invitation answered', 'day_before sent', 'soon cancelled']);
  });

  it('do not ask workers who said that they are coming', async () => {
    await goTo(WEDNESDAY, '12:00');
    const one = await invite(FRIDAY, '13:00');
    await give(one, '5550000005');
    await open(one);
    const body = { workerId: one.workerId, answer: 'coming' };
    await world.server.call(gatewayAttendance, { as: 'gateway', params: { id: one.id }, body });
    expect(await goTo(FRIDAY, '11:00')).toBe(1);
    expect((await texts(one)).map(({ text }) => text)).toEqual([
      expect.stringMatching(/: 13 Mart Cuma 13:00 görüşmenizi hatırlatırız\. http/),
    ]);
    const [message] = (await events(one.workerId)).filter(({ data }) => data.reminder === 'soon');
    expect(message!.data.body).toMatch(/^Görüşmenizi hatırlatırız: 13 Mart 2026 Cuma 13:00, [^?]*\.$/);
  });

  it('are not sent for a cancelled appointment, and no list contains them', async () => {
    await goTo(WEDNESDAY, '12:00');
    const [cancelled, unanswered] = [await invite(THURSDAY, '11:00'), await invite(THURSDAY, '12:00')];
    await give(cancelled, '5550000002');
    await open(cancelled);
    const put = { as: 'branch', params: { id: cancelled.id }, body: { status: 'cancelled' } } as const;
    expect((await world.server.call(putAppointmentStatus, put)).status).toBe(200);
    expect(await goTo(WEDNESDAY, '20:00')).toBe(1);
    expect(await goTo(THURSDAY, '10:30')).toBe(0);
    expect(await reminders(cancelled)).toEqual(['invitation cancelled', 'soon cancelled']);
    expect(await reminders(unanswered)).toEqual(['invitation sent', 'soon unanswered']);
    expect((await texts(cancelled)).map(({ text }) => text)).toEqual([
      expect.stringMatching(/: 12 Mart Perşembe 11:00 görüşmeniz iptal edildi\. http/),
    ]);
    const list = await world.server.call(findOneApplicationAppointments, {
      as: 'branch',
      params: { id: unanswered.applicationId },
      body: {},
    });
    expect(list.body.payload[0].reminders).toBeUndefined();
  });

  it('wait for the morning at night; only the cancellation of an early appointment wakes the worker', async () => {
    await goTo(WEDNESDAY, '23:00');
    const one = await world.nextApplicant();
    await give(one, '5550000003');
    const id = await world.invite(one, `${THURSDAY} 09:30:00`);
    expect(await texts(one)).toEqual([
      {
        text: expect.stringMatching(/: 12 Mart Perşembe 09:30 için görüşmeye davetlisiniz/),
        at: new Date('2026-03-12T05:00:00.000Z'),
      },
    ]);
    await goTo(WEDNESDAY, '23:30');
    await world.server.call(putAppointmentStatus, { as: 'branch', params: { id }, body: { status: 'none' } });
    // The waiting invitation is not sent any more, and neither is the cancellation.
    expect(await texts(one)).toEqual([]);
    await goTo(WEDNESDAY, '21:00');
    const told = await world.nextApplicant();
    await give(told, '5550000016');
    const second = await world.invite(told, `${THURSDAY} 09:30:00`);
    await sql`update outgoing_messages set sent_at = next_attempt_at where recipient = '+905550000016'`.execute(
      world.server.db,
    );
    await goTo(WEDNESDAY, '23:30');
    await world.server.call(putAppointmentStatus, { as: 'branch', params: { id: second }, body: { status: 'none' } });
    expect((await texts(told)).at(-1)).toEqual({
      text: expect.stringMatching(/görüşmeniz iptal edildi/),
      at: new Date('2026-03-11T20:30:00.000Z'),
    });
  });

  it('do not count as sent to a worker of the public page without a channel', async () => {
    await goTo(WEDNESDAY, '12:00');
    const one = await invite(FRIDAY, '14:00');
    await sql`update workers set external_id = ${`web:${one.workerId}`}, phone = null
      where id = ${one.workerId}`.execute(world.server.db);
    await sql`update reminders set due_at = ${world.server.clock.now()}
      where application_id = ${one.applicationId} and kind = 'invitation'`.execute(world.server.db);
    expect(await sendReminders(world.server.deps)).toBe(0);
    expect((await reminders(one))[0]).toBe('invitation undelivered');
    const { rows } = await sql`
      select 1 from audit_log where action = 'application.reminded' and subject_id = ${one.applicationId}`.execute(
      world.server.db,
    );
    expect(rows).toEqual([]);
    await sql`delete from reminders where application_id = ${one.applicationId}`.execute(world.server.db);
  });

  it('skip blocked workers and organisations without reminders, wait at night, and continue after a failure', async () => {
    await goTo(WEDNESDAY, '12:00');
    const [failing, blocked, last] = [
      await invite(FRIDAY, '15:00'),
      await invite(FRIDAY, '16:00'),
      await invite(FRIDAY, '17:00'),
    ];
    await sql`update threads set blocked_at = now() where worker_id = ${blocked.workerId}`.execute(world.server.db);
    await sql
      .raw(
        `
      create function fail_message() returns trigger language plpgsql as $$ begin raise 'no messages'; end $$;
      create trigger fail_message before insert on messages for each row
      when (new.payload ->> 'applicationId' = '${failing.applicationId}') execute function fail_message();`,
      )
      .execute(world.server.db);
    expect(await goTo(WEDNESDAY, '23:00')).toBe(0);
    const errors: unknown[] = [];
    world.server.clock.set(new Date('2026-03-12T05:00:00.000Z'));
    const sent = await sendReminders(world.server.deps, {
      log: { error: (details: unknown) => void errors.push(details) },
    });
    expect([sent, errors.length]).toEqual([1, 1]);
    expect(await reminders(failing)).toEqual(['invitation null', 'day_before null', 'soon null']);
    expect((await reminders(blocked))[0]).toBe('invitation blocked');
    expect((await reminders(last))[0]).toBe('invitation sent');
    await sql`drop trigger fail_message on messages`.execute(world.server.db);
    expect(await goTo(THURSDAY, '08:01')).toBe(1);
    await open(last);
    await sql`
      insert into organisation_settings (organisation_id, telling_minutes, reminders, version)
      select organisation_id, 120, false, 1 from applications where id = ${last.applicationId}`.execute(
      world.server.db,
    );
    expect(await goTo(FRIDAY, '16:00')).toBe(0);
    expect(await reminders(last)).toEqual(['invitation sent', 'day_before off', 'soon off']);
  });

  it('stay in the conversation but send no text above twenty text messages a day to one phone', async () => {
    await goTo(WEDNESDAY, '12:00');
    const one = await world.nextApplicant();
    await give(one, '5550000004');
    await sql`
      insert into outgoing_messages (channel, recipient, body_text, created_at, next_attempt_at, useful_until)
      select 'sms', '+905550000004', 'x', ${world.server.clock.now()}, ${world.server.clock.now()}, '2026-03-20T09:00:00Z'
      from generate_series(1, 20)`.execute(world.server.db);
    const id = await world.invite(one, `${FRIDAY} 10:00:00`);
    expect(await texts(one)).toHaveLength(20);
    const [event] = (await events(one.workerId)).filter(({ data }) => data.appointmentId === id);
    expect(event!.data.link).toMatch(LINK);
  });

  it('keep an earlier unsent text when they cannot be sent, unless its appointment is cancelled', async () => {
    await goTo(WEDNESDAY, '23:00');
    const one = await world.nextApplicant();
    await give(one, '5550000006');
    const id = await world.invite(one, `${THURSDAY} 12:00:00`);
    const { db, clock, deps } = world.server;
    const { rows } = await sql<{ organisationId: number }>`
      select organisation_id as "organisationId" from applications where id = ${one.applicationId}`.execute(db);
    const remind = (startAt: Date) =>
      inChange(deps, (change) =>
        sendLinkSms(change, deps, { ...one, ...rows[0]!, userId: one.companyId, name: 'invitation', startAt }),
      );
    const mine = async () => (await texts(one)).filter(({ text }) => text !== 'x');
    const [invitation] = await mine();
    // It would wait until the morning, which is after the start.
    await remind(new Date('2026-03-12T04:00:00.000Z'));
    expect(await mine()).toEqual([invitation]);
    await sql`
      insert into outgoing_messages (channel, recipient, body_text, created_at, next_attempt_at, useful_until)
      select 'sms', '+905550000006', 'x', ${clock.now()}, ${clock.now()}, '2026-03-20T09:00:00Z'
      from generate_series(1, 20)`.execute(db);
    await remind(new Date('2026-03-12T09:00:00.000Z'));
    expect(await mine()).toEqual([invitation]);
    await world.server.call(putAppointmentStatus, { as: 'branch', params: { id }, body: { status: 'cancelled' } });
    expect(await mine()).toEqual([]);
  });

  it('are sent as planned for forty pairs of booking and start while the clock moves', async () => {
    const { db, clock } = world.server;
    // The zone has no clock changes, so whole days may be taken off.
    const daysOff = 250 * 24 * 3_600_000;
    const at = (text: string) => new Date((fromWallTime(`2026-${text}:00`, TIME_ZONE) ?? Number.NaN) - daysOff);
    /** Moves the clock to each time at which a reminder is due until then. */
    const advanceTo = async (end: Date) => {
      for (;;) {
        const { rows } = await sql<{ at: Date | null }>`
          select min(due_at) as at from reminders where sent_at is null and skipped is null`.execute(db);
        const [due] = rows;
        if (!due?.at || due.at > end) break;
        clock.set(due.at);
        await sendReminders(world.server.deps);
      }
      clock.set(end);
    };
    await sql`delete from reminders`.execute(db);
    await sql`update organisation_settings set reminders = true`.execute(db);
    const booked: (Applicant & { reminders: string; isAccepted: boolean })[] = [];
    const pairs = [...REMINDER_PAIRS].sort(([one], [other]) => at(one).getTime() - at(other).getTime());
    for (const [index, [bookedAt, startAt, planned]] of pairs.entries()) {
      await advanceTo(at(bookedAt));
      const applicant = await world.nextApplicant();
      const id = await world.invite(applicant, wallTime(at(startAt), TIME_ZONE));
      const isAccepted = index % 2 === 0;
      if (isAccepted) await world.answer(id, applicant, 'active');
      booked.push({ ...applicant, reminders: planned, isAccepted });
    }
    await advanceTo(at('12-31 12:00'));
    for (const { applicationId, reminders: planned, isAccepted } of booked) {
      const { rows } = await sql<{ kind: string; due: Date; sent: Date | null }>`
        select kind, due_at as due, sent_at as sent from reminders where application_id = ${applicationId}
        order by due_at, id`.execute(db);
      const written = (reminder: string, instant: Date) =>
        `${reminder} ${wallTime(new Date(instant.getTime() + daysOff), TIME_ZONE).slice(5, 16)}`;
      const expected = planned.split(', ').filter(Boolean);
      expect(rows.map(({ kind, due }) => written(kind, due))).toEqual(expected);
      const sent = rows.flatMap((row) => (row.sent ? [written(row.kind, row.sent)] : []));
      expect(sent).toEqual(expected.filter((one) => one.startsWith('invitation') !== isAccepted));
    }
  });
});
