-- In a transaction after that of the triggers, so that writes do not wait. Changes during the fill left their marks to the
-- task.
select backfill_application_stages();
