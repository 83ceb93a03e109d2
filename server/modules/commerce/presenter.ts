import type { Language } from '../../../contract/constants/options';
import type { Basket, CreditEntry, Product, StatementQuery } from '../../../contract/schemas/commerce';
import type { Files } from '../../platform/files';
import { toMain } from '../../platform/money';
import { presentPlan } from '../product';
import type { BasketRecord, ItemRecord, ProductRecord, Buyer } from './basketRepository';
import { type EntryRecord, countEntries, listEntries } from './ledgerRepository';
import { rulePriceAt } from './prices';
import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import type { Deps } from '../../platform/deps';

interface View {
  language: Language;
  now: Date;
  files: Files;
}

/** Maps a product to the wire. A temporary price is included only while it is valid. */
export const presentProduct = (product: ProductRecord, { language, now, files }: View): Product => {
  const rulePrice = rulePriceAt(product, now);
  const original = product.originalPriceMinor;
  return {
    id: product.id,
    type: product.type,
    title: product.title[language],
    price: toMain(product.priceMinor),
    originalPrice: original === null ? null : toMain(original),
    currency: product.currency,
    isPopular: product.isPopular,
    isSpecial: product.isSpecial,
    isForNewcomers: product.isForNewcomers,
    isForReturnees: product.isForReturnees,
    testGroup: product.testGroup,
    isDashboardAccess: product.givesDashboardAccess,
    isStandalone: product.isStandalone,
    isJobRelated: product.isJobRelated,
    order: product.sortOrder,
    features: [...product.features]
      .sort((one, other) => one.order - other.order)
      .map(({ description, ...feature }) => ({ ...feature, description: description[language] })),
    credit: product.jobCredits,
    creditTypeId: product.creditTypeId,
    countryId: null,
    relatedPackages: product.relatedIds,
    purchaseLimit: product.purchaseLimit,
    thread_creation_amount: product.threadCredits,
    job_creation_amount: product.jobCredits,
    rule_price: rulePrice === null ? null : toMain(rulePrice),
    rule_price_ttl: rulePrice === null ? null : product.rulePriceEndsAt!.toISOString(),
    imageUrl: files.imageUrl(product.imageKey),
  };
};

const presentItem = ({ id, quantity, unitPriceMinor, isOffered, product, plan }: ItemRecord, view: View) => ({
  _id: id,
  quantity,
  product: product && presentProduct(product, view),
  plan: plan && presentPlan(plan, view.language),
  isOffered,
  unitPrice: toMain(unitPriceMinor),
  totalPrice: toMain(unitPriceMinor * quantity),
});

/** Maps a basket to the wire with the stored prices of its items. */
export const presentBasket = ({ id, userId, status, currency, items }: BasketRecord, view: View): Basket => ({
  _id: id,
  userId,
  status,
  items: items.map((item) => presentItem(item, view)),
  totalPrice: toMain(items.reduce((sum, item) => sum + item.unitPriceMinor * item.quantity, 0)),
  currency,
});

const presentEntry = (row: EntryRecord): CreditEntry => ({
  id: row.id,
  at: row.at,
  kind: row.kind,
  amount: row.amount,
  balance: row.balance,
  job: row.jobId === null ? null : { id: row.jobId, title: row.jobTitle ?? '' },
  userName: row.userName,
  payment:
    row.paymentId === null
      ? null
      : { id: row.paymentId, amount: toMain(row.paymentMinor ?? 0), currency: row.currency ?? '' },
});

/**
 * Returns a page of the company's credit statement, newest first, with the exact total. `limit` 0 returns only the
 * total.
 */
export const listStatement = async ({ db }: Deps, owner: Buyer, query: StatementQuery) => {
  const { page = 1, limit = PAGE_LIMIT_DEFAULT } = query;
  const total = await countEntries(db, owner);
  const rows = limit === 0 ? [] : await listEntries(db, owner, { limit, offset: (page - 1) * limit });
  return { payload: rows.map(presentEntry), page, limit, total };
};
