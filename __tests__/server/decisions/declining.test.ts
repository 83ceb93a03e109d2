import { sql } from 'kysely';
import { postAppointment, putAppointmentStatus } from '../../../contract/routes/appointments';
import { putDecline } from '../../../contract/routes/decisions';
import { getApplication, getHistory, putFeedback, putShortlist } from '../../../contract/routes/applications';
import { NO_ANSWERS } from '../../../contract/rules/feedback';
import type { CallResult } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';
import type { Applicant } from '../appointments/candidateWorld';
import { decisionWorld, rowOf, type DecisionWorld } from './decisionWorld';

describe('declining and reopening', () => {
  let world: DecisionWorld;
  let ids: World;
  beforeAll(async () => {
    world = await decisionWorld();
    ids = await findWorld(world.server.db);
  });
  afterAll(() => world.server.close());

  const shortlist = (id: number, isShortlisted = true) =>
    world.server.call(putShortlist, { as: 'branch', params: { id }, body: { isShortlisted } });

  it('returns the row with the decision, and a repeat changes only the given fields', async () => {
    const { applicationId: id } = await world.nextApplicant();
    const at = world.server.clock.now();
    const tellAt = new Date(at.getTime() + 120 * 60_000).toISOString();
    const first = rowOf(await world.decline(id, { reason: 'too_far' }));
    expect(first).toMatchObject({
      status: 'rejected',
      decision: { at: at.toISOString(), reason: 'too_far', note: null, tellAt, toldAt: null },
    });
    expect(first.decision!.by).toBeTruthy();
    const again = rowOf(await world.decline(id, { reason: 'other', note: ' Geç kaldı ' }, 'hr'));
    expect(again.decision).toEqual({ ...first.decision, reason: 'other', note: 'Geç kaldı' });
    expect(rowOf(await world.decline(id, {}, 'root')).decision).toEqual(again.decision);
    const now = rowOf(await world.decline(id, { tell: 'now' }));
    expect(now.decision).toEqual({ ...again.decision, tellAt: at.toISOString() });
    const spam = rowOf(await world.decline(id, { reason: 'spam', tell: 'never' }));
    expect(spam.decision).toMatchObject({ reason: 'spam', tellAt: null });
    // The new reason does not allow silence, so the default notice applies.
    expect(rowOf(await world.decline(id, { reason: 'hours' })).decision).toMatchObject({ tellAt });
    const detail = await world.server.call(getApplication, { as: 'branch', params: { id } });
    expect(rowOf(detail).decision).toMatchObject({ reason: 'hours', note: 'Geç kaldı' });
    expect((await world.audits(id)).map(({ action }) => action)).toEqual([
      'application.declined',
      ...Array<string>(4).fill('application.decision_changed'),
    ]);
  });

  it('keeps a colleague’s decision that the user has not seen', async () => {
    const { applicationId: id } = await world.nextApplicant();
    const first = rowOf(await world.decline(id, { reason: 'spam', tell: 'never', isNew: true }));
    expect(first.decision).toMatchObject({ reason: 'spam', tellAt: null });
    const refused = await world.decline(id, { reason: 'hours', isNew: true }, 'hr');
    expect([refused.status, refused.body.key]).toEqual([409, 'application.declined']);
    expect(refused.body.application).toEqual(first);
    const detail = await world.server.call(getApplication, { as: 'branch', params: { id } });
    expect(rowOf(detail).decision).toEqual(first.decision);
    expect((await world.decline(id, { isNew: false })).status).toBe(400);
  });

  it.each([
    [{ reason: 'other' }, 'note'],
    [{ reason: 'hours', note: ' a ' }, 'note'],
    [{ reason: 'bad' }, 'reason'],
    [{ note: 'a'.repeat(201) }, 'note'],
    [{ tell: 'never' }, 'tell'],
    [{ reason: 'hours', tell: 'never' }, 'tell'],
    [{ templateId: 7 }, 'templateId'],
  ])('refuses %j on its field', async (body, field) => {
    const { applicationId: id } = await world.nextApplicant();
    const reply = await world.decline(id, body);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors.children)).toEqual([field]);
  });

  it('requires a note as long as the reason is other', async () => {
    const { applicationId: id } = await world.nextApplicant();
    await world.decline(id, { reason: 'other', note: 'abc' });
    expect((await world.decline(id, { note: null })).status).toBe(400);
  });

  it('can change only the reason or the notice if the stored values allow it', async () => {
    const { applicationId: id } = await world.nextApplicant();
    await world.decline(id, { reason: 'spam', note: 'abc' });
    expect(rowOf(await world.decline(id, { tell: 'never' })).decision).toMatchObject({ reason: 'spam', tellAt: null });
    expect(rowOf(await world.decline(id, { reason: 'other' })).decision).toMatchObject({
      reason: 'other',
      note: 'abc',
    });
    expect(Object.keys((await world.decline(id, { tell: 'never' })).body.errors.children)).toEqual(['tell']);
  });

  it('restores a declined application on reopening, and leaves one that is not declined unchanged', async () => {
    const { applicationId: id } = await world.nextApplicant();
    const before = rowOf(await shortlist(id));
    await world.decline(id);
    await world.decline(id, { reason: 'hours' });
    const { status, body } = await world.reopen(id, 'hr');
    expect(status).toBe(200);
    expect(body.payload).toEqual({ application: before, wasTold: false });
    expect((await world.reopen(id)).body.payload).toEqual({ application: before, wasTold: false });
    const history = await world.server.call(getHistory, { as: 'branch', params: { id } });
    expect((history.body.payload as { action: string }[]).map(({ action }) => action).slice(0, 3)).toEqual([
      'application.reopened',
      'application.decision_changed',
      'application.declined',
    ]);
  });

  it('asks about an open appointment, and cancels it with the decline', async () => {
    const applicant = await world.nextApplicant();
    const { applicationId: id } = applicant;
    const startAt = world.inHours(50);
    const appointment = await world.invite(applicant, startAt);
    const refused = await world.decline(id);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      key: 'application.has_appointment',
      appointment: { id: appointment, startAt, reach: 'product' },
    });
    const seq = await world.lastSeq();
    const row = rowOf(await world.decline(id, { cancelAppointment: true }));
    expect(row).toMatchObject({ status: 'rejected', appointment: { status: { name: 'CANCELLED_OUTSIDE_24H' } } });
    // The worker is notified of the appointment at once and of the decision later.
    expect((await world.eventsAfter(seq)).map(({ type }) => type)).toEqual(['appointment']);
  });

  it('refuses an accepted offer and a withdrawn application', async () => {
    const ended = await world.nextApplicant();
    await sql`update applications set status = 'accepted', offer_accepted = true where id = ${ended.applicationId}`.execute(
      world.server.db,
    );
    expect((await world.decline(ended.applicationId)).body.key).toBe('application.ended');
    const gone = await world.nextApplicant();
    await world.withdraw(gone);
    expect((await world.decline(gone.applicationId)).body.key).toBe('application.withdrawn');
    expect((await world.reopen(gone.applicationId)).body.key).toBe('application.withdrawn');
    const reply = await shortlist(gone.applicationId);
    expect([reply.status, reply.body.key]).toEqual([409, 'application.withdrawn']);
  });

  it('refuses to shortlist, invite or hire an applicant whom a colleague declined', async () => {
    const applicant = await world.nextApplicant();
    const { applicationId: id, jobId } = applicant;
    const appointment = await world.invite(applicant);
    await world.answer(appointment, applicant, 'active');
    const { decision } = rowOf(await world.decline(id, { cancelAppointment: true }));
    const refused = [409, 'application.declined', { id, status: 'rejected', decision }];
    const refusalOf = ({ status, body: { key, application: row } }: CallResult) => [
      status,
      key,
      row && { id: row.id, status: row.status, decision: row.decision },
    ];
    const invited = await world.server.call(postAppointment, { as: 'hr', body: world.invitation(applicant) });
    for (const reply of [await shortlist(id), await shortlist(id, false), invited])
      expect(refusalOf(reply)).toEqual(refused);
    await sql`update appointments set status = 'COMPLETED' where id = ${appointment}`.execute(world.server.db);
    const hired = await world.server.call(putFeedback, {
      as: 'branch',
      params: { jobId, id },
      body: {
        isApplicantCameToAppointment: true,
        isAppointmentPositive: true,
        isOfferSentToApplicant: true,
        isApplicantAcceptTheOffer: true,
      },
    });
    expect(refusalOf(hired)).toEqual(refused);
    const moved = await world.server.call(putAppointmentStatus, {
      as: 'branch',
      params: { id: appointment },
      body: { status: 'cancelled' },
    });
    expect(moved.status).toBe(409);
  });

  it('keeps the decision about somebody who was erased as it was', async () => {
    const one = await world.nextApplicant();
    await world.decline(one.applicationId, { reason: 'experience' });
    await sql`update workers set external_id = 'erased:' || id where id = ${one.workerId}`.execute(world.server.db);
    const again = (reason: 'experience' | 'other') =>
      world.server.call(putDecline, {
        as: 'branch',
        params: { id: one.applicationId },
        body: { reason, ...(reason === 'other' && { note: 'a secret' }) },
      });
    expect((await again('experience')).status).toBe(200);
    const refused = await again('other');
    expect([refused.status, refused.body.key]).toEqual([409, 'application.erased']);
  });

  it('refuses to invite or hire somebody who withdrew or was erased', async () => {
    const endings: [string, (applicant: Applicant) => Promise<unknown>][] = [
      ['application.withdrawn', world.withdraw],
      [
        'application.erased',
        ({ workerId }) =>
          sql`update workers set external_id = 'erased:' || id where id = ${workerId}`.execute(world.server.db),
      ],
    ];
    for (const [key, end] of endings) {
      const [invitee, hire] = [await world.nextApplicant(), await world.nextApplicant()];
      const appointment = await world.invite(hire);
      await world.answer(appointment, hire, 'active');
      const record = (answers: Record<string, boolean>) =>
        world.server.call(putFeedback, {
          as: 'branch',
          params: { jobId: hire.jobId, id: hire.applicationId },
          body: { ...NO_ANSWERS, isApplicantCameToAppointment: true, isAppointmentPositive: true, ...answers },
        });
      expect((await record({ isOfferSentToApplicant: true })).status).toBe(200);
      for (const applicant of [invitee, hire]) await end(applicant);
      const replies = [
        await world.server.call(postAppointment, { as: 'branch', body: world.invitation(invitee) }),
        await record({ isOfferSentToApplicant: true, isApplicantAcceptTheOffer: true }),
      ];
      for (const { status, body } of replies) expect([status, body.key]).toEqual([409, key]);
    }
  });

  it('lists declined and withdrawn applications apart, with exact totals', async () => {
    const [declined, withdrawn] = [await world.nextApplicant(), await world.nextApplicant()];
    await world.decline(declined.applicationId);
    await world.withdraw(withdrawn);
    const all = await world.listed({ status: 'in_progress,accepted', op: 'must_not' });
    const lists = {
      declined: await world.listed({ decision: 'declined' }),
      withdrawn: await world.listed({ decision: 'withdrawn' }),
    };
    expect(lists.declined.ids).toContain(declined.applicationId);
    expect(lists.withdrawn.ids).toContain(withdrawn.applicationId);
    expect([...lists.declined.ids, ...lists.withdrawn.ids].sort()).toEqual([...all.ids].sort());
    for (const list of [all, lists.declined, lists.withdrawn]) expect(list.total).toBe(list.ids.length);
    expect(lists.declined.rows.every(({ decision }) => decision !== null)).toBe(true);
    expect(lists.withdrawn.rows.every(({ decision }) => decision === null)).toBe(true);
    const ofJob = await world.listed({ decision: 'declined', jobId: declined.jobId });
    expect(ofJob.ids).toContain(declined.applicationId);
    const whole = await world.listed({ decision: 'declined' }, 'root');
    expect(whole.ids).toEqual(expect.arrayContaining(lists.declined.ids));
  });

  it('declines and reopens applications of a closed job', async () => {
    const { applicationOfClosedJob: id } = ids;
    await sql`update applications set status = 'in_progress' where id = ${id}`.execute(world.server.db);
    expect((await world.decline(id)).status).toBe(200);
    expect((await world.reopen(id)).status).toBe(200);
  });

  it('neither declines nor reopens applications of a deleted job, whose decisions can still change', async () => {
    const [open, declined] = [await world.nextApplicant(), await world.nextApplicant()];
    await world.decline(declined.applicationId);
    const jobs = sql`(${sql.join([open.jobId, declined.jobId])})`;
    const statuses = await sql<{ id: number; status: string }>`
      select id, status from jobs where id in ${jobs}`.execute(world.server.db);
    await sql`update jobs set status = 'deleted' where id in ${jobs}`.execute(world.server.db);
    for (const { status, body } of [
      await world.decline(open.applicationId, { cancelAppointment: true }),
      await world.reopen(declined.applicationId),
    ])
      expect([status, body.key]).toEqual([409, 'job.not_active']);
    expect(rowOf(await world.decline(declined.applicationId, { reason: 'hours' })).decision).toMatchObject({
      reason: 'hours',
    });
    for (const { id, status } of statuses.rows)
      await sql`update jobs set status = ${status} where id = ${id}`.execute(world.server.db);
  });

  it.each(['siblingApplication', 'otherApplication'] as const)('answers 404 to a branch for %s', async (name) => {
    const id = ids[name];
    expect((await world.decline(id)).status).toBe(404);
    expect((await world.reopen(id)).status).toBe(404);
  });
});
