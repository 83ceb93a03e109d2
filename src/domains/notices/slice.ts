import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Notice } from '../kit/ports';

export interface RaisedNotice extends Notice {
  key: number;
}

export interface NoticesState {
  nextKey: number;
  queue: RaisedNotice[];
  /** Those that are no longer shown, the newest first: who reads slowly finds them here. */
  past: RaisedNotice[];
}

/** More than this many at a time cannot be read; the oldest that does not stay goes, else the oldest. */
const MOST = 4;
/** Of those that went, as many as one would look for. */
const MOST_PAST = 10;

const initialState: NoticesState = { nextKey: 1, queue: [], past: [] };

const goes = (state: NoticesState, gone: RaisedNotice | undefined) => {
  if (!gone) return;
  state.queue = state.queue.filter(({ key }) => key !== gone.key);
  state.past = [gone, ...state.past].slice(0, MOST_PAST);
};

const slice = createSlice({
  name: 'notices',
  initialState,
  reducers: {
    noticeRaised: (state, { payload }: PayloadAction<Notice>) => {
      state.queue.push({ ...payload, key: state.nextKey });
      state.nextKey += 1;
      if (state.queue.length > MOST) goes(state, state.queue.find(({ stays }) => !stays) ?? state.queue[0]);
    },
    noticeClosed: (state, { payload }: PayloadAction<number>) => {
      goes(
        state,
        state.queue.find(({ key }) => key === payload),
      );
    },
  },
});

export const noticesReducer = slice.reducer;
export const { noticeRaised, noticeClosed } = slice.actions;
