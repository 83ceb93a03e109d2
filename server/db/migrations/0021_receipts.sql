-- What the receipt of a paid order says, noted with the money: the lines, and the company with its tax data as they were then.
-- Null for orders that were paid before: theirs is made of what is known now.
alter table payments add column receipt jsonb;
