import { withoutIndexes } from './withoutIndexes';
import { hash, type SeedClient } from '../../server/seeds/insert';

/** Audit entries of applications and appointments; $1 first application, $2 first appointment. */
const HISTORY = `
insert into audit_log (at, actor, actor_user_id, actor_name, organisation_id, action, subject_type, subject_id, details)
select at, actor, case actor when 'user' then user_id end, case actor when 'user' then 'Deniz Aksoy' end,
  organisation_id, action, type, id, details
from (
  select created_at as at, 'worker' as actor, user_id, organisation_id, 'application.arrived' as action,
    'application' as type, id, jsonb_build_object('workerId', worker_id) as details
  from applications where id >= $1::bigint and (id % 4 = 0 or is_shortlisted)
  union all
  select shortlisted_at, 'user', user_id, organisation_id, 'application.shortlisted', 'application', id, '{}'
  from applications where id >= $1::bigint and is_shortlisted
  union all
  select created_at, 'user', user_id, organisation_id, 'appointment.created', 'application', application_id,
    jsonb_build_object('appointmentId', id)
  from appointments where id >= $2::bigint
  union all
  select l.at, case l.changed_by when 'employer' then 'user' else l.changed_by end, p.user_id, p.organisation_id,
    'appointment.status', 'appointment', p.id, jsonb_build_object('from', 'WAITING', 'to', l.status)
  from appointments p join appointment_status_log l on l.appointment_id = p.id
  where p.id >= $2::bigint and l.status <> 'WAITING'
) happened order by at, id`;

/** A long history for the newest application of branch@demo.test; $1 entries, $2 now. */
const LONG_HISTORY = `
insert into audit_log (at, actor, actor_user_id, actor_name, organisation_id, action, subject_type, subject_id)
select $2::timestamptz, 'user', a.user_id, 'Deniz Aksoy', a.organisation_id, 'application.cv_exported', 'application', a.id
from (
  select a.* from applications a join users u on u.id = a.user_id
  where u.email = 'branch@demo.test' order by a.created_at desc, a.id desc limit 1
) a, generate_series(1, $1::bigint)`;

/** A comment about every tenth applicant; $1 first application. */
const COMMENTS = `
insert into worker_comments (organisation_id, worker_id, user_id, author, message, created_at)
select organisation_id, worker_id, user_id, 'Deniz Aksoy', 'Güler yüzlü, saatleri uygun.', created_at
from applications where id >= $1::bigint and ${hash('id', 41)} % 10 = 0`;

/** For every company with credits: ten credits that are spent one by one, repeatedly; $1 rows of each, $2 now. */
const STATEMENT = `
insert into credit_ledger (organisation_id, user_id, amount, kind, actor_user_id, at)
select u.organisation_id, u.id, case n % 11 when 0 then 10 else -1 end, case n % 11 when 0 then 'purchase' else 'job' end,
  u.id, $2::timestamptz - make_interval(mins => ($1::bigint - n)::int)
from generate_series(0, $1::bigint - 1) n, users u
where u.user_type = 'company' and u.email <> 'empty@demo.test' order by n, u.id`;

/** Sets the balance that the trigger would have kept. */
const BALANCE = `
update users u set job_creation_balance = (select sum(amount) from credit_ledger l where l.user_id = u.id)
where user_type = 'company' and email <> 'empty@demo.test'`;

/** Three weeks of sign-ins of every account; $1 now, $2 rows. The tokens are unknown. */
const SIGN_INS = `
with signed as (
  insert into user_sessions (session_id, user_id, created_at, last_seen_at)
  select md5('load-' || n)::uuid, u.id, at, at from (
    select n, $1::timestamptz - make_interval(mins => (n % 30240)::int) as at from generate_series(1, $2::bigint) n
  ) s join (
    select id, row_number() over (order by id) - 1 as nth, count(*) over () as many
    from users where user_type in ('root', 'hr_account', 'branch', 'company')
  ) u on u.nth = s.n % u.many
  returning *
)
insert into access_tokens (token_hash, session_id, user_id, created_at, expires_at)
select sha256(session_id::text::bytea), session_id, user_id, created_at, created_at + interval '14 days' from signed
where created_at > $1::timestamptz - interval '14 days'`;

interface LoadRecords {
  now: string;
  application: number;
  appointment: number;
  /** Rows of the longest statement; a history has a twentieth of it. */
  longest: number;
}

/** Inserts the rows of the other lists: history, comments, a statement of credits and sign-ins. */
export const seedLoadRecords = async (
  client: SeedClient,
  { now, application, appointment, longest }: LoadRecords,
): Promise<void> => {
  await withoutIndexes(client, 'audit_log', async () => {
    await client.query(HISTORY, [application, appointment]);
    await client.query(LONG_HISTORY, [Math.ceil(longest / 20), now]);
  });
  await client.query(COMMENTS, [application]);
  await withoutIndexes(client, 'credit_ledger', () => client.query(STATEMENT, [longest, now]));
  await client.query(BALANCE);
  await client.query(SIGN_INS, [now, longest]);
};
