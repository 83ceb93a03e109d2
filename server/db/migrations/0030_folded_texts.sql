-- Folds the stored texts again, by the function of 0029: only rows whose text changes are written, and only those are
-- locked until the end. It reads every message once, about a minute for a million. Messages come first, so that users and
-- jobs are locked only for the seconds after them.

-- A generated column is computed again when a column that it reads is written.
update messages set body = body where type = 'text' and body_folded is distinct from fold_text(body);

-- Tags of one organisation that are the same now become the oldest of them.
with doubled as (
  select id, kept from (
    select id, min(id) over (partition by organisation_id, fold_text(name)) as kept
    from tags where organisation_id is not null
  ) named
  where id <> kept
), moved as (
  insert into job_tags (job_id, tag_id)
  select j.job_id, d.kept from job_tags j join doubled d on d.id = j.tag_id
  on conflict do nothing
), taken as (
  delete from job_tags j using doubled d where j.tag_id = d.id
)
delete from tags t using doubled d where t.id = d.id;

update tags set name = name where name_folded is distinct from fold_text(name);
update job_positions set name = name where name_folded is distinct from fold_text(name);
update tax_offices set name = name where name_folded is distinct from fold_text(name || ' ' || province);
update users set company_name = company_name where company_name_folded is distinct from fold_text(company_name);
update jobs set title = title where title_folded is distinct from fold_text(title);
update applications a set worker_name_folded = fold_text(w.first_name || ' ' || w.last_name)
from workers w
where w.id = a.worker_id and w.name_folded is distinct from fold_text(w.first_name || ' ' || w.last_name);
-- A trigger writes the name to the worker's conversations at the commit.
update workers set first_name = first_name
where name_folded is distinct from fold_text(first_name || ' ' || last_name);
