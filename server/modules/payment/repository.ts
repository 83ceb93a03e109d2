import { sql, type RawBuilder } from 'kysely';
import type { Language } from '../../../contract/constants/options';
import type { PaymentProvider } from '../../../contract/constants/payment';
import { firstRow, hasRow, idsOf, rowsOf, run } from '../../platform/database/query';
import type { Db, Names, Row, Trx } from '../../platform/database/schema';
import {
  LIVE_STATES,
  statesBefore,
  stateList,
  type Initiator,
  type StoredState,
  type BankPage,
  type Buyer,
  type Purchase,
} from '../../platform/ports/payments';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';

/** The content of a purchase when the payment began. */
export interface Grants {
  jobCredits: number;
  givesDashboardAccess: boolean;
  planId: number | null;
  /** `title` is in English. Renewals and payments older than receipts have neither `titles` nor a price. */
  items: { title: string; quantity: number; titles?: Record<Language, string>; unitPriceMinor?: number }[];
}

export interface PaymentRecord extends Row<
  'payments',
  Names<
    | 'id organisationId userId basketId subscriptionId provider amountMinor currency state errorKey referrer'
    | 'createdAt changedAt'
  >
> {
  grants: Grants;
  reference: string | null;
  /** The provider's own form takes the card and may take the money by itself. */
  opensForm: boolean;
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
  await run(trx)`select 1 from baskets where id = (select basket_id from payments where id = ${id}) for update`;
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
    .values({ ...payment, grants: JSON.stringify(payment.grants), createdAt: now, changedAt: now })
    .execute();
};

interface PaymentChange {
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

/**
 * Returns the newest payment that a user began with this `Idempotency-Key`. `opensForm` and `basketId` narrow the
 * search when given.
 */
export const findAttempt = async (
  db: Db,
  filter: { userId: number; key: string; opensForm?: boolean; basketId?: string },
): Promise<PaymentRecord | undefined> => {
  const { opensForm = null, basketId = null } = filter;
  return firstRow(db)`
    select ${PAYMENT} from payments y
    where y.user_id = ${filter.userId} and y.attempt_key = ${filter.key}
      and (${opensForm}::boolean is null or y.opens_form = ${opensForm})
      and (${basketId}::text is null or y.basket_id = ${basketId})
    order by y.created_at desc, y.id limit 1`;
};

/**
 * Returns the times of a company's failed card payments since a moment, newest first: declined cards and failed
 * challenges. A payment that the provider could not start does not count, because the card was not tried.
 */
export const listFailedCards = async (
  db: Db,
  owner: { id: number; organisationId: number },
  { since, limit }: { since: Date; limit: number },
): Promise<Date[]> =>
  (
    await rowsOf(db)<{ at: Date }>`
    select y.changed_at as at from payments y
    where y.user_id = ${owner.id} and y.organisation_id = ${owner.organisationId} and y.basket_id is not null
      and not y.opens_form and y.state = 'failed' and y.error_key <> ${ERROR_KEYS.paymentInit} and y.changed_at > ${since}
    order by y.changed_at desc, y.id limit ${limit}`
  ).map(({ at }) => at);

/** Stores the bank's page under the hash of its token until a browser loads it. */
export const storePage = (trx: Trx, id: string, hash: Buffer, page: BankPage) =>
  trx
    .updateTable('payments')
    .set({ pageHash: hash, page: JSON.stringify(page) })
    .where('id', '=', id)
    .execute();

/**
 * Returns the bank's page once. A load in a frame still leaves one load as a full page, because a bank may refuse to
 * be framed. The hash stays, so that a later load finds the payment.
 */
export const takePageOnce = async (db: Db, hash: Buffer, isFramed: boolean): Promise<BankPage | undefined> => {
  const row = await firstRow(db)<{ page: BankPage }>`
    update payments y set
      page = case when ${isFramed} then taken.page || '{"framed": true}' end
    from (
      select id, page from payments where page_hash = ${hash} and state = 'challenge' and page is not null for update
    ) taken
    where y.id = taken.id and not (${isFramed} and jsonb_exists(taken.page, 'framed')) returning taken.page`;
  return row?.page;
};

/** Returns the payment of a bank's page, however often a browser loaded it. */
export const findPaymentOfPage = (db: Db, hash: Buffer): Promise<PaymentRecord | undefined> =>
  firstRow(db)`select ${PAYMENT} from payments y where y.page_hash = ${hash}`;

/**
 * The city is the province of the tax office, or else the last part of the location's name, as in "Şişli, İstanbul".
 */
const BUYER = sql`
  u.id::text as id, u.first_name, u.last_name, u.email, u.phone,
  nullif(trim(u.tax_office_number), '') as identity_number, nullif(trim(u.company_address), '') as address,
  coalesce(t.province, nullif(trim(regexp_replace(u.location_name, '^.*,', '')), '')) as city, u.country_code`;

type Profile = Omit<Buyer, 'ip'>;

/**
 * Returns the purchase of an order with its buyer. A renewal gets the company's last known IP address. Throws when the
 * order does not exist.
 */
export const findPurchase = async (db: Db, orderId: string): Promise<Purchase> => {
  const row = await firstRow(db)<Profile & { ip: string | null; grants: Grants; isRenewal: boolean }>`
    select ${BUYER}, y.grants, y.subscription_id is not null as is_renewal,
      coalesce(y.buyer_ip, (
        select earlier.buyer_ip from payments earlier where earlier.user_id = y.user_id and earlier.buyer_ip is not null
        order by earlier.created_at desc limit 1)) as ip
    from payments y join users u on u.id = y.user_id left join tax_offices t on t.id = u.tax_office_id
    where y.id = ${orderId}`;
  if (!row) throw new Error(`order ${orderId} does not exist`);
  const { grants, isRenewal, ...buyer } = row;
  const title = grants.items.map((item) => `${item.quantity} × ${item.title}`).join(', ');
  return { buyer, title, renews: isRenewal || grants.planId !== null };
};

/** Returns the buyer fields that a provider may require. */
export const findBuyerFields = async (
  db: Db,
  userId: number,
): Promise<Pick<Profile, 'identityNumber' | 'address' | 'city'>> =>
  (await firstRow(db)<Profile>`
    select ${BUYER} from users u left join tax_offices t on t.id = u.tax_office_id where u.id = ${userId}`) ?? {
    identityNumber: null,
    address: null,
    city: null,
  };

export const giveDashboardAccess = (trx: Trx, userId: number) =>
  trx.updateTable('users').set({ dashboardAccess: true }).where('id', '=', userId).execute();

export const balanceOf = async (db: Db, userId: number): Promise<number> => {
  const row = await firstRow(db)<{ n: number }>`select job_creation_balance as n from users where id = ${userId}`;
  return row?.n ?? 0;
};

/** Records that the server checks an open form now. Returns false when the form is already closed. */
export const markFormChecked = (db: Db, id: string, now: Date): Promise<boolean> => hasRow(db)`
    update payments set watched_at = ${now} where id = ${id} and form_closed_at is null returning 1`;

export const markFormClosed = (trx: Trx, id: string, now: Date): Promise<void> =>
  run(trx)`update payments set form_closed_at = ${now} where id = ${id}`;

/**
 * Returns up to 50 open forms of failed payments that are due for a check. The first check is due at once. The next one
 * is due after a minute, or after the time that had passed between the failure and the last check, whichever is longer.
 */
export const listOpenForms = (
  db: Db,
  { provider, since, now }: { provider: PaymentProvider; since: Date; now: Date },
): Promise<string[]> => idsOf(db)<string>`
    select id from payments
    where opens_form and state = 'failed' and form_closed_at is null and changed_at > ${since}
      and provider = ${provider} and provider_reference is not null
      and (watched_at is null or ${now}::timestamptz - watched_at > greatest(interval '1 minute', watched_at - changed_at))
    order by changed_at, id limit 50`;

export interface ReceiptLine {
  title: Record<Language, string>;
  quantity: number;
  /** The price of the whole line; null for an old order without line prices. */
  amountMinor: number | null;
}

/** The company's data from its profile; null for an empty field. */
export interface ReceiptBuyer {
  companyName: string | null;
  personName: string;
  taxOffice: string | null;
  taxNumber: string | null;
  address: string | null;
}

/** The stored data of a paid order. Later changes of the profile or the catalogue do not affect it. */
export interface Receipt {
  /** ISO 8601 UTC. */
  paidAt: string;
  lines: ReceiptLine[];
  buyer: ReceiptBuyer;
}

export interface PaidOrder extends ReceiptBuyer {
  id: string;
  amountMinor: number;
  currency: string;
  grants: Grants;
  paidAt: Date;
  /** Null for an order that is older than receipts. */
  receipt: Receipt | null;
  /** The title of a renewal's plan. */
  planTitle: Record<Language, string> | null;
  firstName: string;
  email: string;
  languageCode: string;
  isDeleted: boolean;
}

/** Returns a paid order with the company's current data. `owner` restricts it to the orders of one company. */
export const findPaidOrder = async (
  db: Db,
  id: string,
  owner?: { id: number; organisationId: number },
): Promise<PaidOrder | undefined> => {
  const own = owner ? sql`y.user_id = ${owner.id} and y.organisation_id = ${owner.organisationId}` : sql`true`;
  return firstRow(db)`
    select y.id, y.amount_minor, y.currency, y.grants, y.changed_at as paid_at, y.receipt,
      p.product -> 'title' as plan_title, u.first_name, u.email, u.language_code,
      u.deleted_at is not null as is_deleted, trim(concat_ws(' ', u.first_name, u.last_name)) as person_name,
      coalesce(nullif(trim(u.commercial_title), ''), nullif(trim(u.company_name), '')) as company_name,
      t.name as tax_office, nullif(trim(u.tax_office_number), '') as tax_number,
      nullif(trim(u.company_address), '') as address
    from payments y join users u on u.id = y.user_id left join tax_offices t on t.id = u.tax_office_id
    left join subscriptions s on s.id = y.subscription_id left join subscription_plans p on p.id = s.plan_id
    where y.id = ${id} and y.state = 'succeeded' and ${own}`;
};

/** Stores the receipt of a payment. The caller holds the lock of the row. */
export const keepReceipt = async (trx: Trx, id: string, receipt: Receipt): Promise<void> => {
  await trx
    .updateTable('payments')
    .set({ receipt: JSON.stringify(receipt) })
    .where('id', '=', id)
    .execute();
};
