import { sql } from 'kysely';
import { putShortlist } from '../../../contract/routes/applications';
import { shortlistAll } from '../../../server/modules/applications';
import { sendDueSms } from '../../../server/modules/workerLinks';
import type { UserActor } from '../../../server/platform/audit';
import { inChange } from '../../../server/platform/change';
import { declineAll, lockForDecision, reopenAll, notifyDue, type Postponed } from '../../../server/modules/decisions';
import { decisionWorld, log, rowOf, type DecisionWorld } from './decisionWorld';

describe('a decision notice', () => {
  let world: DecisionWorld;
  const start = new Date('2026-03-11T09:00:00.000Z');
  beforeAll(async () => {
    world = await decisionWorld();
  });
  beforeEach(() => world.server.clock.set(start));
  afterAll(() => world.server.close());

  it('is sent once, when it is due; until then the worker sees an application in progress', async () => {
    const [told, undone] = [await world.nextApplicant(), await world.nextApplicant()];
    const seq = await world.lastSeq();
    await world.decline(told.applicationId);
    await world.decline(undone.applicationId);
    expect(await world.passMinutes(119)).toBe(0);
    expect(await world.toldStatus(told)).toBe('in_progress');
    expect((await world.reopen(undone.applicationId)).body.payload.wasTold).toBe(false);
    expect(await world.passMinutes(1)).toBe(1);
    expect(await world.passMinutes(600)).toBe(0);
    expect(await world.statusEvents(seq)).toEqual([`${told.applicationId}:rejected`]);
    expect(await world.toldStatus(told)).toBe('rejected');
    const toldAt = new Date(start.getTime() + 120 * 60_000).toISOString();
    expect(rowOf(await world.decline(told.applicationId, { tell: 'now' })).decision).toMatchObject({
      tellAt: null,
      toldAt,
    });
    expect((await world.audits(told.applicationId)).map(({ action, actor }) => `${action} ${actor}`)).toEqual([
      'application.declined user',
      'application.told clock',
    ]);
  });

  it('follows the organisation’s delay', async () => {
    const { applicationId: id } = await world.nextApplicant();
    await sql`insert into organisation_settings (organisation_id, telling_minutes, version)
      select organisation_id, 30, 1 from applications where id = ${id}`.execute(world.server.db);
    const { decision } = rowOf(await world.decline(id));
    expect(decision!.tellAt).toBe(new Date(start.getTime() + 30 * 60_000).toISOString());
    await world.reopen(id);
    await sql`delete from organisation_settings`.execute(world.server.db);
  });

  it('waits for the morning', async () => {
    const applicant = await world.nextApplicant();
    /** Returns the seconds that the operator's alarm about late notices reads. */
    const late = async () =>
      /queue_oldest_seconds\{queue="tellings"\} (\d+)/.exec((await world.server.app.inject('/metrics')).body)?.[1];
    world.server.clock.set(new Date('2026-03-11T20:00:00.000Z'));
    const { decision } = rowOf(await world.decline(applicant.applicationId, { tell: 'now' }));
    expect(decision!.tellAt).toBe('2026-03-12T05:00:00.000Z');
    const seq = await world.lastSeq();
    await world.passMinutes(8 * 60);
    expect(await world.statusEvents(seq)).toEqual([]);
    // A notice that a stopped server left over is not sent at night either.
    await sql`update application_decisions set tell_at = ${start} where application_id = ${applicant.applicationId}`.execute(
      world.server.db,
    );
    expect([await notifyDue(world.server.deps, { log }), await late()]).toEqual([0, '0']);
    world.server.clock.set(new Date('2026-03-12T05:00:20.000Z'));
    expect(await late()).toBe('20');
    await world.passMinutes(0);
    expect(await world.statusEvents(seq)).toEqual([`${applicant.applicationId}:rejected`]);
  });

  it('is never sent for duplicates and spam that were declined silently', async () => {
    const applicant = await world.nextApplicant();
    const seq = await world.lastSeq();
    await world.decline(applicant.applicationId, { reason: 'duplicate', tell: 'never' });
    await world.passMinutes(24 * 60);
    expect(await world.statusEvents(seq)).toEqual([]);
    expect(await world.toldStatus(applicant)).toBe('in_progress');
  });

  it('is not sent to an applicant whom a server of the previous release hired', async () => {
    const applicant = await world.nextApplicant();
    const seq = await world.lastSeq();
    await world.decline(applicant.applicationId);
    await sql`update applications set status = 'accepted' where id = ${applicant.applicationId}`.execute(
      world.server.db,
    );
    await world.passMinutes(240);
    expect(await world.statusEvents(seq)).toEqual([]);
  });

  it('is not sent to a worker who withdraws first', async () => {
    const applicant = await world.nextApplicant();
    const { applicationId: id } = applicant;
    const seq = await world.lastSeq();
    await world.decline(id);
    expect((await world.withdraw(applicant)).body.payload.application.status).toBe('rejected');
    await world.passMinutes(240);
    expect(await world.statusEvents(seq)).toEqual([`${id}:rejected`]);
    expect((await world.listed({ decision: 'withdrawn' })).ids).toContain(id);
    expect((await world.reopen(id)).body.key).toBe('application.withdrawn');
  });

  it('changes nothing for a worker who withdraws afterwards', async () => {
    const applicant = await world.nextApplicant();
    const seq = await world.lastSeq();
    await world.decline(applicant.applicationId, { tell: 'now' });
    await world.passMinutes(0);
    expect((await world.withdraw(applicant)).body.payload.application.status).toBe('rejected');
    expect(await world.statusEvents(seq)).toEqual([`${applicant.applicationId}:rejected`]);
    expect((await world.listed({ decision: 'declined' })).ids).toContain(applicant.applicationId);
  });

  it.each([
    ['tr', 'Başvurunuz yeniden değerlendirmeye alındı.'],
    ['en', 'Your application is open again.'],
    ['es', 'Su solicitud vuelve a estar abierta.'],
    ['de', 'Your application is open again.'],
  ])('is corrected in the conversation after a reopening, in the worker’s language %s', async (language, text) => {
    const applicant = await world.nextApplicant();
    const { applicationId: id, workerId, companyId } = applicant;
    const { db } = world.server;
    await sql`update workers set language_code = ${language} where id = ${workerId}`.execute(db);
    await sql`insert into threads (organisation_id, user_id, worker_id, last_number, created_at)
      select organisation_id, user_id, worker_id, 1, ${start} from applications where id = ${id}
      on conflict (user_id, worker_id) do update set last_number = threads.last_number + 1`.execute(db);
    await world.decline(id, { tell: 'now' });
    await world.passMinutes(0);
    const seq = await world.lastSeq();
    expect((await world.reopen(id)).body.payload).toMatchObject({
      wasTold: true,
      application: { status: 'in_progress', decision: null },
    });
    expect((await world.eventsAfter(seq)).map(({ type, data }) => [type, data.status ?? data.body])).toEqual([
      ['application_status', 'in_progress'],
      ['message', text],
    ]);
    expect(await world.toldStatus(applicant)).toBe('in_progress');
    const { rows } = await sql<{ sender: string; body: string }>`
      select m.sender, m.body from messages m join threads t on t.id = m.thread_id
      where t.user_id = ${companyId} and t.worker_id = ${workerId} order by m.number desc limit 1`.execute(db);
    expect(rows).toEqual([{ sender: 'system', body: text }]);
  });

  it('is corrected by an event after a reopening when there is no conversation', async () => {
    const { applicationId: id, companyId, workerId } = await world.nextApplicant();
    await sql`delete from threads where user_id = ${companyId} and worker_id = ${workerId} and last_number = 0`.execute(
      world.server.db,
    );
    await world.decline(id, { tell: 'now' });
    await world.passMinutes(0);
    const seq = await world.lastSeq();
    await world.reopen(id);
    const events = await world.eventsAfter(seq);
    expect(events.map(({ type }) => type)).toEqual(['application_status']);
    expect(events[0]!.data).toMatchObject({ status: 'in_progress', text: expect.any(String) });
  });

  it('is sent once when two people decline and two servers send notices at the same time', async () => {
    const applicants = [];
    for (let count = 0; count < 6; count += 1) applicants.push(await world.nextApplicant());
    const seq = await world.lastSeq();
    const replies = await Promise.all(
      applicants.flatMap(({ applicationId: id }) => [
        world.decline(id, { tell: 'now' }),
        world.decline(id, { reason: 'hours', tell: 'now' }, 'hr'),
      ]),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const told = await Promise.all([notifyDue(world.server.deps, { log }), notifyDue(world.server.deps, { log })]);
    expect(told[0]! + told[1]!).toBe(6);
    expect((await world.statusEvents(seq)).sort()).toEqual(
      applicants.map(({ applicationId }) => `${applicationId}:rejected`).sort(),
    );
  });

  it('is sent or dropped as a whole when the worker withdraws at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const applicant = await world.nextApplicant();
      const seq = await world.lastSeq();
      const { applicationId: id } = applicant;
      await Promise.all([
        world.decline(id, { tell: 'now' }),
        world.withdraw(applicant),
        notifyDue(world.server.deps, { log }),
      ]);
      await world.passMinutes(1);
      expect(await world.statusEvents(seq)).toEqual([`${id}:rejected`]);
    }
  });

  it('does not block the others when it fails, and is retried later', async () => {
    const { db, deps, clock } = world.server;
    const applicants = [];
    for (let count = 0; count < 4; count += 1) applicants.push(await world.nextApplicant());
    const ids = applicants.map(({ applicationId }) => applicationId);
    for (const id of ids) await world.decline(id, { tell: 'now' });
    const [culprit, ...others] = ids;
    await sql
      .raw(
        `
      create function refuse_one() returns trigger language plpgsql as $$
      begin
        if new.application_id = ${culprit} then raise exception 'broken row'; end if;
        return new;
      end $$;
      create trigger broken before update on application_decisions for each row execute function refuse_one()`,
      )
      .execute(db);
    const warn = jest.fn();
    const postponed: Postponed = new Map();
    const seq = await world.lastSeq();
    try {
      expect(await notifyDue(deps, { log: { warn }, batch: 2, postponed })).toBe(3);
      clock.set(new Date(start.getTime() + 10_000));
      expect(await notifyDue(deps, { log: { warn }, postponed })).toBe(0);
    } finally {
      await sql.raw('drop trigger broken on application_decisions; drop function refuse_one()').execute(db);
    }
    expect(await world.statusEvents(seq)).toEqual(others.map((id) => `${id}:rejected`));
    expect(warn.mock.calls).toEqual([[expect.objectContaining({ application: culprit }), 'decision notice failed']]);
    expect(await notifyDue(deps, { log, postponed })).toBe(0);
    clock.set(new Date(start.getTime() + 10 * 60_000));
    expect(await notifyDue(deps, { log, postponed })).toBe(1);
    expect(await world.statusEvents(seq)).toContain(`${culprit}:rejected`);
  });

  it('updates the dashboards, and many decisions need as many statements as two', async () => {
    const { db, clock } = world.server;
    const { rows } = await sql<{ id: number }>`
      select a.id from applications a join users u on u.id = a.user_id
      where u.email = 'branch@demo.test' and a.status = 'in_progress' and a.appointment_id is null
      order by a.id desc limit 60`.execute(db);
    const { rows: users } = await sql<{ id: number; organisationId: number; name: string }>`
      select id, organisation_id as "organisationId", email as name from users
      where email = 'branch@demo.test'`.execute(db);
    const user = users[0]!;
    const actor: UserActor = { kind: 'user', user, requestId: null };
    const scope = { organisationId: user.organisationId, userId: user.id };
    let statements = 0;
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: ({ result }) => {
        statements += 1;
        return Promise.resolve(result);
      },
    });
    const events: unknown[] = [];
    /** Declines or reopens, and returns the number of statements. */
    const decide = async (ids: readonly number[], work: 'decline' | 'reopen') => {
      statements = 0;
      await inChange({ db: counted, clock }, async (change) => {
        const noting = { ...change, notifyEmployer: (_id: number, event: unknown) => void events.push(event) };
        const locked = await lockForDecision(noting, scope, [...ids, 999_999_999]);
        expect(locked.map(({ id }) => id).sort()).toEqual([...ids].sort());
        const options = {
          reason: null,
          note: null,
          tell: 'default',
          timeZone: 'Europe/Istanbul',
          bulkId: 'b',
        } as const;
        if (work === 'decline') await declineAll(noting, actor, locked, options);
        else expect(await reopenAll(noting, actor, locked)).toEqual(new Set());
      });
      return statements;
    };
    const all = rows.map(({ id }) => id);
    const [few, many] = [all.slice(0, 2), all.slice(2)];
    expect(await decide(many, 'decline')).toBe(await decide(few, 'decline'));
    expect(await decide(many, 'reopen')).toBe(await decide(few, 'reopen'));
    const event = { type: 'applications', userId: user.id, reason: 'decided' };
    const [none, some] = [
      { ...event, ids: [] },
      { ...event, ids: expect.arrayContaining(few) },
    ];
    expect(events).toEqual([none, some, none, some]);
  });

  it('goes to shortlisted applicants as a text ten minutes later, if the organisation wants that', async () => {
    const { server } = world;
    await sql`delete from applicant_news`.execute(server.db);
    await sql`delete from message_tellings`.execute(server.db);
    const shortlist = (id: number, isShortlisted = true) =>
      server.call(putShortlist, { as: 'branch', params: { id }, body: { isShortlisted } });
    const [quiet, undone, told] = [
      await world.nextApplicant(),
      await world.nextApplicant(),
      await world.nextApplicant(),
    ];
    await sql`update workers set phone = '5320001122', country_code = 'TR', external_id = 'web:told' where id = ${told.workerId}`.execute(
      server.db,
    );
    for (const { applicationId } of [quiet, undone, told]) await shortlist(applicationId, false);
    expect((await shortlist(quiet.applicationId)).status).toBe(200);
    await sql`insert into organisation_settings (organisation_id, telling_minutes, version, tell_shortlisted)
      select organisation_id, 120, 1, true from applications where id = ${told.applicationId}`.execute(server.db);
    for (const { applicationId } of [undone, told]) expect((await shortlist(applicationId)).status).toBe(200);
    await shortlist(undone.applicationId, false);
    const tell = async (at: string) => {
      server.clock.set(new Date(at));
      return sendDueSms(server.deps);
    };
    expect(await tell('2026-03-11T09:09:00.000Z')).toBe(0);
    // 22:30 in the marketplace.
    expect(await tell('2026-03-11T19:30:00.000Z')).toBe(0);
    expect(await tell('2026-03-12T05:00:01.000Z')).toBe(1);
    const { rows } = await sql<{ text: string }>`
      select body_text as text from outgoing_messages where recipient = '+905320001122' order by id desc`.execute(
      server.db,
    );
    expect(rows[0]!.text).toMatch(/\/w\/[\w-]{30}$/);
    expect(await tell('2026-03-12T06:00:00.000Z')).toBe(0);
    // Nobody is notified of a shortlisting twice.
    await shortlist(told.applicationId, false);
    await shortlist(told.applicationId);
    expect(await tell('2026-03-12T07:00:00.000Z')).toBe(0);
    // A notification that another server has locked is left to that server.
    await shortlist(quiet.applicationId, false);
    await shortlist(quiet.applicationId);
    const other = await server.pool.connect();
    await other.query('begin');
    await other.query('select 1 from shortlist_tellings for update');
    expect(await tell('2026-03-12T08:00:00.000Z')).toBe(0);
    await other.query('rollback');
    other.release();
    // An undo restores an old mark and notifies nobody.
    await shortlist(undone.applicationId, false);
    await inChange(server.deps, async (change) => {
      const { rows: owners } = await sql<{ organisationId: number; userId: number }>`
        select organisation_id as "organisationId", user_id as "userId" from applications
        where id = ${undone.applicationId}`.execute(change.trx);
      const owner = owners[0]!;
      const locked = await lockForDecision(change, owner, [undone.applicationId]);
      const shortlistedAt = new Map([[undone.applicationId, start]]);
      const actor = { kind: 'clock', organisationId: owner.organisationId } as const;
      await shortlistAll(change, locked, { actor, isShortlisted: true, shortlistedAt });
    });
    const waiting = await sql`
      select 1 from shortlist_tellings where application_id = ${undone.applicationId}`.execute(server.db);
    expect(waiting.rows).toEqual([]);
    await sql`delete from organisation_settings`.execute(server.db);
  });
});
