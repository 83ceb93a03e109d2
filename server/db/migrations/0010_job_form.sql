-- Jobs in full: shifts, tags, languages, uploads of covers; and what makes a repeated write happen once.

alter table jobs
  add column people_box_project_id integer check (people_box_project_id > 0),
  add column number_of_hire smallint not null default 1;

create table job_shifts (
  job_id bigint not null references jobs (id),
  place smallint not null,
  work_starts_at text,
  daily_total_work_hour numeric(3, 1),
  weekly_off_day_count smallint,
  off_time text check (off_time in ('weekend', 'weekday')),
  primary key (job_id, place)
);

-- `key`: a benefit that everybody may use, named in the reader's language; else a tag of one organisation.
create table tags (
  id bigint generated always as identity primary key,
  key text unique,
  organisation_id bigint references organisations (id),
  name text not null,
  name_folded text generated always as (fold_text(name)) stored,
  created_at timestamptz not null default now(),
  check ((key is null) <> (organisation_id is null))
);
create unique index tags_name on tags (organisation_id, name_folded);
insert into tags (key, name) values ('fare', 'Yol ücreti'), ('free_meal', 'Ücretsiz yemek'), ('health_insurance', 'Sağlık sigortası');

create table job_tags (
  job_id bigint not null references jobs (id),
  tag_id bigint not null references tags (id),
  primary key (job_id, tag_id)
);

-- ISO 639-1; the names come in the reader's language.
create table spoken_languages (
  id bigint generated always as identity primary key,
  code text not null unique
);
insert into spoken_languages (code) values ('en'), ('de'), ('fr'), ('es'), ('ar'), ('ru'), ('it'), ('nl'), ('fa'), ('ku'),
  ('zh'), ('ja'), ('ko'), ('pt'), ('uk'), ('el'), ('bg'), ('ro'), ('az'), ('tr');

create table job_language_levels (
  job_id bigint not null references jobs (id),
  language_id bigint not null references spoken_languages (id),
  min_level smallint not null check (min_level between 1 and 4),
  primary key (job_id, language_id)
);

-- Covers that were announced, and (`stored_at`) have come; a job that names one moves it out and sets `used_at`.
create table job_uploads (
  key text primary key,
  organisation_id bigint not null references organisations (id),
  user_id bigint not null references users (id),
  content_type text not null,
  content_length integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  stored_at timestamptz,
  used_at timestamptz
);
create index job_uploads_expiry on job_uploads (expires_at);

-- Answers of writes that a client may repeat. `fingerprint` is a hash of the body; no `answer` while the first is running.
create table idempotency_keys (
  user_id bigint not null references users (id),
  route text not null,
  key text not null,
  fingerprint bytea not null,
  status smallint,
  answer jsonb,
  created_at timestamptz not null,
  primary key (user_id, route, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
