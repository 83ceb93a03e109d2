-- Why the data have to be kept. Holds from before have no reason.
alter table privacy_holds add column reason text;

-- What people on rosters agreed to, as rows of their own: the newest consent of each, a valid one first.
insert into consents (worker_id, organisation_id, purpose, text_version, given_at, withdrawn_at)
select distinct on (organisation_id, worker_id) worker_id, organisation_id, 'roster', text_version::text, consented_at,
  withdrawn_at
from roster order by organisation_id, worker_id, withdrawn_at desc nulls first, consented_at desc;

-- Rows that are older than a year may go, by the operator's command alone, which sets this for its own transaction.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' and current_setting('operator.removes_audit', true) = 'on' then
    if old.at < now() - interval '12 months' then
      return old;
    end if;
  end if;
  raise exception 'the audit log is append-only';
end $$;
