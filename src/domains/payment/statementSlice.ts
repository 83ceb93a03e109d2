import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../kit/failure';
import { failed, init, loaded, loading, type Loadable } from '../kit/loadable';
import type { StatementPage } from './api';

/** The ledger of credits. */
export interface StatementState {
  /** The page that is asked for, from 1; an answer for another one is late. */
  page: number;
  statement: Loadable<StatementPage>;
}

const initialState: StatementState = { page: 1, statement: init };

const slice = createSlice({
  name: 'statement',
  initialState,
  reducers: {
    statementOpened: (state, { payload: { page } }: PayloadAction<{ page: number }>) => {
      // What is shown of the same page stays while it is asked for again.
      if (state.page !== page || state.statement.status !== 'loaded') state.statement = loading;
      state.page = page;
    },
    statementLoaded: (state, { payload }: PayloadAction<StatementPage>) => {
      state.statement = loaded(payload);
    },
    statementFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.statement = failed(payload);
    },
  },
});

export const statementReducer = slice.reducer;
export const statementActions = slice.actions;
export const { statementOpened } = slice.actions;
