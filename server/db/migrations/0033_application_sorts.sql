-- The lists by match score: one index for each owner, which covers the filters as the indexes of the newest do. The order
-- by the time left needs none: it walks the indexes of the newest from the cutoff in both directions.
-- holds up writes of applications: about ten seconds for a million applications.
create index applications_organisation_score on applications (organisation_id, match_score desc, id desc) include (
  status, is_shortlisted, came, positive, offer_sent, offer_accepted, distance_km, worker_name_folded, worker_gender,
  worker_birth_date, worker_military, worker_education, worker_english, worker_experience_months
);
create index applications_user_score on applications (user_id, match_score desc, id desc) include (
  status, is_shortlisted, came, positive, offer_sent, offer_accepted, distance_km, worker_name_folded, worker_gender,
  worker_birth_date, worker_military, worker_education, worker_english, worker_experience_months
);
create index applications_job_score on applications (job_id, match_score desc, id desc) include (
  status, is_shortlisted, came, positive, offer_sent, offer_accepted, distance_km, worker_name_folded, worker_gender,
  worker_birth_date, worker_military, worker_education, worker_english, worker_experience_months
);
