-- The whole inbox counts its unanswered conversations at each refresh: with the columns of the expression in the index,
-- the count reads no row of the table.
-- holds up writes of threads: one pass, about two seconds for a million
create index threads_waiting on threads (
  organisation_id, (case when blocked_at is null then awaiting_since end), last_message_at desc nulls last, id desc
) include (blocked_at, awaiting_since) where last_number > hidden_to_number;
