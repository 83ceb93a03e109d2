-- The public pages of branches and companies. A code never changes, because it hangs printed on walls.
create table branch_pages (
  user_id bigint primary key references users (id) on delete cascade,
  organisation_id bigint not null references organisations (id),
  code text not null unique check (code ~ '^[a-z2-9]{8}$'),
  is_on boolean not null,
  intro text,
  created_at timestamptz not null
);

-- Views of the public pages by day in the marketplace's zone, without robots. Null is the branch's own page.
create table page_views (
  user_id bigint not null references users (id) on delete cascade,
  job_id bigint references jobs (id),
  day date not null,
  -- Where the visitor came from.
  ref text not null check (ref in ('poster', 'link', 'search', 'roster')),
  views integer not null,
  unique nulls not distinct (user_id, day, job_id, ref)
);

-- Applications from a public page before their phone is proved; each lives half an hour.
create table application_drafts (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  -- Without the country calling code.
  phone text not null,
  country_code text not null,
  ref text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the phone was proved.
  proved_at timestamptz,
  application_id bigint references applications (id)
);
create index application_drafts_expiry on application_drafts (expires_at);

-- What an applicant from a public page answered. Applications without a row came by the workers' product.
create table application_sources (
  application_id bigint primary key references applications (id),
  user_id bigint not null references users (id),
  source text not null check (source in ('web', 'poster', 'roster')),
  ref text not null,
  days text[] not null,
  parts text[] not null,
  start text,
  created_at timestamptz not null
);
create index application_sources_user on application_sources (user_id, created_at);

-- Workers who came by a public page have one profile for each phone.
-- holds up writes of workers: about a second for a million of them, of which none is indexed yet.
create unique index workers_own_phone on workers (country_code, phone) where external_id like 'web:%';
