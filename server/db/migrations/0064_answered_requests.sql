-- Until when a file stays that answers a worker's request, on the worker's page. Null: a day.
alter table exports add column keep_until timestamptz;
