import { createSlice, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import type { Notice } from '../kit/effects';

interface RaisedNotice extends Notice {
  key: number;
}

interface NoticesState {
  nextKey: number;
  queue: RaisedNotice[];
  /** Hidden notices, newest first, for users who need more time to read. */
  past: RaisedNotice[];
}

/** Maximum number of visible notices. A new one hides the oldest that does not stay, or else the oldest. */
const MAX_VISIBLE = 4;
const MAX_PAST = 10;

const initialState: NoticesState = { nextKey: 1, queue: [], past: [] };

const dismiss = (state: NoticesState, notice: RaisedNotice | undefined) => {
  if (!notice) return;
  state.queue = state.queue.filter(({ key }) => key !== notice.key);
  state.past = [notice, ...state.past].slice(0, MAX_PAST);
};

const isSame = (one: UnknownAction, other: UnknownAction): boolean =>
  one.type === other.type && JSON.stringify(one.payload) === JSON.stringify(other.payload);

const slice = createSlice({
  name: 'notices',
  initialState,
  reducers: {
    noticeRaised: (state, { payload }: PayloadAction<Notice>) => {
      state.queue.push({ ...payload, key: state.nextKey });
      state.nextKey += 1;
      if (state.queue.length > MAX_VISIBLE) dismiss(state, state.queue.find(({ stays }) => !stays) ?? state.queue[0]);
    },
    noticeClosed: (state, { payload }: PayloadAction<number>) => {
      dismiss(
        state,
        state.queue.find(({ key }) => key === payload),
      );
    },
  },
  extraReducers: (builder) =>
    // Hides a notice whose report was undone, by its button or elsewhere on the page.
    builder.addDefaultCase((state, action) => {
      dismiss(
        state,
        state.queue.find(({ undo }) => undo && isSame(undo, action)),
      );
    }),
});

export const noticesReducer = slice.reducer;
export const { noticeRaised, noticeClosed } = slice.actions;

/** A part of the program could not be loaded. */
export const partUnavailable = () => noticeRaised({ id: 'errors.kinds.network', kind: 'error' });

export const selectNotices = (state: { notices: NoticesState }) => state.notices.queue;
export const selectPastNotices = (state: { notices: NoticesState }) => state.notices.past;
