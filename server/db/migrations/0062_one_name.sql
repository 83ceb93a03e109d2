-- People who have one name have no last name.
alter table workers alter column last_name set default '';
