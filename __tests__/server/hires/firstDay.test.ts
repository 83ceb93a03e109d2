import { sql } from 'kysely';
import { MINUTE } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { deleteFeedback, getHistory, putFeedback, searchApplications } from '../../../contract/routes/applications';
import { blockByThread } from '../../../contract/routes/chat';
import { putDecline } from '../../../contract/routes/decisions';
import { putFirstDay, putFirstDayOutcome } from '../../../contract/routes/firstDay';
import { gatewayConfirmFirstDay, gatewayReject } from '../../../contract/routes/gateway';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { HistoryEntry } from '../../../contract/schemas/history';
import { sendReminders } from '../../../server/modules/reminders';
import { sendEvents } from '../../../server/platform/live/outbox';
import type { CallOptions, CallResult } from '../../support/testServer';
import { candidateWorld, type Applicant, type CandidateWorld } from '../appointments/candidateWorld';

const BODY = { startsAt: '2026-03-16 09:00:00', place: ' Moda ', askFor: 'Elif', bring: '<b>Kimlik</b>' };
const YES = {
  isApplicantCameToAppointment: true,
  isAppointmentPositive: true,
  isOfferSentToApplicant: true,
  isApplicantAcceptTheOffer: true,
};

describe('first days', () => {
  let world: CandidateWorld;
  beforeAll(async () => {
    world = await candidateWorld({ WORKER_LINKS: 'all' });
  });
  afterAll(() => world.server.close());

  const put = (id: number, body: object = BODY, as: CallOptions['as'] = 'branch') =>
    world.server.call(putFirstDay, { as, params: { id }, body });
  const record = (id: number, started: boolean | null, as: CallOptions['as'] = 'branch') =>
    world.server.call(putFirstDayOutcome, { as, params: { id }, body: { started } });
  const confirm = (id: number, workerId: number) =>
    world.server.call(gatewayConfirmFirstDay, { as: 'gateway', params: { id }, body: { workerId } });
  const firstDayOf = ({ body }: CallResult) => (body.payload.application as ApplicationRow).firstDay;
  const refusal = ({ status, body }: CallResult) => [status, body.key, ...(body.errors ? [body.errors.children] : [])];

  const accepted = async (answers: object = YES): Promise<Applicant & { appointmentId: number }> => {
    const applicant = await world.nextApplicant();
    const appointmentId = await world.invite(applicant);
    await world.answer(appointmentId, applicant, 'active');
    const params = { jobId: applicant.jobId, id: applicant.applicationId };
    expect((await world.server.call(putFeedback, { as: 'branch', params, body: { ...YES, ...answers } })).status).toBe(
      200,
    );
    return { ...applicant, appointmentId };
  };
  /** Runs a step at a time after the beginning of the first day. */
  const afterStart = async (ms: number, step: () => Promise<void>) => {
    const before = world.server.clock.now();
    world.server.clock.set(new Date(Date.parse('2026-03-16T06:00:00Z') + ms));
    await step().finally(() => world.server.clock.set(before));
  };
  const textsOf = async ({ workerId }: Applicant) => {
    const { rows } = await sql<{ body: string }>`
      select m.body from messages m join threads t on t.id = m.thread_id
      where t.worker_id = ${workerId} and m.sender = 'system' and m.type = 'text' order by m.id`.execute(
      world.server.db,
    );
    return rows.map(({ body }) => body);
  };
  const smsOf = async ({ workerId }: Applicant) => {
    const { rows } = await sql<{ text: string }>`
      select m.body_text as text from outgoing_messages m, workers w
      where w.id = ${workerId} and m.channel = 'sms' and right(m.recipient, 10) = w.phone
        and m.body_text like '%ilk iş%' order by m.id`.execute(world.server.db);
    return rows.map(({ text }) => text);
  };
  const remindersOf = async ({ applicationId }: Applicant) => {
    const { rows } = await sql<{ kind: string; due: string }>`
      select kind, to_char(due_at at time zone 'UTC', 'DD HH24:MI') as due from reminders
      where application_id = ${applicationId} and appointment_id is null order by due_at`.execute(world.server.db);
    return rows.map(({ kind, due }) => `${kind} ${due}`);
  };
  const startedAtOf = async ({ applicationId }: Applicant) => {
    const { rows } = await sql<{ at: Date | null }>`
      select started_at as at from application_facts where application_id = ${applicationId}`.execute(world.server.db);
    return rows[0]?.at ?? null;
  };

  it('are set and changed, and the worker is notified', async () => {
    const applicant = await accepted();
    const { applicationId: id, workerId } = applicant;
    const set = await put(id);
    expect(firstDayOf(set)).toEqual({ ...BODY, place: 'Moda', confirmedAt: null, started: null, recordedAt: null });
    const told = ['İlk iş gününüz: 16 Mart 2026 Pazartesi 09:00.', 'Yer: Moda', 'Soracağınız kişi: Elif'];
    expect(await textsOf(applicant)).toEqual([[...told, 'Yanınızda getirin: <b>Kimlik</b>'].join('\n')]);
    expect(await remindersOf(applicant)).toEqual(['first_day_evening 15 15:00']);
    expect(await smsOf(applicant)).toEqual([expect.stringMatching(/ilk iş gününüz .*09:00\. Ayrıntılar: http.*\/w\//)]);

    const confirmedAt = world.server.clock.now().toISOString();
    expect((await confirm(id, workerId)).body.payload.firstDay).toEqual({ ...firstDayOf(set), confirmedAt });
    expect((await confirm(id, workerId)).body.payload.firstDay.confirmedAt).toBe(confirmedAt);
    expect(firstDayOf(await put(id, { ...BODY, place: 'Moda' }, 'hr'))).toMatchObject({ confirmedAt });
    expect(await textsOf(applicant)).toHaveLength(1);

    expect(firstDayOf(await put(id, { ...BODY, bring: '  ' }))).toMatchObject({ bring: null, confirmedAt });
    const moved = await put(id, { startsAt: '2026-03-17 14:00:00' }, 'root');
    expect(firstDayOf(moved)).toMatchObject({ place: null, askFor: null, bring: null, confirmedAt: null });
    expect(await remindersOf(applicant)).toEqual(['first_day_evening 16 15:00', 'first_day_soon 17 09:00']);
    expect((await textsOf(applicant))[2]).toBe(
      'İlk iş gününüzün bilgileri değişti. Yeni bilgi: 17 Mart 2026 Salı 14:00.',
    );

    const history = await world.server.call(getHistory, { as: 'branch', params: { id } });
    const days = (history.body.payload as HistoryEntry[]).filter(({ action }) => action.includes('first_day'));
    expect(days.map(({ action, actor, details }) => [action.slice(12), actor, details.startAt])).toEqual([
      ['first_day_changed', 'user', '2026-03-17 14:00:00'],
      ['first_day_changed', 'user', '2026-03-16 09:00:00'],
      ['first_day_confirmed', 'worker', undefined],
      ['first_day_set', 'user', '2026-03-16 09:00:00'],
    ]);
  });

  it('answer 400 on the field to a time that is past or does not exist', async () => {
    const { applicationId } = await accepted();
    for (const startsAt of ['2026-02-30 09:00:00', '2026-03-16 09:01:00', '9999-06-01 09:00:00'])
      expect(refusal(await put(applicationId, { startsAt }))).toEqual([
        400,
        ERROR_KEYS.invalid,
        { startsAt: { errors: [ERROR_KEYS.fieldInvalid] } },
      ]);
    expect(refusal(await put(applicationId, { startsAt: '2026-03-11 12:00:00' }))).toEqual([
      400,
      ERROR_KEYS.appointmentDate,
      { startsAt: { errors: [ERROR_KEYS.appointmentDate] } },
    ]);
    const long = { ...BODY, place: 'x'.repeat(256), askFor: 'x'.repeat(101), bring: 'x'.repeat(301) };
    expect(Object.keys((await put(applicationId, long)).body.errors.children)).toEqual(['place', 'askFor', 'bring']);
  });

  it('need an accepted offer', async () => {
    const { applicationId: id } = await accepted({ isApplicantAcceptTheOffer: null });
    expect(refusal(await put(id))).toEqual([409, ERROR_KEYS.offerNotAccepted]);
    expect(refusal(await record(id, true))).toEqual([409, ERROR_KEYS.firstDayMissing]);
  });

  it('are neither set nor confirmed after the worker withdrew', async () => {
    const { applicationId: id, workerId } = await accepted();
    await put(id);
    await world.server.call(gatewayReject, { as: 'gateway', params: { id }, body: { workerId } });
    expect(refusal(await put(id, { ...BODY, place: null }))).toEqual([409, ERROR_KEYS.applicationWithdrawn]);
    expect(refusal(await confirm(id, workerId))).toEqual([409, ERROR_KEYS.firstDayMissing]);
  });

  it('are neither set nor recorded for somebody who was erased', async () => {
    const { applicationId: id, workerId } = await accepted();
    await put(id);
    await sql`update workers set external_id = 'erased:' || id where id = ${workerId}`.execute(world.server.db);
    expect(refusal(await put(id, { ...BODY, place: null }))).toEqual([409, ERROR_KEYS.applicationErased]);
    await afterStart(0, async () => {
      expect(refusal(await record(id, true))).toEqual([409, ERROR_KEYS.applicationErased]);
    });
  });

  it('are neither set nor recorded for somebody who was declined', async () => {
    const { applicationId: id } = await world.nextApplicant();
    const declined = await world.server.call(putDecline, { as: 'branch', params: { id }, body: {} });
    const { decision } = declined.body.payload.application as ApplicationRow;
    for (const reply of [await put(id), await record(id, true)]) {
      expect(refusal(reply)).toEqual([409, ERROR_KEYS.applicationDeclined]);
      expect(reply.body.application).toMatchObject({ id, status: 'rejected', decision });
    }
  });

  it('are not recorded after the worker withdrew, and a record stays', async () => {
    const [ended, kept] = [await accepted(), await accepted()];
    for (const { applicationId } of [ended, kept]) await put(applicationId);
    const withdraw = ({ applicationId: id, workerId }: Applicant) =>
      world.server.call(gatewayReject, { as: 'gateway', params: { id }, body: { workerId } });
    await withdraw(ended);
    await afterStart(0, async () => {
      expect(refusal(await record(ended.applicationId, true))).toEqual([409, ERROR_KEYS.applicationWithdrawn]);
      expect((await record(kept.applicationId, true)).status).toBe(200);
      expect((await withdraw(kept)).status).toBe(200);
      for (const started of [false, null])
        expect(refusal(await record(kept.applicationId, started))).toEqual([409, ERROR_KEYS.applicationWithdrawn]);
      expect(firstDayOf(await record(kept.applicationId, true))).toMatchObject({ started: true });
    });
  });

  it('answer 404 to others', async () => {
    const { applicationId: id, workerId } = await accepted();
    expect((await put(id, BODY, 'other')).status).toBe(404);
    expect(refusal(await confirm(id, workerId))).toEqual([409, ERROR_KEYS.firstDayMissing]);
    await put(id);
    expect((await confirm(id, workerId + 1)).status).toBe(404);
    await afterStart(0, async () => expect((await record(id, true, 'other')).status).toBe(404));
  });

  it('keep the accepted offer', async () => {
    const { applicationId, appointmentId } = await accepted();
    await put(applicationId);
    const options: CallOptions = { as: 'branch', params: { id: appointmentId }, body: {} };
    expect(refusal(await world.server.call(deleteFeedback, options))).toEqual([409, ERROR_KEYS.feedbackFollowed]);
  });

  it('record whether the worker started, for 15 minutes', async () => {
    const applicant = await accepted();
    const { applicationId: id, workerId } = applicant;
    await put(id);
    expect(refusal(await record(id, true))).toEqual([409, ERROR_KEYS.firstDayAhead]);
    await afterStart(0, async () => {
      expect(firstDayOf(await record(id, true))).toMatchObject({
        started: true,
        recordedAt: '2026-03-16T06:00:00.000Z',
      });
      expect(await startedAtOf(applicant)).toEqual(new Date('2026-03-16T06:00:00Z'));
      // The same body as before changes nothing, although its time has passed.
      expect(firstDayOf(await put(id))).toMatchObject({ started: true });
      expect(refusal(await put(id, { startsAt: '2026-03-20 09:00:00' }))).toEqual([409, ERROR_KEYS.firstDayRecorded]);
      expect(refusal(await confirm(id, workerId))).toEqual([409, ERROR_KEYS.firstDayRecorded]);
    });
    await afterStart(15 * MINUTE, async () => {
      expect(firstDayOf(await record(id, null, 'hr'))).toMatchObject({ started: null, recordedAt: null });
      expect(await startedAtOf(applicant)).toBeNull();
      expect(firstDayOf(await record(id, false))).toMatchObject({ started: false });
    });
    await afterStart(31 * MINUTE, async () => {
      expect(refusal(await record(id, null))).toEqual([409, ERROR_KEYS.feedbackTooOld]);
      expect(refusal(await record(id, true))).toEqual([409, ERROR_KEYS.feedbackTooOld]);
      expect((await record(id, false)).status).toBe(200);
    });
    const history = await world.server.call(getHistory, { as: 'branch', params: { id } });
    const records = (history.body.payload as HistoryEntry[]).filter(({ action }) => action.endsWith('recorded'));
    expect(records.map(({ details }) => details.started)).toEqual([false, null, true]);
  });

  it('are listed from their start until their outcome is recorded', async () => {
    const applicant = await accepted();
    const { applicationId: id, jobId, workerId } = applicant;
    await put(id);
    const due = async (as: CallOptions['as'] = 'branch', query: object = { jobId }) => {
      const { body } = await world.server.call(searchApplications, { as, query: { firstDay: 'due', ...query } });
      return ((body.payload ?? []) as ApplicationRow[]).some((row) => row.id === id);
    };
    await afterStart(-1, async () => expect(await due()).toBe(false));
    await afterStart(0, async () => {
      expect(await due()).toBe(true);
      expect(await due('hr', {})).toBe(true);
      expect(await due('root', { jobId: jobId + 1 })).toBe(false);
      expect(await due('other', {})).toBe(false);
      await record(id, false);
      expect(await due()).toBe(false);
      await record(id, null);
      await world.server.call(gatewayReject, { as: 'gateway', params: { id }, body: { workerId } });
      expect(await due()).toBe(false);
    });
    const options: CallOptions = { as: 'branch', query: { firstDay: 'later' } };
    expect(refusal(await world.server.call(searchApplications, options)).slice(0, 2)).toEqual([
      400,
      ERROR_KEYS.invalid,
    ]);
  });

  const block = async ({ workerId, companyId }: Applicant) => {
    const { rows } = await sql<{ id: number }>`
      select id from threads where worker_id = ${workerId} and user_id = ${companyId}`.execute(world.server.db);
    await world.server.call(blockByThread, { as: 'branch', params: { threadId: rows[0]!.id } });
  };

  it('reach a blocked worker by an event', async () => {
    const applicant = await accepted();
    await block(applicant);
    expect((await put(applicant.applicationId)).body.payload.isTold).toBe(true);
    expect(await textsOf(applicant)).toEqual([]);
    await sendEvents(world.server.db);
    const events = await sql<{ text: string }>`
      select data ->> 'text' as text from worker_events where worker_id = ${applicant.workerId}
      order by seq desc limit 1`.execute(world.server.db);
    expect(events.rows[0]?.text).toContain('16 Mart 2026');
  });

  it('reach a blocked worker of a public page by text message, and say when no text can reach them', async () => {
    const applicant = await accepted();
    const { applicationId: id, workerId } = applicant;
    await sql`update workers set external_id = 'web:' || id where id = ${workerId}`.execute(world.server.db);
    await block(applicant);
    expect((await put(id)).body.payload.isTold).toBe(true);
    expect(await smsOf(applicant)).toEqual([expect.stringMatching(/ilk iş gününüz .*09:00\. Ayrıntılar: http.*\/w\//)]);
    expect(await textsOf(applicant)).toEqual([]);
    expect((await put(id)).body.payload).not.toHaveProperty('isTold');
    await sql`update workers set phone = null where id = ${workerId}`.execute(world.server.db);
    expect((await put(id, { ...BODY, askFor: null })).body.payload.isTold).toBe(false);
  });

  it('bring a reminder on the evening before, but not on that of a day from which they were moved', async () => {
    const kept = await accepted();
    const moved = await accepted();
    await put(kept.applicationId);
    await put(moved.applicationId);
    await put(moved.applicationId, { startsAt: '2026-03-18 09:00:00' });
    const before = [(await textsOf(kept)).length, (await textsOf(moved)).length];
    await afterStart(-15 * 60 * MINUTE, async () => void (await sendReminders(world.server.deps)));
    expect((await textsOf(kept)).slice(before[0])).toEqual([expect.stringMatching(/hatırlatırız.*16 Mart 2026/)]);
    expect((await textsOf(moved)).slice(before[1])).toEqual([]);
  });
});
