-- How many people the employer wants to hire for a job; null when nobody said.
alter table jobs add column hires_wanted smallint check (hires_wanted between 1 and 999);
