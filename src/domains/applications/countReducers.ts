import type { PayloadAction } from '@reduxjs/toolkit';
import { failed, init, loaded, requested, type Loadable } from '../kit/loadable';
import type { FailureOf } from '../kit/pagedList';
import { countSameRejected, isSameQuery, type ApplicationsQuery } from './rules';

export interface Counts {
  /** Exact counts of the tab with and without the filters. */
  counts: Loadable<{ filtered: number; total: number }>;
  /** Rejected applications of the job and the chosen branch, which the list does not contain. */
  rejected: Loadable<number>;
  /** Applications of the job and the chosen branch that the organisation declined. */
  declined: Loadable<number>;
}

export const noCounts: Counts = { counts: init, rejected: init, declined: init };

type Counted = Counts & { query: ApplicationsQuery };
type QueryFailure = FailureOf<ApplicationsQuery>;

/** Keep the counts of the list. An answer about another list is ignored. */
export const countReducers = {
  countsRequested: (state: Counted) => {
    state.counts = requested(state.counts);
  },
  countsLoaded: (
    state: Counted,
    { payload }: PayloadAction<{ query: ApplicationsQuery; filtered: number; total: number }>,
  ) => {
    const { query, filtered, total } = payload;
    if (isSameQuery(query, state.query)) state.counts = loaded({ filtered, total });
  },
  countsFailed: (state: Counted, { payload }: PayloadAction<QueryFailure>) => {
    if (isSameQuery(payload.query, state.query)) state.counts = failed(payload.failure);
  },
  rejectedRequested: (state: Counted) => {
    state.rejected = requested(state.rejected);
  },
  rejectedLoaded: (state: Counted, { payload }: PayloadAction<{ query: ApplicationsQuery; count: number }>) => {
    if (countSameRejected(payload.query, state.query)) state.rejected = loaded(payload.count);
  },
  rejectedFailed: (state: Counted, { payload }: PayloadAction<QueryFailure>) => {
    if (countSameRejected(payload.query, state.query)) state.rejected = failed(payload.failure);
  },
  declinedRequested: (state: Counted) => {
    state.declined = requested(state.declined);
  },
  declinedLoaded: (state: Counted, { payload }: PayloadAction<{ query: ApplicationsQuery; count: number }>) => {
    if (countSameRejected(payload.query, state.query)) state.declined = loaded(payload.count);
  },
  declinedFailed: (state: Counted, { payload }: PayloadAction<QueryFailure>) => {
    if (countSameRejected(payload.query, state.query)) state.declined = failed(payload.failure);
  },
};
