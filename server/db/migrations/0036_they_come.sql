-- What the worker said before the interview. `came` keeps the answer about a missed appointment once a second invitation follows.
alter table appointments
  add column attendance text,
  add column attendance_minutes smallint,
  add column attendance_at timestamptz,
  add column came boolean,
  add column rebook_of bigint;
alter table appointments add constraint appointments_attendance
  check (attendance in ('coming', 'late', 'cannot', 'other_time')) not valid;
alter table appointments validate constraint appointments_attendance;

-- Messages that remind a worker. Each is decided when it is due, from the rows as they are then. `appointment_id` is null for the
-- reminders of a first day.
create table reminders (
  id bigint generated always as identity primary key,
  application_id bigint not null references applications (id),
  appointment_id bigint references appointments (id) on delete cascade,
  kind text not null check (kind in ('invitation', 'day_before', 'soon', 'first_day_evening', 'first_day_soon')),
  start_at timestamptz not null,
  due_at timestamptz not null,
  sent_at timestamptz,
  -- Why it was not sent.
  skipped text,
  unique nulls not distinct (application_id, appointment_id, kind, start_at)
);
create index reminders_due on reminders (due_at, id) where sent_at is null and skipped is null;
create index reminders_appointment on reminders (appointment_id);

-- Links to the page of a worker's application, one for each. The token is derived from `id` and `nonce`, and not stored.
create table worker_links (
  id bigint generated always as identity primary key,
  application_id bigint not null unique references applications (id),
  worker_id bigint not null references workers (id),
  organisation_id bigint not null references organisations (id),
  -- 128 random bits in hex.
  nonce text not null check (nonce ~ '^[0-9a-f]{32}$'),
  created_at timestamptz not null,
  -- When the link first left, and when somebody first opened it.
  sent_at timestamptz,
  used_at timestamptz,
  revoked_at timestamptz
);
create index worker_links_worker on worker_links (worker_id);

-- First days at work of those who accepted an offer.
create table hires (
  application_id bigint primary key references applications (id),
  organisation_id bigint not null references organisations (id),
  -- The owner of the job.
  user_id bigint not null references users (id),
  job_id bigint not null references jobs (id),
  worker_id bigint not null references workers (id),
  starts_at timestamptz not null,
  place text,
  ask_for text,
  bring text,
  confirmed_at timestamptz,
  started boolean,
  recorded_at timestamptz
);
create index hires_organisation on hires (organisation_id, starts_at, application_id);
create index hires_user on hires (user_id, starts_at, application_id);

-- The worker started on the first day.
alter table application_facts add column started_at timestamptz;

-- The calendar feeds of accounts. Only the hash of a feed's token is kept.
create table calendar_feeds (
  user_id bigint primary key references users (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null
);

-- From when a message is of no use any more, such as a reminder after its appointment. Null: by the channel.
alter table outgoing_messages add column useful_until timestamptz;
-- A quiet message never leaves at night.
alter table outgoing_messages add column is_quiet boolean not null default false;

alter table organisation_settings add column reminders boolean not null default true;

-- The numbers of declined applications: without these a count reads the decisions of all organisations.
-- holds up writes of application_decisions: two indexes of few bytes, two seconds for a million decisions.
create index application_decisions_organisation on application_decisions (organisation_id, application_id);
create index application_decisions_user on application_decisions (user_id, application_id);
