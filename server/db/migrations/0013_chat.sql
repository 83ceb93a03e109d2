-- Whoever asks for a conversation says by its version what is known already: anything that the employer's side sees of
-- it raises it, whoever writes.
alter table threads
  add column version bigint not null default 1,
  -- Deleted on the employer's side: what is numbered up to here stays hidden there.
  add column hidden_to_number bigint not null default 0,
  add column employer_read_number bigint not null default 0,
  -- When the worker first led the conversation to an outside app.
  add column steered_at timestamptz;

update threads t set employer_read_number = case
  when unread_by_employer = 0 then last_number
  else coalesce((
    select m.number from messages m where m.thread_id = t.id and m.sender = 'worker'
    order by m.number desc offset t.unread_by_employer limit 1), 0)
end;
update threads t set steered_at = s.at
from (
  select thread_id, min(created_at) as at from messages
  where sender = 'worker' and type = 'text' and body ~* 'whats ?app|telegram|instagram|signal|viber'
  group by thread_id
) s where s.thread_id = t.id;

create function touch_thread() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger threads_touched before update on threads for each row
  when ((old.last_number, old.unread_by_employer, old.blocked_at, old.hidden_to_number, old.steered_at)
    is distinct from (new.last_number, new.unread_by_employer, new.blocked_at, new.hidden_to_number, new.steered_at))
  execute function touch_thread();

-- Only these are listed: a conversation that was opened, but has no message yet (or none that is not hidden), is not.
drop index threads_user;
create index threads_user on threads (user_id, last_message_at desc nulls last, id desc)
  where last_number > hidden_to_number;
create index threads_unread on threads (user_id) include (unread_by_employer) where unread_by_employer > 0;

-- What an inbox is searched by.
alter table workers add column name_folded text generated always as (fold_text(first_name || ' ' || last_name)) stored;
alter table messages
  add column body_folded text generated always as (case when type = 'text' then fold_text(body) end) stored;

-- A token that ends is told to all servers, so that its stream of events ends with it.
create function tell_tokens_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('tokens_ended', '');
  return null;
end $$;
create trigger access_tokens_ended after delete on access_tokens
  for each statement execute function tell_tokens_ended();

-- A message to a browser: `recipient` is the session, whose subscription is looked up when the message leaves.
alter table outgoing_messages drop constraint outgoing_messages_channel_check;
alter table outgoing_messages
  add constraint outgoing_messages_channel_check check (channel in ('sms', 'mail', 'push'));
create index access_tokens_push on access_tokens (md5(fcm_token)) where fcm_token is not null;
