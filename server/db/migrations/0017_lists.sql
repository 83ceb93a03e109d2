-- What the filters ask for lies in the job's index too, as it does in the organisation's and the account's: a filtered
-- page or count of a job with 20,000 applicants reads no row for it.
drop index applications_job;
create index applications_job on applications (job_id, created_at desc, id desc) include (
  status, is_shortlisted, came, positive, offer_sent, offer_accepted, distance_km, worker_name_folded, worker_gender,
  worker_birth_date, worker_military, worker_education, worker_english, worker_experience_months
);

-- The balance before a page of a statement is a sum over all that came before: read from the index alone.
drop index credit_ledger_user;
create index credit_ledger_user on credit_ledger (user_id, id desc) include (organisation_id, amount);
