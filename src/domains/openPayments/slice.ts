import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isEndOf, type OpenPayment } from './rules';

export interface OpenPaymentsState {
  /** Payments whose outcome the user does not know yet; only this field is stored. */
  entries: OpenPayment[];
  /** The basket of the open payment page, which shows the outcome itself. */
  shownBasketId: string | null;
  /** The Idempotency-Keys of card payments that this tab is sending. */
  sending: string[];
  /** Baskets that another tab of this browser is paying; that tab shows the outcome first. */
  paidElsewhere: string[];
}

const initialState: OpenPaymentsState = { entries: [], shownBasketId: null, sending: [], paidElsewhere: [] };

/** A device needs one or two; the oldest are dropped. */
const MAX_ENTRIES = 5;

/** The outcome of a payment. `attempt` is null for a response about the basket as a whole. */
export interface PaymentEnd {
  basketId: string;
  attempt: string | null;
  /**
   * `unknown`: the server never received it; `givenUp`: still pending after a day; `forgotten`: a week without a
   * response.
   */
  result: 'success' | 'failure' | 'unknown' | 'givenUp' | 'forgotten';
  errorKey?: string;
  /** Null if the response does not contain it. */
  jobCreationBalance: number | null;
  isShown: boolean;
}

/** Polls the open payments at once. */
export const checkRequested = createAction('openPayments/checkRequested');

const slice = createSlice({
  name: 'openPayments',
  initialState,
  reducers: {
    /** Adds a payment and replaces an earlier one of the same basket. */
    paymentBegun: (state, { payload }: PayloadAction<OpenPayment>) => {
      const others = state.entries.filter(({ basketId }) => basketId !== payload.basketId);
      state.entries = [...others, payload].slice(-MAX_ENTRIES);
      state.paidElsewhere = state.paidElsewhere.filter((basketId) => basketId !== payload.basketId);
    },
    startedInOtherTab: (state, { payload }: PayloadAction<OpenPayment>) => {
      state.entries = [...state.entries.filter(({ basketId }) => basketId !== payload.basketId), payload].slice(
        -MAX_ENTRIES,
      );
      state.paidElsewhere = [...state.paidElsewhere, payload.basketId].slice(-MAX_ENTRIES);
    },
    sendingStarted: (state, { payload }: PayloadAction<{ attempt: string }>) => {
      if (!state.sending.includes(payload.attempt)) state.sending.push(payload.attempt);
    },
    sendingEnded: (state, { payload }: PayloadAction<{ attempt: string }>) => {
      state.sending = state.sending.filter((attempt) => attempt !== payload.attempt);
    },
    /** The server received the payment, so its responses about the basket are about this payment. */
    paymentAnswered: (state, { payload }: PayloadAction<{ attempt: string }>) => {
      for (const entry of state.entries) if (entry.attempt === payload.attempt) entry.isAnswered = true;
    },
    pendingNotified: (state, { payload }: PayloadAction<{ basketId: string }>) => {
      for (const entry of state.entries) if (entry.basketId === payload.basketId) entry.isPendingNotified = true;
    },
    /** The user knows the outcome, or is about to see it. */
    paymentEnded: (state, { payload }: PayloadAction<PaymentEnd>) => {
      state.entries = state.entries.filter((entry) => !isEndOf(entry, payload));
    },
    /** A page that shows the payment of a basket opened. */
    paymentPageOpened: (state, { payload }: PayloadAction<{ basketId: string }>) => {
      state.shownBasketId = payload.basketId;
    },
    paymentPageLeft: (state) => {
      for (const entry of state.entries) if (entry.basketId === state.shownBasketId) entry.isPendingNotified = true;
      state.shownBasketId = null;
    },
    /** Signing out deletes the payments of this user. */
    openPaymentsDropped: (state, { payload }: PayloadAction<{ ownerId: number }>) => {
      state.entries = state.entries.filter(({ ownerId }) => ownerId !== payload.ownerId);
    },
  },
});

export const openPaymentsReducer = slice.reducer;
export const openPaymentsActions = slice.actions;
export const { paymentAnswered, paymentBegun, paymentEnded, paymentPageLeft, paymentPageOpened } = slice.actions;
export const { sendingEnded, sendingStarted } = slice.actions;
