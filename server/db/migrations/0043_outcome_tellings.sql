-- Applicants who are to hear of an interview that went well, of an offer, or of a decline that was told. A row goes when the
-- answer is taken back before; nobody is told twice.
create table outcome_tellings (
  application_id bigint not null references applications (id) on delete cascade,
  kind text not null check (kind in ('positive', 'offer', 'declined')),
  due_at timestamptz not null,
  told_at timestamptz,
  primary key (application_id, kind)
);
create index outcome_tellings_due on outcome_tellings (due_at, application_id) where told_at is null;
