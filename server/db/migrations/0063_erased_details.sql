-- An erasure takes the words that people typed out of the log's entries; nothing else of an entry ever changes.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    if old.subject_type in ('application', 'appointment') and new.details = old.details - 'correctionReason' - 'place'
      and to_jsonb(new) - 'details' = to_jsonb(old) - 'details' then
      return new;
    end if;
  end if;
  if tg_op = 'DELETE' and tg_level = 'ROW' and current_setting('operator.removes_audit', true) = 'on' then
    if old.at < now() - interval '12 months' then
      return old;
    end if;
  end if;
  raise exception 'the audit log is append-only';
end $$;

-- People who were erased before.
update appointments p set address = null
from workers w where w.id = p.worker_id and w.external_id like 'erased:%' and p.address is not null;
with own as (
  select a.id from applications a join workers w on w.id = a.worker_id where w.external_id like 'erased:%'
), subjects (type, id) as (
  select 'application', id from own
  union select 'appointment', p.id from own join appointments p on p.application_id = own.id
  union select 'appointment', (l.details ->> 'appointmentId')::bigint
    from own join audit_log l on l.subject_type = 'application' and l.subject_id = own.id
    where l.action = 'appointment.created'
)
update audit_log l set details = l.details - 'correctionReason' - 'place'
from subjects s where l.subject_type = s.type and l.subject_id = s.id and l.details ?| array['correctionReason', 'place'];
