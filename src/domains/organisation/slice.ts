import { createAction, createSelector, createSlice } from '@reduxjs/toolkit';
import { all } from 'redux-saga/effects';
import type { BranchJobCount } from '../../../contract/schemas/organisation';
import { selectUser } from '../session';
import type { Step } from '../kit/effects';
import { leaveForError } from '../kit/leave';
import { dataOr, init, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { nameCutter } from './rules';

interface OrganisationState {
  branchJobCounts: Loadable<BranchJobCount[]>;
}

const initialState: OrganisationState = { branchJobCounts: init };

export const organisation = operations<OrganisationState>('organisation');

const slice = createSlice({
  name: 'organisation',
  initialState,
  reducers: {
    /** A list that opens next loads the names again. */
    branchJobCountsLeft: (state) => {
      if (state.branchJobCounts.status === 'loading') state.branchJobCounts = init;
    },
  },
  extraReducers: organisation.reduce,
});

export const organisationReducer = slice.reducer;
export const { branchJobCountsLeft } = slice.actions;

export const selectBranchJobCounts = (state: { organisation: OrganisationState }) => state.organisation.branchJobCounts;

/**
 * Returns the function that cuts the first words that all branches share; it cuts nothing before they have loaded. A
 * branch does not load them, so it compares each name with its own.
 */
export const selectNameCutter = createSelector([selectBranchJobCounts, selectUser], (counts, user) => {
  const own = user?.userType === 'branch' ? user.companyName : null;
  if (own !== null) return (name: string) => nameCutter([own, name])(name);
  return nameCutter(dataOr(counts, []).map(({ companyName }) => companyName));
});

/** A list needs only the names of the branches, and does without them after a failure. */
export const branchNamesRequested = createAction('organisation/branchNamesRequested', () => ({
  payload: { areOptional: true },
}));

export const branchJobCountsRequested = organisation.read('branchJobCountsRequested', {
  field: 'branchJobCounts',
  call: (api, _need: { areOptional: boolean } | undefined) => api.call('GET /branch-accounts/active-job-counts'),
  on: [branchNamesRequested],
  // A page that was left must not lead to the error page.
  until: [branchJobCountsLeft],
  forgets: 'atFailure',
  *afterFailure(failure, need) {
    if (!need?.areOptional) yield* leaveForError(failure);
  },
});

export function* organisationSaga(): Step<void> {
  yield all(organisation.watch());
}
