-- How a declined applicant was told: by their own product, by text message, or not at all without a channel. Null: not
-- told yet, or told by a release before this column.
alter table application_decisions add column told_by text;
alter table application_decisions add constraint application_decisions_told_by
  check (told_by in ('product', 'sms', 'none')) not valid;
alter table application_decisions validate constraint application_decisions_told_by;

-- As `outcome_tellings`, whose kinds the release before fixed: applicants who are to hear that they were hired, or that
-- their application is open again.
create table applicant_news (
  application_id bigint not null references applications (id) on delete cascade,
  kind text not null check (kind in ('hired', 'reopened')),
  due_at timestamptz not null,
  told_at timestamptz,
  primary key (application_id, kind)
);
create index applicant_news_due on applicant_news (due_at, application_id) where told_at is null;

-- Conversations with people who hear by text message that they have a message. `due_at` is null while nothing waits.
create table message_tellings (
  thread_id bigint primary key references threads (id) on delete cascade,
  due_at timestamptz,
  -- When the last text message left, and when the employer wrote last.
  told_at timestamptz,
  written_at timestamptz not null
);
create index message_tellings_due on message_tellings (due_at, thread_id) where due_at is not null;

-- The appointment that a text message is about, so that a cancellation knows whether an invitation left.
alter table outgoing_messages add column appointment_id bigint;
update outgoing_messages m set appointment_id = p.id
from appointments p join workers w on w.id = p.worker_id
where p.status = 'WAITING' and m.channel = 'sms' and m.created_at = p.created_at and m.useful_until = p.start_at
  and right(m.recipient, 9) = right(w.phone, 9);
