import { sql } from 'kysely';
import {
  getHistory,
  postComment,
  putFeedback,
  putSeen,
  putShortlist,
  sendCv,
} from '../../../contract/routes/applications';
import { putAppointmentStatus } from '../../../contract/routes/appointments';
import type { HistoryEntry } from '../../../contract/schemas/history';
import { clearFacts } from '../../../server/platform/change';
import { candidateWorld, type Applicant, type CandidateWorld } from '../appointments/candidateWorld';

describe('application history', () => {
  let world: CandidateWorld;
  beforeAll(async () => {
    world = await candidateWorld();
  });
  afterAll(() => world.server.close());

  type Caller = 'branch' | 'root' | 'hr' | 'company' | 'other';
  const read = (id: number, as: Caller = 'branch', query = {}) =>
    world.server.call(getHistory, { as, params: { id }, query });
  const entriesOf = async (id: number, as: Caller = 'branch') => (await read(id, as)).body.payload as HistoryEntry[];
  const actionsOf = async (id: number) => (await entriesOf(id)).map(({ action }) => action);

  const shortlist = ({ applicationId }: Applicant, isShortlisted: boolean) =>
    world.server.call(putShortlist, { as: 'branch', params: { id: applicationId }, body: { isShortlisted } });

  it('has the times of the demo world’s steps, none before the arrival', async () => {
    const { rows } = await sql`
      select f.*, a.is_seen, a.is_shortlisted, a.came, a.offer_accepted
      from applications a left join application_facts f on f.application_id = a.id
      where f.created_at is distinct from a.created_at or a.is_seen <> (f.opened_at is not null)
        or a.shortlisted_at is distinct from f.shortlisted_at or coalesce(a.came, false) <> (f.came_at is not null)
        or (a.came is false) <> (f.missed_at is not null) or (a.offer_accepted is true) <> (f.hired_at is not null)
        or least(f.opened_at, f.answered_at, f.shortlisted_at, f.invited_at, f.agreed_at, f.came_at) < f.created_at
      limit 3`.execute(world.server.db);
    expect(rows).toEqual([]);
  });

  it('lists what happened and who did it, newest first', async () => {
    const applicant = await world.nextApplicant();
    const { applicationId: id, workerId, jobId } = applicant;
    await sql`update applications set is_seen = false where id = ${id}`.execute(world.server.db);
    await sql`
      update application_facts f
      set (opened_at, answered_at, shortlisted_at) = (select null::timestamptz, null::timestamptz, null::timestamptz)
      where application_id = ${id}`.execute(world.server.db);
    const began = world.server.clock.now();
    await world.server.call(putSeen, { as: 'branch', params: { id } });
    await shortlist(applicant, false);
    await shortlist(applicant, true);
    await world.server.call(postComment, { as: 'root', body: { workerId, message: 'Friendly' } });
    const taken = await world.invite(applicant);
    await world.server.call(putAppointmentStatus, { as: 'branch', params: { id: taken }, body: { status: 'none' } });
    await world.answer(await world.invite(applicant), applicant, 'active');
    await world.server.call(sendCv, {
      as: 'branch',
      params: { jobId },
      body: { email: 'boss@x.example', applicationId: id },
    });
    world.server.clock.set(new Date(world.server.clock.now().getTime() + 72 * 3_600_000));
    const answers = { isApplicantCameToAppointment: true, isAppointmentPositive: true };
    const rest = { isOfferSentToApplicant: null, isApplicantAcceptTheOffer: null };
    await world.server.call(putFeedback, { as: 'branch', params: { jobId, id }, body: { ...answers, ...rest } });

    const entries = await entriesOf(id);
    expect(entries.map(({ action }) => action)).toEqual([
      'application.feedback',
      'application.cv_mailed',
      'appointment.status',
      'appointment.created',
      'appointment.reset',
      'appointment.created',
      'worker.commented',
      'application.shortlisted',
      'application.unshortlisted',
      'application.seen',
    ]);
    expect(entries[0]!.details).toEqual(answers);
    expect(entries[1]).toMatchObject({ actor: 'user', actorName: 'Selin Aksoy', details: { to: 'b…@x….example' } });
    const { rows: users } = await sql<{ id: number }>`
      select id from users where email = 'branch@demo.test'`.execute(world.server.db);
    expect(entries[1]!.actorId).toBe(users[0]!.id);
    expect(entries[2]).toMatchObject({
      actor: 'worker',
      actorName: null,
      actorId: null,
      details: { status: 'ACTIVE' },
    });
    expect(entries[3]!.details).toEqual({ startAt: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:00:00$/) });
    expect(entries[6]!.actorName).not.toBe('Selin Aksoy');

    const { rows } = await sql`
      select opened_at, answered_at, shortlisted_at, invited_at, agreed_at, came_at, missed_at, offer_at, hired_at
      from application_facts where application_id = ${id}`.execute(world.server.db);
    const [opened, came] = [began, world.server.clock.now()];
    // The second invitation and the second mark leave the first times.
    expect(rows[0]).toEqual({
      openedAt: opened,
      answeredAt: opened,
      shortlistedAt: opened,
      invitedAt: opened,
      agreedAt: opened,
      cameAt: came,
      missedAt: null,
      offerAt: null,
      hiredAt: null,
    });
    await world.server.db.transaction().execute((trx) => clearFacts(trx, ['came', 'missed'], [id]));
    await sql`select backfill_application_facts()`.execute(world.server.db);
    const again = await sql`select came_at, invited_at from application_facts where application_id = ${id}`.execute(
      world.server.db,
    );
    // The audit log still knows when the answer was given.
    expect(again.rows).toEqual([{ cameAt: came, invitedAt: opened }]);
  });

  it('stays readable after the account is deleted', async () => {
    const applicant = await world.nextApplicant();
    await shortlist(applicant, false);
    await sql`update users set first_name = 'X', last_name = 'Y', deleted_at = now() where email = 'branch@demo.test'`.execute(
      world.server.db,
    );
    const [entry] = await entriesOf(applicant.applicationId, 'root');
    expect(entry).toMatchObject({ action: 'application.unshortlisted', actorName: 'Selin Aksoy' });
    await sql`update users set first_name = 'Selin', last_name = 'Aksoy', deleted_at = null where email = 'branch@demo.test'`.execute(
      world.server.db,
    );
  });

  it('shows nothing of another organisation’s actions on the same worker', async () => {
    const applicant = await world.nextApplicant();
    const { applicationId, workerId } = applicant;
    await sql`
      insert into audit_log (at, actor, actor_name, organisation_id, action, subject_type, subject_id, details)
      select now(), 'user', 'Stranger', u.organisation_id, 'worker.commented', 'worker', ${workerId}, '{}'
      from users u where u.email = 'other@demo.test'`.execute(world.server.db);
    expect(await actionsOf(applicationId)).toEqual([]);
    for (const as of ['company', 'other'] as const) expect((await read(applicationId, as)).status).toBe(404);
    for (const as of ['root', 'hr'] as const) expect((await read(applicationId, as)).status).toBe(200);
  });

  it('continues after fifty entries without repeating or skipping one', async () => {
    const applicant = await world.nextApplicant();
    for (let at = 0; at < 60; at += 1) await shortlist(applicant, at % 2 === 1);
    const id = applicant.applicationId;
    const first = await entriesOf(id);
    expect(first).toHaveLength(50);
    const rest = (await read(id, 'branch', { before: first.at(-1)!.id })).body.payload as HistoryEntry[];
    expect(new Set([...first, ...rest].map((entry) => entry.id)).size).toBe(60);
  });

  it.each([['x'], [0], [1.5]])('rejects before=%s', async (before) => {
    expect((await read(1, 'branch', { before })).status).toBe(400);
  });
});
