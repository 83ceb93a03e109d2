import { createSlice } from '@reduxjs/toolkit';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { CreditEntry } from '../../../contract/schemas/commerce';
import type { Api } from '../../lib/api';
import { saveFile } from '../kit/saveFile';
import { init, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';

/** Rows on a page of the statement. */
export const STATEMENT_LIMIT = 20;

interface StatementPage {
  entries: CreditEntry[];
  total: number;
}

interface StatementState {
  /** The requested page, counted from 1; responses for another page are ignored. */
  page: number;
  statement: Loadable<StatementPage>;
  receipts: Record<string, Loadable<null>>;
}

interface Root {
  statement: StatementState;
}

const initialState: StatementState = { page: 1, statement: init, receipts: {} };

export const statement = operations<StatementState>('statement');

export const { reducer: statementReducer } = createSlice({
  name: 'statement',
  initialState,
  reducers: {},
  extraReducers: statement.reduce,
});

export const selectStatement = (state: Root) => state.statement.statement;
export const selectReceipt =
  (paymentId: string) =>
  (state: Root): Loadable<null> =>
    state.statement.receipts[paymentId] ?? init;

/** Returns a page of the statement, newest first, and the number of all rows; sends the two calls in parallel. */
const getStatement = async (api: Api, { page }: { page: number }): Promise<StatementPage> => {
  const [entries, count] = await Promise.all([
    api.call('GET /payment/statement', { query: { page, limit: STATEMENT_LIMIT } }),
    api.envelope('GET /payment/statement', { query: { limit: 0 } }),
  ]);
  return { entries, total: count.total ?? entries.length };
};

/** The same page keeps its rows while it reloads. */
export const statementOpened = statement.read('statementOpened', {
  field: 'statement',
  call: getStatement,
  forgets: 'atFailure',
  start: (state, { page }) => {
    if (state.page !== page) state.statement = init;
    state.page = page;
  },
  isCurrent: (state, { page }) => state.page === page,
});

export const receiptRequested = statement.submit('receiptRequested', {
  field: 'receipts',
  call: (api, { paymentId }: { paymentId: string }) =>
    api.file('GET /payment/receipt/:paymentId', { params: { paymentId }, accept: MEDIA_TYPES.pdf }),
  key: ({ paymentId }) => paymentId,
  after: (file, { paymentId }) => saveFile(file, `${paymentId}.pdf`),
});
