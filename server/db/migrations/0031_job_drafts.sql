-- A draft needs only a title: docs/PRODUCT.md#job-form. An empty description means that it has none yet.
alter table jobs alter column position_id drop not null;
alter table jobs alter column category_id drop not null;
alter table jobs alter column contact_type drop not null;
alter table jobs add constraint jobs_finished check (
  status in ('draft', 'deleted')
  or (position_id is not null and category_id is not null and contact_type is not null and description <> '')
) not valid;
