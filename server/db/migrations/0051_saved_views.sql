-- Filters and order of the applications list under a name.
create table saved_views (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  owner_user_id bigint not null references users (id),
  name text not null check (char_length(name) between 1 and 60),
  is_shared boolean not null default false,
  -- The query of the list as the contract validates it, without paging.
  query jsonb not null,
  -- The order of the views; ties go by id.
  position integer not null default 0,
  version integer not null default 1,
  created_at timestamptz not null
);
create index saved_views_owner on saved_views (owner_user_id);
create index saved_views_shared on saved_views (organisation_id) where is_shared;
