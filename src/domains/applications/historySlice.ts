import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { HistoryEntry } from '../../../contract/schemas/history';
import { HISTORY_PAGE } from '../../../contract/constants/history';
import type { Failure } from '../kit/failure';
import { done, failed, init, loading, type Loadable } from '../kit/loadable';
import { applicantLeft } from './detailSlice';

export interface HistoryState {
  applicationId: number | null;
  /** Newest first. */
  entries: HistoryEntry[];
  list: Loadable<null>;
  more: Loadable<null>;
  /** There may be older ones. */
  hasMore: boolean;
}

interface Of {
  applicationId: number;
}

const initialState: HistoryState = { applicationId: null, entries: [], list: init, more: init, hasMore: false };

const slice = createSlice({
  name: 'history',
  initialState,
  reducers: {
    /** What is shown stays until the answer, where it is of the same application. */
    historyRequested: (state, { payload: { applicationId } }: PayloadAction<Of>) => {
      if (state.applicationId === applicationId && state.list.status === 'loaded') return state;
      return { ...initialState, applicationId, list: loading };
    },
    historyLoaded: (state, { payload }: PayloadAction<Of & { entries: HistoryEntry[] }>) => {
      if (payload.applicationId !== state.applicationId) return;
      state.entries = payload.entries;
      state.hasMore = payload.entries.length === HISTORY_PAGE;
      state.list = done;
      state.more = init;
    },
    historyFailed: (state, { payload }: PayloadAction<Of & { failure: Failure }>) => {
      if (payload.applicationId !== state.applicationId) return;
      if (state.list.status !== 'loaded') state.list = failed(payload.failure);
    },
    olderRequested: (state) => {
      state.more = loading;
    },
    olderLoaded: (state, { payload }: PayloadAction<Of & { entries: HistoryEntry[] }>) => {
      if (payload.applicationId !== state.applicationId) return;
      state.entries.push(...payload.entries);
      state.hasMore = payload.entries.length === HISTORY_PAGE;
      state.more = done;
    },
    olderFailed: (state, { payload }: PayloadAction<Of & { failure: Failure }>) => {
      if (payload.applicationId === state.applicationId) state.more = failed(payload.failure);
    },
  },
  extraReducers: (builder) => {
    builder.addCase(applicantLeft, () => initialState);
  },
});

export const historyReducer = slice.reducer;
export const historyActions = slice.actions;
export const { historyRequested, olderRequested } = slice.actions;
