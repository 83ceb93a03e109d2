import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Language } from '../../../contract/constants/options';
import type { ProductType } from '../../../contract/constants/payment';
import { firstRow, rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { sha256 } from '../../platform/sha256';

type Texts = Record<Language, string>;

/** A product; amounts are in minor units. */
export interface ProductRecord {
  id: number;
  type: ProductType;
  title: Texts;
  features: { description: Texts; preview: boolean; order: number; icon: string | null }[];
  priceMinor: number;
  originalPriceMinor: number | null;
  currency: string;
  rulePriceMinor: number | null;
  rulePriceEndsAt: Date | null;
  jobCredits: number;
  threadCredits: number;
  creditTypeId: number;
  isPopular: boolean;
  isSpecial: boolean;
  isForNewcomers: boolean;
  isForReturnees: boolean;
  testGroup: number | null;
  givesDashboardAccess: boolean;
  isStandalone: boolean;
  isJobRelated: boolean;
  relatedIds: number[];
  purchaseLimit: number | null;
  imageKey: string | null;
  sortOrder: number;
}

/** Columns of `products p` for a `ProductRecord`. */
export const PRODUCT = sql`
  p.id, p.type, p.title, p.features, p.price_minor as "priceMinor", p.original_price_minor as "originalPriceMinor",
  p.currency, p.rule_price_minor as "rulePriceMinor", p.rule_price_ends_at as "rulePriceEndsAt",
  p.job_credits as "jobCredits", p.thread_credits as "threadCredits", p.credit_type_id as "creditTypeId",
  p.is_popular as "isPopular", p.is_special as "isSpecial", p.is_for_newcomers as "isForNewcomers",
  p.is_for_returnees as "isForReturnees", p.test_group as "testGroup",
  p.gives_dashboard_access as "givesDashboardAccess", p.is_standalone as "isStandalone",
  p.is_job_related as "isJobRelated", to_json(p.related_ids) as "relatedIds", p.purchase_limit as "purchaseLimit",
  p.image_key as "imageKey", p.sort_order as "sortOrder"`;

/** Number of groups for price tests. */
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
export const offeredTo = (buyer: Buyer): RawBuilder<unknown> => sql`
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
  db: Kysely<Database>,
  buyer: Buyer,
  { type, relatedPackageId }: { type: ProductType; relatedPackageId?: number },
): Promise<ProductRecord[]> => {
  const related = relatedPackageId === undefined ? sql`true` : sql`${relatedPackageId} = any(p.related_ids)`;
  return rowsOf(db)`
    select ${PRODUCT} from products p where p.type = ${type} and ${offeredTo(buyer)} and ${related}
    order by p.sort_order, p.id`;
};

/** Returns one product that the company may buy. */
export const findProduct = (
  db: Kysely<Database>,
  buyer: Buyer,
  id: number,
): Promise<ProductRecord | undefined> => firstRow(db)`
    select ${PRODUCT} from products p where p.id = ${id} and ${offeredTo(buyer)}`;
