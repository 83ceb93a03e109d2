-- What a subscription costs and gives is its own from the moment it begins: the plan's price of the day is not. New terms of the plan
-- wait in `next_…` until the renewal at `next_terms_from`, which is at least 14 days after the mail that announced them.
alter table subscriptions
  add column price_minor bigint,
  add column currency text,
  add column job_credits integer,
  add column next_price_minor bigint,
  add column next_currency text,
  add column next_job_credits integer,
  add column next_terms_from timestamptz,
  -- When the first period began that is not paid yet: unlike the next try, a decline does not move it. Null: the next try's period.
  add column unpaid_since timestamptz,
  -- The renewal that a reminder was sent for: one for each.
  add column reminded_for timestamptz;

-- Servers of the release before insert none of these.
create function pin_subscription_terms() returns trigger language plpgsql as $$
begin
  select coalesce(new.price_minor, p.price_minor), coalesce(new.currency, p.currency), coalesce(new.job_credits, p.job_credits)
  into new.price_minor, new.currency, new.job_credits
  from subscription_plans p where p.id = new.plan_id;
  return new;
end $$;
create trigger subscriptions_pinned before insert on subscriptions
  for each row when (new.price_minor is null or new.currency is null or new.job_credits is null)
  execute function pin_subscription_terms();

update subscriptions s set price_minor = p.price_minor, currency = p.currency, job_credits = p.job_credits
from subscription_plans p where p.id = s.plan_id;
