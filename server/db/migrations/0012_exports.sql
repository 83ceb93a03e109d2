-- Workbooks that are made in the background, for the one who asked: to fetch, or to be mailed to `recipient`.
create table exports (
  -- 128 random bits in hex.
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  organisation_id bigint not null references organisations (id),
  user_id bigint not null references users (id),
  -- Whose applications: of this account; null: of the whole organisation.
  scope_user_id bigint references users (id),
  -- The list's own parameters.
  query jsonb not null,
  language text not null check (language in ('tr', 'en', 'es')),
  recipient text,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  -- Rows.
  done integer not null default 0,
  total integer not null default 0,
  file_key text,
  -- How often it was begun; who runs it knows the number, and stops when it is not theirs any more.
  attempts smallint not null default 0,
  leased_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index exports_waiting on exports (created_at, id) where state in ('queued', 'running');
create index exports_created on exports (created_at);

-- A file that goes along with a mail lies in the store of files until the mail has left; its name stays.
alter table outgoing_messages
  add column attachment_key text,
  add column attachment_name text,
  add column attachment_type text,
  add check (attachment_key is null or (channel = 'mail' and attachment_name is not null and attachment_type is not null));
create index outgoing_messages_attached on outgoing_messages (id) where attachment_key is not null;
