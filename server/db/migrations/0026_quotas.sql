-- An address serves one upload: `begun_at` is when its bytes began to come.
alter table job_uploads add column begun_at timestamptz;

-- holds up writes of job_uploads: a day's uploads, milliseconds.
create index job_uploads_organisation on job_uploads (organisation_id) where used_at is null;

-- Copies of a job share its cover: whoever lets go of one looks for another job that shows it.
-- holds up writes of jobs: one entry for each uploaded cover, about a second for a million.
create index jobs_cover on jobs (image_key) where image_key like 'cover-%';

-- Covers that lie in the store of files, for the storage that an organisation uses.
create table job_covers (
  key text primary key,
  organisation_id bigint not null references organisations (id),
  bytes integer not null,
  created_at timestamptz not null
);
create index job_covers_organisation on job_covers (organisation_id) include (bytes);
-- What is there already counts as a usual cover does: the store does not know its size.
insert into job_covers (key, organisation_id, bytes, created_at)
select image_key, min(organisation_id), 60000, min(created_at) from jobs where image_key like 'cover-%' group by image_key;
