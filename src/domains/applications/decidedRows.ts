import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { Loadable } from '../kit/loadable';
import { originalRows } from '../kit/pagedList';
import { isInTab, PAGE_SIZE, queryKey, type ApplicationsQuery } from './rules';

/** A row after a decision. */
export interface DecidedRow {
  row: ApplicationRow;
  /** The list that it left by the list's key, its index there and the page's number; null if it was in none. */
  left: { key: string; index: number; page: number | null } | null;
}

/** The part of the list that a decision changes. */
interface DecidedList {
  query: ApplicationsQuery;
  isCurrent: boolean;
  items: ApplicationRow[];
  ahead: ApplicationRow[];
  counts: Loadable<{ filtered: number; total: number }>;
  rejected: Loadable<number>;
  declined: Loadable<number>;
  lastDecided: DecidedRow | null;
}

/** Adds to the exact counts of the list. */
export const countRows = ({ counts }: Pick<DecidedList, 'counts'>, change: 1 | -1): void => {
  if (counts.status !== 'loaded') return;
  counts.data.filtered += change;
  counts.data.total += change;
};

/** Keeps a numbered page at its size: rows from `ahead` follow its last one, and surplus rows return to `ahead`. */
export const shiftRows = (state: Pick<DecidedList, 'query' | 'items' | 'ahead'>): void => {
  if (state.query.onlyPage === undefined) return;
  const missing = PAGE_SIZE - state.items.length;
  if (missing > 0) state.items.push(...state.ahead.splice(0, missing));
  else state.ahead.unshift(...state.items.splice(PAGE_SIZE));
};

const belongs = ({ query: { tab } }: DecidedList, row: ApplicationRow): boolean => isInTab(tab, row);

const isKnownDeclined = (state: DecidedList, id: number): boolean => {
  const row = originalRows(state).find((one) => one.id === id) ?? state.lastDecided?.row;
  return row?.id === id && row.decision !== null;
};

/**
 * Removes a row that the user declined from its list, or returns a reopened one to its old place; counts both. Rows of
 * another query have no place to return to.
 */
export const decide = (state: DecidedList, row: ApplicationRow): void => {
  const key = queryKey(state.query);
  const change = Number(row.decision !== null) - Number(isKnownDeclined(state, row.id));
  const { jobId, filters } = state.query;
  const isCounted =
    (jobId === null || row.jobId === jobId) && (filters.branchId === null || row.job.userId === filters.branchId);
  for (const count of [state.declined, state.rejected])
    if (isCounted && count.status === 'loaded') count.data += change;
  const at = originalRows(state).findIndex(({ id }) => id === row.id);
  const previous = state.lastDecided?.row.id === row.id ? state.lastDecided.left : null;
  state.lastDecided = { row, left: previous };
  if (at >= 0 && belongs(state, row)) state.items[at] = row;
  else if (at >= 0) {
    state.items.splice(at, 1);
    if (state.isCurrent) {
      state.lastDecided.left = { key, index: at, page: state.query.onlyPage ?? null };
      countRows(state, -1);
    }
  } else if (state.isCurrent && previous?.key === key && belongs(state, row)) {
    state.items.splice(previous.index, 0, row);
    countRows(state, 1);
  } else state.ahead = state.ahead.filter(({ id }) => id !== row.id);
  shiftRows(state);
};
