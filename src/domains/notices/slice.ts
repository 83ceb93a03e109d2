import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Notice } from '../kit/ports';

export interface RaisedNotice extends Notice {
  key: number;
}

export interface NoticesState {
  nextKey: number;
  queue: RaisedNotice[];
}

/** More than this many at a time cannot be read; the oldest goes. */
const MOST = 4;

const initialState: NoticesState = { nextKey: 1, queue: [] };

const slice = createSlice({
  name: 'notices',
  initialState,
  reducers: {
    noticeRaised: (state, { payload }: PayloadAction<Notice>) => {
      state.queue.push({ ...payload, key: state.nextKey });
      state.nextKey += 1;
      if (state.queue.length > MOST) state.queue.shift();
    },
    noticeClosed: (state, { payload }: PayloadAction<number>) => {
      state.queue = state.queue.filter(({ key }) => key !== payload);
    },
  },
});

export const noticesReducer = slice.reducer;
export const { noticeRaised, noticeClosed } = slice.actions;
