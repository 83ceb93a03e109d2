import { sql } from 'kysely';
import { MINUTE } from '../../../contract/constants/time';
import { deleteFeedback, getApplication, putFeedback, putShortlist } from '../../../contract/routes/applications';
import { putAppointmentStatus, putAppointmentTime } from '../../../contract/routes/appointments';
import { getInbox, sendMessage } from '../../../contract/routes/chat';
import { putFirstDay } from '../../../contract/routes/firstDay';
import type { Thread } from '../../../contract/schemas/chat';
import { NO_ANSWERS, type FeedbackAnswers } from '../../../contract/rules/feedback';
import { sendReminders } from '../../../server/modules/reminders';
import { sendDueSms, sendTimelessSms } from '../../../server/modules/workerLinks';
import { inChange } from '../../../server/platform/change';
import { noteNoticeGivenUp } from '../../../server/modules/decisions';
import { deliverRefusing } from '../../support/deliverRefusing';
import { untilWaiting } from '../../support/untilWaiting';
import type { Applicant } from '../appointments/candidateWorld';
import { decisionWorld, rowOf, type DecisionWorld } from './decisionWorld';

// 12:00 in the marketplace.
const NOON = new Date('2026-03-11T09:00:00.000Z');
// 23:00 in the marketplace.
const NIGHT = new Date('2026-03-11T20:00:00.000Z');
const OFFER: FeedbackAnswers = {
  isApplicantCameToAppointment: true,
  isAppointmentPositive: true,
  isOfferSentToApplicant: true,
  isApplicantAcceptTheOffer: null,
};
const HIRED: FeedbackAnswers = { ...OFFER, isApplicantAcceptTheOffer: true };
const FIRST_DAY = { startsAt: '2026-03-16 09:00:00' };

describe('notices to workers from a public page', () => {
  let world: DecisionWorld;
  let phones = 5_320_200_000;
  beforeAll(async () => {
    world = await decisionWorld();
  });
  beforeEach(async () => {
    world.server.clock.set(NOON);
    // Tests count the texts that leave, so none may be left from an earlier test.
    for (const table of ['message_tellings', 'outcome_tellings', 'applicant_news', 'shortlist_tellings'])
      await sql`delete from ${sql.table(table)}`.execute(world.server.db);
  });
  afterAll(() => world.server.close());

  const pass = (minutes: number) =>
    world.server.clock.set(new Date(world.server.clock.now().getTime() + minutes * MINUTE));

  /** Returns an applicant of a public page, with or without a phone. */
  const applicantOf = async (hasPhone = true): Promise<Applicant & { phone: string }> => {
    const applicant = await world.nextApplicant();
    const phone = String((phones += 1));
    await sql`
      update workers set phone = ${hasPhone ? phone : null}, country_code = 'TR', language_code = 'en',
        external_id = ${`web:${phone}`} where id = ${applicant.workerId}`.execute(world.server.db);
    // Messages lead to the newest application, and some of these workers have another one.
    await sql`
      update applications set created_at = ${NOON} where id = ${applicant.applicationId}`.execute(world.server.db);
    return { ...applicant, phone };
  };

  const texts = async ({ phone }: { phone: string }): Promise<string[]> => {
    const { rows } = await sql<{ text: string }>`
      select body_text as text from outgoing_messages where recipient = ${`+90${phone}`} and channel = 'sms'
      order by id`.execute(world.server.db);
    return rows.map(({ text }) => /^.*?(?:: | (?=wrote))(.*?)[.:] /.exec(text)?.[1] ?? text);
  };
  /** Sends the waiting texts of a phone. */
  const deliver = ({ phone }: { phone: string }) =>
    sql`update outgoing_messages set sent_at = ${world.server.clock.now()}
      where recipient = ${`+90${phone}`}`.execute(world.server.db);
  const fill = ({ phone }: { phone: string }) => {
    const at = new Date(world.server.clock.now().getTime() - 60 * MINUTE);
    return sql`
      insert into outgoing_messages (channel, recipient, body_text, created_at, next_attempt_at, useful_until, sent_at)
      select 'sms', ${`+90${phone}`}, 'text', ${at}, ${at}, ${at}, ${at} from generate_series(1, 20)`.execute(
      world.server.db,
    );
  };
  const tell = () => sendDueSms(world.server.deps);
  const detail = async ({ applicationId }: Applicant) =>
    (await world.server.call(getApplication, { as: 'branch', params: { id: applicationId } })).body.payload.application;
  const write = async ({ workerId, companyId }: Applicant, text: string) => {
    const body = { user_id: companyId, recipient_id: workerId, body: text, message_status: 2, type: 'text' };
    const reply = await world.server.call(sendMessage, { as: 'branch', body: { ...body, client_message_id: text } });
    expect(reply.status).toBe(200);
  };
  const read = ({ workerId }: Applicant) =>
    sql`update threads set unread_by_worker = 0 where worker_id = ${workerId}`.execute(world.server.db);
  /** Returns the path of the page to which the first text leads. */
  const pageOf = async ({ phone }: { phone: string }): Promise<string> => {
    const { rows } = await sql<{ path: string }>`
      select substring(body_text from '/w/[A-Za-z0-9_-]{30}$') as path from outgoing_messages
      where recipient = ${`+90${phone}`} order by id`.execute(world.server.db);
    return rows[0]!.path;
  };
  const openPage = async (applicant: { phone: string }) =>
    (await world.server.app.inject({ url: await pageOf(applicant) })).statusCode;
  /** The worker sends a form of their page. */
  const press = async (applicant: { phone: string }, action: string, payload: string) => {
    const url = `${await pageOf(applicant)}/${action}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await world.server.app.inject({ method: 'POST', url, headers, payload });
    expect(sent.headers.location).toContain('done=');
  };
  /** The worker replies on their page, which shows that they have read it. */
  const reply = (applicant: { phone: string }) => press(applicant, 'message', 'text=OK');

  const interviewed = async () => {
    world.server.clock.set(new Date(NOON.getTime() - 48 * 60 * MINUTE));
    const applicant = await applicantOf();
    const appointmentId = await world.invite(applicant, world.inHours(24));
    await world.answer(appointmentId, applicant, 'active');
    await sql`delete from outgoing_messages where recipient = ${`+90${applicant.phone}`}`.execute(world.server.db);
    world.server.clock.set(NOON);
    return { ...applicant, appointmentId };
  };
  const record = async ({ jobId, applicationId }: Applicant, answers: FeedbackAnswers) => {
    const params = { jobId, id: applicationId };
    const reply = await world.server.call(putFeedback, { as: 'branch', params, body: { ...answers, status: null } });
    expect(reply.status).toBe(200);
  };

  describe('a decision', () => {
    it('counts as told once its text message is sent', async () => {
      const one = await applicantOf();
      await world.decline(one.applicationId, { tell: 'now' });
      await world.passMinutes(0);
      expect(await texts(one)).toEqual(['your application was not successful this time']);
      const { decision } = await detail(one);
      expect(decision).toMatchObject({ toldAt: NOON.toISOString(), toldBy: 'sms' });
      await tell();
      expect(await texts(one)).toHaveLength(1);
    });

    it('does not count as told when its text message was refused for good', async () => {
      const [one, other] = [await applicantOf(), await applicantOf()];
      for (const { applicationId } of [one, other]) await world.decline(applicationId, { tell: 'now' });
      await world.passMinutes(0);
      await deliverRefusing(world.server, one.phone);
      expect((await detail(one)).decision).toMatchObject({ tellAt: null, toldAt: null, toldBy: 'none' });
      expect((await detail(other)).decision).toMatchObject({ toldAt: NOON.toISOString(), toldBy: 'sms' });
      expect((await world.audits(one.applicationId)).at(-1)).toMatchObject({ action: 'application.not_told' });
      expect((await world.reopen(one.applicationId)).body.payload.wasTold).toBe(false);
    });

    it('shows that there is no channel instead of a time', async () => {
      const one = await applicantOf(false);
      const never = { reason: 'duplicate', tell: 'never' };
      expect(rowOf(await world.decline(one.applicationId, never)).decision).toMatchObject({ toldBy: null });
      const untold = { tellAt: null, toldAt: null, toldBy: 'none' };
      expect(rowOf(await world.decline(one.applicationId, { tell: 'default' })).decision).toMatchObject(untold);
      await world.decline(one.applicationId, { tell: 'now' });
      await world.passMinutes(0);
      const { decision, reach } = await detail(one);
      expect(decision).toMatchObject(untold);
      expect(reach).toBe('none');
      const actions = (await world.audits(one.applicationId)).map(({ action }) => action);
      expect(actions).toContain('application.not_told');
      expect(actions).not.toContain('application.told');
      expect((await world.reopen(one.applicationId)).body.payload.wasTold).toBe(false);
    });

    it('waits while the phone has reached its daily limit of texts, and does not count as told', async () => {
      const one = await applicantOf();
      await fill(one);
      await world.decline(one.applicationId, { tell: 'now' });
      await world.passMinutes(0);
      expect((await detail(one)).decision).toMatchObject({ tellAt: '2026-03-11T10:00:00.000Z', toldAt: null });
      // The next day, after the night: the twenty texts no longer count.
      world.server.clock.set(new Date('2026-03-12T09:00:00.000Z'));
      await world.passMinutes(0);
      expect((await detail(one)).decision).toMatchObject({ toldAt: '2026-03-12T09:00:00.000Z', toldBy: 'sms' });
    });

    it('is told by an event to a worker who uses another product', async () => {
      const one = await world.nextApplicant();
      const reply = await world.decline(one.applicationId, { tell: 'now' });
      expect(rowOf(reply)).toMatchObject({ reach: 'product' });
      await world.passMinutes(0);
      expect((await detail(one)).decision).toMatchObject({ toldAt: NOON.toISOString(), toldBy: 'product' });
    });

    it('is followed by a notice of the reopening each time, if it was told', async () => {
      const one = await applicantOf();
      for (const _ of [1, 2]) {
        await world.decline(one.applicationId, { tell: 'now' });
        await world.passMinutes(0);
        await deliver(one);
        await world.reopen(one.applicationId);
        await tell();
        await deliver(one);
      }
      const pair = ['your application was not successful this time', 'your application is open again'];
      expect(await texts(one)).toEqual([...pair, ...pair]);
    });
  });

  it('about a shortlisting leave once it is made again, if the application was declined before', async () => {
    const one = await applicantOf();
    await sql`
      insert into organisation_settings (organisation_id, telling_minutes, version, tell_shortlisted)
      select organisation_id, 120, 1, true from applications where id = ${one.applicationId}`.execute(world.server.db);
    const shortlistAgain = async () => {
      for (const isShortlisted of [false, true]) {
        const call = { as: 'branch', params: { id: one.applicationId }, body: { isShortlisted } } as const;
        expect((await world.server.call(putShortlist, call)).status).toBe(200);
      }
      pass(10);
    };
    await shortlistAgain();
    await world.decline(one.applicationId);
    expect(await tell()).toBe(0);
    await world.reopen(one.applicationId);
    await shortlistAgain();
    expect(await tell()).toBe(1);
    await sql`delete from organisation_settings`.execute(world.server.db);
  });

  describe('an offer and a hire', () => {
    it('are told ten minutes later, and the dashboard shows them as told only then', async () => {
      const one = await interviewed();
      await record(one, OFFER);
      expect((await detail(one)).appointment.lastAnswer).toMatchObject({
        delivery: 'none',
        tellAt: '2026-03-11T09:10:00.000Z',
      });
      pass(10);
      await tell();
      expect((await detail(one)).appointment.lastAnswer).toMatchObject({ delivery: 'sent', tellAt: null });
      await deliver(one);
      await record(one, HIRED);
      pass(10);
      await tell();
      expect(await texts(one)).toEqual(['we have a job offer for you', 'you got the job']);
      expect((await detail(one)).appointment.lastAnswer).toMatchObject({ delivery: 'sent' });
    });

    it('are not told after a later step when their text could not leave before', async () => {
      const one = await interviewed();
      await record(one, OFFER);
      await write(one, 'well done');
      pass(10);
      await tell();
      expect(await texts(one)).toEqual(['we have a job offer for you', 'wrote to you']);
      await record(one, HIRED);
      pass(10);
      await tell();
      expect(await texts(one)).toEqual(['you got the job']);
    });

    it('are told again when a later answer was a mistake', async () => {
      const one = await interviewed();
      await record(one, OFFER);
      await record(one, HIRED);
      const params = { id: one.appointmentId };
      const reply = await world.server.call(deleteFeedback, { as: 'branch', params, body: {} });
      expect(reply.body.payload.wasTold).toBe(false);
      pass(10);
      await tell();
      expect(await texts(one)).toEqual(['we have a job offer for you']);
    });

    it('wait while the phone has reached its daily limit of texts', async () => {
      const one = await interviewed();
      await record(one, OFFER);
      await fill(one);
      pass(10);
      expect(await tell()).toBe(0);
      expect((await detail(one)).appointment.lastAnswer).toMatchObject({ delivery: 'none' });
      pass(24 * 60);
      await tell();
      expect(await texts(one)).toContain('we have a job offer for you');
    });

    it('do not count as told when workers had no links at the time, and are told once they are true again', async () => {
      const one = await interviewed();
      await record(one, OFFER);
      pass(10);
      const { deps } = world.server;
      expect(await sendDueSms({ ...deps, settings: { ...deps.settings, workerLinks: 'off' } })).toBe(0);
      expect((await detail(one)).appointment.lastAnswer).toMatchObject({ delivery: 'none', tellAt: null });
      await record(one, HIRED);
      const params = { id: one.appointmentId };
      await world.server.call(deleteFeedback, { as: 'branch', params, body: {} });
      pass(10);
      await tell();
      expect(await texts(one)).toEqual(['we have a job offer for you']);
    });

    it('say that their text was refused for good or had no link, but not once a first day or a decline told more', async () => {
      const NOT_TOLD = { delivery: 'none', tellAt: null, notTold: true };
      const lastAnswer = async (applicant: Applicant) => (await detail(applicant)).appointment.lastAnswer;
      const [refused, unlinked, started, declined] = [
        await interviewed(),
        await interviewed(),
        await interviewed(),
        await interviewed(),
      ];
      await record(refused, OFFER);
      await record(unlinked, HIRED);
      await record(started, HIRED);
      await record(declined, OFFER);
      expect(await lastAnswer(refused)).not.toHaveProperty('notTold');
      await sql`
        update worker_links set revoked_at = ${NOON}
        where application_id = ${unlinked.applicationId}`.execute(world.server.db);
      const firstDay = { as: 'branch', params: { id: started.applicationId }, body: FIRST_DAY } as const;
      expect((await world.server.call(putFirstDay, firstDay)).status).toBe(200);
      await world.decline(declined.applicationId, { tell: 'default' });
      pass(10);
      await tell();
      expect(await lastAnswer(refused)).toMatchObject({ delivery: 'sent' });
      await deliverRefusing(world.server, refused.phone);
      expect(await lastAnswer(refused)).toMatchObject(NOT_TOLD);
      expect(await lastAnswer(unlinked)).toMatchObject(NOT_TOLD);
      expect(await lastAnswer(started)).not.toHaveProperty('notTold');
      expect(await lastAnswer(declined)).not.toHaveProperty('notTold');
    });

    it('do not count as told without a channel', async () => {
      const one = await interviewed();
      await record(one, { ...NO_ANSWERS, isApplicantCameToAppointment: true, isAppointmentPositive: true });
      await sql`update workers set phone = null where id = ${one.workerId}`.execute(world.server.db);
      pass(10);
      await tell();
      const untold = { delivery: 'none', tellAt: null };
      expect((await detail(one)).appointment.lastAnswer).toMatchObject({ ...untold, notTold: true });
      const other = await interviewed();
      await record(other, { ...NO_ANSWERS, isApplicantCameToAppointment: false });
      await sql`update workers set phone = null where id = ${other.workerId}`.execute(world.server.db);
      const { lastAnswer } = (await detail(other)).appointment;
      expect(lastAnswer).toMatchObject(untold);
      expect(lastAnswer).not.toHaveProperty('notTold');
    });

    it('whose removal no channel can tell say so before and after', async () => {
      const [one, other] = [await interviewed(), await interviewed()];
      for (const applicant of [one, other]) {
        await record(applicant, OFFER);
        pass(10);
        await tell();
      }
      await sql`update workers set phone = null where id = ${one.workerId}`.execute(world.server.db);
      const told = { delivery: 'sent', tellAt: null };
      const lastAnswer = async (applicant: Applicant) => (await detail(applicant)).appointment.lastAnswer;
      expect(await lastAnswer(one)).toMatchObject({ ...told, isRemovalTold: false });
      expect(await lastAnswer(other)).toMatchObject({ ...told, isRemovalTold: true });
      const remove = async ({ appointmentId: id }: { appointmentId: number }) =>
        (await world.server.call(deleteFeedback, { as: 'hr', params: { id }, body: {} })).body.payload.wasTold;
      expect([await remove(one), await remove(other)]).toEqual([false, true]);
    });
  });

  it('about the data that somebody asked for leaves, whatever happens to the application before', async () => {
    const one = await applicantOf();
    world.server.clock.set(NIGHT);
    const { deps, db } = world.server;
    const { applicationId, workerId, companyId: userId } = one;
    const { rows } = await sql<{ organisationId: number }>`
      select organisation_id as "organisationId" from applications where id = ${applicationId}`.execute(db);
    const owner = { applicationId, workerId, userId, ...rows[0]! };
    await inChange(deps, (change) =>
      sendTimelessSms(change, deps, { ...owner, name: 'dataReady', privacyRequestId: 1 }),
    );
    const ready = await texts(one);
    expect(ready).toHaveLength(1);
    const invitation = await world.invite(one, '2026-03-12 12:00:00');
    expect(await texts(one)).toEqual([...ready, expect.any(String)]);
    await world.answer(invitation, one, 'active');
    await inChange(deps, (change) => sendTimelessSms(change, deps, { ...owner, name: 'offer' }));
    expect(await texts(one)).toEqual([...ready, 'we have a job offer for you']);
  });

  describe('a message', () => {
    it('has a link that works, also long after the application ended', async () => {
      const one = await interviewed();
      await record(one, HIRED);
      pass(10);
      await tell();
      await sql`
        update application_facts set hired_at = hired_at - interval '31 days'
        where application_id = ${one.applicationId}`.execute(world.server.db);
      expect(await openPage(one)).toBe(404);
      await write(one, 'see you');
      await tell();
      expect(await openPage(one)).toBe(200);
      pass(30 * 24 * 60);
      expect(await openPage(one)).toBe(404);
    });

    const WROTE = 'wrote to you';
    it('sends one text, and one more about what was written after it, once nothing was written for a quarter of an hour', async () => {
      const one = await applicantOf();
      await write(one, 'one');
      await write(one, 'two');
      expect(await tell()).toBe(1);
      pass(1);
      // Messengers open links too, so that opening the page is not reading.
      await openPage(one);
      pass(4);
      await write(one, 'three');
      pass(10);
      await write(one, 'four');
      pass(14);
      expect(await tell()).toBe(0);
      pass(1);
      expect(await tell()).toBe(1);
      pass(60);
      expect(await tell()).toBe(0);
      expect(await texts(one)).toEqual([WROTE, WROTE]);
    });

    it('sends another text within a minute after a quiet quarter of an hour, even if the first message is unread', async () => {
      const one = await applicantOf();
      await write(one, 'one');
      expect(await tell()).toBe(1);
      pass(15);
      await write(one, 'two');
      expect(await tell()).toBe(1);
    });

    it('sends no second text in a quarter of an hour after one that waited for the morning', async () => {
      const one = await applicantOf();
      world.server.clock.set(new Date('2026-03-12T04:50:00.000Z'));
      await write(one, 'early');
      pass(10);
      expect(await tell()).toBe(1);
      pass(10);
      await write(one, 'later');
      expect(await tell()).toBe(0);
      pass(15);
      expect(await tell()).toBe(1);
    });

    it('sends no second text once the worker replied on their page, and one about what follows', async () => {
      const one = await applicantOf();
      await write(one, 'one');
      expect(await tell()).toBe(1);
      await write(one, 'two');
      pass(5);
      await reply(one);
      pass(10);
      expect(await tell()).toBe(0);
      await write(one, 'three');
      expect(await tell()).toBe(1);
    });

    it('sends no text when the worker has read it meanwhile, or uses another product', async () => {
      const one = await applicantOf();
      await write(one, 'hello');
      await read(one);
      expect(await tell()).toBe(0);
      const other = await world.nextApplicant();
      await write(other, 'hello');
      expect(await tell()).toBe(0);
    });

    it('that no text could tell of, or whose text was refused for good, does not count as told', async () => {
      const one = await applicantOf();
      const { deps } = world.server;
      await write(one, 'one');
      expect(await sendDueSms({ ...deps, settings: { ...deps.settings, workerLinks: 'off' } })).toBe(0);
      await write(one, 'two');
      expect(await tell()).toBe(1);
      await deliverRefusing(world.server, one.phone);
      await write(one, 'three');
      expect(await tell()).toBe(1);
      await write(one, 'four');
      expect(await tell()).toBe(0);
      pass(15);
      expect(await tell()).toBe(1);
    });

    it('waits for the morning at night', async () => {
      const one = await applicantOf();
      world.server.clock.set(NIGHT);
      await write(one, 'late');
      expect(await tell()).toBe(0);
      world.server.clock.set(new Date('2026-03-12T05:00:00.000Z'));
      expect(await tell()).toBe(1);
    });
  });

  it('do not count as unread for the employer when the employer or the clock caused them', async () => {
    const one = await interviewed();
    const unread = async () => {
      const reply = await world.server.call(getInbox, { as: 'branch', query: { limit: 100 } });
      const threads: Thread[] = reply.body.payload.threads;
      return threads.find(({ user }) => user.id === one.workerId)?.nbUnreadMessage;
    };
    await sql`update threads set unread_by_employer = 0 where worker_id = ${one.workerId}`.execute(world.server.db);
    await write(one, 'well done');
    await record(one, OFFER);
    await record(one, HIRED);
    const params = { id: one.appointmentId };
    await world.server.call(deleteFeedback, { as: 'branch', params, body: {} });
    await world.decline(one.applicationId, { tell: 'now' });
    await world.passMinutes(0);
    await world.reopen(one.applicationId);
    expect(await unread()).toBe(0);
  });

  /** Returns what the messages of a conversation say of text messages, oldest first. */
  const payloadsOf = async ({ workerId, companyId }: Applicant) => {
    const { rows } = await sql<{ payload: object }>`
      select jsonb_strip_nulls(jsonb_build_object('appointmentId', m.payload -> 'appointmentId',
        'linkSent', m.payload -> 'linkSent', 'linkAt', m.payload -> 'linkAt', 'notTold', m.payload -> 'notTold')) as payload
      from messages m join threads t on t.id = m.thread_id
      where t.worker_id = ${workerId} and t.user_id = ${companyId} order by m.number`.execute(world.server.db);
    return rows.map(({ payload }) => payload);
  };

  describe('messages', () => {
    /** Whether each of the last two messages says so; some of these workers have older ones. */
    const isMarked = async (applicant: Applicant) =>
      (await payloadsOf(applicant)).slice(-2).map((payload) => 'notTold' in payload);

    it('say in the conversation that their text was refused for good, but not those of which an earlier one told', async () => {
      const [one, other] = [await applicantOf(), await applicantOf()];
      for (const applicant of [one, other]) await write(applicant, 'one');
      await tell();
      for (const applicant of [one, other]) await deliver(applicant);
      pass(20);
      for (const applicant of [one, other]) await write(applicant, 'two');
      await tell();
      await deliverRefusing(world.server, one.phone);
      expect(await isMarked(one)).toEqual([false, true]);
      expect(await isMarked(other)).toEqual([false, false]);
    });

    it('say so once no text about them is waiting', async () => {
      const one = await applicantOf();
      await write(one, 'one');
      await tell();
      pass(1);
      await write(one, 'two');
      await deliverRefusing(world.server, one.phone);
      expect(await isMarked(one)).toEqual([false, false]);
      pass(15);
      await tell();
      await deliverRefusing(world.server, one.phone);
      expect(await isMarked(one)).toEqual([true, true]);
    });

    it('say so when the text that replaced theirs was refused for good', async () => {
      const one = await interviewed();
      await write(one, 'well done');
      await tell();
      await record(one, HIRED);
      pass(10);
      await tell();
      expect(await texts(one)).toEqual(['you got the job']);
      await deliverRefusing(world.server, one.phone);
      const rows = await payloadsOf(one);
      expect(rows.filter((payload) => 'notTold' in payload)).toEqual([{ notTold: true }]);
    });

    it('say so when the last two texts of the conversation are refused at the same time', async () => {
      const one = await applicantOf();
      await write(one, 'one');
      await tell();
      const { rows } = await sql<{ createdAt: Date }>`
        insert into outgoing_messages (channel, recipient, body_text, created_at, next_attempt_at, useful_until,
          application_id)
        select channel, recipient, body_text, created_at - interval '1 ms', next_attempt_at, useful_until, application_id
        from outgoing_messages where application_id = ${one.applicationId} and sent_at is null
        returning created_at as "createdAt"`.execute(world.server.db);
      const first = rows[0]!.createdAt;
      let second = Promise.resolve();
      await inChange(world.server.deps, async (change) => {
        await noteNoticeGivenUp(change, one.applicationId, first);
        await sql`update outgoing_messages set failed_at = now() where created_at = ${first}`.execute(change.trx);
        second = deliverRefusing(world.server, one.phone);
        await untilWaiting(world.server.pool);
      });
      await second;
      expect((await isMarked(one)).at(-1)).toBe(true);
    });

    it('do not say so when the worker replied meanwhile', async () => {
      const one = await applicantOf();
      await write(one, 'one');
      await tell();
      pass(1);
      await reply(one);
      await deliverRefusing(world.server, one.phone);
      expect(await isMarked(one)).toEqual([false, false]);
    });
  });

  describe('an invitation and its reminder', () => {
    it('say in the conversation when their text is sent after the night', async () => {
      const one = await applicantOf();
      world.server.clock.set(NIGHT);
      await world.invite(one, '2026-03-12 12:00:00');
      const link = { linkSent: true, linkAt: '2026-03-12T05:00:00.000Z' };
      expect((await payloadsOf(one)).at(-1)).toMatchObject(link);
      await deliverRefusing(world.server, one.phone);
      expect((await payloadsOf(one)).at(-1)).toMatchObject(link);
      world.server.clock.set(new Date('2026-03-12T05:00:00.000Z'));
      await deliverRefusing(world.server, one.phone);
      const refused = (await payloadsOf(one)).at(-1);
      expect(refused).toMatchObject({ notTold: true });
      expect(refused).not.toHaveProperty('linkAt');
    });

    it('say in the conversation and at the appointment that their text was refused for good', async () => {
      const [one, other] = [await applicantOf(), await applicantOf()];
      for (const applicant of [one, other]) await world.invite(applicant);
      await deliverRefusing(world.server, one.phone);
      expect((await payloadsOf(one)).at(-1)).toEqual({ notTold: true });
      expect((await payloadsOf(other)).at(-1)).toEqual({ linkSent: true });
      await sql`
        update reminders set due_at = ${NOON}
        where kind = 'invitation' and application_id in (${one.applicationId}, ${other.applicationId})`.execute(
        world.server.db,
      );
      pass(1);
      await sendReminders(world.server.deps);
      await deliverRefusing(world.server, one.phone);
      expect((await payloadsOf(one)).at(-1)).toMatchObject({ notTold: true });
      expect((await payloadsOf(other)).at(-1)).toMatchObject({ linkSent: true });
      const reminderOf = async (applicant: Applicant) => (await detail(applicant)).appointment.reminders[0];
      expect(await reminderOf(one)).toMatchObject({ sentAt: null, skipped: 'undelivered' });
      expect(await reminderOf(other)).toMatchObject({ sentAt: '2026-03-11T09:01:00.000Z', skipped: null });
    });
  });

  describe('a cancellation', () => {
    const cancel = async (id: number) => {
      const put = { as: 'branch', params: { id }, body: { status: 'cancelled' } } as const;
      expect((await world.server.call(putAppointmentStatus, put)).status).toBe(200);
    };
    it('of an invitation that was never sent is not sent, and deletes only that invitation', async () => {
      const one = await applicantOf();
      world.server.clock.set(NIGHT);
      await write(one, 'see you');
      const id = await world.invite(one, '2026-03-12 09:30:00');
      expect(await texts(one)).toHaveLength(1);
      await cancel(id);
      expect(await texts(one)).toEqual([]);
      world.server.clock.set(new Date('2026-03-12T05:00:00.000Z'));
      await tell();
      expect(await texts(one)).toEqual(['wrote to you']);
    });

    it.each([
      ['asked for another time', 'attendance', 'answer=other_time'],
      ['wrote', 'message', 'text=OK'],
    ])('of an invitation that was never sent is sent if the worker %s on their page', async (_, action, form) => {
      const one = await applicantOf();
      world.server.clock.set(NIGHT);
      await write(one, 'see you');
      const id = await world.invite(one, '2026-03-12 12:00:00');
      pass(1);
      await press(one, action, form);
      pass(1);
      await cancel(id);
      expect(await texts(one)).toEqual([expect.stringMatching(/12 March.*is canceled/)]);
    });

    it('of an invitation whose other time was never sent is sent if the worker knew the first time', async () => {
      const one = await applicantOf();
      world.server.clock.set(NIGHT);
      const id = await world.invite(one, '2026-03-12 12:00:00');
      await press(one, 'attendance', 'answer=other_time');
      pass(1);
      const move = (startAt: string) =>
        world.server.call(putAppointmentTime, { as: 'branch', params: { id }, body: { startAt } });
      expect((await move('2026-03-13 12:00:00')).status).toBe(200);
      await press(one, 'attendance', 'answer=other_time');
      pass(1);
      expect((await move('2026-03-14 12:00:00')).status).toBe(200);
      expect(await texts(one)).toEqual([expect.stringMatching(/Friday 13 March.*Saturday 14 March/)]);
      await cancel(id);
      expect(await texts(one)).toEqual([expect.stringMatching(/13 March.*is canceled/)]);
    });

    it.each(['cancelled', 'none'])('that no text can tell of says so in the conversation (%s)', async (status) => {
      const one = await applicantOf();
      const id = await world.invite(one);
      await world.answer(id, one, 'active');
      await fill(one);
      const put = { as: 'branch', params: { id }, body: { status } } as const;
      expect((await world.server.call(putAppointmentStatus, put)).status).toBe(200);
      const { rows } = await sql<{ notTold: boolean | null }>`
        select (m.payload->>'notTold')::boolean as "notTold" from messages m join threads t on t.id = m.thread_id
        where t.worker_id = ${one.workerId} order by m.id`.execute(world.server.db);
      expect(rows.map(({ notTold }) => notTold)).toEqual([...rows.slice(1).map(() => null), true]);
    });

    it.each(['web', 'product'])('whose text was refused for good says so for a worker of the %s', async (origin) => {
      const one = await applicantOf();
      if (origin === 'product')
        await sql`update workers set external_id = ${`x-${one.phone}`} where id = ${one.workerId}`.execute(
          world.server.db,
        );
      const id = await world.invite(one);
      await world.answer(id, one, 'active');
      pass(1);
      await cancel(id);
      await deliverRefusing(world.server, one.phone);
      const expected = origin === 'web' ? { notTold: true } : {};
      expect((await payloadsOf(one)).at(-1)).toEqual({ appointmentId: id, ...expected });
    });

    it('of an invitation that was sent or accepted is sent', async () => {
      const [left, accepted] = [await applicantOf(), await applicantOf()];
      const first = await world.invite(left);
      await deliver(left);
      await cancel(first);
      const second = await world.invite(accepted);
      await world.answer(second, accepted, 'active');
      await cancel(second);
      expect((await texts(left)).at(-1)).toMatch(/is canceled$/);
      expect((await texts(accepted)).at(-1)).toMatch(/is canceled$/);
    });
  });
});
