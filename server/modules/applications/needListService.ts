import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import type { Scope } from '../../platform/auth/guard';
import type { Deps } from '../../platform/deps';
import { invalid } from '../../platform/errors';
import type { FilterMoment } from './filterRepository';
import { listByNeed } from './listRepository';
import { positionOf, readCursor, writeCursor, type NeedCursor } from './needOrder';
import type { ApplicationRecord } from './repository';

/** Throws 400 for parameters that do not go with the order, and for a cursor that no list wrote. */
export const cursorOf = ({ sort, page, before, after }: ApplicationSearchQuery): NeedCursor | undefined => {
  const wrong = {
    ...(sort === 'need' && page !== undefined && { page: ERROR_KEYS.fieldInvalid }),
    ...(sort === 'need' && before !== undefined && { before: ERROR_KEYS.fieldInvalid }),
    ...(sort !== 'need' && after !== undefined && { after: ERROR_KEYS.fieldInvalid }),
  };
  if (Object.keys(wrong).length > 0) throw invalid(wrong);
  const cursor = after === undefined ? undefined : readCursor(after);
  if (after !== undefined && !cursor) throw invalid({ after: ERROR_KEYS.fieldInvalid });
  return cursor;
};

interface NeedPage {
  rows: ApplicationRecord[];
  next: string | null;
}

/** Returns a page in the order of needs, and where the next one continues. */
export const listNeeds = async (
  { db }: Pick<Deps, 'db'>,
  scope: Scope,
  query: ApplicationSearchQuery,
  moment: FilterMoment,
  { cursor, limit }: { cursor: NeedCursor | undefined; limit: number },
): Promise<NeedPage> => {
  const now = cursor?.now ?? moment.now;
  const rows = await listByNeed(db, scope, query, { ...moment, now }, { cursor, limit });
  const last = rows.at(-1);
  if (rows.length < limit || !last?.need) return { rows, next: null };
  return { rows, next: writeCursor({ now, ...positionOf(last.id, last.need, now) }) };
};
