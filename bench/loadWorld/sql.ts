import { hash } from '../../server/seeds/insert';

/** SQL of `hash` as a fraction from 0 to 1. */
const part = (id: string, salt: number): string => `(${hash(id, salt)} / 2147483648.0)`;
/** SQL that picks one element of an array column or parameter by the hash. */
const pickFrom = (list: string, id: string, salt: number): string =>
  `(${list})[1 + ${hash(id, salt)} % cardinality(${list})]`;

/**
 * $1 men's names, $2 women's names, $3 surnames, $4 slots' districts as JSON, $5 now, $6 count, $7 first id, $8
 * positions as JSON.
 */
export const WORKERS = `
with slots as (select value as slot from json_array_elements($4::json)),
cities as (select row_number() over () - 1 as n, slot from slots),
draft as (
  select g, $7::bigint + g as id, ${hash('g', 1)} % 100 < 54 as man,
    17.02 + 45 * ${part('g', 2)} ^ 1.7 as age, ${part('g', 3)} as d1, ${part('g', 4)} as d2
  from generate_series(0, $6::bigint - 1) g
), person as (
  select draft.*, slot -> (${hash('g', 5)} % json_array_length(slot))::int as district,
    case when ${hash('g', 6)} % 100 < 22 then 0
      else least(((age - 16) * 10)::int, 1 + (110 * ${part('g', 7)} ^ 2)::int) end as months
  from draft join cities on cities.n = draft.g % json_array_length($4::json)
)
insert into workers (id, external_id, first_name, last_name, email, phone, image_key, latitude, longitude,
  location_name, work_time_preferences, experiences, experience_months, gender, birth_date, military, education,
  english, expected_salary_minor, rating_score, created_at, updated_at)
overriding system value
select id, 'load-' || id,
  case when man then ${pickFrom('$1::text[]', 'g', 8)} else ${pickFrom('$2::text[]', 'g', 8)} end,
  ${pickFrom('$3::text[]', 'g', 9)}, 'worker' || id || '@example.com', (5300000000 + ${hash('g', 10)} % 260000000)::text,
  'avatar-' || case when man then (${hash('g', 11)} % 8)::text else substr('89abcdef', 1 + (${hash('g', 11)} % 8)::int, 1) end
    || substr(md5(id::text), 2),
  (district ->> 'latitude')::float8 + (d1 - 0.5) * 0.024, (district ->> 'longitude')::float8 + (d2 - 0.5) * 0.028,
  (district ->> 'name') || ', ' || (district ->> 'city'),
  case ${hash('g', 12)} % 4 when 0 then '{part_time}'::text[] when 1 then '{full_time,part_time}' else '{full_time}' end,
  case when months = 0 then '[]'::jsonb else jsonb_build_array(jsonb_build_object('id', 1, 'companyName', 'Çınaraltı Kafe',
    'position', position ->> 'name', 'positionId', (position ->> 'id')::bigint,
    'duration', jsonb_build_object('key', months, 'value', months || ' ay'),
    'startDate', to_char($5::timestamptz - make_interval(months => months + 1), 'YYYY-MM-DD'),
    'endDate', to_char($5::timestamptz - make_interval(months => 1), 'YYYY-MM-DD'))) end,
  months, case when man then 'male' else 'female' end,
  ($5::timestamptz - make_interval(days => (age * 365.25)::int))::date,
  case when not man then null when age < 21 then 1 when age < 28 then 1 + ${hash('g', 13)} % 3 else 3 end,
  case when age < 19 then 'high_school' else (array['elementary', 'middle', 'high_school', 'high_school', 'high_school',
    'university', 'university', 'university'])[1 + ${hash('g', 14)} % 8] end,
  (array[1, 1, 1, 2, 2, 2, 3, 3, 4])[1 + ${hash('g', 15)} % 9],
  2800000 + (${hash('g', 16)} % 30) * 100000,
  case when ${hash('g', 17)} % 2 = 0 then 3 + (${hash('g', 17)} % 21) / 10.0 end,
  $5::timestamptz - interval '200 days', $5::timestamptz - interval '100 days'
from (select person.*, $8::json -> (${hash('g', 18)} % json_array_length($8::json))::int as position from person) ready`;

/**
 * After three days, nine of ten applicants who are not shortlisted are declined. Needs the temporary table load_jobs.
 * $1 now, $2 first application id, $3 first worker id, $4 workers per slot, $5 slots.
 */
export const APPLICATIONS = `
insert into applications (id, organisation_id, user_id, job_id, worker_id, status, is_seen, is_shortlisted,
  shortlisted_at, match_score, distance_km, reject_reason, is_declined, worker_name_folded, worker_gender, worker_birth_date,
  worker_military, worker_education, worker_english, worker_experience_months, created_at)
overriding system value
select $2::bigint + row_number() over (order by a.created_at, a.job_id, a.worker_id) - 1, a.organisation_id, a.user_id,
  a.job_id, a.worker_id, case when fate < 8 or declined then 'rejected' else 'in_progress' end, seen,
  short, case when short then least(a.created_at + make_interval(hours => 1 + (fate % 40)::int), $1::timestamptz) end,
  round(fit::numeric, 3)::real, round(km::numeric, 2)::real, case when fate < 8 then 'Başka bir iş buldum' end,
  fate >= 8 and declined,
  a.folded, a.gender, a.birth_date, a.military, a.education, a.english, a.experience_months, a.created_at
from (
  select pairs.*, ${hash('key', 21)} % 100 as fate, w.gender, w.birth_date, w.military, w.education, w.english,
    w.experience_months, fold_text(w.first_name || ' ' || w.last_name) as folded,
    -- Flat earth is near enough within a city: 111.2 km a degree.
    111.2 * sqrt((w.latitude - pairs.latitude) ^ 2 + ((w.longitude - pairs.longitude) * cos(radians(w.latitude))) ^ 2) as km,
    least(1, 0.15 + 0.3 * least(1, w.experience_months / 36.0) + 0.55 * ${part('key', 22)} ^ 1.2) as fit,
    $1::timestamptz - pairs.created_at > interval '36 hours' * (0.2 + ${part('key', 23)}) as seen,
    $1::timestamptz - pairs.created_at > interval '2 days' and ${hash('key', 21)} % 100 >= 88 as short,
    $1::timestamptz - pairs.created_at > interval '3 days' and ${hash('key', 21)} % 100 < 88
      and ${hash('key', 25)} % 10 > 0 as declined
  from (
    select j.*, k, j.job_id * 1000003 + k as key,
      $3::bigint + j.slot + $5::bigint * ((j.job_id * 7919 + k) % $4::bigint) as worker_id,
      date_trunc('second', $1::timestamptz - interval '1 minute' - interval '1 day' * j.quiet_days
        - (interval '1 day' * (90 - j.quiet_days) * ${part('j.job_id * 1000003 + k', 24)} ^ 1.15)) as created_at
    from load_jobs j, generate_series(0, j.applications - 1) k
  ) pairs join workers w on w.id = pairs.worker_id
) a
order by a.created_at, a.job_id, a.worker_id`;

/** Declined within three days of the application and told two hours later; $1 now, $2 first application id. */
export const DECISIONS = `
insert into application_decisions (application_id, organisation_id, user_id, reason, decided_by, decided_by_name,
  decided_at, tell_at, told_at)
select id, organisation_id, user_id,
  (array['position_filled', 'too_far', 'hours', 'experience', null])[1 + ${hash('id', 61)} % 5], user_id, 'Deniz Aksoy',
  at, case when at > due then at + interval '2 hours' end, case when at <= due then at + interval '2 hours' end
from (
  select a.*, created_at + make_interval(secs => 259200 * ${part('id', 62)}) as at, $1::timestamptz - interval '2 hours' as due
  from applications a where id >= $2::bigint and status = 'rejected' and reject_reason is null
) declined`;

/** One of three shortlisted applicants was invited; $1 now, $2 first application id, $3 first appointment id. */
export const APPOINTMENTS = `
insert into appointments (id, organisation_id, user_id, application_id, job_id, worker_id, status, start_at, end_at,
  latitude, longitude, address, created_at)
overriding system value
select $3::bigint + row_number() over (order by a.id) - 1, a.organisation_id, a.user_id, a.id, a.job_id, a.worker_id,
  case when at > $1::timestamptz and shortlisted_at > $1::timestamptz - interval '23 hours' then
      (array['WAITING', 'ACTIVE', 'WAITING', 'REJECTED'])[1 + ${hash('a.id', 31)} % 4]
    when at > $1::timestamptz then (array['ACTIVE', 'ACTIVE', 'REJECTED'])[1 + ${hash('a.id', 31)} % 3]
    else (array['COMPLETED', 'REJECTED', 'EXPIRED', 'CANCELLED', 'APPLICANT_CANCELLED', 'APPOINTMENT_POSITIVE',
      'APPOINTMENT_NEGATIVE', 'OFFER_SENT', 'OFFER_ACCEPTED', 'OFFER_REJECTED'])[1 + ${hash('a.id', 31)} % 10] end,
  at, at + interval '1 hour', j.latitude, j.longitude, j.name, least(a.shortlisted_at + interval '1 minute', $1::timestamptz)
from (
  select applications.*, date_trunc('hour', shortlisted_at) + make_interval(hours => (24 + ${hash('id', 32)} % 72)::int) as at
  from applications where id >= $2::bigint and is_shortlisted and status = 'in_progress' and ${hash('id', 33)} % 3 = 0
) a join load_jobs j on j.job_id = a.job_id`;

/** Copies the outcomes of the interviews to the applications. */
export const OUTCOMES = `
update applications a set appointment_id = p.id,
  came = case when p.status in ('APPOINTMENT_POSITIVE', 'OFFER_SENT', 'OFFER_ACCEPTED', 'OFFER_REJECTED') then true
    when p.status = 'APPOINTMENT_NEGATIVE' then p.id % 2 = 0 end,
  positive = case when p.status in ('APPOINTMENT_POSITIVE', 'OFFER_SENT', 'OFFER_ACCEPTED', 'OFFER_REJECTED') then true
    when p.status = 'APPOINTMENT_NEGATIVE' and p.id % 2 = 0 then false end,
  offer_sent = case when p.status like 'OFFER%' then true end,
  offer_accepted = case p.status when 'OFFER_ACCEPTED' then true when 'OFFER_REJECTED' then false end,
  status = case when p.status = 'OFFER_ACCEPTED' then 'accepted' else a.status end
from appointments p where p.application_id = a.id and p.id >= $1::bigint`;

/** The status changes of every appointment since $1, at most two; $2 now. */
export const STATUS_LOG = `
insert into appointment_status_log (appointment_id, status, changed_by, at)
select id, status, by, at from (
  select id, 'WAITING' as status, 'employer' as by, created_at as at, 1 as step from appointments where id >= $1::bigint
  union all
  select id, status, case when status in ('ACTIVE', 'REJECTED', 'APPLICANT_CANCELLED') then 'worker'
      when status in ('COMPLETED', 'EXPIRED') then 'clock' else 'employer' end,
    least(created_at + interval '3 hours', $2::timestamptz), 2
  from appointments where id >= $1::bigint and status <> 'WAITING'
) steps order by id, step`;

/**
 * A short conversation about every fourth application and with every invited applicant; in every fifth the last
 * message is unanswered. $1 first application id, $2 now.
 */
export const THREADS = `
insert into threads (organisation_id, user_id, worker_id, last_number, last_message_at, unread_by_employer,
  employer_read_number, worker_name_folded, created_at)
select distinct on (user_id, worker_id) organisation_id, user_id, worker_id, 3,
  least(created_at + interval '20 minutes', $2::timestamptz), (id % 5 = 0)::int, 3 - (id % 5 = 0)::int,
  worker_name_folded, created_at
from applications where id >= $1::bigint and (id % 4 = 0 or appointment_id is not null)
order by user_id, worker_id, id`;

/** Gives the oldest conversation of branch@demo.test $2 messages; $1 first thread id. */
export const LONG_THREAD = `
update threads set last_number = $2::bigint, employer_read_number = $2, unread_by_employer = 0
where id = (select min(t.id) from threads t join users u on u.id = t.user_id
  where t.id >= $1::bigint and u.email = 'branch@demo.test')`;

/** $1 first thread id. */
export const MESSAGES = `
insert into messages (thread_id, number, sender, sender_user_id, type, body, created_at)
select t.id, n, case n % 3 when 2 then 'employer' else 'worker' end, case n % 3 when 2 then t.user_id end, 'text',
  (array['Merhaba, ilan hâlâ geçerli mi?', 'Merhaba, evet geçerli. Yarın görüşmeye gelebilir misiniz?', 'Tabii, gelirim.'])[1 + (n - 1) % 3],
  t.created_at + (t.last_message_at - t.created_at) * (n::float8 / t.last_number)
from threads t, generate_series(1, t.last_number) n where t.id >= $1::bigint`;

/** Sets the counts that the triggers would have kept, in one statement. */
export const COUNTS = `
insert into application_counts (job_id, status, is_shortlisted, total, unseen)
select job_id, status, is_shortlisted, count(*), count(*) filter (where not is_seen)
from applications where id >= $1::bigint group by 1, 2, 3`;
