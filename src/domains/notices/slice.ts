import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Notice } from '../kit/ports';

export interface RaisedNotice extends Notice {
  key: number;
}

export interface NoticesState {
  nextKey: number;
  queue: RaisedNotice[];
  /** Hidden notices, newest first, for users who need more time to read. */
  past: RaisedNotice[];
}

/** Maximum number of visible notices. A new one hides the oldest that does not stay, or else the oldest. */
const MOST = 4;
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
