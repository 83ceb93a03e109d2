import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The user wants the new version of the program. */
export const renewalRequested = createAction('program/renewalRequested');

/** The server answered while the page is offline. */
export const serverAnswered = createAction('program/serverAnswered');

/** Whether the server answers, and how old the page is while it does not. */
interface ProgramState {
  /** True while answers come from this device. */
  isOffline: boolean;
  /** Time of the oldest kept answer that the open page shows, in milliseconds since 1970; null without one. */
  shownFrom: number | null;
  /** How often the server has come back. Pages that no event refreshes reload when it grows. */
  returns: number;
}

const initialState: ProgramState = { isOffline: false, shownFrom: null, returns: 0 };

const slice = createSlice({
  name: 'program',
  initialState,
  reducers: {
    /** A kept answer replaced a missing response; `at` is null for data that hardly ever changes. */
    keptAnswerServed: (state, { payload: { at } }: PayloadAction<{ at: number | null }>) => {
      state.isOffline = true;
      if (at !== null) state.shownFrom = Math.min(at, state.shownFrom ?? at);
    },
    /** The user opened another page, whose kept answers may have another age. */
    pageChanged: (state) => {
      state.shownFrom = null;
    },
    serverReturned: (state) => ({ ...initialState, returns: state.returns + 1 }),
  },
});

export const programReducer = slice.reducer;
export const { keptAnswerServed, pageChanged, serverReturned } = slice.actions;

/** The slice is missing until the lists have loaded. */
interface Root {
  program?: ProgramState;
}

export const selectIsOffline = ({ program }: Root): boolean => program?.isOffline ?? false;
export const selectShownFrom = ({ program }: Root): number | null => program?.shownFrom ?? null;
export const selectReturns = ({ program }: Root): number => program?.returns ?? 0;
