-- A nightly check that was cut off is not complete, and is done again. Rows without a beginning are of the release before.
alter table need_checks
  add column begun_at timestamptz,
  add column finished_at timestamptz;
-- Those that looked at something ran to their end.
update need_checks set finished_at = day where checked > 0;
