-- When the password was last given in a session; until it is given again, the sign-in counts.
alter table user_sessions add column password_proved_at timestamptz;

-- A token that was replaced stays as long as its session: whoever still uses it after the grace is not the one who holds
-- the new one. `first_used_at` tells whether anybody ever used the new one.
alter table access_tokens add column rotated_at timestamptz;
alter table access_tokens add column first_used_at timestamptz;

-- A company without access cannot sign in; what is signed in already ends, however the access is taken away.
create function end_sessions_without_access() returns trigger language plpgsql as $$
begin
  -- A token that is being replaced at this moment holds its row: the new one is there to be deleted only after it.
  perform 1 from access_tokens where user_id = new.id order by token_hash for update;
  delete from access_tokens where user_id = new.id;
  delete from user_sessions where user_id = new.id;
  return null;
end $$;
create trigger users_access_taken after update of dashboard_access on users
  for each row when (old.dashboard_access and not new.dashboard_access)
  execute function end_sessions_without_access();
