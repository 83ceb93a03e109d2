import { BULK_IDS_MAX } from '../../../contract/constants/bulks';
import type { Bulk as WireBulk, BulkBody, BulkItemsQuery, BulkPreviewBody } from '../../../contract/schemas/bulks';
import { queryKey, searchQueryOf, type ApplicationsQuery } from '../applications';

/** A bulk action without the name of its account, which is always the user's own. */
export type Bulk = Omit<WireBulk, 'by'> & {
  /** When its last message leaves, in milliseconds since 1970; absent when none waits. */
  recallUntil?: number;
};

/** The rows that the user ticked in one list; or, with `isAll`, every match of the list except those rows. */
export interface Selection {
  /** The list without its page; null before the first one opened. */
  listed: ApplicationsQuery | null;
  isAll: boolean;
  /** True after the button for touch screens started the choice, even before a row is ticked. */
  hasBegun: boolean;
  marks: Record<number, true>;
  /** The row that was ticked last, from which Shift ticks a range. */
  anchor: number | null;
}

export const emptySelection = (listed: ApplicationsQuery | null): Selection => ({
  listed,
  isAll: false,
  hasBegun: false,
  marks: {},
  anchor: null,
});

/** Returns the selection for an opened list: all pages of one list share it, another list begins with none. */
export const selectionFor = (selection: Selection, { onlyPage: _page, ...listed }: ApplicationsQuery): Selection =>
  selection.listed && queryKey(selection.listed) === queryKey(listed) ? selection : emptySelection(listed);

export const markedIds = ({ marks }: Selection): number[] => Object.keys(marks).map(Number);

/** Ticks or unticks rows. More than the server accepts in one call stay as they are. */
export const withMarks = (selection: Selection, ids: readonly number[], isTicked: boolean): Record<number, true> => {
  const marks = { ...selection.marks };
  let count = Object.keys(marks).length;
  for (const id of ids) {
    if (isTicked === selection.isAll) {
      if (marks[id]) count -= 1;
      delete marks[id];
    } else if (!marks[id] && count < BULK_IDS_MAX) {
      marks[id] = true;
      count += 1;
    }
  }
  return marks;
};

/** Returns the ids from one row to another, in the order of the list; only the second if the first is not listed. */
export const rangeOf = (listed: readonly number[], from: number | null, to: number): number[] => {
  const start = from === null ? -1 : listed.indexOf(from);
  const end = listed.indexOf(to);
  if (start < 0 || end < 0) return [to];
  return listed.slice(Math.min(start, end), Math.max(start, end) + 1);
};

/** Returns how many rows are chosen; null while the number of matches is unknown. */
export const chosenCount = (selection: Selection, matches: number | null): number | null => {
  const marked = Object.keys(selection.marks).length;
  if (!selection.isAll) return marked;
  return matches === null ? null : Math.max(0, matches - marked);
};

/** Returns the part of a call's body that names the chosen applications. */
export const chosenBody = (
  selection: Selection,
  query: ApplicationsQuery,
): Pick<BulkPreviewBody, 'ids' | 'query' | 'except'> => {
  const ids = markedIds(selection);
  if (!selection.isAll) return { ids };
  const { sort: _order, ...matching } = searchQueryOf(query);
  return { query: matching, ...(ids.length > 0 && { except: ids }) };
};

export const isFinished = ({ state }: Pick<Bulk, 'state'>): boolean => state === 'done' || state === 'failed';

/** True if the server can still revert something of a bulk action. `now` in milliseconds since 1970. */
export const canUndo = (bulk: Bulk, now: number): boolean => {
  if (!isFinished(bulk) || bulk.done === 0 || bulk.undoOf !== null || bulk.undoneBy !== null) return false;
  return bulk.action !== 'message' || now < (bulk.recallUntil ?? 0);
};

/** Returns how many applications a bulk action has handled, with any outcome. */
export const handledCount = ({ done, skipped, failed }: Bulk): number => done + skipped + failed;

/** Milliseconds between two polls: without the event stream, and with it, which may lose an event. */
export const POLL_MS = 2000;
export const LIVE_POLL_MS = 30_000;

/** Rows of a page of results. */
export const ITEMS_PAGE = 20;

export interface ItemsQuery {
  bulkId: string;
  outcome: NonNullable<BulkItemsQuery['outcome']>;
  page: number;
}

/** Returns the same text for the same request, so that a repeat keeps its Idempotency-Key. */
export const bodyKey = (body: BulkBody | BulkPreviewBody): string => JSON.stringify(body);
