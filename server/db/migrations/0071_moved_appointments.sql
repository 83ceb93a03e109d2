-- When an appointment was to begin before its time was changed last. A changed one is a new invitation: `created_at` is then
-- the time of the change, by which the release before ends invitations too.
alter table appointments add column moved_from timestamptz;

-- Another place alone is a new invitation as well, with a new end.
create or replace trigger appointments_updated_needs
  after update of status, start_at, end_at, created_at, attendance, attendance_at on appointments
  for each row when (
    (old.status, old.start_at, old.end_at, old.created_at, old.attendance, old.attendance_at) is distinct from
    (new.status, new.start_at, new.end_at, new.created_at, new.attendance, new.attendance_at))
  execute function mark_side_need();
