import type { ApplicationRow } from '../../../contract/schemas/applications';
import { originalRows, type PagedList } from '../kit/pagedList';
import { isInTab, isSameQuery, type ApplicationsQuery } from './rules';

type List = PagedList<ApplicationsQuery, ApplicationRow>;

/** The rows that changed while others load, by application; `isDecided`: the user declined or reopened them. */
export type ChangedRows = Record<number, { row: ApplicationRow; isDecided: boolean }>;

/** Keeps a row that changed while others load: their answer may be older. */
export const noteChange = (state: List & { changed: ChangedRows }, row: ApplicationRow, isDecided = false): void => {
  if (state.list.status !== 'loading' && state.more.status !== 'loading') return;
  state.changed[row.id] = { row, isDecided: isDecided || (state.changed[row.id]?.isDecided ?? false) };
};

/** Returns loaded rows with what changed meanwhile, without those that have left the list. */
export const withChanges = (
  { query: { tab }, changed }: Pick<List, 'query'> & { changed: ChangedRows },
  rows: readonly ApplicationRow[],
): ApplicationRow[] =>
  rows.map((row) => changed[row.id]?.row ?? row).filter((row) => !changed[row.id] || isInTab(tab, row));

/** Adds each row that the user's undo returned to the list while `rows` loaded, in its place: they may be older. */
export const withReturned = (
  state: List & { changed: ChangedRows },
  rows: readonly ApplicationRow[],
): ApplicationRow[] => {
  const { query, changed, isCurrent } = state;
  const all = [...rows];
  if (!isCurrent) return all;
  const listed = new Set(rows.map(({ id }) => id));
  for (const [at, { id }] of originalRows(state).entries()) {
    const change = changed[id];
    if (change?.isDecided && isInTab(query.tab, change.row) && !listed.has(id)) all.splice(at, 0, change.row);
  }
  return all;
};

/** Returns the ids of the shown rows that an answer lacks. One that is not the `isWhole` list ends before later rows. */
export const leftRows = (
  shown: readonly { id: number }[],
  answer: readonly { id: number }[],
  isWhole: boolean,
): number[] => {
  const listed = new Set(answer.map(({ id }) => id));
  const end = isWhole ? shown.length : shown.findLastIndex(({ id }) => listed.has(id));
  return shown.flatMap(({ id }, index) => (index > end || listed.has(id) ? [] : id));
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
  return isNext && isCurrent && last ? { ...query, after: last.id, sortedAt } : query;
};
