-- The server that is at work under a key, by the number of its lock (platform/presence.ts). Null: one of a release before,
-- or one that could not take its lock; then only time tells that it died.
alter table idempotency_keys add column server_number integer;
