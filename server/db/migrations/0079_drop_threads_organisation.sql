-- contract of 0067_whole_inbox.sql: the index `threads_waiting` serves every statement of this one
drop index threads_organisation;
