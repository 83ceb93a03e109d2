import { createAction, createSlice, original, type PayloadAction } from '@reduxjs/toolkit';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, type Loadable } from '../kit/loadable';
import { emptyFilters } from './filters';
import { sameQuery, type ApplicationsQuery } from './rules';

export interface ApplicationsState {
  query: ApplicationsQuery;
  items: ApplicationRow[];
  list: Loadable<null>;
  more: Loadable<null>;
  hasMore: boolean;
  /** Exact counts: with the filters, and of the tab without them. */
  counts: Loadable<{ filtered: number; total: number }>;
  /** Rejected applications of the job, which the list leaves out. */
  rejected: Loadable<number>;
  /** Changes of the shortlist on their way or failed, by application. */
  shortlist: Record<number, Loadable<null>>;
  seen: Record<number, Loadable<null>>;
}

/** `isFull`: as many rows as asked for, so there may be more. */
interface Answer {
  query: ApplicationsQuery;
  rows: ApplicationRow[];
  isFull: boolean;
}

interface Late {
  query: ApplicationsQuery;
  failure: Failure;
}

const initialState: ApplicationsState = {
  query: { tab: 'all', jobId: null, filters: emptyFilters },
  items: [],
  list: init,
  more: init,
  hasMore: false,
  counts: init,
  rejected: init,
  shortlist: {},
  seen: {},
};

/** The rows outside the draft: reading thousands through one would wrap each of them first. */
const heldRows = (state: ApplicationsState): readonly ApplicationRow[] => original(state)?.items ?? state.items;

/** What leaves the shortlist leaves its list; what was opened stays in a list of new ones: one is working through it. */
const replaceRow = (state: ApplicationsState, row: ApplicationRow) => {
  const at = heldRows(state).findIndex(({ id }) => id === row.id);
  if (at < 0) return;
  if (state.query.tab === 'shortListed' && !row.isShortListed) {
    state.items.splice(at, 1);
    if (state.counts.status === 'loaded') {
      state.counts.data.filtered -= 1;
      state.counts.data.total -= 1;
    }
  } else state.items[at] = row;
};

/** Only what nobody has seen is asked to be marked: taken back is not seen. */
const markRow = (state: ApplicationsState, id: number, isSeen: boolean) => {
  const held = heldRows(state).find((row) => row.id === id);
  if (held) replaceRow(state, { ...held, isSeen });
};

/** An application gained or lost an appointment, or its applicant cancelled it. */
export const appointmentChanged = createAction<{ applicationId: number }>('applications/appointmentChanged');

const slice = createSlice({
  name: 'applications',
  initialState,
  reducers: {
    /** `page` of the address: pages 1 to that one are loaded. */
    listOpened: (state, { payload }: PayloadAction<{ query: ApplicationsQuery; page: number }>) => {
      const { query } = payload;
      const isSamePlace = query.tab === state.query.tab && query.jobId === state.query.jobId;
      // Rows of other filters may stay until the new ones come; another job's or tab's would be wrong under its name.
      if (!isSamePlace) {
        state.items = [];
        state.hasMore = false;
        state.rejected = init;
        state.counts = init;
      }
      state.query = query;
      state.list = loading;
      state.more = init;
    },
    listLoaded: (state, { payload }: PayloadAction<Answer>) => {
      if (!sameQuery(payload.query, state.query)) return;
      state.items = payload.rows;
      state.hasMore = payload.isFull;
      state.list = done;
    },
    listFailed: (state, { payload }: PayloadAction<Late>) => {
      if (!sameQuery(payload.query, state.query)) return;
      state.items = [];
      state.hasMore = false;
      state.list = failed(payload.failure);
    },
    endReached: () => {},
    moreRequested: (state) => {
      state.more = loading;
    },
    moreLoaded: (state, { payload }: PayloadAction<Answer>) => {
      if (!sameQuery(payload.query, state.query)) return;
      const held = heldRows(state);
      const known = new Set(held.map(({ id }) => id));
      state.items = [...held, ...payload.rows.filter(({ id }) => !known.has(id))];
      state.hasMore = payload.isFull;
      state.more = done;
    },
    moreFailed: (state, { payload }: PayloadAction<Late>) => {
      if (sameQuery(payload.query, state.query)) state.more = failed(payload.failure);
    },
    /** The page was left: what is on its way is not waited for; the rows stay for the way back. */
    listLeft: (state) => {
      if (state.list.status === 'loading') state.list = init;
      state.more = init;
    },
    /** Opens the current list again. */
    retried: () => {},
    countsRequested: (state) => {
      if (state.counts.status !== 'loaded') state.counts = loading;
    },
    countsLoaded: (
      state,
      { payload }: PayloadAction<{ query: ApplicationsQuery; filtered: number; total: number }>,
    ) => {
      const { query, filtered, total } = payload;
      if (sameQuery(query, state.query)) state.counts = loaded({ filtered, total });
    },
    countsFailed: (state, { payload }: PayloadAction<Late>) => {
      if (sameQuery(payload.query, state.query)) state.counts = failed(payload.failure);
    },
    rejectedLoaded: (state, { payload }: PayloadAction<{ query: ApplicationsQuery; count: number }>) => {
      if (payload.query.jobId === state.query.jobId) state.rejected = loaded(payload.count);
    },
    rejectedFailed: (state, { payload }: PayloadAction<Late>) => {
      if (payload.query.jobId === state.query.jobId) state.rejected = failed(payload.failure);
    },
    shortlistToggled: (state, { payload }: PayloadAction<{ id: number; isShortlisted: boolean }>) => {
      state.shortlist[payload.id] = loading;
    },
    /** The server's answer is the row as it stands; the flag flips only now. Spec 1, point 4. */
    shortlistChanged: (state, { payload }: PayloadAction<ApplicationRow>) => {
      delete state.shortlist[payload.id];
      replaceRow(state, payload);
    },
    shortlistFailed: (state, { payload }: PayloadAction<{ id: number; failure: Failure }>) => {
      state.shortlist[payload.id] = failed(payload.failure);
    },
    /** An appointment or what came of it: the row shows it without the list being read anew. */
    rowChanged: (state, { payload }: PayloadAction<Pick<ApplicationRow, 'id'> & Partial<ApplicationRow>>) => {
      const held = heldRows(state).find(({ id }) => id === payload.id);
      if (held) replaceRow(state, { ...held, ...payload });
    },
    /** Seen at once; taken back when the server does not have it so. */
    seenRequested: (state, { payload }: PayloadAction<{ id: number }>) => {
      state.seen[payload.id] = loading;
      markRow(state, payload.id, true);
    },
    seenChanged: (state, { payload }: PayloadAction<ApplicationRow>) => {
      state.seen[payload.id] = done;
      replaceRow(state, payload);
    },
    seenFailed: (state, { payload }: PayloadAction<{ id: number; failure: Failure }>) => {
      state.seen[payload.id] = failed(payload.failure);
      markRow(state, payload.id, false);
    },
  },
});

export const applicationsReducer = slice.reducer;
export const applicationsActions = slice.actions;
export const {
  listOpened,
  endReached,
  listLeft,
  retried,
  countsRequested,
  shortlistToggled,
  shortlistChanged,
  shortlistFailed,
  rowChanged,
  seenRequested,
} = slice.actions;
