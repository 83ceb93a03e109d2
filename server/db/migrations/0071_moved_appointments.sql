-- When an appointment was to begin before its time was changed last. A changed one is a new invitation: `created_at` is then
-- the time of the change, by which the release before ends invitations too.
alter table appointments add column moved_from timestamptz;
