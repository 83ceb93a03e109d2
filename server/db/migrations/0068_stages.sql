-- How far each application has come: contract/constants/stage.ts computes it. A table of its own, so that it is filled
-- without locking what the needs of the release before write.
create table application_stages (
  application_id bigint primary key references applications (id) on delete cascade,
  -- Copies of the application's, which never change.
  organisation_id bigint not null,
  user_id bigint not null,
  job_id bigint not null,
  created_at timestamptz not null,
  stage text not null check (stage in (
    'new', 'shortlisted', 'invited', 'accepted', 'came', 'offered', 'hired', 'started', 'declined', 'withdrew', 'missed')),
  -- The time that belongs to the stage.
  stage_at timestamptz
) with (fillfactor = 80);
create index application_stages_organisation on application_stages
  (organisation_id, stage, created_at desc, application_id desc);
create index application_stages_user on application_stages (user_id, stage, created_at desc, application_id desc);
create index application_stages_job on application_stages (job_id, stage, created_at desc, application_id desc);

-- Each mark has a second one with the negative change. Servers of the release before remove their own marks without
-- computing the stage, and leave the second ones to the task of the new servers.
create or replace function mark_arrived_needs() returns trigger language plpgsql as $$
begin
  insert into application_needs (application_id, organisation_id, user_id, job_id)
  select id, organisation_id, user_id, job_id from added on conflict (application_id) do nothing;
  insert into application_stages (application_id, organisation_id, user_id, job_id, created_at, stage, stage_at)
  select id, organisation_id, user_id, job_id, created_at, case when is_shortlisted then 'shortlisted' else 'new' end,
    case when is_shortlisted then shortlisted_at else created_at end
  from added on conflict (application_id) do nothing;
  insert into need_changes select sign * pg_current_xact_id()::text::bigint, id from added, (values (1), (-1)) s (sign);
  return null;
end $$;

create or replace function mark_application_need() returns trigger language plpgsql as $$
begin
  insert into need_changes
  values (pg_current_xact_id()::text::bigint, new.id), (-pg_current_xact_id()::text::bigint, new.id);
  return null;
end $$;

create or replace function mark_side_need() returns trigger language plpgsql as $$
begin
  insert into need_changes values
    (pg_current_xact_id()::text::bigint, new.application_id), (-pg_current_xact_id()::text::bigint, new.application_id);
  return null;
end $$;

-- The stage depends on these too.
create or replace trigger applications_updated_needs
  after update of status, is_shortlisted, shortlisted_at, appointment_id, came, positive, offer_sent, offer_accepted,
    is_declined, worker_id on applications
  for each row when (
    (old.status, old.is_shortlisted, old.shortlisted_at, old.appointment_id, old.came, old.positive, old.offer_sent,
      old.offer_accepted, old.is_declined, old.worker_id)
    is distinct from
    (new.status, new.is_shortlisted, new.shortlisted_at, new.appointment_id, new.came, new.positive, new.offer_sent,
      new.offer_accepted, new.is_declined, new.worker_id))
  execute function mark_application_need();
create trigger application_decisions_updated_needs after update of told_at, told_by on application_decisions
  for each row when ((old.told_at, old.told_by) is distinct from (new.told_at, new.told_by))
  execute function mark_side_need();

-- Adds missing rows. It repeats the rule of contract/constants/stage.ts, which later changes of the rule do not follow.
create function backfill_application_stages() returns void language sql as $$
  insert into application_stages (application_id, organisation_id, user_id, job_id, created_at, stage, stage_at)
  select a.id, a.organisation_id, a.user_id, a.job_id, a.created_at, s.stage,
    case s.stage
      when 'new' then a.created_at
      when 'shortlisted' then a.shortlisted_at
      when 'invited' then least(p.start_at, p.created_at + interval '24 hours')
      when 'offered' then coalesce(
        (select max(l.at) from appointment_status_log l where l.appointment_id = p.id), p.created_at)
      when 'declined' then case when d.told_by is distinct from 'none' then d.told_at end
      when 'withdrew' then null
      else case when met.is_hired then h.starts_at else p.start_at end
    end
  from applications a
  left join appointments p on p.id = a.appointment_id
  left join hires h on h.application_id = a.id
  left join application_decisions d on d.application_id = a.id
  cross join lateral (
    select a.status = 'accepted' or a.offer_accepted is true or p.status is not distinct from 'OFFER_ACCEPTED' as is_hired,
      coalesce(a.offer_sent, p.status = 'OFFER_SENT' or null) as has_offer,
      coalesce(a.offer_accepted, case when p.status = 'OFFER_REJECTED' then false end) as answer
  ) met
  cross join lateral (
    select case
      when a.status = 'rejected' then case when a.is_declined then 'declined' else 'withdrew' end
      when met.is_hired then case h.started when true then 'started' when false then 'missed' else 'hired' end
      when p.id is not null and a.came is false then 'missed'
      when p.id is not null and met.has_offer and met.answer is null then 'offered'
      when p.id is not null and (a.came or a.positive is not null or met.has_offer is not null or met.answer is not null
        or p.status in ('APPOINTMENT_POSITIVE', 'APPOINTMENT_NEGATIVE')) then 'came'
      when p.status in ('ACTIVE', 'COMPLETED') then 'accepted'
      when p.status = 'WAITING' then 'invited'
      when a.is_shortlisted then 'shortlisted'
      else 'new'
    end as stage
  ) s
  order by a.id
  on conflict (application_id) do nothing;
$$;
