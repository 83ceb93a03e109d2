-- What an employer has to do about an application: contract/constants/need.ts computes it. A row exists for each application;
-- `need` is null while nothing is to be done.
create table application_needs (
  application_id bigint primary key references applications (id) on delete cascade,
  -- Copies of the application's, which never change.
  organisation_id bigint not null,
  user_id bigint not null,
  job_id bigint not null,
  need text check (need in ('attendance', 'answer', 'outcome', 'first_day', 'rebook', 'decide', 'invite', 'offer')),
  need_at timestamptz,
  -- From when it counts as due: earlier than `need_at` for `decide`, and the end of a snooze if that is later.
  due_from timestamptz,
  snoozed_until timestamptz,
  -- The worker's last message when a snooze of `answer` began. A newer one ends the snooze.
  snoozed_number bigint,
  -- When time alone changes the need.
  changes_at timestamptz
) with (fillfactor = 80);
create index application_needs_organisation on application_needs (organisation_id, need, due_from, application_id)
  include (need_at) where need is not null;
create index application_needs_user on application_needs (user_id, need, due_from, application_id)
  include (need_at) where need is not null;
create index application_needs_job on application_needs (job_id, need, due_from, application_id)
  include (need_at) where need is not null;
create index application_needs_changing on application_needs (changes_at, application_id) where changes_at is not null;

-- How many applications of each job have each need, so that old ones are counted without reading them.
create table need_counts (
  job_id bigint not null references jobs (id),
  need text not null,
  total integer not null,
  primary key (job_id, need)
);

-- Applications whose need may have changed, written by the triggers below, so that no writer can forget one. A change
-- computes its own rows before it commits; a task computes what others left, such as servers of the previous release. The
-- change 0 is the backfill.
create table need_changes (change_id bigint not null, application_id bigint not null);
create index need_changes_change on need_changes (change_id);

-- The nightly checks: needs that were computed anew, and how many of them were wrong.
create table need_checks (day date primary key, checked integer not null default 0, differences integer not null default 0);

alter table threads
  -- The worker's first message that waits for an answer. Null: none does.
  add column awaiting_since timestamptz,
  -- The employer said that messages up to this number need no answer.
  add column settled_number bigint not null default 0;

-- Returns since when a conversation waits for an answer, by its messages. The employer's messages about a changed status
-- answer nothing: they write themselves.
create function awaiting_since_of(thread threads) returns timestamptz language sql stable as $$
  select min(m.created_at) from messages m
  where m.thread_id = thread.id and m.sender = 'worker' and m.type in ('text', 'location')
    and m.number > greatest(thread.settled_number, thread.hidden_to_number, coalesce((
      select max(e.number) from messages e where e.thread_id = thread.id and e.sender = 'employer'
        and e.type in ('text', 'location', 'appointment')), 0))
$$;

-- Adds missing rows and has everything computed by the next run of the task.
create function backfill_application_needs() returns void language sql as $$
  update threads t set awaiting_since = awaiting_since_of(t)
  where last_number > 0 and awaiting_since is distinct from awaiting_since_of(t);
  insert into application_needs (application_id, organisation_id, user_id, job_id)
  select id, organisation_id, user_id, job_id from applications order by id on conflict do nothing;
  -- What the triggers added for the threads above is part of the backfill.
  delete from need_changes where change_id = pg_current_xact_id()::text::bigint;
  insert into need_changes (change_id, application_id)
  select 0, application_id from application_needs n
  where not exists (select from need_changes c where c.application_id = n.application_id) order by application_id;
$$;

create function mark_arrived_needs() returns trigger language plpgsql as $$
begin
  insert into application_needs (application_id, organisation_id, user_id, job_id)
  select id, organisation_id, user_id, job_id from added on conflict (application_id) do nothing;
  insert into need_changes select pg_current_xact_id()::text::bigint, id from added;
  return null;
end $$;

create function mark_application_need() returns trigger language plpgsql as $$
begin
  insert into need_changes values (pg_current_xact_id()::text::bigint, new.id);
  return null;
end $$;

-- For tables with an application_id.
create function mark_side_need() returns trigger language plpgsql as $$
begin
  insert into need_changes values (pg_current_xact_id()::text::bigint, new.application_id);
  return null;
end $$;

create function mark_thread_needs() returns trigger language plpgsql as $$
begin
  insert into need_changes select pg_current_xact_id()::text::bigint, a.id from applications a
  where a.worker_id = new.worker_id and a.organisation_id = new.organisation_id and a.user_id = new.user_id;
  return null;
end $$;

create function mark_job_needs() returns trigger language plpgsql as $$
begin
  insert into need_changes select pg_current_xact_id()::text::bigint, a.id from applications a
  where a.job_id = new.id and a.status <> 'rejected';
  return null;
end $$;

create trigger applications_inserted_needs after insert on applications
  referencing new table as added for each statement execute function mark_arrived_needs();
create trigger applications_updated_needs
  after update of status, is_shortlisted, shortlisted_at, appointment_id, came, positive, offer_sent, worker_id on applications
  for each row when (
    (old.status, old.is_shortlisted, old.shortlisted_at, old.appointment_id, old.came, old.positive, old.offer_sent, old.worker_id)
    is distinct from
    (new.status, new.is_shortlisted, new.shortlisted_at, new.appointment_id, new.came, new.positive, new.offer_sent, new.worker_id))
  execute function mark_application_need();
create trigger appointments_updated_needs
  after update of status, start_at, end_at, attendance, attendance_at on appointments
  for each row when (
    (old.status, old.start_at, old.end_at, old.attendance, old.attendance_at) is distinct from
    (new.status, new.start_at, new.end_at, new.attendance, new.attendance_at))
  execute function mark_side_need();
create trigger hires_inserted_needs after insert on hires for each row execute function mark_side_need();
create trigger hires_updated_needs after update of starts_at, started on hires
  for each row when ((old.starts_at, old.started) is distinct from (new.starts_at, new.started))
  execute function mark_side_need();
create trigger threads_updated_needs after update of awaiting_since, blocked_at, last_number on threads
  for each row when (
    old.awaiting_since is distinct from new.awaiting_since
    or new.awaiting_since is not null and (
      (old.blocked_at is null) <> (new.blocked_at is null) or old.last_number <> new.last_number))
  execute function mark_thread_needs();
create trigger jobs_updated_needs after update of status on jobs
  for each row when (old.status is distinct from new.status) execute function mark_job_needs();
