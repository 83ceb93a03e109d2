import { sql } from 'kysely';
import { MINUTE } from '../../../contract/constants/time';
import { deleteFeedback, putFeedback } from '../../../contract/routes/applications';
import { NO_ANSWERS, type FeedbackAnswers } from '../../../contract/rules/feedback';
import { sendDueSms } from '../../../server/modules/workerLinks';
import type { Applicant } from '../appointments/candidateWorld';
import { decisionWorld, type DecisionWorld } from './decisionWorld';

const START = new Date('2026-03-11T09:00:00.000Z');
const POSITIVE: FeedbackAnswers = { ...NO_ANSWERS, isApplicantCameToAppointment: true, isAppointmentPositive: true };
const OFFER: FeedbackAnswers = { ...POSITIVE, isOfferSentToApplicant: true };
const ACCEPTED: FeedbackAnswers = { ...OFFER, isApplicantAcceptTheOffer: true };

describe('text messages about the outcome of an application', () => {
  let world: DecisionWorld;
  let phones = 5_320_100_000;
  beforeAll(async () => {
    world = await decisionWorld();
  });
  beforeEach(() => world.server.clock.set(START));
  afterAll(() => world.server.close());

  const set = (at: Date) => world.server.clock.set(at);
  const later = (minutes: number, from = START) => new Date(from.getTime() + minutes * MINUTE);

  /** Returns an applicant of a public page with an interview that is over, and the applicant's phone. */
  const interviewed = async () => {
    const { server } = world;
    const applicant = await world.nextApplicant();
    const phone = String((phones += 1));
    await sql`update workers set phone = ${phone}, country_code = 'TR', language_code = 'en', external_id = ${`web:${phone}`}
      where id = ${applicant.workerId}`.execute(server.db);
    set(later(-48 * 60));
    const appointmentId = await world.invite(applicant, world.inHours(24));
    await world.answer(appointmentId, applicant, 'active');
    await sql`delete from outgoing_messages where recipient = ${`+90${phone}`}`.execute(server.db);
    set(START);
    return { ...applicant, appointmentId, phone };
  };

  const record = async ({ jobId, applicationId }: Applicant, answers: FeedbackAnswers) => {
    const params = { jobId, id: applicationId };
    const { status } = await world.server.call(putFeedback, {
      as: 'branch',
      params,
      body: { ...answers, status: null },
    });
    expect(status).toBe(200);
  };

  const correct = async (appointmentId: number) => {
    const reply = await world.server.call(deleteFeedback, { as: 'branch', params: { id: appointmentId }, body: {} });
    expect(reply.status).toBe(200);
  };

  const tellAt = async (at: Date) => {
    set(at);
    const count = await sendDueSms(world.server.deps);
    await sql`update outgoing_messages set sent_at = ${at}`.execute(world.server.db);
    return count;
  };

  /** Returns what a phone got, oldest first, without the link that each text ends with. */
  const textsTo = async (phone: string) => {
    const { rows } = await sql<{ text: string }>`
      select body_text as text from outgoing_messages where recipient = ${`+90${phone}`} order by id`.execute(
      world.server.db,
    );
    return rows.map(({ text }) => {
      expect(text).toMatch(/\/w\/[\w-]{30}$/);
      return /: (.*?)[.:] /.exec(text)?.[1];
    });
  };

  it('report a good interview and an offer ten minutes later, and again after a correction', async () => {
    const one = await interviewed();
    await record(one, POSITIVE);
    expect(await tellAt(later(9))).toBe(0);
    expect(await tellAt(later(10))).toBe(1);
    expect(await tellAt(later(11))).toBe(0);
    await record(one, OFFER);
    expect(await tellAt(later(21))).toBe(1);
    await correct(one.appointmentId);
    // The correction is a message in the conversation.
    expect(await tellAt(later(22))).toBe(1);
    await record(one, OFFER);
    expect(await tellAt(later(60))).toBe(1);
    expect(await tellAt(later(90))).toBe(0);
    const offer = 'we have a job offer for you';
    expect(await textsTo(one.phone)).toEqual(['your interview went well', offer, undefined, offer]);
  });

  it('report only the latest of two steps, and the earlier one when the later one was a mistake', async () => {
    const [both, mistaken] = [await interviewed(), await interviewed()];
    await record(both, OFFER);
    await record(mistaken, POSITIVE);
    await record(mistaken, OFFER);
    await correct(mistaken.appointmentId);
    expect(await tellAt(later(10))).toBe(2);
    expect(await textsTo(both.phone)).toEqual(['we have a job offer for you']);
    expect(await textsTo(mistaken.phone)).toEqual(['your interview went well']);
  });

  it('are not sent for answers that were corrected or overtaken before, or for a bad interview', async () => {
    const [corrected, accepted, withdrawn, negative, refused, unmade] = [
      await interviewed(),
      await interviewed(),
      await interviewed(),
      await interviewed(),
      await interviewed(),
      await interviewed(),
    ];
    await record(corrected, POSITIVE);
    await correct(corrected.appointmentId);
    await record(accepted, OFFER);
    await record(accepted, ACCEPTED);
    await record(withdrawn, POSITIVE);
    expect((await world.withdraw(withdrawn)).status).toBe(200);
    await record(negative, { ...POSITIVE, isAppointmentPositive: false });
    await record(refused, { ...POSITIVE, isOfferSentToApplicant: false });
    await record(unmade, POSITIVE);
    await record(unmade, { ...POSITIVE, isOfferSentToApplicant: false });
    expect(await tellAt(later(30))).toBe(1);
    expect(await textsTo(accepted.phone)).toEqual(['you got the job']);
    // An answer that was removed before its text is reported when it is given again.
    await record(corrected, POSITIVE);
    expect(await tellAt(later(40))).toBe(1);
  });

  it('are sent after the night, and at most 20 a day to a phone', async () => {
    const [quiet, full] = [await interviewed(), await interviewed()];
    // 21:55 in the marketplace.
    const evening = new Date('2026-03-11T18:55:00.000Z');
    set(evening);
    await record(quiet, POSITIVE);
    await record(full, POSITIVE);
    expect(await tellAt(later(10, evening))).toBe(0);
    const morning = new Date('2026-03-12T05:00:00.000Z');
    await sql`
      insert into outgoing_messages (channel, recipient, body_text, created_at, next_attempt_at, useful_until, sent_at)
      select 'sms', ${`+90${full.phone}`}, 'text', ${evening}, ${evening}, ${morning}, ${evening}
      from generate_series(1, 20)`.execute(world.server.db);
    expect(await tellAt(morning)).toBe(1);
    expect(await textsTo(quiet.phone)).toHaveLength(1);
  });

  it('report a decline once, with its notice, and not one that was reopened before', async () => {
    const [told, reopened, never] = [await interviewed(), await interviewed(), await interviewed()];
    await world.decline(told.applicationId);
    await world.decline(reopened.applicationId);
    await world.decline(never.applicationId, { reason: 'spam', tell: 'never' });
    expect(await tellAt(later(119))).toBe(0);
    expect((await world.reopen(reopened.applicationId)).body.payload.wasTold).toBe(false);
    await world.passMinutes(1);
    expect(await tellAt(later(180))).toBe(0);
    const refusal = 'your application was not successful this time';
    expect(await textsTo(told.phone)).toEqual([refusal]);
    expect([await textsTo(reopened.phone), await textsTo(never.phone)]).toEqual([[], []]);
  });

  it('go to nobody who is notified by another product', async () => {
    const one = await interviewed();
    await sql`update workers set external_id = ${`app-${one.phone}`} where id = ${one.workerId}`.execute(
      world.server.db,
    );
    await record(one, POSITIVE);
    set(later(10));
    const { deps } = world.server;
    expect(await sendDueSms({ ...deps, settings: { ...deps.settings, workerLinks: 'public' } })).toBe(0);
  });

  it('are sent once when two servers send at the same time', async () => {
    const one = await interviewed();
    await record(one, POSITIVE);
    set(later(10));
    const told = await Promise.all([sendDueSms(world.server.deps), sendDueSms(world.server.deps)]);
    expect(told.sort()).toEqual([0, 1]);
    expect(await textsTo(one.phone)).toHaveLength(1);
  });
});
