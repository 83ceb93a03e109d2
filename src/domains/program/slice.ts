import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';

/** The user wants the new version of the program. */
export const renewalRequested = createAction('program/renewalRequested');

/** Whether the server answers, and from when the page is while it does not. */
export interface ProgramState {
  /** Answers come from this device. */
  isOffline: boolean;
  /** Milliseconds since 1970. The oldest kept answer that the open page shows; null until there is one. */
  shownFrom: number | null;
  /** How often the server has answered again. Pages that no event refreshes load again when it grows. */
  returns: number;
}

const initialState: ProgramState = { isOffline: false, shownFrom: null, returns: 0 };

const slice = createSlice({
  name: 'program',
  initialState,
  reducers: {
    /** A kept answer replaced one that did not come; `at` is null for what hardly ever changes. */
    keptAnswerServed: (state, { payload: { at } }: PayloadAction<{ at: number | null }>) => {
      state.isOffline = true;
      if (at !== null) state.shownFrom = Math.min(at, state.shownFrom ?? at);
    },
    /** The user went to another page, which may be from another time. */
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
