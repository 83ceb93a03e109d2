-- Today looks for the filled jobs of an account.
-- holds up writes of jobs: no job has a wanted number yet, so one pass over the jobs, about a second for a million.
create index jobs_hires_wanted on jobs (organisation_id, user_id) 
  where hires_wanted is not null and status = 'active';
