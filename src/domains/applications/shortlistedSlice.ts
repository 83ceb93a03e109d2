import { createReducer, isAnyOf } from '@reduxjs/toolkit';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import { applicantActions } from './detailSlice';
import { applicationsActions } from './slice';

/**
 * Whether each known application is on the shortlist, as the server last said. The lists and the open application read
 * it from here, not from their rows.
 */
export type ShortlistedState = Record<number, boolean>;

const keep = (state: ShortlistedState, rows: readonly Pick<ApplicationRow, 'id' | 'isShortListed'>[]) => {
  for (const { id, isShortListed } of rows) state[id] = isShortListed;
};

const { decisionChanged, listLoaded, moreLoaded, rowsReloaded, rowRefreshed, shortlistChanged } = applicationsActions;
const { applicantLoaded, applicantPreloaded } = applicantActions;

export const shortlistedReducer = createReducer<ShortlistedState>({}, (builder) => {
  builder
    .addMatcher(isAnyOf(listLoaded, moreLoaded, rowsReloaded), (state, { payload }) => keep(state, payload.rows))
    .addMatcher(isAnyOf(shortlistChanged, decisionChanged, rowRefreshed, applicantLoaded), (state, { payload }) =>
      keep(state, [payload]),
    )
    // A preload may be older than a change of the same application.
    .addMatcher(applicantPreloaded.match, (state, { payload }) => {
      if (state[payload.id] === undefined) keep(state, [payload]);
    });
});
