-- In a transaction after that of the triggers, so that writes do not wait: about ten seconds for a million applications. It
-- locks the threads that wait for an answer. The task then computes the needs.
select backfill_application_needs();
