-- Finds applicants of other channels with the same phone. It comes first, before anything locks a table for readers.
-- holds up writes of workers: about two seconds for a million of them.
create index workers_phone on workers (phone) where phone is not null;

-- People who asked a branch or company to tell them of new jobs. A withdrawn consent keeps its row, so that it can be shown.
create table roster (
  id bigint generated always as identity primary key,
  worker_id bigint not null references workers (id) on delete cascade,
  user_id bigint not null references users (id) on delete cascade,
  organisation_id bigint not null references organisations (id),
  -- 128 random bits in hex, for the link with which the person withdraws.
  nonce text not null check (nonce ~ '^[0-9a-f]{32}$'),
  -- The version of the text that the person agreed to.
  text_version smallint not null,
  consented_at timestamptz not null,
  withdrawn_at timestamptz,
  -- When the last text message about a new job was queued.
  told_at timestamptz,
  unique (user_id, worker_id)
);
create index roster_worker on roster (worker_id);

-- Jobs that the people on the roster were told of.
create table roster_news (
  job_id bigint primary key references jobs (id) on delete cascade,
  created_at timestamptz not null,
  told integer not null
);

-- Whether the public page shows the job.
alter table jobs add column is_public boolean not null default true;

-- Whether shortlisted applicants get a text message.
alter table organisation_settings add column tell_shortlisted boolean not null default false;

-- Shortlisted applicants who are to be told. A row goes when the mark is taken back before; nobody is told twice.
create table shortlist_tellings (
  application_id bigint primary key references applications (id) on delete cascade,
  due_at timestamptz not null,
  told_at timestamptz
);
create index shortlist_tellings_due on shortlist_tellings (due_at, application_id) where told_at is null;
