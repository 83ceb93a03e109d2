import { createReducer, isAnyOf } from '@reduxjs/toolkit';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import { applicantActions } from './detailSlice';
import { applicationsActions } from './slice';

export interface ShortlistedState {
  /**
   * Whether each known application is on the shortlist, as the server last said. The lists and the open application
   * read it from here, not from their rows.
   */
  known: Record<number, boolean>;
  /** The applications that changed since the list was opened: its rows may be older. */
  changed: Record<number, true>;
}

type Flag = Pick<ApplicationRow, 'id' | 'isShortListed'>;

const keep = ({ known }: ShortlistedState, rows: readonly Flag[]) => {
  for (const { id, isShortListed } of rows) known[id] = isShortListed;
};

const { decisionChanged, listLoaded, listOpened, moreLoaded, retried } = applicationsActions;
const { rowsReloaded, rowRefreshed, shortlistChanged } = applicationsActions;
const { applicantLoaded, applicantPreloaded } = applicantActions;

export const shortlistedReducer = createReducer<ShortlistedState>({ known: {}, changed: {} }, (builder) => {
  builder
    .addMatcher(isAnyOf(listOpened, retried), (state) => {
      state.changed = {};
    })
    .addMatcher(isAnyOf(listLoaded, moreLoaded), (state, { payload }) =>
      keep(
        state,
        payload.rows.filter(({ id }) => !state.changed[id]),
      ),
    )
    .addMatcher(rowsReloaded.match, (state, { payload }) => keep(state, payload.rows))
    .addMatcher(isAnyOf(shortlistChanged, decisionChanged, rowRefreshed, applicantLoaded), (state, { payload }) => {
      state.changed[payload.id] = true;
      keep(state, [payload]);
    })
    // A preload may be older than a change of the same application.
    .addMatcher(applicantPreloaded.match, (state, { payload }) => {
      if (state.known[payload.id] === undefined) keep(state, [payload]);
    });
});
