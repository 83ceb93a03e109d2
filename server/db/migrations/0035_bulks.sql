-- Actions on many applications. A server takes one, handles a batch of its items and commits; while it does so, it holds
-- the lock of the row. The lock of a dead server is free at once, and the next server goes on with the items that are left.
create table bulks (
  -- 128 random bits in hex.
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  organisation_id bigint not null references organisations (id),
  user_id bigint not null references users (id),
  -- The name of the account stays when the account is gone.
  user_name text not null,
  request_id text not null,
  -- Whose applications: of this account; null: of the whole organisation.
  scope_user_id bigint references users (id),
  -- Null for applications of several jobs.
  job_id bigint references jobs (id),
  action text not null check (action in ('shortlist', 'unshortlist', 'decline', 'reopen', 'message')),
  options jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  total integer not null,
  done integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  -- How many items were skipped, by key.
  skips jsonb not null default '{}',
  -- The action that this one reverts. It may be deleted earlier.
  undo_of text,
  -- Began with the closing of a job, which counts toward no limit.
  is_closing boolean not null default false,
  -- When a server last took it: the one that waited longest is next.
  worked_at timestamptz not null,
  created_at timestamptz not null,
  finished_at timestamptz
);
create unique index bulks_undo on bulks (undo_of) where undo_of is not null;
create index bulks_waiting on bulks (worked_at, id) where state in ('queued', 'running');
create index bulks_user on bulks (user_id, created_at desc, id desc);
create index bulks_messages on bulks (organisation_id, created_at) where action = 'message';
create index bulks_created on bulks (created_at);

-- The set is frozen here when the action is accepted. Applications are never deleted, so no key refers to them: it would
-- cost a lock on each.
create table bulk_items (
  bulk_id text not null references bulks (id) on delete cascade,
  application_id bigint not null,
  job_id bigint not null,
  outcome text check (outcome in ('done', 'skipped', 'failed')),
  -- Why it was skipped.
  key text,
  -- What an undo restores.
  before jsonb,
  -- When its message leaves; null once it left.
  due_at timestamptz,
  primary key (bulk_id, application_id)
);
create index bulk_items_waiting on bulk_items (bulk_id, job_id, application_id) where outcome is null;
create index bulk_items_due on bulk_items (due_at, bulk_id, application_id) where due_at is not null;
