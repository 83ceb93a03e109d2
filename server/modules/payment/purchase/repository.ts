import { sql } from 'kysely';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import { firstRow, hasRow, idsOf, run } from '../../../platform/database/query';
import type { Db, Trx } from '../../../platform/database/schema';
import { PAYMENT, type PaymentRecord, type Grants } from '../repository';
import type { BankPage, Buyer, Purchase } from '../../../platform/ports/payments';
import type { PaymentProvider } from '../../../../contract/constants/payment';

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
): Promise<Date[]> => {
  const { rows } = await sql<{ at: Date }>`
    select y.changed_at as at from payments y
    where y.user_id = ${owner.id} and y.organisation_id = ${owner.organisationId} and y.basket_id is not null
      and not y.opens_form and y.state = 'failed' and y.error_key <> ${ERROR_KEYS.paymentInit} and y.changed_at > ${since}
    order by y.changed_at desc, y.id limit ${limit}`.execute(db);
  return rows.map(({ at }) => at);
};

/** Stores the bank's page under the hash of its token until a browser loads it. */
export const storePage = async (trx: Trx, id: string, hash: Buffer, page: BankPage) => {
  await trx
    .updateTable('payments')
    .set({ pageHash: hash, page: JSON.stringify(page) })
    .where('id', '=', id)
    .execute();
};

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
  const { rows } = await sql<Profile & { ip: string | null; grants: Grants; isRenewal: boolean }>`
    select ${BUYER}, y.grants, y.subscription_id is not null as is_renewal,
      coalesce(y.buyer_ip, (
        select earlier.buyer_ip from payments earlier where earlier.user_id = y.user_id and earlier.buyer_ip is not null
        order by earlier.created_at desc limit 1)) as ip
    from payments y join users u on u.id = y.user_id left join tax_offices t on t.id = u.tax_office_id
    where y.id = ${orderId}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error(`order ${orderId} does not exist`);
  const { grants, isRenewal, ...buyer } = row;
  const title = grants.items.map((item) => `${item.quantity} × ${item.title}`).join(', ');
  return { buyer, title, renews: isRenewal || grants.planId !== null };
};

/** Returns the buyer fields that a provider may require. */
export const findBuyerFields = async (
  db: Db,
  userId: number,
): Promise<Pick<Profile, 'identityNumber' | 'address' | 'city'>> => {
  const { rows } = await sql<Profile>`
    select ${BUYER} from users u left join tax_offices t on t.id = u.tax_office_id where u.id = ${userId}`.execute(db);
  return rows[0] ?? { identityNumber: null, address: null, city: null };
};

export const giveDashboardAccess = async (trx: Trx, userId: number) => {
  await trx.updateTable('users').set({ dashboardAccess: true }).where('id', '=', userId).execute();
};

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
 * Returns up to 50 open forms of failed payments that are due for a check. The first check is due at once. The next
 * one is due after a minute, or after the time that had passed between the failure and the last check, whichever is
 * longer.
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
