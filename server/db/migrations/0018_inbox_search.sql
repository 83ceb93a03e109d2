-- An inbox that is searched by a name walks its newest conversations: the name lies in each, whoever writes it.
alter table threads add column worker_name_folded text;

create function name_thread() returns trigger language plpgsql as $$
begin
  new.worker_name_folded := (select name_folded from workers where id = new.worker_id);
  return new;
end $$;
create trigger threads_named before insert on threads for each row execute function name_thread();

create function rename_threads() returns trigger language plpgsql as $$
begin
  update threads set worker_name_folded = new.name_folded where worker_id = new.id;
  return null;
end $$;
-- At the commit: a conversation is locked after the applications everywhere, and a profile's change locks these too.
create constraint trigger workers_renamed after update on workers deferrable initially deferred for each row
  when (old.name_folded is distinct from new.name_folded) execute function rename_threads();

update threads t set worker_name_folded = w.name_folded from workers w where w.id = t.worker_id;
