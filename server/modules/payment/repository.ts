import { sql, type Kysely, type Transaction } from 'kysely';
import type { PaymentProvider } from '../../../contract/constants/payment';
import type { Database } from '../../platform/database/schema';
import type { BankPage } from '../../platform/payment/provider';

export type StoredState = 'started' | 'challenge' | 'charging' | 'review' | 'succeeded' | 'failed';

/** What was paid for, as it was when the payment began. */
export interface Grants {
  jobCredits: number;
  givesDashboardAccess: boolean;
  planId: number | null;
  items: { title: string; quantity: number }[];
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
  changedAt: Date;
}

const PAYMENT = sql`
  y.id, y.organisation_id as "organisationId", y.user_id as "userId", y.basket_id as "basketId",
  y.subscription_id as "subscriptionId", y.provider, y.amount_minor as "amountMinor", y.currency, y.grants, y.state,
  y.error_key as "errorKey", y.provider_reference as reference, y.referrer,
  y.opens_form as "opensForm", y.changed_at as "changedAt"`;

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
}

/** Moves a locked payment. The bank's page goes with the challenge. */
export const updatePayment = async (trx: Transaction<Database>, id: string, change: PaymentChange, now: Date) => {
  const { state, errorKey = null, reference } = change;
  await trx
    .updateTable('payments')
    .set({
      state,
      error_key: errorKey,
      changed_at: now,
      ...(reference !== undefined && { provider_reference: reference }),
      ...(state !== 'challenge' && { page: null, page_hash: null }),
    })
    .where('id', '=', id)
    .execute();
};

/** Keeps the bank's page under the hash of its token until it is fetched. */
export const keepPage = async (trx: Transaction<Database>, id: string, hash: Buffer, page: BankPage) => {
  await trx
    .updateTable('payments')
    .set({ page_hash: hash, page: JSON.stringify(page) })
    .where('id', '=', id)
    .execute();
};

/** Takes the bank's page out: it is served once. */
export const takePage = async (db: Kysely<Database>, hash: Buffer): Promise<BankPage | undefined> => {
  const { rows } = await sql<{ page: BankPage }>`
    update payments y set page = null, page_hash = null
    from (select id, page from payments where page_hash = ${hash} and state = 'challenge' for update) taken
    where y.id = taken.id returning taken.page`.execute(db);
  return rows[0]?.page;
};

/** Payments that nobody has asked about for a while and that are not settled. */
export const listUnsettled = async (db: Kysely<Database>, before: Date, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from payments where subscription_id is null and state = any(${[...LIVE]}) and changed_at <= ${before}
    order by changed_at, id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
};

export const setBasketStatus = async (trx: Transaction<Database>, id: string, status: string, now: Date) => {
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

/** Renewals that were begun before the moment and whose answer was never written down. */
export const listBegunRenewals = async (db: Kysely<Database>, before: Date): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from payments where subscription_id is not null and state in ('charging', 'review')
      and changed_at <= ${before} order by changed_at, id limit 50`.execute(db);
  return rows.map(({ id }) => id);
};

/** By what a subscription is charged again. */
export const findToken = async (db: Kysely<Database>, subscriptionId: number): Promise<string | null> => {
  const { rows } = await sql<{ token: string | null }>`
    select provider_token as token from subscriptions where id = ${subscriptionId}`.execute(db);
  return rows[0]?.token ?? null;
};
