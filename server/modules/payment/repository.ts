import { sql, type Kysely, type Transaction } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Language } from '../../../contract/constants/options';
import type { BasketStatus, PaymentProvider } from '../../../contract/constants/payment';
import type { Database } from '../../platform/database/schema';
import type { BankPage } from '../../platform/ports/payments';

export type StoredState = 'started' | 'challenge' | 'charging' | 'review' | 'succeeded' | 'failed';

/** What was paid for, as it was when the payment began. */
export interface Grants {
  jobCredits: number;
  givesDashboardAccess: boolean;
  planId: number | null;
  /** `title` in English. A renewal, and what was begun before receipts, says neither all titles nor a price. */
  items: { title: string; quantity: number; titles?: Record<Language, string>; unitPriceMinor?: number }[];
}

export interface PaymentRecord {
  id: string;
  organisationId: number;
  userId: number;
  basketId: string | null;
  subscriptionId: number | null;
  provider: PaymentProvider;
  amountMinor: number;
  currency: string;
  grants: Grants;
  state: StoredState;
  errorKey: string | null;
  reference: string | null;
  referrer: string | null;
  /** The provider's own form takes the card, and may take the money by itself. */
  opensForm: boolean;
  createdAt: Date;
  changedAt: Date;
}

/** The columns of `payments y` as a `PaymentRecord`. */
export const PAYMENT = sql`
  y.id, y.organisation_id as "organisationId", y.user_id as "userId", y.basket_id as "basketId",
  y.subscription_id as "subscriptionId", y.provider, y.amount_minor as "amountMinor", y.currency, y.grants, y.state,
  y.error_key as "errorKey", y.provider_reference as reference, y.referrer,
  y.opens_form as "opensForm", y.created_at as "createdAt", y.changed_at as "changedAt"`;

/** States in which a charge may still come. */
export const LIVE: readonly StoredState[] = ['started', 'challenge', 'charging', 'review'];

export const findPayment = async (db: Kysely<Database>, id: string): Promise<PaymentRecord | undefined> => {
  const { rows } = await sql<PaymentRecord>`select ${PAYMENT} from payments y where y.id = ${id}`.execute(db);
  return rows[0];
};

/** The newest payment of a company's basket. */
export const findPaymentOfBasket = async (
  db: Kysely<Database>,
  owner: { id: number; organisationId: number },
  basketId: string,
): Promise<PaymentRecord | undefined> => {
  const { rows } = await sql<PaymentRecord>`
    select ${PAYMENT} from payments y
    where y.basket_id = ${basketId} and y.user_id = ${owner.id} and y.organisation_id = ${owner.organisationId}
    order by y.created_at desc, y.state = 'succeeded' desc limit 1`.execute(db);
  return rows[0];
};

/**
 * When a company's cards failed since a moment, the newest first: declined, or their challenge not passed. A payment that the
 * provider did not begin says nothing about the card.
 */
export const listFailedCards = async (
  db: Kysely<Database>,
  owner: { id: number; organisationId: number },
  { since, limit }: { since: Date; limit: number },
): Promise<Date[]> => {
  const { rows } = await sql<{ at: Date }>`
    select y.changed_at as at from payments y
    where y.user_id = ${owner.id} and y.organisation_id = ${owner.organisationId} and y.basket_id is not null
      and not y.opens_form and y.state = 'failed' and y.error_key <> ${ERROR_KEYS.paymentInit} and y.changed_at > ${since}
    order by y.changed_at desc, y.id limit ${limit}`.execute(db);
  return rows.map(({ at }) => at);
};

/** Locks a payment, its basket first: in that order everybody takes the two. */
export const lockPayment = async (trx: Transaction<Database>, id: string): Promise<PaymentRecord | undefined> => {
  await sql`select 1 from baskets where id = (select basket_id from payments where id = ${id}) for update`.execute(trx);
  const { rows } = await sql<PaymentRecord>`select ${PAYMENT} from payments y where y.id = ${id} for update`.execute(
    trx,
  );
  return rows[0];
};

/** The payment of a locked basket that may still come to something. */
export const lockLiveOfBasket = async (
  trx: Transaction<Database>,
  basketId: string,
): Promise<PaymentRecord | undefined> => {
  const { rows } = await sql<PaymentRecord>`
    select ${PAYMENT} from payments y where y.basket_id = ${basketId} and y.state = any(${[...LIVE]}) for update`.execute(
    trx,
  );
  return rows[0];
};

export interface NewPayment {
  id: string;
  organisationId: number;
  userId: number;
  basketId: string | null;
  subscriptionId: number | null;
  provider: PaymentProvider;
  amountMinor: number;
  currency: string;
  grants: Grants;
  state: 'started' | 'charging';
  referrer: string | null;
  attemptKey?: string | null;
  opensForm?: boolean;
  buyerIp?: string | null;
}

export const insertPayment = async (trx: Transaction<Database>, payment: NewPayment, now: Date): Promise<void> => {
  await trx
    .insertInto('payments')
    .values({
      id: payment.id,
      organisation_id: payment.organisationId,
      user_id: payment.userId,
      basket_id: payment.basketId,
      subscription_id: payment.subscriptionId,
      provider: payment.provider,
      amount_minor: payment.amountMinor,
      currency: payment.currency,
      grants: JSON.stringify(payment.grants),
      state: payment.state,
      referrer: payment.referrer,
      attempt_key: payment.attemptKey ?? null,
      opens_form: payment.opensForm ?? false,
      buyer_ip: payment.buyerIp ?? null,
      created_at: now,
      changed_at: now,
    })
    .execute();
};

export interface PaymentChange {
  state: StoredState;
  errorKey?: string | null;
  reference?: string | null;
  isLate?: boolean;
}

/** Moves a locked payment. The bank's page goes with the challenge. */
export const updatePayment = async (trx: Transaction<Database>, id: string, change: PaymentChange, now: Date) => {
  const { state, errorKey = null, reference, isLate } = change;
  await trx
    .updateTable('payments')
    .set({
      state,
      error_key: errorKey,
      changed_at: now,
      ...(reference !== undefined && { provider_reference: reference }),
      ...(isLate !== undefined && { is_late: isLate }),
      ...(state !== 'challenge' && { page: null, page_hash: null }),
    })
    .where('id', '=', id)
    .execute();
};

/** Whether the basket of a payment that failed is as the failure left it; basket and payment are locked. */
export const isUntouchedSince = async (trx: Transaction<Database>, { id }: PaymentRecord): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from payments y join baskets b on b.id = y.basket_id
    where y.id = ${id} and b.status = 'open' and b.changed_at = y.changed_at`.execute(trx);
  return rows.length > 0;
};

/** Keeps the bank's page under the hash of its token until it is fetched. */
export const keepPage = async (trx: Transaction<Database>, id: string, hash: Buffer, page: BankPage) => {
  await trx
    .updateTable('payments')
    .set({ page_hash: hash, page: JSON.stringify(page) })
    .where('id', '=', id)
    .execute();
};

/**
 * Takes the bank's page out: it is served once. A frame leaves it for one that is opened in full page instead, for a bank
 * may refuse to be framed.
 */
export const takePage = async (
  db: Kysely<Database>,
  hash: Buffer,
  isFramed: boolean,
): Promise<BankPage | undefined> => {
  const { rows } = await sql<{ page: BankPage }>`
    update payments y set
      page = case when ${isFramed} then taken.page || '{"framed": true}' end,
      page_hash = case when ${isFramed} then y.page_hash end
    from (select id, page from payments where page_hash = ${hash} and state = 'challenge' for update) taken
    where y.id = taken.id and not (${isFramed} and jsonb_exists(taken.page, 'framed')) returning taken.page`.execute(
    db,
  );
  return rows[0]?.page;
};

export const setBasketStatus = async (trx: Transaction<Database>, id: string, status: BasketStatus, now: Date) => {
  await trx.updateTable('baskets').set({ status, changed_at: now }).where('id', '=', id).execute();
};

/** The company may use the dashboard from now on. */
export const giveDashboardAccess = async (trx: Transaction<Database>, userId: number) => {
  await trx.updateTable('users').set({ dashboard_access: true }).where('id', '=', userId).execute();
};

/** The company's credits. */
export const balanceOf = async (db: Kysely<Database>, userId: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select job_creation_balance as n from users where id = ${userId}`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};
