-- Whether the organisation declined a rejected application: without the column, a page of the declined ones probed the
-- decision of every rejected application before it. A trigger keeps it, so that the release before keeps it too.
alter table applications add column is_declined boolean not null default false;

create function mark_declined() returns trigger language plpgsql as $$
begin
  update applications a set is_declined = tg_op = 'INSERT' from changed where a.id = changed.application_id;
  return null;
end $$;

create trigger application_decisions_inserted after insert on application_decisions
  referencing new table as changed for each statement execute function mark_declined();
create trigger application_decisions_deleted after delete on application_decisions
  referencing old table as changed for each statement execute function mark_declined();
