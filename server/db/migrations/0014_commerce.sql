-- Commerce: what can be bought, baskets, payments, and the ledger of credits.

-- Nothing ever read the first catalogue.
drop table packages;

create table products (
  id bigint generated always as identity primary key,
  -- A name that stays: what the catalogue is seeded by.
  key text not null unique,
  type text not null check (type in ('package', 'addon', 'product')),
  -- {"tr", "en", "es"}, and [{"description": {…}, "preview", "order", "icon"}].
  title jsonb not null,
  features jsonb not null default '[]',
  price_minor bigint not null check (price_minor >= 0),
  original_price_minor bigint check (original_price_minor > 0),
  currency text not null default 'TRY',
  -- A price for a time: what is charged until then.
  rule_price_minor bigint check (rule_price_minor >= 0),
  rule_price_ends_at timestamptz,
  job_credits integer not null default 0 check (job_credits >= 0),
  thread_credits integer not null default 0 check (thread_credits >= 0),
  credit_type_id integer not null default 1,
  is_popular boolean not null default false,
  is_special boolean not null default false,
  is_for_newcomers boolean not null default true,
  is_for_returnees boolean not null default true,
  test_group smallint,
  gives_dashboard_access boolean not null default true,
  is_standalone boolean not null default true,
  is_job_related boolean not null default true,
  -- Add-ons: the packages that they go with.
  related_ids bigint[] not null default '{}',
  purchase_limit integer check (purchase_limit > 0),
  country_code text,
  image_key text,
  sort_order integer not null default 0,
  is_offered boolean not null default true,
  check ((rule_price_minor is null) = (rule_price_ends_at is null))
);

create table baskets (
  id text primary key,
  organisation_id bigint not null references organisations (id),
  user_id bigint not null references users (id),
  -- `paying`: a charge may be under way, and nothing of it can be changed.
  status text not null check (status in ('open', 'paying', 'paid')),
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create unique index baskets_one_live on baskets (user_id) where status <> 'paid';

create table basket_items (
  id text primary key,
  basket_id text not null references baskets (id) on delete cascade,
  product_id bigint references products (id),
  plan_id bigint references subscription_plans (id),
  quantity integer not null check (quantity between 1 and 99),
  -- The price that the company was shown: another one at the time of payment is told first.
  unit_price_minor bigint not null,
  created_at timestamptz not null,
  check ((product_id is null) <> (plan_id is null)),
  unique (basket_id, product_id),
  unique (basket_id, plan_id)
);

create table payments (
  -- Also what the provider knows it by (conversation id), so that it can be asked after a crash.
  id text primary key,
  organisation_id bigint not null references organisations (id),
  user_id bigint not null references users (id),
  basket_id text references baskets (id),
  subscription_id bigint references subscriptions (id),
  provider text not null check (provider in ('sandbox', 'iyzico', 'stripe')),
  amount_minor bigint not null check (amount_minor >= 0),
  currency text not null,
  -- What the basket gives, noted when the payment starts: what is changed later does not change what was paid for.
  grants jsonb not null,
  -- `charging` is written before the provider is asked to take the money. `review`: the provider has not decided.
  state text not null check (state in ('started', 'challenge', 'charging', 'review', 'succeeded', 'failed')),
  error_key text,
  provider_reference text,
  -- The page of ours that holds the bank's step: found by the hash of its token, served once.
  page_hash bytea unique,
  page jsonb,
  referrer text,
  -- The Idempotency-Key that it came with: a repeat after a crash finds it.
  attempt_key text,
  -- Money that came after it was taken for failed: its basket may have been paid by another one since.
  is_late boolean not null default false,
  -- When the clock last had it in hand.
  asked_at timestamptz,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check (basket_id is not null or subscription_id is not null)
);
create index payments_basket on payments (basket_id, created_at);
create index payments_user on payments (user_id, created_at);
create index payments_unsettled on payments (changed_at) where state in ('started', 'challenge', 'charging', 'review');
-- One payment of a basket at a time, and one that succeeds but for money that comes late.
create unique index payments_one_live on payments (basket_id) where state in ('started', 'challenge', 'charging', 'review');
create unique index payments_one_success on payments (basket_id) where state = 'succeeded' and not is_late;

-- Every credit that comes or goes. The balance in `users` is the sum, kept by the trigger alone.
create table credit_ledger (
  id bigint generated always as identity primary key,
  organisation_id bigint not null references organisations (id),
  user_id bigint not null references users (id),
  amount integer not null check (amount <> 0),
  kind text not null check (kind in ('opening', 'signup', 'purchase', 'subscription', 'job', 'adjustment')),
  job_id bigint references jobs (id),
  payment_id text references payments (id),
  actor_user_id bigint references users (id),
  at timestamptz not null
);
create index credit_ledger_user on credit_ledger (user_id, id desc);
-- Whatever arrives, in whatever order: a payment's credits come once.
create unique index credit_ledger_payment on credit_ledger (payment_id) where payment_id is not null;

-- What companies had before the ledger begins.
insert into credit_ledger (organisation_id, user_id, amount, kind, at)
select organisation_id, id, job_creation_balance, 'opening', now() from users
where job_creation_balance > 0 and organisation_id is not null;

create function add_credits() returns trigger language plpgsql as $$
begin
  update users set job_creation_balance = job_creation_balance + new.amount where id = new.user_id;
  return null;
end $$;
create trigger credit_ledger_adds after insert on credit_ledger for each row execute function add_credits();

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger of credits is append-only';
end $$;
create trigger credit_ledger_append_only before update or delete on credit_ledger
  for each row execute function refuse_ledger_change();
create trigger credit_ledger_no_truncate before truncate on credit_ledger
  for each statement execute function refuse_ledger_change();

-- By what a subscription is charged again, and how often in a row that failed.
alter table subscriptions
  add column provider text,
  add column provider_token text,
  add column failed_attempts smallint not null default 0;
create index subscriptions_due on subscriptions (next_attempt_at) where status <> 'ended' and next_attempt_at is not null;
create unique index payments_one_renewal on payments (subscription_id) where state in ('started', 'charging', 'review');

-- The sandbox is a provider of its own that happens to live here: no foreign keys, and never part of a transaction of
-- the payment itself. `behaviour` is what its test card does; the number of a card is nowhere.
create table sandbox_charges (
  id text primary key,
  amount_minor bigint not null,
  currency text not null,
  behaviour text not null,
  state text not null check (state in ('challenge', 'authorised', 'charged', 'review', 'failed')),
  error_key text,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
