-- When each step of an application happened for the first time. A time is set once, in the transaction of the change, and
-- stays when the step is reverted later; only a removed feedback answer clears its own. Null means that the step did not
-- happen, or that its time is unknown. It is a table of its own, so that a step rewrites no index of applications.
create table application_facts (
  application_id bigint primary key references applications (id) on delete cascade,
  -- Copies of the application's, which never change.
  organisation_id bigint not null,
  user_id bigint not null,
  job_id bigint not null,
  created_at timestamptz not null,
  -- Somebody of the owner opened the application.
  opened_at timestamptz,
  -- The first message of the employer after the application, an invitation included.
  answered_at timestamptz,
  shortlisted_at timestamptz,
  invited_at timestamptz,
  -- The worker accepted an invitation.
  agreed_at timestamptz,
  came_at timestamptz,
  missed_at timestamptz,
  offer_at timestamptz,
  -- The worker accepted the offer.
  hired_at timestamptz,
  -- The worker was told that the application is declined.
  told_at timestamptz
) with (fillfactor = 80);

-- Adds the rows that are missing and the times that the store knows from elsewhere. It changes no time that is set.
create function backfill_application_facts() returns void language sql as $$
  with logged as (
    select subject_id as id,
      min(at) filter (where action = 'application.seen') as opened,
      min(at) filter (where action = 'application.shortlisted') as shortlisted,
      min(at) filter (where action = 'appointment.created') as invited,
      min(at) filter (where details -> 'isApplicantCameToAppointment' = 'true') as came,
      min(at) filter (where details -> 'isApplicantCameToAppointment' = 'false') as missed
    from audit_log
    where subject_type = 'application' and action in (
      'application.seen', 'application.shortlisted', 'appointment.created', 'application.feedback')
    group by subject_id
  ), met as (
    select p.application_id as id, min(p.created_at) as invited,
      min(l.at) filter (where l.status = 'ACTIVE') as agreed,
      min(l.at) filter (where l.status in ('APPOINTMENT_POSITIVE', 'APPOINTMENT_NEGATIVE')) as outcome,
      min(l.at) filter (where l.status = 'OFFER_SENT') as offer,
      min(l.at) filter (where l.status = 'OFFER_ACCEPTED') as hired
    from appointments p left join appointment_status_log l on l.appointment_id = p.id
    group by p.application_id
  ), answered as (
    select a.id, min(m.created_at) as at
    from applications a
    join threads t on t.user_id = a.user_id and t.worker_id = a.worker_id
    join messages m on m.thread_id = t.id and m.sender = 'employer' and m.created_at >= a.created_at
    group by a.id
  )
  insert into application_facts as f (application_id, organisation_id, user_id, job_id, created_at, opened_at,
    answered_at, shortlisted_at, invited_at, agreed_at, came_at, missed_at, offer_at, hired_at)
  select a.id, a.organisation_id, a.user_id, a.job_id, a.created_at, logged.opened, answered.at,
    least(logged.shortlisted, a.shortlisted_at), least(logged.invited, met.invited), met.agreed,
    case when a.came then coalesce(logged.came, met.outcome) end,
    case when not a.came then coalesce(logged.missed, met.outcome) end,
    case when a.offer_sent then met.offer end, case when a.offer_accepted then met.hired end
  from applications a
  left join logged on logged.id = a.id
  left join met on met.id = a.id
  left join answered on answered.id = a.id
  on conflict (application_id) do update set
    opened_at = coalesce(f.opened_at, excluded.opened_at),
    answered_at = coalesce(f.answered_at, excluded.answered_at),
    shortlisted_at = coalesce(f.shortlisted_at, excluded.shortlisted_at),
    invited_at = coalesce(f.invited_at, excluded.invited_at),
    agreed_at = coalesce(f.agreed_at, excluded.agreed_at),
    came_at = coalesce(f.came_at, excluded.came_at),
    missed_at = coalesce(f.missed_at, excluded.missed_at),
    offer_at = coalesce(f.offer_at, excluded.offer_at),
    hired_at = coalesce(f.hired_at, excluded.hired_at);
$$;
select backfill_application_facts();

-- Whoever adds an application, a server of the previous release included, adds its facts.
create function add_application_facts() returns trigger language plpgsql as $$
begin
  insert into application_facts (application_id, organisation_id, user_id, job_id, created_at, shortlisted_at)
  select id, organisation_id, user_id, job_id, created_at, shortlisted_at from added
  on conflict (application_id) do nothing;
  return null;
end $$;
-- Writes of applications wait from here to the end, less than two seconds for a million.
create trigger applications_inserted_facts after insert on applications
  referencing new table as added
  for each statement execute function add_application_facts();
insert into application_facts (application_id, organisation_id, user_id, job_id, created_at, shortlisted_at)
select id, organisation_id, user_id, job_id, created_at, shortlisted_at from applications a
where not exists (select from application_facts f where f.application_id = a.id);
