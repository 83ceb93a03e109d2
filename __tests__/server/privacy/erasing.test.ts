import { sql } from 'kysely';
import {
  exportExcel,
  getApplication,
  postComment,
  putShortlist,
  searchApplications,
} from '../../../contract/routes/applications';
import { getJobAppointments, postAppointment } from '../../../contract/routes/appointments';
import { checkThread, sendMessage } from '../../../contract/routes/chat';
import { deleteDecline, putDecline } from '../../../contract/routes/decisions';
import { enqueue } from '../../../server/platform/outgoing/enqueue';
import { sendEvents } from '../../../server/platform/live/outbox';
import * as contract from '../../../contract/routes/privacy';
import { addRequest } from '../../../server/modules/privacy';
import { memberLink } from '../../../server/modules/roster';
import { wallTime } from '../../../contract/zone';
import { untilWaiting } from '../../support/untilWaiting';
import { readWorkbook } from '../exports/reading';
import { privacyWorld, SECRET, WITH_WORKERS, type PrivacyWorld } from './privacyWorld';

describe('erasing a person', () => {
  let world: PrivacyWorld;
  beforeAll(async () => {
    world = await privacyWorld();
  });
  afterAll(() => world.server.close());

  const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> =>
    (await query.execute(world.server.db)).rows[0]!;

  it('knows every table that names a worker', async () => {
    const { names } = await one(sql<{ names: string[] }>`
      select array_agg(table_name::text order by table_name::text) as names from information_schema.columns
      where table_schema = 'public' and column_name = 'worker_id' and table_name <> 'erasures'`);
    expect(names).toEqual(WITH_WORKERS);
  });

  it('leaves nothing of the person in the store or the files, and all counts as they were', async () => {
    const person = await world.nextPerson();
    const files = await world.plant(person);
    expect(await world.findPlanted()).toEqual(await world.listErased());
    const before = await world.figures();

    const { status, body } = await world.erase(person.workerId, ` ada${SECRET}  ün${SECRET} `);
    expect([status, body.payload.erasure.erasedAt]).toEqual([200, world.server.clock.now().toISOString()]);

    // Waiting messages must not be sent later.
    await sendEvents(world.server.db);
    const { waiting } = await one(sql<{ waiting: number }>`
      select count(*)::int as waiting from outgoing_messages
      where application_id = ${person.applicationId} and (attachment_key is not null or (sent_at is null and failed_at is null))`);
    expect(waiting).toBe(0);
    expect(await world.findPlanted()).toEqual([]);
    for (const key of files) expect(await world.server.deps.fileStore.get(key)).toBeNull();
    expect(await world.figures()).toEqual(before);
    await expect(
      sql`update audit_log set details = details - 'startAt' where subject_id = ${person.applicationId}`.execute(
        world.server.db,
      ),
    ).rejects.toThrow('append-only');
  });

  it('leaves only the profile and what the phone ties to it where another organisation knows the person', async () => {
    const person = await world.nextPerson();
    await world.plant(person);
    await world.applyElsewhere(person);
    expect((await world.erase(person.workerId, `Ada${SECRET} Ün${SECRET}`)).status).toBe(200);
    await sendEvents(world.server.db);
    const left = (await world.findPlanted()).map((column) => column.split('.')[0]);
    expect([...new Set(left)]).toEqual(['outgoing_messages', 'phone_codes', 'workers']);
    expect((await world.eraseByGateway(person.workerId)).status).toBe(200);
    expect(await world.findPlanted()).toEqual([]);
  });

  it('shows a nameless person in the list and the request as done', async () => {
    const person = await world.nextPerson();
    await sql`
      insert into privacy_requests (organisation_id, worker_id, kind, created_at, due_at)
      values (${person.organisationId}, ${person.workerId}, 'erase', now(), now())`.execute(world.server.db);
    expect((await world.erase(person.workerId, person.name)).status).toBe(200);
    const { body } = await world.server.call(searchApplications, {
      as: 'root',
      query: { jobId: person.jobId, limit: 500 },
    });
    const row = body.payload.find(({ id }: { id: number }) => id === person.applicationId);
    expect(row.user).toMatchObject({ firstName: 'Deleted', lastName: 'person', imageUrl: null });
    const requests = await world.server.call(contract.getPrivacyRequests, { as: 'root' });
    const request = requests.body.payload.find(({ worker }: { worker: { id: number } }) => worker.id === row.user.id);
    expect(request).toMatchObject({ state: 'done', worker: { isErased: true } });
  });

  it('stores no words in the language of whoever erases, and a workbook has those of its reader', async () => {
    const person = await world.nextPerson();
    const erased = await world.server.call(contract.postErasure, {
      as: 'root',
      params: { id: person.workerId },
      body: { confirmName: person.name },
      headers: { 'accept-language': 'tr' },
    });
    expect(erased.status).toBe(200);
    const stored = await one(sql<{ name: string }>`
      select w.first_name || ' ' || w.last_name as name from applications a join workers w on w.id = a.worker_id
      where a.id = ${person.applicationId}`);
    expect(stored.name).toBe('Deleted person');
    const body = { applications: [{ id: person.applicationId }], language: 'es' as const };
    const { file } = await world.server.call(exportExcel, { as: 'root', body });
    expect(readWorkbook(file!)[0]!.rows[0]).toMatchObject({ Nombre: 'Persona', Apellidos: 'eliminada' });
  });

  it('marks the person as erased in the conversation and the agenda', async () => {
    const { server } = world;
    const person = await world.nextPerson();
    const { workerId, userId, jobId } = person;
    await sql`
      insert into appointments (organisation_id, user_id, application_id, job_id, worker_id, status, start_at, end_at,
        latitude, longitude, created_at)
      values (${person.organisationId}, ${userId}, ${person.applicationId}, ${jobId}, ${workerId}, 'REJECTED',
        ${server.clock.now()}, ${server.clock.now()}, 1, 1, now())`.execute(server.db);
    const read = async (id: number) => {
      const thread = await server.call(checkThread, { as: 'root', body: { worker_id: id, company_id: userId } });
      const agenda = await server.call(getJobAppointments, { as: 'root', params: { jobId } });
      const entry = agenda.body.payload.find(
        ({ applicationId }: { applicationId: number }) => applicationId === person.applicationId,
      );
      return [thread.body.payload.thread.user.isErased, entry.user.isErased];
    };
    expect(await read(workerId)).toEqual([undefined, undefined]);
    expect((await world.erase(workerId, person.name)).status).toBe(200);
    const { id: tombstone } = await one(sql<{ id: number }>`
      select worker_id as id from applications where id = ${person.applicationId}`);
    expect(await read(tombstone)).toEqual([true, true]);
  });

  it('makes the person impossible to shortlist, invite or write to', async () => {
    const { server } = world;
    const person = await world.nextPerson();
    await sql`update jobs set status = 'active' where id = ${person.jobId}`.execute(server.db);
    expect((await world.erase(person.workerId, person.name)).status).toBe(200);
    const { id: tombstone } = await one(sql<{ id: number }>`
      select worker_id as id from applications where id = ${person.applicationId}`);
    const params = { id: person.applicationId };
    const shortlist = (isShortlisted: boolean) =>
      server.call(putShortlist, { as: 'root', params, body: { isShortlisted } });
    const mark = (isShortlisted: boolean) =>
      sql`update applications set is_shortlisted = ${isShortlisted} where id = ${person.applicationId}`.execute(
        server.db,
      );
    await mark(false);
    const shortlisted = await shortlist(true);
    await mark(true);
    const invited = await server.call(postAppointment, {
      as: 'root',
      body: {
        startAt: wallTime(new Date(server.clock.now().getTime() + 5 * 86_400_000), 'Europe/Istanbul'),
        latitude: 41,
        longitude: 29,
        applicationId: person.applicationId,
        workerId: tombstone,
        companyId: person.userId,
      },
    });
    const written = await server.call(sendMessage, {
      as: 'root',
      body: {
        user_id: person.userId,
        recipient_id: tombstone,
        body: 'Hello',
        message_status: 2,
        type: 'text',
        client_message_id: 'to nobody',
      },
    });
    for (const { status, body } of [shortlisted, invited, written])
      expect([status, body.key]).toEqual([409, 'application.erased']);
    expect((await shortlist(false)).status).toBe(200);
    const declined = await server.call(putDecline, { as: 'root', params, body: {} });
    expect(declined.status).toBe(200);
    const reopened = await server.call(deleteDecline, { as: 'root', params });
    expect([reopened.status, reopened.body.key]).toEqual([409, 'application.erased']);
    const detail = await server.call(getApplication, { as: 'root', params });
    expect(detail.body.payload.application.user).toMatchObject({ isErased: true, experienceMonth: null });
  });

  it('answers simultaneous and repeated calls alike and erases once', async () => {
    const person = await world.nextPerson();
    const replies = await Promise.all([1, 2].map(() => world.erase(person.workerId, person.name)));
    const again = await world.erase(person.workerId, 'whoever');
    expect([...replies, again].map(({ status }) => status)).toEqual([200, 200, 200]);
    const { count } = await one(sql<{ count: number }>`
      select count(*)::int as count from audit_log
      where action = 'worker.erased' and subject_id = ${person.workerId}`);
    expect(count).toBe(1);
  });

  it('leaves the data of another organisation', async () => {
    const person = await world.nextPerson();
    await sql`
      with other as (
        select j.id, j.organisation_id, j.user_id from jobs j join users u on u.id = j.user_id
        where u.email = 'other@demo.test' and j.status = 'active' limit 1
      ), applied as (
        insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded,
          created_at)
        select organisation_id, user_id, id, ${person.workerId}, 0.5, 'theirs', now() from other
      ), thread as (
        insert into threads (organisation_id, user_id, worker_id, last_number, created_at)
        select organisation_id, user_id, ${person.workerId}, 1, now() from other returning id
      ), listed as (
        insert into roster (worker_id, user_id, organisation_id, nonce, text_version, consented_at)
        select ${person.workerId}::bigint, user_id, organisation_id, ${'ab'.repeat(16)}, 1, now() from other
        union all
        select ${person.workerId}::bigint, ${person.userId}::bigint, ${person.organisationId}::bigint, ${'cd'.repeat(16)}, 1, now()
      )
      insert into messages (thread_id, number, sender, type, body, created_at)
      select id, 1, 'worker', 'text', 'kept by the other', now() from thread`.execute(world.server.db);
    const held = () =>
      one(sql<object>`
        select w.first_name, w.phone, a.worker_name_folded, m.body, r.nonce
        from workers w
        join applications a on a.worker_id = w.id and a.organisation_id <> ${person.organisationId}
        join threads t on t.worker_id = w.id and t.user_id = a.user_id join messages m on m.thread_id = t.id
        join roster r on r.worker_id = w.id and r.user_id = a.user_id
        where w.id = ${person.workerId}`);
    const before = await held();
    expect((await world.erase(person.workerId, person.name)).status).toBe(200);
    expect(await held()).toEqual(before);
    const { own } = await one(sql<{ own: number }>`
      select count(*)::int as own from (
        select worker_id, organisation_id from applications
        union all select worker_id, organisation_id from roster
      ) held where worker_id = ${person.workerId} and organisation_id = ${person.organisationId}`);
    expect(own).toBe(0);
    // The gateway's call erases the rest, once.
    expect((await world.eraseByGateway(person.workerId)).body.payload).toEqual({ organisations: 1 });
    expect((await world.eraseByGateway(person.workerId)).body.payload).toEqual({ organisations: 0 });
    expect(await one(sql`select count(*)::int as left from workers where id = ${person.workerId}`)).toEqual({
      left: 0,
    });
  });

  it('deletes unsent texts about new jobs, and keeps another organisation’s texts about a namesake', async () => {
    const person = await world.nextPerson();
    const { workerId, organisationId, userId } = person;
    const { db, deps, clock } = world.server;
    const nonce = 'ef'.repeat(16);
    const { id } = await one(sql<{ id: number }>`
      insert into roster (worker_id, user_id, organisation_id, nonce, text_version, consented_at)
      values (${workerId}, ${userId}, ${organisationId}, ${nonce}, 1, now()) returning id`);
    const now = clock.now();
    const notBefore = new Date(now.getTime() + 3_600_000);
    const text = `A new job: https://x.example/?r=${memberLink(deps.codeSecret, { id, nonce })}`;
    const mail = { channel: 'mail', to: 'a@x.example', subject: `CV of ${person.name}`, text: 'x', html: 'x' } as const;
    await db.transaction().execute(async (trx) => {
      await enqueue(trx, now, { channel: 'sms', phone: '+905001112233', text, notBefore, usefulUntil: notBefore });
      await enqueue(trx, now, mail);
    });
    expect((await world.erase(workerId, person.name)).status).toBe(200);
    const left = await one(sql`
      select count(*) filter (where body_text = ${text})::int as texts,
        count(*) filter (where subject = ${mail.subject})::int as mails from outgoing_messages`);
    expect(left).toEqual({ texts: 0, mails: 1 });
  });

  it('erases a worker who never applied, and answers a repeat alike', async () => {
    const { id } = await one(sql<{ id: number }>`
      insert into workers (external_id, first_name, last_name, phone, created_at, updated_at)
      values ('never-applied', 'Never', 'Applied', '5320001122', now(), now()) returning id`);
    expect((await world.eraseByGateway(id)).body.payload).toEqual({ organisations: 0 });
    expect(await one(sql`select count(*)::int as left from workers where id = ${id}`)).toEqual({ left: 0 });
    expect((await world.eraseByGateway(id)).body.payload).toEqual({ organisations: 0 });
    expect((await world.eraseByGateway(987_654_321)).status).toBe(404);
  });

  /** Runs a change in a transaction that a call waits for. */
  const beside = async <T>(change: ReturnType<typeof sql>[], call: () => Promise<T>): Promise<T> => {
    const waiting = await world.server.db.transaction().execute(async (trx) => {
      for (const statement of change) await statement.execute(trx);
      const reply = call();
      reply.catch(() => undefined);
      await untilWaiting(world.server.pool);
      return { reply };
    });
    return waiting.reply;
  };

  it('accepts neither a hold nor a request for somebody who is erased meanwhile', async () => {
    const person = await world.nextPerson();
    const { workerId } = person;
    const erased = (id: string) => [sql`update workers set external_id = ${`erased:${id}`} where id = ${workerId}`];
    const lock = sql`select 1 from workers where id = ${workerId} for update`;
    const hold = () =>
      world.server.call(contract.putHold, { as: 'root', params: { id: workerId }, body: { isOnHold: true } });
    expect((await beside([lock, ...erased('a')], hold)).status).toBe(404);
    await sql`update workers set external_id = 'again' where id = ${workerId}`.execute(world.server.db);
    const request = () => addRequest(world.server.deps, person, 'data');
    await expect(beside([lock, ...erased('b')], request)).rejects.toMatchObject({ status: 404 });
  });

  it('lets nobody write to or about somebody who is erased meanwhile', async () => {
    const { server } = world;
    const written = () =>
      one(sql<{ count: number }>`
      select ((select count(*) from threads where worker_id = ${person.workerId})
        + (select count(*) from worker_comments where worker_id = ${person.workerId}))::int as count`);
    const person = await world.nextPerson();
    const { workerId, userId } = person;
    await sql`delete from worker_comments where worker_id = ${workerId}`.execute(server.db);
    const { id: tombstone } = await one(sql<{ id: number }>`
      insert into workers (external_id, first_name, last_name, created_at, updated_at)
      values ('erased:meanwhile', 'Deleted', 'person', now(), now()) returning id`);
    const calls = [
      () => server.call(checkThread, { as: 'root', body: { worker_id: workerId, company_id: userId } }),
      () =>
        server.call(sendMessage, {
          as: 'root',
          body: {
            user_id: userId,
            recipient_id: workerId,
            body: 'Hello',
            message_status: 2,
            type: 'text',
            client_message_id: 'to nobody',
          },
        }),
      () => server.call(postComment, { as: 'root', body: { workerId, message: 'On time' } }),
    ];
    const move = (from: number, to: number) =>
      ['applications', 'appointments', 'threads'].map(
        (table) => sql`update ${sql.table(table)} set worker_id = ${to} where worker_id = ${from}`,
      );
    const lock = sql`select 1 from workers where id = ${workerId} for update`;
    for (const call of calls) {
      // Another organisation still knows the person, so the profile stays.
      expect((await beside([lock, ...move(workerId, tombstone)], call)).status).toBe(404);
      expect(await written()).toEqual({ count: 0 });
      for (const statement of move(tombstone, workerId)) await statement.execute(server.db);
    }
  });

  it('keeps the profile of somebody who applies elsewhere meanwhile', async () => {
    const person = await world.nextPerson();
    const apply = sql`
      insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
      select j.organisation_id, j.user_id, j.id, ${person.workerId}, 0.5, 'theirs', now()
      from jobs j join users u on u.id = j.user_id where u.email = 'other@demo.test' and j.status = 'active' limit 1`;
    expect((await beside([apply], () => world.erase(person.workerId, person.name))).status).toBe(200);
    expect(await one(sql`select count(*)::int as left from workers where id = ${person.workerId}`)).toEqual({
      left: 1,
    });
  });

  it('refuses a wrong name, strangers, open appointments and data on hold', async () => {
    const person = await world.nextPerson();
    const { workerId, name } = person;
    expect((await world.erase(workerId, 'Somebody Else')).body).toMatchObject({
      errors: { children: { confirmName: { errors: ['privacy.other_name'] } } },
    });
    expect((await world.erase(workerId, name, 'company')).status).toBe(404);
    expect((await world.erase(workerId, name, 'hr')).status).toBe(403);
    const hold = (isOnHold: boolean, as: 'root' | 'company' = 'root') =>
      world.server.call(contract.putHold, { as, params: { id: workerId }, body: { isOnHold } });
    expect((await hold(true, 'company')).status).toBe(404);
    expect((await hold(true)).body.payload).toEqual({ isOnHold: true });
    expect((await world.erase(workerId, name)).body).toMatchObject({ key: 'privacy.on_hold' });
    expect((await world.eraseByGateway(workerId)).body).toMatchObject({ key: 'privacy.on_hold' });
    await hold(false);
    await sql`
      insert into appointments (organisation_id, user_id, application_id, job_id, worker_id, status, start_at, end_at,
        latitude, longitude, created_at)
      values (${person.organisationId}, ${person.userId}, ${person.applicationId}, ${person.jobId}, ${workerId}, 'ACTIVE',
        now() + interval '9 years', now() + interval '9 years', 1, 1, now())`.execute(world.server.db);
    expect((await world.erase(workerId, name)).body).toMatchObject({ key: 'privacy.open_appointment' });
    expect((await world.eraseByGateway(workerId)).body).toMatchObject({ key: 'privacy.open_appointment' });
  });

  it('erases and exports only in the caller’s organisation, whatever the body names', async () => {
    const person = await world.nextPerson();
    const user = await one(sql`
      select id, user_type as "userType", organisation_id as "organisationId" from users where email = 'root@demo.test'`);
    const call = { as: 'company', params: { id: person.workerId } } as const;
    const erased = await world.server.call(contract.postErasure, { ...call, body: { confirmName: person.name, user } });
    const held = await world.server.call(contract.putHold, { ...call, body: { isOnHold: true, user } });
    expect([erased.status, held.status]).toEqual([404, 404]);
  });

  it.each([
    ['postErasure', contract.postErasure, { params: { id: 'x' }, body: { confirmName: 'x' } }],
    ['postPersonExport', contract.postPersonExport, { params: { id: 0 } }],
    ['putHold', contract.putHold, { params: { id: -1 }, body: { isOnHold: true } }],
    ['getPersonExport', contract.getPersonExport, { params: { id: 'x' } }],
    ['getPersonExportFile', contract.getPersonExportFile, { params: { id: 'x' } }],
    ['getPrivacyRequests', contract.getPrivacyRequests, { query: { page: 0 } }],
  ] as const)('answers 400 to a wrong address of %s', async (_id, route, call) => {
    expect((await world.server.call(route, { as: 'root', ...call })).status).toBe(400);
  });

  it('gives a person’s data as a file to those who asked for it, until the person is erased', async () => {
    const person = await world.nextPerson();
    await sql`
      insert into worker_comments (organisation_id, worker_id, user_id, author, message, created_at)
      values (${person.organisationId}, ${person.workerId}, ${person.userId}, 'x', 'a comment', now())`.execute(
      world.server.db,
    );
    expect((await world.exportOf(person.workerId, 'company')).status).toBe(404);
    const { status, body } = await world.exportOf(person.workerId);
    expect(status).toBe(202);
    const params = { id: body.payload.exportId };
    expect((await world.server.call(contract.getPersonExport, { as: 'root', params })).body.payload.state).toBe('done');
    const { file } = await world.server.call(contract.getPersonExportFile, { as: 'root', params });
    const data = JSON.parse(file!.toString());
    expect(data.applications.map(({ id }: { id: number }) => id)).toContain(person.applicationId);
    expect(data.comments[0].message).toBe('a comment');
    expect(data.conversations[0].messages.length).toBeGreaterThan(0);
    expect(`${data.profile.firstName} ${data.profile.lastName}`).toBe(person.name);
    expect((await world.server.call(contract.getPersonExportFile, { as: 'company', params })).status).toBe(404);
    expect((await world.server.call(contract.getPersonExport, { as: 'company', params })).status).toBe(404);
    const { id } = await one(sql<{ id: number }>`select id from users where email = 'root@demo.test'`);
    await world.server.deps.limiter.take({ name: 'privacy-export', points: 30, seconds: 3600 }, String(id), 29);
    expect((await world.exportOf(person.workerId)).status).toBe(429);
    await world.erase(person.workerId, person.name);
    expect((await world.server.call(contract.getPersonExportFile, { as: 'root', params })).status).toBe(404);
  });
});
