-- What changes tell: events for the workers' product and hints for the employers' streams. A change only inserts here. `send_events`
-- numbers and announces whatever is committed, many changes at a time: neither the numbers' row lock nor the lock that PostgreSQL
-- takes for NOTIFY is held by a change any more (decision 0004).
create table event_outbox (
  -- The transaction's id is drawn before the row's: a row of a transaction that has ended cannot appear later.
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  -- Null for a hint to the employer's side. The event's own table refers to the worker: once is enough.
  worker_id bigint,
  type text,
  data jsonb not null,
  at timestamptz not null,
  primary key (xid, id),
  check ((worker_id is null) = (type is null)),
  -- PostgreSQL refuses payloads of 8,000 bytes. A hint that cannot be sent would hold up all others.
  check (worker_id is not null or octet_length(data::text) < 7900)
);
-- Every row is deleted within milliseconds.
alter table event_outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- Transactions before this one have ended, and what they wrote is sent: `send_events` does not look at their dead rows again.
alter table worker_event_sequence add column sent_before xid8 not null default '0';

-- Numbers committed events in the order of their ids and announces hints. Servers of the release before take their numbers under the
-- same row lock, so numbers are never given twice and have no gaps. A cached plan of the empty table would read all of it.
create function send_events() returns void language plpgsql set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  last bigint;
  low xid8;
begin
  if not exists (
    select from worker_event_sequence s join event_outbox o
      on o.xid >= case when s.sent_before > pg_snapshot_xmax(pg_current_snapshot()) then '0'::xid8 else s.sent_before end
  ) then
    return;
  end if;
  -- A statement of its own: the next one sees what was committed while this one waited.
  select value, sent_before into last, low from worker_event_sequence for update;
  -- In a store that was restored into another cluster, ids of transactions begin anew.
  if low > pg_snapshot_xmax(pg_current_snapshot()) then
    low := '0';
  end if;
  with taken as (
    delete from event_outbox where xid >= low returning id, worker_id, type, data, at
  ), numbered as (
    insert into worker_events (seq, type, worker_id, data, at)
    select last + row_number() over (order by taken.id), taken.type, taken.worker_id, taken.data, taken.at
    -- An event of a worker who is gone would hold up all others.
    from taken join workers on workers.id = worker_id
    returning seq
  ), announced as (
    -- The id keeps PostgreSQL from dropping a hint that reads like another of the same transaction.
    select pg_notify('employer_events', (data || jsonb_build_object('id', id))::text)
    from (select id, data from taken where worker_id is null order by id) hint
  )
  update worker_event_sequence
  set value = coalesce((select max(seq) from numbered), value), sent_before = pg_snapshot_xmin(pg_current_snapshot())
  where (select count(*) from announced) >= 0 and exists (select from taken);
end $$;
