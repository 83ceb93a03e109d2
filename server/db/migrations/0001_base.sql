-- The base: who is who, jobs, workers, applications, appointments, conversations, audit log, worker events.
-- Times are timestamptz; wall times are made from them in the marketplace's zone by the presenters.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Folds a text for searching. The same letters as contract/constants/text.ts; a test holds the two together.
create function fold_text(value text) returns text
  language sql immutable strict parallel safe
  return btrim(
    regexp_replace(
      translate(
        value,
        'İIıŞşĞğÜüÖöÇçÂâÎîÛûÁáÉéÍíÓóÚúÑñABCDEFGHJKLMNOPQRSTUVWXYZ',
        'iiissgguuooccaaiiuuaaeeiioouunnabcdefghjklmnopqrstuvwxyz'
      ),
      '[ \t\n\r]+', ' ', 'g'
    ),
    ' '
  );

create table organisations (
  id bigint generated always as identity primary key,
  name text not null,
  created_at timestamptz not null
);

create table users (
  id bigint generated always as identity primary key,
  organisation_id bigint references organisations (id),
  user_type text not null,
  email text not null,
  password_hash text,
  company_name text,
  company_name_folded text generated always as (fold_text(company_name)) stored,
  first_name text not null,
  last_name text not null,
  phone text,
  about text,
  image_key text,
  latitude double precision,
  longitude double precision,
  location_name text,
  company_address text,
  tax_office_id bigint,
  tax_office_number text,
  website text,
  commercial_title text,
  country_code text not null default 'TR',
  language_code text not null default 'tr',
  dashboard_access boolean not null default true,
  job_creation_balance integer not null default 0 check (job_creation_balance >= 0),
  people_box_status text,
  created_at timestamptz not null,
  deleted_at timestamptz,
  -- Everyone who may sign in belongs to an organisation; workers and unknown types do not.
  check (user_type not in ('branch', 'company', 'hr_account', 'root') or organisation_id is not null)
);
-- "C": in a Turkish collation lower('I') is a dotless ı, and an address has no language.
create unique index users_email on users (lower(email collate "C")) where deleted_at is null;
create unique index users_one_root on users (organisation_id) where user_type = 'root' and deleted_at is null;
create index users_organisation on users (organisation_id, user_type);

-- Only the SHA-256 of a token is here; a rotated one keeps working until `expires_at`, which the rotation moves near.
create table access_tokens (
  token_hash bytea primary key,
  session_id uuid not null,
  user_id bigint not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  fcm_token text
);
create index access_tokens_user on access_tokens (user_id);
create index access_tokens_session on access_tokens (session_id);
create index access_tokens_expiry on access_tokens (expires_at);

create table job_categories (
  id bigint generated always as identity primary key,
  name text not null unique
);

create table job_positions (
  id bigint generated always as identity primary key,
  name text not null unique,
  name_folded text generated always as (fold_text(name)) stored
);

create table jobs (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  -- The branch or company whose job it is.
  user_id bigint not null references users (id),
  title text not null,
  title_folded text generated always as (fold_text(title)) stored,
  description text not null,
  position_id bigint not null references job_positions (id),
  category_id bigint not null references job_categories (id),
  status text not null check (status in ('active', 'closed', 'draft', 'deleted')),
  close_reason text,
  gender text check (gender in ('male', 'female')),
  birth_date_min smallint,
  birth_date_max smallint,
  min_experience_duration smallint,
  min_education_status text,
  min_english_level smallint,
  military_requirements smallint[] not null default '{}',
  is_full_time boolean not null default false,
  is_part_time boolean not null default false,
  is_seasonal boolean not null default false,
  expected_salary_min_minor bigint,
  expected_salary_max_minor bigint,
  contact_type text not null default 'no_contact',
  contact_type_phone_number text,
  auto_shortlist_threshold real check (auto_shortlist_threshold between 0 and 1),
  image_key text,
  view_count integer not null default 0,
  created_at timestamptz not null,
  opened_at timestamptz,
  closed_at timestamptz
);
create index jobs_organisation on jobs (organisation_id, opened_at desc nulls last, id desc);
create index jobs_user on jobs (user_id, opened_at desc nulls last, id desc);
create index jobs_active on jobs (opened_at desc, id desc) where status = 'active';

-- The places of work of a job.
create table company_locations (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  user_id bigint not null references users (id),
  name text not null,
  address text,
  latitude double precision not null,
  longitude double precision not null,
  created_at timestamptz not null
);
create index company_locations_user on company_locations (user_id);

create table job_locations (
  job_id bigint not null references jobs (id),
  company_location_id bigint not null references company_locations (id),
  primary key (job_id, company_location_id)
);

create table workers (
  id bigint generated always as identity primary key,
  external_id text not null unique,
  first_name text not null,
  last_name text not null,
  email text,
  phone text,
  image_key text,
  latitude double precision,
  longitude double precision,
  location_name text,
  work_time_preferences text[] not null default '{}',
  -- [{id, companyName, position, positionId, duration: {key: months, value}, startDate, endDate}]
  experiences jsonb not null default '[]',
  experience_months integer not null default 0,
  gender text check (gender in ('male', 'female')),
  birth_date date,
  disabled_status text,
  military smallint check (military between 1 and 3),
  education text check (education in ('elementary', 'middle', 'high_school', 'university')),
  university text,
  university_status text,
  university_department text,
  english smallint check (english between 1 and 4),
  identity_number text,
  certificates text[] not null default '{}',
  driving_licenses text[] not null default '{}',
  about text,
  expected_salary_minor bigint,
  work_category_preferences text[] not null default '{}',
  rating_score real,
  language_code text not null default 'tr',
  country_code text not null default 'TR',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- The filter columns repeat the worker's, so that a list is one walk along one index of one table; whoever changes a
-- worker changes them too (server/modules/workers).
create table applications (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  user_id bigint not null references users (id),
  job_id bigint not null references jobs (id),
  worker_id bigint not null references workers (id),
  status text not null default 'in_progress' check (status in ('in_progress', 'accepted', 'rejected')),
  is_seen boolean not null default false,
  is_shortlisted boolean not null default false,
  shortlisted_at timestamptz,
  match_score real not null check (match_score between 0 and 1),
  distance_km real,
  appointment_id bigint,
  came boolean,
  positive boolean,
  offer_sent boolean,
  offer_accepted boolean,
  reject_reason text,
  worker_name_folded text not null,
  worker_gender text,
  worker_birth_date date,
  worker_military smallint,
  worker_education text,
  worker_english smallint,
  worker_experience_months integer not null default 0,
  created_at timestamptz not null,
  unique (job_id, worker_id)
);
-- What the filters ask for lies in these two: a filtered page or count of everything of an owner reads no row for it.
create index applications_organisation on applications (organisation_id, created_at desc, id desc) include (
  status, is_shortlisted, came, positive, offer_sent, offer_accepted, distance_km, worker_name_folded, worker_gender,
  worker_birth_date, worker_military, worker_education, worker_english, worker_experience_months
);
create index applications_user on applications (user_id, created_at desc, id desc) include (
  status, is_shortlisted, came, positive, offer_sent, offer_accepted, distance_km, worker_name_folded, worker_gender,
  worker_birth_date, worker_military, worker_education, worker_english, worker_experience_months
);
create index applications_job on applications (job_id, created_at desc, id desc);
create index applications_organisation_short on applications (organisation_id, created_at desc, id desc) where is_shortlisted;
create index applications_user_short on applications (user_id, created_at desc, id desc) where is_shortlisted;
create index applications_job_short on applications (job_id, created_at desc, id desc) where is_shortlisted;
create index applications_worker on applications (worker_id, organisation_id);
create index applications_name on applications using gin (organisation_id, worker_name_folded gin_trgm_ops);

-- How many applications each job has, by status and shortlist: kept exact by the triggers below, whoever writes.
create table application_counts (
  job_id bigint not null references jobs (id),
  status text not null,
  is_shortlisted boolean not null,
  total integer not null,
  unseen integer not null,
  primary key (job_id, status, is_shortlisted)
);

create function count_inserted_applications() returns trigger language plpgsql as $$
begin
  insert into application_counts as c (job_id, status, is_shortlisted, total, unseen)
  select job_id, status, is_shortlisted, count(*), count(*) filter (where not is_seen)
  from added group by 1, 2, 3 order by 1, 2, 3
  on conflict (job_id, status, is_shortlisted)
  do update set total = c.total + excluded.total, unseen = c.unseen + excluded.unseen;
  return null;
end $$;

create function count_updated_applications() returns trigger language plpgsql as $$
begin
  insert into application_counts as c (job_id, status, is_shortlisted, total, unseen)
  select job_id, status, is_shortlisted, sum(n), sum(u) from (
    select job_id, status, is_shortlisted, 1 as n, (not is_seen)::int as u from added
    union all
    select job_id, status, is_shortlisted, -1, -(not is_seen)::int from removed
  ) changes
  group by 1, 2, 3 having sum(n) <> 0 or sum(u) <> 0 order by 1, 2, 3
  on conflict (job_id, status, is_shortlisted)
  do update set total = c.total + excluded.total, unseen = c.unseen + excluded.unseen;
  return null;
end $$;

create trigger applications_inserted after insert on applications
  referencing new table as added
  for each statement execute function count_inserted_applications();
create trigger applications_updated after update on applications
  referencing new table as added old table as removed
  for each statement execute function count_updated_applications();

create table appointments (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  user_id bigint not null references users (id),
  application_id bigint not null references applications (id),
  job_id bigint not null references jobs (id),
  worker_id bigint not null references workers (id),
  status text not null check (status in ('WAITING', 'ACTIVE', 'COMPLETED', 'REJECTED', 'CANCELLED',
    'CANCELLED_OUTSIDE_24H', 'APPLICANT_CANCELLED', 'EXPIRED', 'APPOINTMENT_POSITIVE', 'APPOINTMENT_NEGATIVE',
    'OFFER_SENT', 'OFFER_ACCEPTED', 'OFFER_REJECTED')),
  start_at timestamptz not null,
  end_at timestamptz not null,
  latitude double precision not null,
  longitude double precision not null,
  address text,
  worker_feedback text check (worker_feedback in ('worker_came', 'worker_did_not_come')),
  worker_feedback_text text,
  created_at timestamptz not null
);
create index appointments_organisation on appointments (organisation_id, start_at, id);
create index appointments_user on appointments (user_id, start_at, id);
create index appointments_job on appointments (job_id, start_at, id);
create index appointments_application on appointments (application_id);
create index appointments_waiting on appointments (created_at) where status = 'WAITING';
create index appointments_due on appointments (start_at) where status in ('WAITING', 'ACTIVE');
alter table applications add foreign key (appointment_id) references appointments (id);

create table appointment_status_log (
  id bigint generated always as identity primary key,
  appointment_id bigint not null references appointments (id),
  status text not null,
  changed_by text not null check (changed_by in ('employer', 'worker', 'clock')),
  at timestamptz not null
);
create index appointment_status_log_appointment on appointment_status_log (appointment_id, id);

-- One conversation per worker and employer-side user. Messages are numbered under the thread's row lock.
create table threads (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  user_id bigint not null references users (id),
  worker_id bigint not null references workers (id),
  last_number bigint not null default 0,
  last_message_at timestamptz,
  unread_by_employer integer not null default 0,
  unread_by_worker integer not null default 0,
  blocked_at timestamptz,
  created_at timestamptz not null,
  unique (user_id, worker_id)
);
create index threads_user on threads (user_id, last_message_at desc nulls last, id desc);
create index threads_worker on threads (worker_id);

create table messages (
  id bigint generated always as identity primary key,
  thread_id bigint not null references threads (id),
  number bigint not null,
  sender text not null check (sender in ('worker', 'employer', 'system')),
  sender_user_id bigint references users (id),
  type text not null check (type in ('text', 'application', 'location', 'appointment', 'appointment_status')),
  body text,
  payload jsonb not null default '{}',
  client_message_id text,
  created_at timestamptz not null,
  unique (thread_id, number),
  unique (thread_id, sender, client_message_id)
);

create table packages (
  id bigint generated always as identity primary key,
  -- Title, features and rules as the catalogue shows them.
  definition jsonb not null,
  price_minor bigint not null check (price_minor >= 0),
  currency text not null default 'TRY',
  job_credits integer not null default 0,
  sort_order integer not null default 0
);

-- What happened to workers, for the product that they use. `seq` is handed out under one row lock that is held until
-- the commit, so it has no gaps and rises in commit order: a reader that goes on after a `seq` skips nothing.
create table worker_event_sequence (only_row boolean primary key default true check (only_row), value bigint not null);
insert into worker_event_sequence (value) values (0);
create table worker_events (
  seq bigint primary key,
  type text not null,
  worker_id bigint not null references workers (id),
  data jsonb not null,
  at timestamptz not null
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null check (actor in ('user', 'worker', 'clock', 'operator')),
  actor_user_id bigint,
  -- Kept beside the id: the log stays readable when the account is gone.
  actor_name text,
  organisation_id bigint,
  action text not null,
  subject_type text not null,
  subject_id bigint,
  details jsonb not null default '{}',
  request_id text
);
create index audit_log_subject on audit_log (subject_type, subject_id, id);
create index audit_log_organisation on audit_log (organisation_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_change();
create trigger audit_log_no_truncate before truncate on audit_log
  for each statement execute function refuse_change();

-- Small files (generated avatars, later uploads) when no object store is set.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);
