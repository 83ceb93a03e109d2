import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { JobRow } from '../../../contract/schemas/jobs';
import type { Failure } from '../kit/failure';
import { dataOr, done, failed, init, loaded, loading, type Loadable } from '../kit/loadable';
import { pageAfter, sameQuery, type JobsQuery } from './rules';

export interface JobOption {
  id: number;
  title: string;
}

export interface JobsState {
  query: JobsQuery;
  items: JobRow[];
  /** Rows that the list had when it was opened again. */
  wanted: number;
  list: Loadable<null>;
  /** Null at the end of the list. */
  nextPage: number | null;
  more: Loadable<null>;
  /** What the picker of jobs searches for; a reply to another text is late. */
  optionsQuery: string;
  options: Loadable<JobOption[]>;
}

/** Rows of a query, and the limit that they were asked with. */
interface Answer {
  query: JobsQuery;
  rows: JobRow[];
  limit: number;
}

const initialState: JobsState = {
  query: { branchId: null, q: '', sorting: null },
  items: [],
  wanted: 0,
  list: init,
  nextPage: null,
  more: init,
  optionsQuery: '',
  options: init,
};

const slice = createSlice({
  name: 'jobs',
  initialState,
  reducers: {
    listOpened: (state, { payload }: PayloadAction<JobsQuery>) => {
      // Another branch's rows would be wrong under this one's name; those of another search may stay until the new come.
      if (payload.branchId !== state.query.branchId) state.items = [];
      state.wanted = sameQuery(payload, state.query) ? state.items.length : 0;
      state.query = payload;
      state.list = loading;
      state.more = init;
    },
    listLoaded: (state, { payload }: PayloadAction<Answer>) => {
      if (!sameQuery(payload.query, state.query)) return;
      state.items = payload.rows;
      state.list = done;
      state.nextPage = pageAfter(payload.rows.length, payload.rows.length, payload.limit);
    },
    listFailed: (state, { payload }: PayloadAction<{ query: JobsQuery; failure: Failure }>) => {
      if (!sameQuery(payload.query, state.query)) return;
      state.items = [];
      state.list = failed(payload.failure);
      state.nextPage = null;
    },
    /** The end of the list came into sight. */
    endReached: () => {},
    moreRequested: (state) => {
      state.more = loading;
    },
    moreLoaded: (state, { payload }: PayloadAction<Answer>) => {
      if (!sameQuery(payload.query, state.query)) return;
      const known = new Set(state.items.map(({ id }) => id));
      // A job opened in the meantime pushes the last row of a page onto the next one.
      const held = (state.nextPage ?? 1) * payload.limit;
      state.items.push(...payload.rows.filter(({ id }) => !known.has(id)));
      state.more = done;
      state.nextPage = pageAfter(held, payload.rows.length, payload.limit);
    },
    moreFailed: (state, { payload }: PayloadAction<{ query: JobsQuery; failure: Failure }>) => {
      if (sameQuery(payload.query, state.query)) state.more = failed(payload.failure);
    },
    /** The page was left: what is on its way is not waited for; the rows stay for the way back. */
    listLeft: (state) => {
      if (state.list.status === 'loading') state.list = init;
      state.more = init;
    },
    optionsRequested: (state, { payload }: PayloadAction<{ q: string }>) => {
      state.optionsQuery = payload.q;
      state.options = loading;
    },
    /** One page of options; more may follow. */
    optionsLoaded: (state, { payload }: PayloadAction<{ q: string; page: number; options: JobOption[] }>) => {
      if (payload.q !== state.optionsQuery) return;
      const held = payload.page === 1 ? [] : dataOr(state.options, []);
      const known = new Set(held.map(({ id }) => id));
      state.options = loaded([...held, ...payload.options.filter(({ id }) => !known.has(id))]);
    },
    optionsFailed: (state, { payload }: PayloadAction<{ q: string; failure: Failure }>) => {
      if (payload.q === state.optionsQuery) state.options = failed(payload.failure);
    },
  },
});

export const jobsReducer = slice.reducer;
export const jobsActions = slice.actions;
export const { listOpened, endReached, listLeft, optionsRequested } = slice.actions;
