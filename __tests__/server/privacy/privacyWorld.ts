import { sql } from 'kysely';
import { getRetention, postErasure, postPersonExport } from '../../../contract/routes/privacy';
import { gatewayEraseWorker } from '../../../contract/routes/gateway';
import { findSecret, listTextColumns } from '../../support/findSecret';
import { testServer, type CallOptions } from '../../support/testServer';

/** Occurs in everything that a test plants about a person. */
export const SECRET = 'zzgizlizz';
/** The secret in phone numbers, and in keys of files and links. */
const PHONE = '5329998877';
const HEX = '5ec4e75ec4e75ec4';
/** The text columns that an erasure keeps, with the reasons. A column that is neither here nor planted fails a test. */
export const KEPT: Record<string, string> = {
  'accounts of employers and what they name':
    'access_tokens.* calendar_feeds.* company_locations.* email_restorations.* organisations.* password_codes.* saved_views.* user_sessions.* users.*',
  'purchases of employers':
    'basket_items.* baskets.* payments.* products.* sandbox_charges.* subscription_plans.* subscriptions.*',
  'jobs and their pages': 'branch_pages.* job_covers.* job_shifts.* job_uploads.* jobs.* tags.*',
  'comes with the product, or is the server’s own':
    'job_categories.* job_positions.* schema_migrations.* server_secrets.* spoken_languages.* tax_offices.*',
  'a word that the code chooses':
    'application_counts.status application_sources.ref appointment_status_log.status audit_log.action audit_log.subject_type bulk_items.key event_outbox.type idempotency_keys.route need_counts.need outgoing_messages.attachment_type reminders.skipped score_runs.rule worker_events.type',
  'a code of a country or a language; it goes with its row':
    'application_drafts.country_code workers.country_code workers.language_code',
  'an employer who acted': 'application_decisions.decided_by_name audit_log.actor_name bulks.user_name',
  'a random number':
    'application_decisions.bulk_id audit_log.request_id bulks.id bulks.request_id bulks.undo_of exports.id',
  'a random number of a link that opens only the page saying that the data were erased': 'worker_links.nonce',
  'numbers only': 'bulks.skips',
  'names a photo until it is removed': 'erasures.image_key',
  'a hold refuses the erasure; lifting it deletes the row': 'privacy_holds.reason',
  'counts of networks, accounts and phones, a day at most': 'rate_limits.key',
};
/** The tables that refer to a worker and that an erasure handles. A new one fails a test until it is handled. */
export const WITH_WORKERS = [
  'applications',
  'appointments',
  'consents',
  'event_outbox',
  'exports',
  'hires',
  'privacy_holds',
  'privacy_requests',
  'roster',
  'threads',
  'worker_comments',
  'worker_events',
  'worker_links',
];

export interface Person {
  workerId: number;
  organisationId: number;
  userId: number;
  applicationId: number;
  threadId: number;
  jobId: number;
  name: string;
}

const NAME = { first: `Ada${SECRET}`, last: `Ün${SECRET}` };

/** Starts the real server and offers people whose data contain a secret everywhere. */
export const privacyWorld = async () => {
  const server = await testServer();
  const { db } = server;
  let used = 0;

  const run = async (statement: ReturnType<typeof sql>): Promise<void> => {
    const { numAffectedRows } = await statement.execute(db);
    if (numAffectedRows === 0n) throw new Error('nothing was planted');
  };

  return {
    server,
    erase: (workerId: number, confirmName: string, as: CallOptions['as'] = 'root') =>
      server.call(postErasure, { as, params: { id: workerId }, body: { confirmName } }),
    eraseByGateway: (id: number) => server.call(gatewayEraseWorker, { as: 'gateway', params: { id } }),
    exportOf: (id: number, as: CallOptions['as'] = 'root') => server.call(postPersonExport, { as, params: { id } }),
    /** Returns how many people the forecast counts for a choice of months. */
    dueIn: async (months: number, as: CallOptions['as'] = 'root'): Promise<number> => {
      const { body } = await server.call(getRetention, { as });
      return body.payload.retention.due.find((one: { months: number }) => one.months === months).people;
    },
    /** Returns the next applicant of the chain with a conversation, without open appointments and in no other organisation. */
    nextPerson: async (): Promise<Person> => {
      const { rows } = await sql<Person>`
        select a.worker_id as "workerId", a.organisation_id as "organisationId", a.user_id as "userId",
          a.id as "applicationId", t.id as "threadId", a.job_id as "jobId",
          w.first_name || ' ' || w.last_name as name
        from applications a
        join users u on u.organisation_id = a.organisation_id and u.email = 'root@demo.test'
        join threads t on t.worker_id = a.worker_id and t.user_id = a.user_id and t.last_number > 0
        join workers w on w.id = a.worker_id
        where a.worker_id > ${used} and a.status = 'in_progress' and w.external_id not like 'erased:%'
          and not exists (select from appointments p where p.worker_id = w.id and p.status in ('WAITING', 'ACTIVE'))
          and not exists (
            select from applications o where o.worker_id = w.id and o.organisation_id <> a.organisation_id)
        order by a.worker_id, a.id limit 1`.execute(db);
      used = rows[0]!.workerId;
      return rows[0]!;
    },
    /** Lets the person apply to another organisation, so that an erasure here keeps the profile. */
    applyElsewhere: async ({ workerId }: Person): Promise<void> =>
      run(sql`
        insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
        select j.organisation_id, j.user_id, j.id, ${workerId}, 0.5, 'theirs', now()
        from jobs j join users u on u.id = j.user_id where u.email = 'other@demo.test' and j.status = 'active' limit 1`),
    /** Moves everything that the store knows of a person into the past. */
    age: async ({ workerId }: Person, from: Date, days: number): Promise<void> => {
      const at = new Date(from.getTime() - days * 86_400_000);
      await sql`delete from worker_comments where worker_id = ${workerId}`.execute(db);
      await sql`update threads set created_at = ${at}, last_message_at = ${at} where worker_id = ${workerId}`.execute(
        db,
      );
      await sql`update appointments set end_at = ${at} where worker_id = ${workerId}`.execute(db);
      await sql`
      update application_facts f set created_at = ${at}, opened_at = null, answered_at = null, shortlisted_at = null,
        invited_at = null, agreed_at = null, came_at = null, missed_at = null, offer_at = null, hired_at = null,
        started_at = null, told_at = null
      from applications a where a.id = f.application_id and a.worker_id = ${workerId}`.execute(db);
      await sql`delete from hires where worker_id = ${workerId}`.execute(db);
      await sql`
      update application_decisions d set decided_at = ${at}, told_at = ${at}
      from applications a where a.id = d.application_id and a.worker_id = ${workerId}`.execute(db);
      await sql`update applications set created_at = ${at} where worker_id = ${workerId}`.execute(db);
    },
    /** Plants the secret wherever the product can store something about the person. Returns the keys of planted files. */
    plant: async (person: Person): Promise<string[]> => {
      const { workerId, organisationId, userId, applicationId, threadId, jobId } = person;
      const now = server.clock.now();
      const digits = HEX + HEX;
      const file = { bytes: Buffer.from(SECRET), contentType: 'application/octet-stream' };
      const [book, photo] = [`export-${digits}`, `upload-${digits}`];
      // The row of a withdrawn appointment is deleted.
      const withdrawn = 900_000 + workerId;
      const [exportId, bulkId] = ['a2', 'a3'].map((fill) => workerId.toString(16).padStart(32, fill));
      const cvs = [`cv-${HEX}${'c1'.repeat(8)}`, `cv-${HEX}${'c2'.repeat(8)}`];
      for (const key of cvs) await server.deps.fileStore.put(key, file);
      await server.deps.fileStore.put(book, file);
      await server.deps.fileStore.put(photo, file);
      await run(sql`
        update workers set first_name = ${NAME.first}, last_name = ${NAME.last}, email = ${`${SECRET}@x.example`},
          phone = ${PHONE}, about = ${SECRET}, location_name = ${SECRET}, identity_number = ${SECRET},
          external_id = ${SECRET}, disabled_status = ${SECRET}, driving_licenses = ${[SECRET]}, university = ${SECRET},
          university_department = ${SECRET}, university_status = ${SECRET}, work_category_preferences = ${[SECRET]},
          work_time_preferences = ${[SECRET]}, certificates = ${[SECRET]}, experiences = ${JSON.stringify([{ companyName: SECRET }])}, image_key = ${photo}
        where id = ${workerId}`);
      await run(sql`
        update applications set worker_name_folded = fold_text(${NAME.first}), reject_reason = ${SECRET},
          worker_gender = ${SECRET}, worker_education = ${SECRET}
        where id = ${applicationId}`);
      await run(sql`
        insert into messages (thread_id, number, sender, type, body, payload, client_message_id, created_at)
        select id, last_number + 1, 'worker', 'text', ${SECRET}, ${JSON.stringify({ text: SECRET })}, ${SECRET}, ${now}
        from threads where id = ${threadId}`);
      await run(sql`
        update threads set worker_name_folded = fold_text(${NAME.first}), last_number = last_number + 1, unread_by_employer = 1, last_message_at = ${now}
        where id = ${threadId}`);
      await run(sql`
        insert into worker_comments (organisation_id, worker_id, user_id, author, message, created_at)
        values (${organisationId}, ${workerId}, ${userId}, ${SECRET}, ${SECRET}, ${now})`);
      await run(sql`
        with met as (
          insert into appointments (organisation_id, user_id, application_id, job_id, worker_id, status, start_at, end_at,
            latitude, longitude, address, worker_feedback_text, created_at)
          values (${organisationId}, ${userId}, ${applicationId}, ${jobId}, ${workerId}, 'COMPLETED', ${now}, ${now}, 1, 1,
            ${SECRET}, ${SECRET}, ${now}) returning id
        )
        insert into audit_log (at, actor, organisation_id, action, subject_type, subject_id, details)
        select ${now}::timestamptz, 'user', ${organisationId}::bigint, 'appointment.feedback_removed', 'appointment', id,
          ${JSON.stringify({ to: 'COMPLETED', correctionReason: SECRET })}::jsonb from met
        union all select ${now}, 'user', ${organisationId}, 'application.first_day_set', 'application',
          ${applicationId}::bigint, ${JSON.stringify({ startAt: '2026-12-01T09:00:00', place: SECRET })}
        union all select ${now}, 'user', ${organisationId}, 'appointment.created', 'application',
          ${applicationId}::bigint, ${JSON.stringify({ appointmentId: withdrawn })}`);
      await run(sql`
        insert into application_decisions (application_id, organisation_id, user_id, reason, note, decided_by,
          decided_by_name, decided_at, telling)
        values (${applicationId}, ${organisationId}, ${userId}, 'other', ${SECRET}, ${userId}, 'x', ${now}, ${SECRET})`);
      await run(sql`
        insert into hires (application_id, organisation_id, user_id, job_id, worker_id, starts_at, place, ask_for, bring)
        values (${applicationId}, ${organisationId}, ${userId}, ${jobId}, ${workerId}, ${now}, ${SECRET}, ${SECRET},
          ${SECRET})`);
      await run(sql`
        insert into application_sources (application_id, user_id, source, ref, days, parts, start, first_name, last_name,
          experiences, created_at)
        values (${applicationId}, ${userId}, 'web', 'link', ${[SECRET]}, ${[SECRET]}, ${SECRET}, ${NAME.first}, ${NAME.last},
          ${JSON.stringify([{ companyName: SECRET }])}, ${now})`);
      await run(sql`
        insert into application_drafts (token_hash, user_id, first_name, last_name, phone, country_code, ref, address,
          step, form, notice, who, outcome, created_at, expires_at)
        values (${Buffer.from(SECRET)}, ${userId}, ${SECRET}, ${SECRET}, ${PHONE}, 'TR', ${SECRET}, ${SECRET}, ${SECRET},
          ${SECRET}, ${JSON.stringify({ text: SECRET })}, ${SECRET}, ${JSON.stringify({ text: SECRET })}, ${now}, ${now})`);
      await run(sql`
        insert into phone_codes (phone, purpose, nonce, proof_hash, requester, sent_at, expires_at)
        values (${`+90${PHONE}`}, 'registration', ${SECRET}, ${Buffer.from(SECRET)}, ${Buffer.from(SECRET)}, ${now}, ${now})`);
      await run(sql`
        insert into roster (worker_id, user_id, organisation_id, nonce, text_version, first_name, last_name, consented_at)
        values (${workerId}, ${userId}, ${organisationId}, ${digits}, 1, ${NAME.first}, ${NAME.last}, ${now})`);
      await run(sql`
        insert into worker_links (application_id, worker_id, organisation_id, nonce, created_at)
        values (${applicationId}, ${workerId}, ${organisationId}, ${'ab'.repeat(16)}, ${now})
        on conflict (application_id) do update set nonce = excluded.nonce`);
      await run(sql`
        insert into exports (id, organisation_id, user_id, query, language, recipient, state, file_key, created_at)
        values (${exportId}, ${organisationId}, ${userId}, ${JSON.stringify({ q: SECRET })}, 'tr', ${SECRET},
          'done', ${book}, ${now})`);
      await run(sql`
        insert into idempotency_keys (user_id, route, key, fingerprint, created_at, status, answer)
        values (${userId}, 'postAppointment', ${SECRET}, ${Buffer.from(SECRET)}, ${now}, 200,
          ${JSON.stringify({ id: 1, applicationId, user: { lastName: SECRET } })})`);
      await run(sql`
        insert into bulks (id, organisation_id, user_id, user_name, request_id, action, options, state, total, worked_at,
          created_at)
        values (${bulkId}, ${organisationId}, ${userId}, 'x', 'x', 'decline', ${JSON.stringify({ note: SECRET })},
          'done', 1, ${now}, ${now})`);
      await run(sql`
        insert into bulk_items (bulk_id, application_id, job_id, outcome, before)
        values (${bulkId}, ${applicationId}, ${jobId}, 'done',
          ${JSON.stringify({ reason: 'other', note: SECRET, telling: SECRET })})`);
      await run(sql`
        insert into outgoing_messages (channel, recipient, subject, body_text, body_html, attachment_key, attachment_name,
          attachment_type, application_id, created_at, next_attempt_at, sent_at)
        values
          ('mail', 'boss@x.example', ${`CV of ${SECRET}`}, null, null, ${cvs[0]}, ${SECRET}, 'x', ${applicationId}, ${now}, ${now},
            ${now}::timestamptz),
          ('mail', 'boss@x.example', 'CV', ${SECRET}, ${SECRET}, ${cvs[1]}, ${SECRET}, 'x', ${applicationId}, ${now}, ${now}, null),
          ('sms', ${`+90${PHONE}`}, null, ${SECRET}, null, null, null, null, ${applicationId}, ${now}, ${now}, ${now}),
          ('sms', ${`+90${PHONE}`}, null, ${SECRET}, null, null, null, null, ${applicationId}, ${now}, ${now}, null),
          ('sms', ${`+90${PHONE}`}, null, ${SECRET}, null, null, null, null, null, ${now}, ${now}, ${now})`);
      await run(sql`
        insert into event_outbox (worker_id, type, data, at)
        values (${workerId}, 'message', ${JSON.stringify({ threadId, body: SECRET })}, ${now})`);
      await run(sql`
        insert into worker_events (seq, type, worker_id, data, at)
        select value + 1000000 + ${workerId}, 'application', ${workerId}::bigint,
          ${JSON.stringify({ applicationId, text: SECRET })}::jsonb, ${now}::timestamptz from worker_event_sequence
        union all select value + 2000000 + ${workerId}, 'appointment', ${workerId},
          ${JSON.stringify({ appointmentId: withdrawn, status: 'WAITING', address: SECRET })}, ${now}
        from worker_event_sequence`);
      await run(sql`
        insert into consents (worker_id, organisation_id, purpose, text_version, given_at)
        values (${workerId}, ${organisationId}, 'application', ${SECRET}, ${now})`);
      await run(sql`
        insert into privacy_requests (organisation_id, worker_id, kind, created_at, due_at)
        values (${organisationId}, ${workerId}, 'erase', ${now}, ${now})`);
      return [book, photo, ...cvs];
    },
    /** Returns the columns that hold something planted. */
    findPlanted: () => findSecret(db, SECRET, PHONE, HEX),
    /** Appends the name of its column to every planted secret in rows that may change. Returns the columns. */
    nameColumns: async (): Promise<string[]> => {
      const named: string[] = [];
      for (const column of await findSecret(db, SECRET)) {
        const [table, name] = column.split('.') as [string, string];
        const { rows } = await sql<{ type: string }>`
          select format_type(atttypid, atttypmod) as type from pg_attribute
          where attrelid = ${table}::regclass and attname = ${name} and attgenerated = ''`.execute(db);
        const type = rows[0]?.type;
        if (type === undefined || type === 'bytea' || table === 'audit_log') continue;
        await run(sql`
          update ${sql.table(table)}
          set ${sql.ref(name)} = replace(${sql.ref(name)}::text, ${SECRET}, ${`${SECRET}-${column}`})::${sql.raw(type)}
          where ${sql.ref(name)}::text like ${`%${SECRET}%`}`);
        named.push(column);
      }
      return named;
    },
    /** Returns the columns of the schema that an erasure has to empty. */
    listErased: async (): Promise<string[]> => {
      const columns = await listTextColumns(db);
      const names = Object.values(KEPT).flatMap((one) => one.split(' '));
      const isNamed = (column: string, name: string) =>
        name.endsWith('*') ? column.startsWith(name.slice(0, -1)) : column === name;
      const gone = names.filter((name) => !columns.some((column) => isNamed(column, name)));
      if (gone.length > 0) throw new Error(`no such columns: ${gone.join(', ')}`);
      return columns.filter((column) => !names.some((name) => isNamed(column, name)));
    },
    /** Returns the figures that an erasure must not change. */
    figures: async () => {
      const { rows } = await sql`
        select (select json_agg(c order by job_id, status, is_shortlisted) from application_counts c) as counts,
          (select json_agg(x) from (
            select job_id, count(*), count(opened_at) as opened, count(answered_at) as answered,
              count(shortlisted_at) as shortlisted, count(invited_at) as invited, count(hired_at) as hired
            from application_facts group by job_id order by job_id) x) as facts,
          (select count(*)::int from applications) as applications,
          (select count(*)::int from appointments) as appointments,
          (select count(*)::int from worker_events) as events`.execute(db);
      return rows[0];
    },
  };
};

export type PrivacyWorld = Awaited<ReturnType<typeof privacyWorld>>;
