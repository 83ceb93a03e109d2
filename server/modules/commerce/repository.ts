import { sql, type RawBuilder } from 'kysely';
import type { ProductType, BasketStatus, CreditKind } from '../../../contract/constants/payment';
import { firstRow, rowsOf, onlyValue, instant, run } from '../../platform/database/query';
import type { Db, Names, Row, Trx } from '../../platform/database/schema';
import { sha256 } from '../../platform/secrets';
import type { PlanRecord, ProductTexts } from '../product';

/** A product; amounts are in minor units. */
export type ProductRecord = ProductTexts &
  Row<
    'products',
    Names<
      | 'id type priceMinor originalPriceMinor currency rulePriceMinor rulePriceEndsAt jobCredits threadCredits'
      | 'creditTypeId isPopular isSpecial isForNewcomers isForReturnees testGroup givesDashboardAccess isStandalone'
      | 'isJobRelated relatedIds purchaseLimit imageKey sortOrder'
    >
  >;

/** Columns of `products p` for a `ProductRecord`. */
const PRODUCT = sql`
  p.id, p.type, p.title, p.features, p.price_minor, p.original_price_minor, p.currency, p.rule_price_minor,
  p.rule_price_ends_at, p.job_credits, p.thread_credits, p.credit_type_id, p.is_popular, p.is_special,
  p.is_for_newcomers, p.is_for_returnees, p.test_group, p.gives_dashboard_access, p.is_standalone, p.is_job_related,
  to_json(p.related_ids) as related_ids, p.purchase_limit, p.image_key, p.sort_order`;

/** The number of price test groups. */
const TEST_GROUPS = 2;

/** Returns the price test group of a company. It is a hash of the id, so it never changes. */
const testGroupOf = (userId: number): number => sha256(String(userId)).readUInt32BE(0) % TEST_GROUPS;

/** The company that buys; it decides which products are offered. */
export interface Buyer {
  id: number;
  organisationId: number;
}

/**
 * Whether product `p` is on sale for the company, by country, by test group, and by newcomers (no paid order yet) or
 * returning companies.
 */
const offeredTo = (buyer: Buyer): RawBuilder<unknown> => sql`
  p.is_offered and (p.test_group is null or p.test_group = ${testGroupOf(buyer.id)})
  and exists (
    select 1 from users u
    where u.id = ${buyer.id} and u.organisation_id = ${buyer.organisationId}
      and (p.country_code is null or p.country_code = u.country_code)
      and case when exists (select 1 from payments y where y.user_id = u.id and y.state = 'succeeded')
        then p.is_for_returnees else p.is_for_newcomers end
  )`;

/**
 * Returns the products of a type that the company may buy, in catalogue order. For add-ons, it can return only those
 * of one package.
 */
export const listProducts = async (
  db: Db,
  buyer: Buyer,
  { type, relatedPackageId }: { type: ProductType; relatedPackageId?: number },
): Promise<ProductRecord[]> => {
  const related = relatedPackageId === undefined ? sql`true` : sql`${relatedPackageId} = any(p.related_ids)`;
  return rowsOf(db)`
    select ${PRODUCT} from products p where p.type = ${type} and ${offeredTo(buyer)} and ${related}
    order by p.sort_order, p.id`;
};

/** Returns one product that the company may buy. */
export const findProduct = (db: Db, buyer: Buyer, id: number): Promise<ProductRecord | undefined> => firstRow(db)`
    select ${PRODUCT} from products p where p.id = ${id} and ${offeredTo(buyer)}`;

export interface ItemRecord {
  id: string;
  quantity: number;
  unitPriceMinor: number;
  /** Whether the company can still buy it. */
  isOffered: boolean;
  product: ProductRecord | null;
  plan: (PlanRecord & { jobCredits: number }) | null;
}

export interface BasketRecord {
  id: string;
  userId: number;
  organisationId: number;
  status: BasketStatus;
  currency: string;
  items: ItemRecord[];
}

const own = ({ id, organisationId }: Buyer) => sql`b.user_id = ${id} and b.organisation_id = ${organisationId}`;

type Head = Omit<BasketRecord, 'items' | 'currency'>;
const HEAD = sql`b.id, b.user_id, b.organisation_id, b.status`;

/** The columns of the item itself, without its product or plan. */
interface ItemColumns {
  itemId: string;
  quantity: number;
  unitPriceMinor: number;
  isOffered: boolean;
}

const listItems = async (db: Db, basketId: string, buyer: Buyer): Promise<ItemRecord[]> => {
  const products = await rowsOf(db)<ProductRecord & ItemColumns>`
    select ${PRODUCT}, i.id as item_id, i.quantity, i.unit_price_minor, ${offeredTo(buyer)} as is_offered
    from basket_items i join products p on p.id = i.product_id
    where i.basket_id = ${basketId} order by p.type <> 'package', i.created_at, i.id`;
  const plans = await rowsOf(db)<PlanRecord & { jobCredits: number } & ItemColumns>`
    select p.id, p.interval, p.period, p.price_minor, p.currency, p.is_purchasable, p.is_upgradeable, p.product,
      p.job_credits, i.id as item_id, i.quantity, i.unit_price_minor, p.is_purchasable as is_offered
    from basket_items i join subscription_plans p on p.id = i.plan_id where i.basket_id = ${basketId}`;
  return [
    ...products.map(({ itemId: id, quantity, unitPriceMinor, isOffered, ...product }) => ({
      id,
      quantity,
      unitPriceMinor,
      isOffered,
      product,
      plan: null,
    })),
    ...plans.map(({ itemId: id, quantity, unitPriceMinor, isOffered, ...plan }) => ({
      id,
      quantity,
      unitPriceMinor,
      isOffered,
      product: null,
      plan,
    })),
  ];
};

const withItems = async (db: Db, head: Head | undefined): Promise<BasketRecord | undefined> => {
  if (!head) return undefined;
  const items = await listItems(db, head.id, { id: head.userId, organisationId: head.organisationId });
  const first = items[0]?.product ?? items[0]?.plan;
  return { ...head, currency: first?.currency ?? 'TRY', items };
};

export const findBasket = async (db: Db, buyer: Buyer, id: string) =>
  withItems(db, await firstRow(db)<Head>`select ${HEAD} from baskets b where b.id = ${id} and ${own(buyer)}`);

/** Returns the company's unpaid basket. */
export const findLiveBasket = async (db: Db, buyer: Buyer) =>
  withItems(
    db,
    await firstRow(db)<Head>`
    select ${HEAD} from baskets b where ${own(buyer)} and b.status <> 'paid'`,
  );

export const lockBasket = async (trx: Trx, buyer: Buyer, id: string) =>
  withItems(
    trx,
    await firstRow(trx)<Head>`
    select ${HEAD} from baskets b where b.id = ${id} and ${own(buyer)} for update`,
  );

/** Creates a basket unless the company has an unpaid one. Two simultaneous calls get the same basket. */
export const insertBasket = (trx: Trx, buyer: Buyer, id: string, now: Date): Promise<void> => run(trx)`
    insert into baskets (id, organisation_id, user_id, status, created_at, changed_at)
    values (${id}, ${buyer.organisationId}, ${buyer.id}, 'open', ${now}, ${now})
    on conflict (user_id) where status <> 'paid' do nothing`;

interface NewItem {
  id: string;
  productId: number | null;
  planId: number | null;
  unitPriceMinor: number;
}

export const insertItem = (trx: Trx, basketId: string, item: NewItem, now: Date) => {
  const { id, productId, planId, unitPriceMinor } = item;
  const row = { id, basketId, productId, planId, quantity: 1, unitPriceMinor, createdAt: now };
  return trx.insertInto('basketItems').values(row).execute();
};

export const setQuantity = (trx: Trx, itemId: string, quantity: number) =>
  trx.updateTable('basketItems').set({ quantity }).where('id', '=', itemId).execute();

export const setUnitPrice = (trx: Trx, itemId: string, priceMinor: number) =>
  trx.updateTable('basketItems').set({ unitPriceMinor: priceMinor }).where('id', '=', itemId).execute();

export const deleteItems = (trx: Trx, itemIds: readonly string[]): Promise<void> =>
  run(trx)`delete from basket_items where id = any(${[...itemIds]}::text[])`;

export const touch = (trx: Trx, basketId: string, now: Date) =>
  trx.updateTable('baskets').set({ changedAt: now }).where('id', '=', basketId).execute();

export const setStatus = (trx: Trx, id: string, status: BasketStatus, now: Date) =>
  trx.updateTable('baskets').set({ status, changedAt: now }).where('id', '=', id).execute();

/** A ledger row with its job and its payment; the payment's amount is in minor units. */
export interface EntryRecord extends Row<'creditLedger', 'id' | 'kind' | 'amount' | 'jobId' | 'paymentId'> {
  at: string;
  balance: number;
  jobTitle: string | null;
  userName: string | null;
  paymentMinor: number | null;
  currency: string | null;
}

/**
 * Returns a page of a company's ledger, newest first. `balance` is the sum up to and including each row. The query
 * pages over the index alone and then looks up each row by id. `offset 0` keeps the planner from joining whole tables
 * instead.
 */
export const listEntries = (
  db: Db,
  owner: Buyer,
  { limit, offset }: { limit: number; offset: number },
): Promise<EntryRecord[]> => rowsOf(db)`
    with page as (
      select id, amount from credit_ledger
      where user_id = ${owner.id} and organisation_id = ${owner.organisationId}
      order by id desc limit ${limit} offset ${offset}
    ), before as (
      select coalesce(sum(amount), 0) as amount from credit_ledger
      where user_id = ${owner.id} and organisation_id = ${owner.organisationId} and id < (select min(id) from page)
    )
    select l.id, ${instant('l.at')} as at, l.kind, l.amount,
      (before.amount + sum(l.amount) over (order by l.id))::int as balance, j.id as job_id, j.title as job_title,
      nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '') as user_name, y.id as payment_id,
      y.amount_minor as payment_minor, y.currency
    from page cross join before
    cross join lateral (select * from credit_ledger where id = page.id offset 0) l
    left join lateral (
      select id, title from jobs where id = l.job_id and organisation_id = l.organisation_id offset 0) j on true
    left join lateral (
      select first_name, last_name from users
      where id = l.actor_user_id and organisation_id = l.organisation_id offset 0) u on true
    left join lateral (
      select id, amount_minor, currency from payments
      where id = l.payment_id and organisation_id = l.organisation_id offset 0) y on true
    order by l.id desc`;

export const countEntries = (db: Db, owner: Buyer): Promise<number> =>
  onlyValue(db)`
    select count(*)::int as total from credit_ledger
    where user_id = ${owner.id} and organisation_id = ${owner.organisationId}`;

/** A change of credits: positive for added ones, negative for used ones. */
interface CreditChange {
  organisationId: number;
  userId: number;
  amount: number;
  kind: CreditKind;
  jobId?: number;
  paymentId?: string;
  /** The user who caused the change; absent for the clock. */
  actorId?: number;
}

/**
 * Adds a ledger row, which also changes the balance. Lock the account's row first: a negative balance is a database
 * error.
 */
export const recordCredits = async (trx: Trx, now: Date, change: CreditChange): Promise<void> => {
  const { organisationId, userId, amount, kind, jobId, paymentId, actorId: actorUserId } = change;
  const row = { organisationId, userId, amount, kind, jobId, paymentId, actorUserId, at: now };
  await trx.insertInto('creditLedger').values(row).execute();
};
