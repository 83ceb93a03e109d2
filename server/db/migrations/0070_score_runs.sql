-- How far the task has come that scores every application by the weights in use. A row of a rule that is no longer in use
-- goes with the first run of another one.
create table score_runs (
  rule text primary key,
  after_job bigint not null default 0,
  rounds smallint not null default 0,
  finished_at timestamptz
);
