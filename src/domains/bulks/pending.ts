import { createSlice, isAnyOf } from '@reduxjs/toolkit';
import { loggedOut } from '../session';
import { isFinished } from './rules';
import { bulksActions } from './slice';

interface PendingBulk {
  id: string;
  ownerId: number;
}

/** The bulk actions that the server has not finished; stored, so that a reloaded page finds them again. */
export interface PendingBulksState {
  bulks: PendingBulk[];
}

const initialState: PendingBulksState = { bulks: [] };

const change = (state: PendingBulksState, pending: PendingBulk, isPending: boolean) => {
  state.bulks = [...state.bulks.filter(({ id }) => id !== pending.id), ...(isPending ? [pending] : [])];
};

const slice = createSlice({
  name: 'pendingBulks',
  initialState,
  reducers: {},
  extraReducers: (builder) => {
    const { bulkStarted, bulkFound, bulkNoted, bulkLoaded, bulkGone } = bulksActions;
    builder
      .addCase(bulkNoted, (state, { payload: { bulkId, ownerId } }) => change(state, { id: bulkId, ownerId }, true))
      .addCase(bulkLoaded, (state, { payload }) => {
        if (isFinished(payload)) change(state, { id: payload.id, ownerId: 0 }, false);
      })
      .addCase(bulkGone, (state, { payload }) => change(state, { id: payload.bulkId, ownerId: 0 }, false))
      .addCase(loggedOut, () => initialState)
      .addMatcher(isAnyOf(bulkStarted, bulkFound), (state, { payload: { bulk, ownerId } }) =>
        change(state, { id: bulk.id, ownerId }, !isFinished(bulk)),
      );
  },
});

export const pendingBulksReducer = slice.reducer;
