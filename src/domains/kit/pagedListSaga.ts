import type { Action } from '@reduxjs/toolkit';
import { takeLatest, takeLeading, type ForkEffect } from 'redux-saga/effects';
import { PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import { read, type Step, type Ports } from './effects';
import { toFailure } from './failure';
import type { FailureOf, Page, PagedList, PageOf } from './pagedList';
import { request, type Outcome } from './request';
import { safely, until } from './safely';

type FirstRead<Q> = Pick<PagedList<Q, unknown>, 'query' | 'rowsToLoad' | 'isCurrent'>;

interface PagedListOptions<Q, T, N, P extends Page<T, N>> {
  select: (state: never) => PagedList<Q, T, N>;
  actions: {
    listLoaded: (page: P & PageOf<Q, T, N>) => Action;
    listFailed: (failure: FailureOf<Q>) => Action;
    moreLoaded: (page: PageOf<Q, T, N>) => Action;
    moreFailed: (failure: FailureOf<Q>) => Action;
  };
  /** Reads about `rowsToLoad` rows from the start of the list. */
  first: (api: Ports['api'], options: FirstRead<Q>) => Promise<P>;
  /** Reads the page at `next`. */
  more: (api: Ports['api'], options: { query: Q; next: N }) => Promise<Page<T, N>>;
}

/**
 * Reads so many rows from the start of a list. Without a response a list that shows none yet gets its first page, if the
 * device kept it: there is no answer of every length.
 */
export const startOrFirstPage = async <P>(
  api: Ports['api'],
  read: (api: Ports['api'], rows: number) => Promise<P>,
  { rowsToLoad, isCurrent }: Pick<FirstRead<unknown>, 'rowsToLoad' | 'isCurrent'>,
  size: number,
): Promise<P> => {
  try {
    return await read(api, rowsToLoad);
  } catch (error) {
    if (toFailure(error).kind !== 'network' || isCurrent || rowsToLoad <= size) throw error;
    return read(api.kept(), size);
  }
};

/** Returns sagas that read the start of a paged list and its next page. */
export const pagedListSaga = <Q, T, N, P extends Page<T, N>>({
  select,
  actions,
  first,
  more,
}: PagedListOptions<Q, T, N, P>) => ({
  *loadList(): Step<Outcome<P>> {
    const { query, rowsToLoad, isCurrent } = yield* read(select);
    return yield* request({
      send: (api) => first(api, { query, rowsToLoad, isCurrent }),
      onLoaded: (page) => actions.listLoaded({ ...page, query }),
      onFailed: (failure) => actions.listFailed({ query, failure }),
    });
  },
  *loadMore(): Step<void> {
    const { query, next, more: status } = yield* read(select);
    if (next === null || status.status !== 'loading') return;
    yield* request({
      send: (api) => more(api, { query, next }),
      onLoaded: (page) => actions.moreLoaded({ ...page, query }),
      onFailed: (failure) => actions.moreFailed({ query, failure }),
    });
  },
});

interface WatchOptions {
  opened: { type: string };
  endReached: { type: string };
  left: { type: string };
  loadList: () => Step<unknown>;
  loadMore: () => Step<unknown>;
}

/** Loads a list when it opens and more rows at its end; leaving or reopening the list cancels both. */
export const watchPagedList = ({ opened, endReached, left, loadList, loadMore }: WatchOptions): ForkEffect[] => [
  takeLatest(opened.type, safely(until(loadList, left.type))),
  takeLeading(endReached.type, safely(until(loadMore, [opened.type, left.type]))),
];

/** Reads a list by page numbers with `size` rows each. */
export const byPageNumber = <Q, T>(
  size: number,
  get: (api: Ports['api'], query: Q, at: { page: number; limit: number }) => Promise<T[]>,
) => ({
  first: (api: Ports['api'], { query, ...start }: FirstRead<Q>): Promise<Page<T>> =>
    startOrFirstPage(
      api,
      async (from, rowsToLoad) => {
        const { pages, limit } = pagesFor(rowsToLoad, size);
        const rows = await get(from, query, { page: 1, limit });
        return { rows, next: rows.length < limit ? null : pages + 1 };
      },
      start,
      size,
    ),
  more: async (api: Ports['api'], options: { query: Q; next: number }): Promise<Page<T>> => {
    const rows = await get(api, options.query, { page: options.next, limit: size });
    return { rows, next: rows.length < size ? null : options.next + 1 };
  },
});

/** Returns the number of whole pages that hold so many rows, from one page to what one call may return. */
export const pagesFor = (rows: number, size: number): { pages: number; limit: number } => {
  const pages = Math.min(Math.max(1, Math.ceil(rows / size)), Math.floor(PAGE_LIMIT_MAX / size));
  return { pages, limit: pages * size };
};

/**
 * Makes a page of a list whose next page starts before the id of the last row; fewer than `limit` rows mean the end.
 */
export const pageBefore = <T extends { id: number }>(rows: T[], limit: number): Page<T> => ({
  rows,
  next: rows.length < limit ? null : (rows.at(-1)?.id ?? null),
});
