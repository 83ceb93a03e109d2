import { sql, type RawBuilder } from 'kysely';
import type { Language } from '../../../contract/constants/options';
import type { PaymentProvider } from '../../../contract/constants/payment';
import { firstRow, hasRow, idsOf, rowsOf } from '../../platform/database/query';
import type { Db, Trx } from '../../platform/database/schema';
import { LIVE_STATES, statesBefore, stateList, type Initiator, type StoredState } from '../../platform/ports/payments';

/** The content of a purchase when the payment began. */
export interface Grants {
  jobCredits: number;
  givesDashboardAccess: boolean;
  planId: number | null;
  /** `title` is in English. Renewals and payments older than receipts have neither `titles` nor a price. */
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
  /** The provider's own form takes the card and may take the money by itself. */
  opensForm: boolean;
  createdAt: Date;
  changedAt: Date;
}

/** Columns of `payments y` for a `PaymentRecord`. */
export const PAYMENT: RawBuilder<unknown> = sql`
  y.id, y.organisation_id, y.user_id, y.basket_id, y.subscription_id, y.provider, y.amount_minor, y.currency, y.grants,
  y.state, y.error_key, y.provider_reference as reference, y.referrer, y.opens_form, y.created_at, y.changed_at`;

export const findPayment = (db: Db, id: string): Promise<PaymentRecord | undefined> =>
  firstRow(db)`select ${PAYMENT} from payments y where y.id = ${id}`;

/** Returns the newest payment of a company's basket. */
export const findPaymentOfBasket = (
  db: Db,
  owner: { id: number; organisationId: number },
  basketId: string,
): Promise<PaymentRecord | undefined> => firstRow(db)`
    select ${PAYMENT} from payments y
    where y.basket_id = ${basketId} and y.user_id = ${owner.id} and y.organisation_id = ${owner.organisationId}
    order by y.created_at desc, y.state = 'succeeded' desc limit 1`;

/** Locks a payment after its basket. Every caller must lock the two in this order. */
export const lockPayment = async (trx: Trx, id: string): Promise<PaymentRecord | undefined> => {
  await sql`select 1 from baskets where id = (select basket_id from payments where id = ${id}) for update`.execute(trx);
  return firstRow(trx)`select ${PAYMENT} from payments y where y.id = ${id} for update`;
};

export const lockLiveOfBasket = (trx: Trx, basketId: string): Promise<PaymentRecord | undefined> => firstRow(trx)`
    select ${PAYMENT} from payments y where y.basket_id = ${basketId} and y.state in (${stateList(LIVE_STATES)}) for update`;

type GivenAtStart = 'id' | 'organisationId' | 'userId' | 'basketId' | 'subscriptionId' | 'provider' | 'amountMinor';

export interface NewPayment extends Pick<PaymentRecord, GivenAtStart | 'currency' | 'grants' | 'referrer'> {
  state: 'started' | 'charging';
  attemptKey?: string | null;
  opensForm?: boolean;
  buyerIp?: string | null;
}

export const insertPayment = async (trx: Trx, payment: NewPayment, now: Date): Promise<void> => {
  await trx
    .insertInto('payments')
    .values({
      id: payment.id,
      organisationId: payment.organisationId,
      userId: payment.userId,
      basketId: payment.basketId,
      subscriptionId: payment.subscriptionId,
      provider: payment.provider,
      amountMinor: payment.amountMinor,
      currency: payment.currency,
      grants: JSON.stringify(payment.grants),
      state: payment.state,
      referrer: payment.referrer,
      attemptKey: payment.attemptKey ?? null,
      opensForm: payment.opensForm ?? false,
      buyerIp: payment.buyerIp ?? null,
      createdAt: now,
      changedAt: now,
    })
    .execute();
};

export interface PaymentChange {
  state: StoredState;
  by: Initiator;
  errorKey?: string | null;
  reference?: string | null;
  isLate?: boolean;
}

/**
 * Moves a locked payment to another state and deletes the bank's page when the challenge ends. Throws for a move that
 * the state table does not allow.
 */
export const updatePayment = async (trx: Trx, id: string, change: PaymentChange, now: Date): Promise<void> => {
  const { state, by, errorKey = null, reference, isLate } = change;
  const { numUpdatedRows } = await trx
    .updateTable('payments')
    .set({
      state,
      errorKey,
      changedAt: now,
      ...(reference !== undefined && { providerReference: reference }),
      ...(isLate !== undefined && { isLate }),
      ...(state !== 'challenge' && { page: null }),
    })
    .where('id', '=', id)
    .where('state', 'in', statesBefore(state, by))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new Error(`the ${by} cannot move payment ${id} to the state ${state}`);
};

/** Whether the basket of a failed payment is unchanged since the failure. The caller has locked both. */
export const isBasketUnchanged = (trx: Trx, { id }: PaymentRecord): Promise<boolean> => hasRow(trx)`
    select 1 from payments y join baskets b on b.id = y.basket_id
    where y.id = ${id} and b.status = 'open' and b.changed_at = y.changed_at`;

/**
 * Claims unsettled payments of a provider. The ones that waited longest come first, so that one without an answer does
 * not block the others. It returns only payments that have not changed and were not claimed since `before`.
 */
export const claimUnsettled = (
  db: Db,
  options: { kind: 'purchase' | 'renewal'; provider: PaymentProvider; before: Date; now: Date; limit: number },
): Promise<string[]> => idsOf(db)<string>`
    update payments set asked_at = ${options.now}
    where id in (
      select id from payments
      where (subscription_id is not null) = ${options.kind === 'renewal'} and provider = ${options.provider}
        and state in (${stateList(LIVE_STATES)}) and greatest(changed_at, asked_at) <= ${options.before}
      order by greatest(changed_at, asked_at), id limit ${options.limit} for update skip locked
    )
    returning id`;

/** Returns the provider's token for the stored card of a subscription. */
export const findToken = async (db: Db, subscriptionId: number): Promise<string | null> => {
  const row = await firstRow(db)<{ token: string | null }>`
    select provider_token as token from subscriptions where id = ${subscriptionId}`;
  return row?.token ?? null;
};

/** Returns which of these ids exist as payments. */
export const listExisting = (db: Db, ids: readonly string[]): Promise<string[]> =>
  idsOf(db)<string>`select id from payments where id = any(${[...ids]}::text[])`;

/** A renewal that was sent to the provider and has no answer. */
export interface Unanswered {
  paymentId: string;
  subscriptionId: number;
  sentAt: Date;
}

/** Returns at most 50 renewals without an answer that were sent up to a moment, oldest first. */
export const listUnanswered = (db: Db, before: Date): Promise<Unanswered[]> => rowsOf(db)`
    select id as payment_id, subscription_id, created_at as sent_at from payments
    where subscription_id is not null and state = 'charging' and created_at <= ${before}
    order by created_at, id limit 50`;
