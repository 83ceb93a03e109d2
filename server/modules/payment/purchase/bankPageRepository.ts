import type { Kysely, Transaction } from 'kysely';
import { firstRow } from '../../../platform/database/query';
import type { Database } from '../../../platform/database/schema';
import type { BankPage } from '../../../platform/ports/payments';
import { PAYMENT, type PaymentRecord } from '../repository';

/** Stores the bank's page under the hash of its token until a browser loads it. */
export const storePage = async (trx: Transaction<Database>, id: string, hash: Buffer, page: BankPage) => {
  await trx
    .updateTable('payments')
    .set({ page_hash: hash, page: JSON.stringify(page) })
    .where('id', '=', id)
    .execute();
};

/**
 * Returns the bank's page once. A load in a frame still leaves one load as a full page, because a bank may refuse to
 * be framed. The hash stays, so that a later load finds the payment.
 */
export const takePageOnce = async (
  db: Kysely<Database>,
  hash: Buffer,
  isFramed: boolean,
): Promise<BankPage | undefined> => {
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
export const findPaymentOfPage = (db: Kysely<Database>, hash: Buffer): Promise<PaymentRecord | undefined> =>
  firstRow(db)`select ${PAYMENT} from payments y where y.page_hash = ${hash}`;
