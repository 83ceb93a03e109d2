-- Adds the consents of people who joined a roster on a server of the release before migration 0042, and ends those of people
-- who left their last roster there.
create function backfill_roster_consents() returns void language sql as $$
  insert into consents (worker_id, organisation_id, purpose, text_version, given_at, withdrawn_at)
  select distinct on (organisation_id, worker_id) worker_id, organisation_id, 'roster', text_version::text, consented_at,
    withdrawn_at
  from roster r where not exists (
    select from consents c
    where c.organisation_id = r.organisation_id and c.worker_id = r.worker_id and c.purpose = 'roster'
      and (c.withdrawn_at is null or r.withdrawn_at is not null))
  order by organisation_id, worker_id, withdrawn_at desc nulls first, consented_at desc
  on conflict do nothing;

  update consents c set withdrawn_at = (
    select max(r.withdrawn_at) from roster r where r.organisation_id = c.organisation_id and r.worker_id = c.worker_id)
  where c.purpose = 'roster' and c.withdrawn_at is null and not exists (
    select from roster r
    where r.organisation_id = c.organisation_id and r.worker_id = c.worker_id and r.withdrawn_at is null);
$$;
