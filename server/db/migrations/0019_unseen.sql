-- The new applications of a job, an account or an organisation: a page of few among many, or of none, is a walk along one of these.
-- holds up writes of applications: three indexes of few rows, a second for a million applications.
create index applications_organisation_unseen on applications (organisation_id, created_at desc, id desc) where not is_seen;
create index applications_user_unseen on applications (user_id, created_at desc, id desc) where not is_seen;
create index applications_job_unseen on applications (job_id, created_at desc, id desc) where not is_seen;
