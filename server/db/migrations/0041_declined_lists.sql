-- In a transaction after that of the column, so that readers do not wait. Holds up changes of the declined applications:
-- about a minute for a million of them.
update applications a set is_declined = true from application_decisions d
where d.application_id = a.id and not a.is_declined;

-- The lists and counts of declined applications, one index for each owner. They cover the filters as the other lists do.
-- holds up writes of applications: about five seconds for a million declined ones.
create index applications_organisation_declined on applications (organisation_id, created_at desc, id desc) include (
  is_shortlisted, came, positive, offer_sent, offer_accepted, distance_km, worker_name_folded, worker_gender,
  worker_birth_date, worker_military, worker_education, worker_english, worker_experience_months
) where is_declined;
create index applications_user_declined on applications (user_id, created_at desc, id desc) include (
  is_shortlisted, came, positive, offer_sent, offer_accepted, distance_km, worker_name_folded, worker_gender,
  worker_birth_date, worker_military, worker_education, worker_english, worker_experience_months
) where is_declined;
create index applications_job_declined on applications (job_id, created_at desc, id desc) include (
  is_shortlisted, came, positive, offer_sent, offer_accepted, distance_km, worker_name_folded, worker_gender,
  worker_birth_date, worker_military, worker_education, worker_english, worker_experience_months
) where is_declined;
