import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { HistoryEntry } from '../../../contract/schemas/history';
import { emptyList, pagedList, type PagedList } from '../kit/pagedList';
import { applicantLeft } from './detailSlice';

export interface HistoryQuery {
  applicationId: number | null;
}

/** History of the open application, newest first. */
export type HistoryState = PagedList<HistoryQuery, HistoryEntry>;

const initialState: HistoryState = emptyList<HistoryQuery, HistoryEntry>({ applicationId: null });

const isSame = (a: HistoryQuery, b: HistoryQuery) => a.applicationId === b.applicationId;
const paged = pagedList<HistoryQuery, HistoryEntry>(isSame);

const slice = createSlice({
  name: 'history',
  initialState,
  reducers: {
    ...paged.reducers,
    listOpened: (state, { payload }: PayloadAction<{ applicationId: number }>) =>
      paged.open(state, payload, isSame(payload, state.query)),
  },
  extraReducers: (builder) => {
    builder.addCase(applicantLeft, () => initialState);
  },
});

export const historyReducer = slice.reducer;
export const historyActions = slice.actions;
export const { listOpened: historyRequested, endReached: olderRequested } = slice.actions;
