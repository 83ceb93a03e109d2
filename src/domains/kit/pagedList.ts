import { original, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from './failure';
import { done, failed, init, loading, type Loadable } from './loadable';

/** `N`: the type of `next`; a number unless the server sends a cursor. */
export interface PagedList<Q, T, N = number> {
  query: Q;
  /** Rows of another query may stay until those of `query` arrive. */
  items: T[];
  /** True when the rows match `query`. */
  isCurrent: boolean;
  /** Number of rows to read, so that a reloaded list keeps its length. */
  rowsToLoad: number;
  list: Loadable<null>;
  /** Fails when a reload fails: the rows stay and the page shows the error. */
  refresh: Loadable<null>;
  more: Loadable<null>;
  /** The number of the next page, the id before which the next rows start, or the server's cursor; null at the end. */
  next: N | null;
}

/** The fields that a page shows. */
export const LIST_FIELDS = ['query', 'items', 'list', 'refresh', 'more', 'next'] as const;

/** Rows and the position of the next page. */
export interface Page<T, N = number> {
  rows: T[];
  next: N | null;
}

export type PageOf<Q, T, N = number> = Page<T, N> & { query: Q };
export type FailureOf<Q> = { query: Q; failure: Failure };

/** Returns a list that was never opened. */
export const emptyList = <Q, T, N = number>(query: Q): PagedList<Q, T, N> => ({
  query,
  items: [],
  isCurrent: false,
  rowsToLoad: 0,
  list: init,
  refresh: init,
  more: init,
  next: null,
});

/** Reads the rows without Immer's proxies, which would wrap each of thousands of rows. */
export const originalRows = <T>(state: { items: T[] }): readonly T[] => {
  const before = original(state as object) as { items: T[] } | undefined;
  return before?.items ?? state.items;
};

/** A row, or only its id when the rows themselves are stored elsewhere. */
type Listed = number | { id: number };

const idOf = (row: Listed): number => (typeof row === 'number' ? row : row.id);

/** Appends only rows that the list lacks: new rows in the database shift old ones to the next page. */
const append = <T extends Listed>(existing: readonly T[], rows: readonly T[]): T[] => {
  const known = new Set(existing.map(idOf));
  return [...existing, ...rows.filter((row) => !known.has(idOf(row)))];
};

/** The reducers of a paged list. A slice adds its own `listOpened`, which calls `open`. */
export const pagedList = <Q, T extends Listed, N = number>(
  isSame: (a: Q, b: Q) => boolean,
  merge: (existing: readonly T[], rows: readonly T[], query: Q) => T[] = append,
) => {
  type State = PagedList<Q, T, N>;
  return {
    /** `keepsRows`: the rows of the previous query stay until the new ones arrive. */
    open: (state: State, query: Q, keepsRows: boolean): void => {
      state.isCurrent &&= isSame(query, state.query);
      if (!keepsRows) Object.assign(state, { items: [], next: null, isCurrent: false });
      state.rowsToLoad = state.isCurrent ? state.items.length : 0;
      state.query = query;
      state.list = loading;
      state.refresh = init;
      state.more = init;
    },
    reducers: {
      listLoaded: (state: State, { payload }: PayloadAction<PageOf<Q, T, N>>): void => {
        if (!isSame(payload.query, state.query)) return;
        state.items = payload.rows;
        state.isCurrent = true;
        state.rowsToLoad = payload.rows.length;
        state.next = payload.next;
        state.list = done;
        state.refresh = init;
      },
      listFailed: (state: State, { payload }: PayloadAction<FailureOf<Q>>): void => {
        if (!isSame(payload.query, state.query)) return;
        if (state.isCurrent) {
          state.list = done;
          state.refresh = failed(payload.failure);
        } else Object.assign(state, { items: [], next: null, list: failed(payload.failure) });
      },
      /** The user scrolled to the end. Does nothing while a page is loading or after the last page. */
      endReached: (state: State): void => {
        if (state.next !== null && state.list.status === 'loaded') state.more = loading;
      },
      moreLoaded: (state: State, { payload }: PayloadAction<PageOf<Q, T, N>>): void => {
        if (!isSame(payload.query, state.query)) return;
        state.items = merge(originalRows(state), payload.rows, payload.query);
        state.rowsToLoad = state.items.length;
        state.next = payload.next;
        state.more = done;
      },
      moreFailed: (state: State, { payload }: PayloadAction<FailureOf<Q>>): void => {
        if (isSame(payload.query, state.query)) state.more = failed(payload.failure);
      },
      /** The user left the page: cancels loading and keeps the rows for the way back. */
      listLeft: (state: State): void => {
        if (state.list.status === 'loading') state.list = init;
        state.more = init;
      },
    },
  };
};
