-- First, because building them takes longest and every lock lasts until the end. Without them, deleting a worker reads whole tables.
-- holds up writes of appointments: less than a second for a million.
create index appointments_worker on appointments (worker_id);
-- holds up writes of hires: milliseconds, one row for each hired person.
create index hires_worker on hires (worker_id);
-- holds up writes of worker_comments: less than a second for a million.
create index worker_comments_of_worker on worker_comments (worker_id);
-- holds up writes of worker_events: about two seconds for a million.
create index worker_events_worker on worker_events (worker_id);

-- What a worker agreed to, and under which version of the text. `application` is the notice that applicants accept.
create table consents (
  id bigint generated always as identity primary key,
  worker_id bigint not null references workers (id),
  organisation_id bigint not null references organisations (id),
  purpose text not null check (purpose in ('application', 'roster')),
  text_version text not null,
  given_at timestamptz not null,
  withdrawn_at timestamptz
);
create unique index consents_valid on consents (organisation_id, worker_id, purpose) where withdrawn_at is null;
create index consents_worker on consents (worker_id);

-- What workers ask for on their page. The organisation has 30 days.
create table privacy_requests (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  worker_id bigint not null references workers (id),
  kind text not null check (kind in ('data', 'erase')),
  state text not null default 'open' check (state in ('open', 'done')),
  created_at timestamptz not null,
  due_at timestamptz not null,
  closed_at timestamptz
);
create unique index privacy_requests_open on privacy_requests (organisation_id, worker_id, kind) where state = 'open';
create index privacy_requests_list on privacy_requests (organisation_id, state, due_at, id);
create index privacy_requests_worker on privacy_requests (worker_id);

-- People whose data an organisation has to keep, because of a dispute for example.
create table privacy_holds (
  organisation_id bigint not null references organisations (id),
  worker_id bigint not null references workers (id),
  user_id bigint not null references users (id),
  created_at timestamptz not null,
  primary key (organisation_id, worker_id)
);
create index privacy_holds_worker on privacy_holds (worker_id);

-- Which workers were erased, so that a repeated call gets the same answer. It does not name the tombstone.
create table erasures (
  -- Null for a worker whom no organisation knew.
  organisation_id bigint references organisations (id),
  worker_id bigint not null,
  erased_at timestamptz not null,
  -- A photo that still has to be removed from the file store.
  image_key text,
  unique nulls not distinct (organisation_id, worker_id)
);
create index erasures_worker on erasures (worker_id);

-- Set for the data of one person, null for a workbook.
alter table exports add column worker_id bigint;

-- Set for a mail with the CV of an applicant.
alter table outgoing_messages add column application_id bigint;
-- holds up writes of outgoing_messages: milliseconds, no row has the column.
create index outgoing_messages_application on outgoing_messages (application_id) where application_id is not null;

-- Months after the last action until a person is made anonymous, and from when. Null: at once.
alter table organisation_settings
  add column retention_months smallint not null default 12,
  add column retention_from timestamptz;
alter table organisation_settings add constraint organisation_settings_retention
  check (retention_months in (6, 12, 24)) not valid;
alter table organisation_settings validate constraint organisation_settings_retention;

-- Organisations that have data already get a month to choose.
insert into organisation_settings (organisation_id, telling_minutes, version)
select id, 120, 0 from organisations on conflict (organisation_id) do nothing;
update organisation_settings set retention_from = now() + interval '30 days';
