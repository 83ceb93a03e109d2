import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import type { StatementQuery } from '../../../contract/schemas/commerce';
import type { Deps } from '../../platform/deps';
import type { Buyer } from './catalogueRepository';
import { countEntries, listEntries } from './ledgerRepository';
import { presentEntry } from './presenter';

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
