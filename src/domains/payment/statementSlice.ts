import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../kit/failure';
import { done, failed, init, loadReducers, loading, type Loadable } from '../kit/loadable';
import type { StatementPage } from './api';

export interface StatementState {
  /** The requested page, counted from 1; responses for another page are ignored. */
  page: number;
  statement: Loadable<StatementPage>;
  receipts: Record<string, Loadable<null>>;
}

const initialState: StatementState = { page: 1, statement: init, receipts: {} };

const to = loadReducers<StatementState>();

const slice = createSlice({
  name: 'statement',
  initialState,
  reducers: {
    statementOpened: (state, { payload: { page } }: PayloadAction<{ page: number }>) => {
      // The same page keeps its rows while it reloads.
      if (state.page !== page || state.statement.status !== 'loaded') state.statement = loading;
      state.page = page;
    },
    statementLoaded: to.loaded('statement'),
    statementFailed: to.failed('statement'),
    receiptRequested: (state, { payload }: PayloadAction<{ paymentId: string }>) => {
      state.receipts[payload.paymentId] = loading;
    },
    receiptLoaded: (state, { payload }: PayloadAction<{ paymentId: string }>) => {
      state.receipts[payload.paymentId] = done;
    },
    receiptFailed: (state, { payload }: PayloadAction<{ paymentId: string; failure: Failure }>) => {
      state.receipts[payload.paymentId] = failed(payload.failure);
    },
  },
});

export const statementReducer = slice.reducer;
export const statementActions = slice.actions;
export const { receiptRequested, statementOpened } = slice.actions;
