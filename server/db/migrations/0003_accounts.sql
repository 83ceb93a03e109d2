-- Accounts: where one is signed in, verified phones, links to set a password, what leaves by SMS and mail, tax offices,
-- subscriptions.

-- One row for each sign-in; the tokens of `access_tokens` come and go under it.
create table user_sessions (
  id bigint generated always as identity primary key,
  session_id uuid not null unique,
  user_id bigint not null references users (id),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- What the browser said of itself, cut, and the address it came from.
  user_agent text,
  address text
);
create index user_sessions_user on user_sessions (user_id, last_seen_at desc);
insert into user_sessions (session_id, user_id, created_at, last_seen_at)
select session_id, min(user_id), min(created_at), max(created_at) from access_tokens group by session_id;

-- A phone is proven by a code that is not stored: it follows from `nonce` and a secret of the servers. Whoever proved it
-- holds a token of which only the SHA-256 is here; the transaction that uses it up sets `used_at`.
create table phone_codes (
  id bigint generated always as identity primary key,
  -- With the country's code: +905321234567.
  phone text not null,
  purpose text not null check (purpose in ('registration', 'profile')),
  -- Whose profile; null for a registration.
  user_id bigint references users (id),
  nonce text not null,
  wrong_tries smallint not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  proof_hash bytea unique,
  proof_expires_at timestamptz,
  used_at timestamptz,
  check ((purpose = 'profile') = (user_id is not null))
);
create index phone_codes_phone on phone_codes (phone, id desc);
-- Entering a code names the digits alone.
create index phone_codes_digits on phone_codes (right(phone, 10), id desc);
create index phone_codes_sent on phone_codes (sent_at);

-- One account per phone, as digits without the country's code.
create unique index users_phone on users (country_code, phone)
  where deleted_at is null and phone is not null and organisation_id is not null;

-- Links to set a password; only the SHA-256 of a code is here.
create table password_codes (
  code_hash bytea primary key,
  user_id bigint not null references users (id),
  purpose text not null check (purpose in ('reset', 'invitation')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index password_codes_user on password_codes (user_id);
create index password_codes_expiry on password_codes (expires_at);

-- What leaves by SMS or mail: written in the transaction of the change that it tells of, sent after it, tried again.
create table outgoing_messages (
  id bigint generated always as identity primary key,
  channel text not null check (channel in ('sms', 'mail')),
  recipient text not null,
  subject text,
  -- Emptied once a provider has taken it: it may hold a code or a link.
  body_text text,
  body_html text,
  created_at timestamptz not null,
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz,
  check ((channel = 'mail') = (subject is not null))
);
create index outgoing_messages_due on outgoing_messages (next_attempt_at) where sent_at is null and failed_at is null;
create index outgoing_messages_created on outgoing_messages (created_at);

create table tax_offices (
  id bigint generated always as identity primary key,
  name text not null,
  province text not null,
  name_folded text generated always as (fold_text(name || ' ' || province)) stored,
  unique (province, name)
);
alter table users add foreign key (tax_office_id) references tax_offices (id);

create table subscription_plans (
  id bigint generated always as identity primary key,
  -- Title and features in each language: {"title": {"tr", "en", "es"}, "features": [{"description": {…}, "preview", "order", "icon"}]}.
  product jsonb not null,
  period text not null check (period in ('weekly', 'monthly', 'annual')),
  interval smallint not null default 1 check (interval > 0),
  price_minor bigint not null check (price_minor >= 0),
  currency text not null default 'TRY',
  is_purchasable boolean not null default true,
  is_upgradeable boolean not null default false,
  job_credits integer not null default 0,
  sort_order integer not null default 0
);

create table subscriptions (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  user_id bigint not null references users (id),
  plan_id bigint not null references subscription_plans (id),
  status text not null check (status in ('active', 'past_due', 'ended')),
  starts_at timestamptz not null,
  -- The next charge; null once it was cancelled.
  next_attempt_at timestamptz,
  -- The last moment; null while it renews itself.
  ends_at timestamptz,
  created_at timestamptz not null,
  check (status = 'ended' or (next_attempt_at is null) <> (ends_at is null))
);
create index subscriptions_user on subscriptions (user_id, starts_at, id);
create unique index subscriptions_one_live on subscriptions (user_id) where status <> 'ended';
create index subscriptions_ending on subscriptions (ends_at) where status <> 'ended' and ends_at is not null;
