import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import type { CreditEntry, StatementQuery } from '../../../contract/schemas/commerce';
import type { Deps } from '../../platform/deps';
import type { Buyer } from './catalogueRepository';
import { countEntries, listEntries, type EntryRecord } from './ledgerRepository';
import { toMain } from './prices';

const present = (row: EntryRecord): CreditEntry => ({
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

/** A page of the company's statement of credits, the newest first; `limit` 0 answers the exact total. */
export const listStatement = async ({ db }: Deps, owner: Buyer, query: StatementQuery) => {
  const { page = 1, limit = PAGE_LIMIT_DEFAULT } = query;
  const total = await countEntries(db, owner);
  const rows = limit === 0 ? [] : await listEntries(db, owner, { limit, offset: (page - 1) * limit });
  return { payload: rows.map(present), page, limit, total };
};
