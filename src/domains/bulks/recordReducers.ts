import type { PayloadAction } from '@reduxjs/toolkit';
import type { BulkItem } from '../../../contract/schemas/bulks';
import type { Failure } from '../kit/failure';
import { failed, init, loaded, loading, requested, type Loadable } from '../kit/loadable';
import type { Bulk, ItemsQuery } from './rules';

interface BulkItemsPage {
  rows: BulkItem[];
  total: number;
}

/** What the server keeps of the user's bulk actions. */
export interface BulkRecords {
  /** The known bulk actions by id. */
  bulks: Record<string, Bulk>;
  /** Ids of the user's recent bulk actions, newest first. */
  recent: Loadable<string[]>;
  itemsQuery: ItemsQuery | null;
  items: Loadable<BulkItemsPage>;
}

export const noRecords: BulkRecords = { bulks: {}, recent: init, itemsQuery: null, items: init };

const isSameItems = (a: ItemsQuery | null, b: ItemsQuery): boolean =>
  a?.bulkId === b.bulkId && a.outcome === b.outcome && a.page === b.page;

/** Load the recent bulk actions, and the outcomes of one page of applications. */
export const recordReducers = {
  recentRequested: (state: BulkRecords) => {
    state.recent = requested(state.recent);
  },
  recentLoaded: (state: BulkRecords, { payload }: PayloadAction<Bulk[]>) => {
    for (const bulk of payload) state.bulks[bulk.id] = bulk;
    state.recent = loaded(payload.map(({ id }) => id));
  },
  recentFailed: (state: BulkRecords, { payload }: PayloadAction<Failure>) => {
    state.recent = failed(payload);
  },
  itemsRequested: (state: BulkRecords, { payload }: PayloadAction<ItemsQuery>) => {
    state.itemsQuery = payload;
    state.items = loading;
  },
  itemsLoaded: (state: BulkRecords, { payload }: PayloadAction<{ itemsQuery: ItemsQuery } & BulkItemsPage>) => {
    const { itemsQuery, ...page } = payload;
    if (isSameItems(state.itemsQuery, itemsQuery)) state.items = loaded(page);
  },
  itemsFailed: (state: BulkRecords, { payload }: PayloadAction<{ itemsQuery: ItemsQuery; failure: Failure }>) => {
    if (isSameItems(state.itemsQuery, payload.itemsQuery)) state.items = failed(payload.failure);
  },
};
