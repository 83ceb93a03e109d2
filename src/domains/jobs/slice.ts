import type { JobSortField } from '../../../contract/constants/options';
import type { JobStatus } from '../../../contract/constants/statuses';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { JobRow } from '../../../contract/schemas/jobs';
import type { Failure } from '../kit/failure';
import { dataOr, failed, init, loaded, loading, requested, type Loadable } from '../kit/loadable';
import { emptyList, pagedList, type FailureOf, type PagedList } from '../kit/pagedList';

/** The statuses by which the list can be filtered; it never shows deleted jobs. */
export const LISTED_STATUSES = ['active', 'closed', 'draft'] as const satisfies readonly JobStatus[];
export type ListedStatus = (typeof LISTED_STATUSES)[number];

export interface JobSorting {
  field: JobSortField;
  direction: 'asc' | 'desc';
}

export interface JobsQuery {
  branchId: number | null;
  q: string;
  /** Null is the server's order: newest first by opening date. */
  sorting: JobSorting | null;
  /** Absent for all statuses. */
  status?: ListedStatus | undefined;
}

/**
 * Returns the next sorting: ascending, descending, off; a new column starts ascending. See docs/PRODUCT.md#job-list.
 */
export const nextSorting = (current: JobSorting | null, field: JobSortField): JobSorting | null => {
  if (current?.field !== field) return { field, direction: 'asc' };
  return current.direction === 'asc' ? { field, direction: 'desc' } : null;
};

const sameQuery = (a: JobsQuery, b: JobsQuery): boolean =>
  a.branchId === b.branchId &&
  a.q === b.q &&
  a.status === b.status &&
  a.sorting?.field === b.sorting?.field &&
  a.sorting?.direction === b.sorting?.direction;

export type JobOption = Pick<JobRow, 'id' | 'title' | 'status' | 'openedAt' | 'user'>;

interface JobsState extends PagedList<JobsQuery, JobRow> {
  /** The search text of the job picker; responses to another text are ignored. */
  optionsQuery: string;
  options: Loadable<JobOption[]>;
  /** The exact number of jobs of a query with more pages. */
  total: Loadable<number>;
}

const initialState: JobsState = {
  ...emptyList<JobsQuery, JobRow>({ branchId: null, q: '', sorting: null }),
  optionsQuery: '',
  options: init,
  total: init,
};

const paged = pagedList<JobsQuery, JobRow>(sameQuery);

const slice = createSlice({
  name: 'jobs',
  initialState,
  reducers: {
    ...paged.reducers,
    /**
     * Rows of another search stay until the new ones arrive; rows of another branch would appear under the wrong name.
     */
    listOpened: (state, { payload }: PayloadAction<JobsQuery>) => {
      if (!sameQuery(payload, state.query) || state.total.status === 'loading') state.total = init;
      paged.open(state, payload, payload.branchId === state.query.branchId);
    },
    totalRequested: (state) => {
      state.total = requested(state.total);
    },
    totalLoaded: (state, { payload }: PayloadAction<{ query: JobsQuery; total: number }>) => {
      if (sameQuery(payload.query, state.query)) state.total = loaded(payload.total);
    },
    totalFailed: (state, { payload }: PayloadAction<FailureOf<JobsQuery>>) => {
      if (sameQuery(payload.query, state.query)) state.total = failed(payload.failure);
    },
    listLeft: (state) => {
      if (state.total.status === 'loading') state.total = init;
      paged.reducers.listLeft(state);
    },
    optionsRequested: (state, { payload }: PayloadAction<{ q: string }>) => {
      state.optionsQuery = payload.q;
      state.options = loading;
    },
    /** One page of options; more may follow. */
    optionsLoaded: (state, { payload }: PayloadAction<{ q: string; page: number; options: JobOption[] }>) => {
      if (payload.q !== state.optionsQuery) return;
      const previous = payload.page === 1 ? [] : dataOr(state.options, []);
      const known = new Set(previous.map(({ id }) => id));
      state.options = loaded([...previous, ...payload.options.filter(({ id }) => !known.has(id))]);
    },
    optionsFailed: (state, { payload }: PayloadAction<{ q: string; failure: Failure }>) => {
      if (payload.q === state.optionsQuery) state.options = failed(payload.failure);
    },
  },
});

export const jobsReducer = slice.reducer;
export const jobsActions = slice.actions;
export const { listOpened, endReached, listLeft, optionsRequested } = slice.actions;

interface Root {
  jobs: JobsState;
}

export const selectJobs = (state: Root) => state.jobs;
export const selectJobOptions = (state: Root) => state.jobs.options;
