-- What somebody told with an application on a public page belongs to that application: a later one by the same phone, also
-- at another organisation, changes nothing of it. Null is not told, or erased; '[]' is no answer about experience.
alter table application_sources add column first_name text, add column last_name text, add column experiences jsonb,
  add column experience_months integer;
-- The name with which somebody joined.
alter table roster add column first_name text, add column last_name text;

-- Returns the answer about the experience for a job from a profile. What the release before stored as a number of months was
-- chosen as a range.
create function told_experience(experiences jsonb, job_id bigint) returns jsonb language sql stable as $$
  select coalesce((
    select jsonb_build_array(
      case (e -> 'duration' ->> 'key')::int
        when 6 then e || '{"duration": {"key": 1, "value": "1", "max": 12}}'
        when 24 then e || '{"duration": {"key": 12, "value": "12", "max": 36}}'
        when 60 then e || '{"duration": {"key": 36, "value": "36", "max": null}}'
        else e end || '{"id": 1}')
    from jobs j cross join jsonb_array_elements($1) e
    where j.id = $2 and (e ->> 'positionId')::bigint = j.position_id limit 1), '[]')
$$;

-- A server of the release before writes a profile and a row without facts: these become the application's own.
create function own_source_facts() returns trigger language plpgsql as $$
begin
  if new.first_name is null then
    select w.first_name, w.last_name, told_experience(w.experiences, a.job_id)
      into new.first_name, new.last_name, new.experiences
      from applications a join workers w on w.id = a.worker_id where a.id = new.application_id;
    new.experience_months := (new.experiences -> 0 -> 'duration' ->> 'key')::int;
  end if;
  return new;
end $$;
create trigger application_sources_own_facts before insert on application_sources
  for each row execute function own_source_facts();

create function own_roster_name() returns trigger language plpgsql as $$
begin
  if new.first_name is null then
    select w.first_name, w.last_name into new.first_name, new.last_name from workers w where w.id = new.worker_id;
  end if;
  return new;
end $$;
create trigger roster_own_name before insert on roster for each row execute function own_roster_name();

update application_sources s set first_name = w.first_name, last_name = w.last_name,
  experiences = told_experience(w.experiences, a.job_id),
  experience_months = (told_experience(w.experiences, a.job_id) -> 0 -> 'duration' ->> 'key')::int
from applications a join workers w on w.id = a.worker_id
where a.id = s.application_id and w.external_id like 'web:%';
update applications a set worker_experience_months = coalesce(s.experience_months, 0)
from application_sources s
where s.application_id = a.id and s.first_name is not null
  and a.worker_experience_months <> coalesce(s.experience_months, 0);
update application_sources set experiences = '[]' where experiences is null;
update roster r set first_name = w.first_name, last_name = w.last_name
from workers w where w.id = r.worker_id and w.external_id like 'web:%';

-- A conversation is found by all names that its applications have.
create function thread_names(user_id bigint, worker_id bigint) returns text language sql stable as $$
  select coalesce((
    select string_agg(distinct fold_text(concat_ws(' ', s.first_name, nullif(s.last_name, ''))), ' · ')
    from applications a join application_sources s on s.application_id = a.id
    where a.user_id = $1 and a.worker_id = $2 and s.first_name is not null
  ), (select w.name_folded from workers w where w.id = $2))
$$;
create or replace function name_thread() returns trigger language plpgsql as $$
begin
  new.worker_name_folded := thread_names(new.user_id, new.worker_id);
  return new;
end $$;
create or replace function rename_threads() returns trigger language plpgsql as $$
begin
  update threads t set worker_name_folded = thread_names(t.user_id, t.worker_id) where t.worker_id = new.id;
  return null;
end $$;
create function name_thread_of_source() returns trigger language plpgsql as $$
begin
  update threads t set worker_name_folded = thread_names(t.user_id, t.worker_id)
  from applications a where a.id = new.application_id and t.user_id = a.user_id and t.worker_id = a.worker_id;
  return null;
end $$;
create trigger application_sources_named after insert on application_sources
  for each row execute function name_thread_of_source();

-- An erasure by a server of the release before empties the answers that it knows; the facts go with them.
create function erase_source_facts() returns trigger language plpgsql as $$
begin
  new.first_name := null;
  new.last_name := null;
  new.experiences := '[]';
  new.experience_months := null;
  return new;
end $$;
create trigger application_sources_erased before update of days on application_sources
  for each row when (new.days = '{}' and new.parts = '{}' and new.start is null) execute function erase_source_facts();
