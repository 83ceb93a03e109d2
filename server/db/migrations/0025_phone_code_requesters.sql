-- A code belongs to whoever asked for it: by a ticket of their own making, or by their network. Strangers who enter codes for
-- the same phone use up tries of their own.
alter table phone_codes add column requester bytea;
alter table phone_codes add column stranger_tries smallint not null default 0;
