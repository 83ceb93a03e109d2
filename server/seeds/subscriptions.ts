import { PLANS } from './data/plans';
import { type SeedClient, DAY, iso } from './insert';

/** Days since the current month of the demo company's subscription began. */
const RUNNING_DAYS = 12;

/** Inserts the plans if there are none. */
export const seedPlans = async (client: SeedClient): Promise<void> => {
  const plans = PLANS.map(({ product, period, price, credits, isUpgradeable }, index) => ({
    product,
    period,
    price_minor: price,
    is_upgradeable: isUpgradeable,
    job_credits: credits,
    sort_order: index + 1,
  }));
  await client.query(
    `insert into subscription_plans (product, period, price_minor, is_upgradeable, job_credits, sort_order)
     select product, period, price_minor, is_upgradeable, job_credits, sort_order
     from jsonb_to_recordset($1::jsonb) as p(product jsonb, period text, price_minor bigint, is_upgradeable boolean,
       job_credits integer, sort_order integer)
     where not exists (select from subscription_plans)
     order by sort_order`,
    [JSON.stringify(plans)],
  );
};

/** Inserts the monthly plan of company@demo.test, which renews with the sandbox's card that always pays. */
export const seedSubscription = async (client: SeedClient, now: number): Promise<void> => {
  await client.query(
    `insert into subscriptions (organisation_id, user_id, plan_id, status, starts_at, next_attempt_at, created_at,
       provider, provider_token)
     select u.organisation_id, u.id, p.id, 'active', $1::timestamptz, $1::timestamptz + interval '1 month', $1,
       'sandbox', 'sandbox-success'
     from users u, subscription_plans p
     where u.email = 'company@demo.test' and p.period = 'monthly'`,
    [iso(now - RUNNING_DAYS * DAY)],
  );
};
