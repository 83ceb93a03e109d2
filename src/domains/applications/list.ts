import type { ApplicationRow, StageCounts } from '../../../contract/schemas/applications';
import type { Loadable } from '../kit/loadable';
import { originalRows, type PagedList } from '../kit/pagedList';
import { knownIn, storeRows, type Known } from './entities';
import { isSameQuery, queryKey, type ApplicationsQuery } from './query';
import { isInTab, PAGE_SIZE } from './rules';

/** The list of applications by their ids. */
export interface List extends PagedList<ApplicationsQuery, number>, Known {
  /** The rows after a numbered page: they replace declined ones and open as the next applicants. */
  prefetched: number[];
  /** Applications that changed after rows were requested, so those rows may be older. True: the user decided. */
  changed: Record<number, boolean>;
  /** The place from which the last decided application left a list: the list's key, the index and the page's number. */
  left: { id: number; key: string; index: number; page: number | null } | null;
  /** Exact counts of the tab with and without the filters. */
  counts: Loadable<{ filtered: number; total: number }>;
  /** Counts of the job's and the chosen branch's applications by stage, whatever the tab and the other filters. */
  stages: Loadable<StageCounts>;
}

/** Notes that an application changed, so that rows under way do not replace it. */
export const noteChange = ({ changed }: List, id: number, isDecided = false): void => {
  changed[id] = isDecided || (changed[id] ?? false);
};

const countRows = ({ counts }: List, change: 1 | -1): void => {
  if (counts.status !== 'loaded') return;
  counts.data.filtered += change;
  counts.data.total += change;
};

/** Keeps a numbered page at its size: prefetched rows follow its last one, and surplus rows return to them. */
export const shiftRows = ({ query, items, prefetched }: List): void => {
  if (query.onlyPage === undefined) return;
  const missing = PAGE_SIZE - items.length;
  if (missing > 0) items.push(...prefetched.splice(0, missing));
  else prefetched.unshift(...items.splice(PAGE_SIZE));
};

/** Stores loaded rows, except those that changed meanwhile. Returns the ids of those that are still in the list. */
export const receiveRows = (state: List, rows: readonly ApplicationRow[]): number[] => {
  const before = knownIn(state);
  const isOld = ({ id }: ApplicationRow) => id in state.changed && before[id] !== undefined;
  storeRows(
    state,
    rows.filter((row) => !isOld(row)),
  );
  return rows.filter((row) => !isOld(row) || isInTab(state.query.tab, before[row.id]!)).map(({ id }) => id);
};

/** Adds the rows that an undo returned to the list while `loaded` was under way, which may lack them. */
export const withReturned = (state: List, loaded: readonly number[]): number[] => {
  const all = [...loaded];
  if (!state.isCurrent) return all;
  const [listed, before] = [new Set(loaded), knownIn(state)];
  for (const [at, id] of originalRows(state).entries()) {
    const row = state.changed[id] ? before[id] : undefined;
    if (row && isInTab(state.query.tab, row) && !listed.has(id)) all.splice(at, 0, id);
  }
  return all;
};

/**
 * Returns the query of a page to open. The page after the shown one starts after its last row, in the same order, so
 * that rows that left the list since it was loaded skip nobody.
 */
export const pageToOpen = ({ query: shown, items, isCurrent }: List, query: ApplicationsQuery): ApplicationsQuery => {
  const { onlyPage } = query;
  const { after, sortedAt } = shown;
  if (isSameQuery(query, shown)) return after === undefined ? query : { ...query, after, sortedAt };
  const isNext = onlyPage !== undefined && isSameQuery({ ...query, onlyPage: onlyPage - 1 }, shown);
  const last = items.at(-1);
  return isNext && isCurrent && last !== undefined ? { ...query, after: last, sortedAt } : query;
};

/** Removes an application that left the shortlist from its list. */
export const leaveShortlist = (state: List, row: ApplicationRow): void => {
  if (state.query.tab !== 'shortListed' || row.isShortListed) return;
  const at = originalRows(state).indexOf(row.id);
  if (at < 0) return;
  state.items.splice(at, 1);
  countRows(state, -1);
  shiftRows(state);
};

/**
 * Removes a row that the user declined from its list, or returns a reopened one to its old place. A list of another
 * query has no old place for it.
 */
export const decide = (state: List, row: ApplicationRow): void => {
  const { id } = row;
  const key = queryKey(state.query);
  const at = originalRows(state).indexOf(id);
  const belongs = isInTab(state.query.tab, row);
  const previous = state.left?.id === id ? state.left : null;
  state.left = previous;
  if (at >= 0 && !belongs) {
    state.items.splice(at, 1);
    if (state.isCurrent) {
      state.left = { id, key, index: at, page: state.query.onlyPage ?? null };
      countRows(state, -1);
    }
  } else if (at < 0 && state.isCurrent && previous?.key === key && belongs) {
    state.items.splice(previous.index, 0, id);
    countRows(state, 1);
  } else if (at < 0) state.prefetched = state.prefetched.filter((one) => one !== id);
  shiftRows(state);
};
