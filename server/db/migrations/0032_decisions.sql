-- Why and when an organisation declined an application. The row exists while the application is declined. `tell_at` is
-- null when the applicant is never told, and once the applicant was told.
create table application_decisions (
  application_id bigint primary key references applications (id),
  organisation_id bigint not null references organisations (id),
  -- The owner of the job.
  user_id bigint not null references users (id),
  reason text check (reason in (
    'position_filled', 'too_far', 'hours', 'experience', 'documents', 'no_answer', 'did_not_come',
    'could_not_arrange', 'duplicate', 'spam', 'other')),
  note text,
  decided_by bigint not null references users (id),
  -- The name of the account stays when the account is gone.
  decided_by_name text not null,
  decided_at timestamptz not null,
  tell_at timestamptz,
  told_at timestamptz,
  -- What the applicant is told in words, in the language of the applicant.
  telling text,
  bulk_id text
);
create index application_decisions_due on application_decisions (tell_at, application_id) where tell_at is not null;

-- The lists of declined and withdrawn applications. A plan without these reads all applications of an owner.
-- holds up writes of applications: three indexes of few rows, a second for a million applications.
create index applications_organisation_rejected on applications (organisation_id, created_at desc, id desc)
  where status = 'rejected';
create index applications_user_rejected on applications (user_id, created_at desc, id desc) where status = 'rejected';
create index applications_job_rejected on applications (job_id, created_at desc, id desc) where status = 'rejected';

-- An organisation without a row has the defaults.
create table organisation_settings (
  organisation_id bigint primary key references organisations (id),
  telling_minutes integer not null check (telling_minutes between 0 and 10080),
  version integer not null
);
