import { DAY } from '../../contract/constants/time';
import { CATEGORIES, POSITIONS } from './data/catalogue';
import { PRODUCTS, PLANS } from './data/products';
import { type SeedClient, iso, type SeededPosition } from './insert';

const namesToIds = async (
  client: SeedClient,
  table: string,
  names: readonly string[],
): Promise<Map<string, number>> => {
  await client.query(`insert into ${table} (name) select * from unnest($1::text[]) on conflict (name) do nothing`, [
    names,
  ]);
  const { rows } = await client.query<{ id: string; name: string }>(
    `select id, name from ${table} where name = any ($1)`,
    [names],
  );
  return new Map(rows.map((row) => [row.name, Number(row.id)]));
};

const idOf = (ids: ReadonlyMap<string, number>, name: string): number => {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`no seeded row is named ${name}`);
  return id;
};

/** Inserts job categories and positions; existing ones keep their ids. */
export const seedPositions = async (client: SeedClient): Promise<SeededPosition[]> => {
  const categories = await namesToIds(client, 'job_categories', CATEGORIES);
  const positions = await namesToIds(
    client,
    'job_positions',
    POSITIONS.map((one) => one.name),
  );
  return POSITIONS.map(({ name, category }) => ({
    id: idOf(positions, name),
    name,
    categoryId: idOf(categories, category),
    categoryName: category,
  }));
};

/** Inserts the catalogue; products whose key exists stay unchanged. */
export const seedProducts = async (client: SeedClient, now: Date): Promise<void> => {
  const rows = PRODUCTS.map((product, index) => ({ ...product, sort_order: index + 1 }));
  await client.query(
    `insert into products (key, type, title, features, price_minor, original_price_minor, rule_price_minor,
       rule_price_ends_at, job_credits, is_popular, is_special, is_for_newcomers, is_for_returnees,
       test_group, is_standalone, purchase_limit, sort_order)
     select key, type, title, features, price_minor, original_price_minor, rule_price_minor,
       case when rule_price_minor is not null then $2::timestamptz + interval '3 days' end, job_credits,
       coalesce(is_popular, false), coalesce(is_special, false),
       coalesce(is_for_newcomers, true), coalesce(is_for_returnees, true), test_group, type <> 'addon',
       purchase_limit, sort_order
     from jsonb_to_recordset($1::jsonb) as p(key text, type text, title jsonb, features jsonb, price_minor bigint,
       original_price_minor bigint, rule_price_minor bigint, job_credits integer,
       is_popular boolean, is_special boolean, is_for_newcomers boolean, is_for_returnees boolean, test_group smallint,
       purchase_limit integer, sort_order integer)
     order by sort_order
     on conflict (key) do nothing`,
    [JSON.stringify(rows), now],
  );
  const related = PRODUCTS.flatMap(({ key, goesWith }) => (goesWith ? [{ key, packages: goesWith }] : []));
  await client.query(
    `update products p set related_ids = (
       select array_agg(o.id order by o.id) from products o where o.key = any (
         select jsonb_array_elements_text(r.packages)))
     from jsonb_to_recordset($1::jsonb) as r(key text, packages jsonb) where p.key = r.key and p.related_ids = '{}'`,
    [JSON.stringify(related)],
  );
};

/** Days since the current month of the demo company's subscription began. */
const RUNNING_DAYS = 12;

/** Inserts the plans if there are none. */
export const seedPlans = async (client: SeedClient): Promise<void> => {
  const plans = PLANS.map((plan, index) => ({ ...plan, sort_order: index + 1 }));
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
