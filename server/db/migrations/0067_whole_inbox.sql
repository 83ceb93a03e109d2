-- HR and root read all conversations of an organisation, the longest unanswered first. A blocked one waits for nothing.
-- holds up writes of threads: one pass each, about three seconds for a million
create index threads_organisation on threads (
  organisation_id, (case when blocked_at is null then awaiting_since end), last_message_at desc nulls last, id desc
) where last_number > hidden_to_number;
-- holds up writes of threads: few have unread messages
create index threads_organisation_unread on threads (
  organisation_id, (case when blocked_at is null then awaiting_since end), last_message_at desc nulls last, id desc
) include (unread_by_employer) where unread_by_employer > 0;
