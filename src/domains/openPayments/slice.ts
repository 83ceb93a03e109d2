import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { isEndOf, type OpenPayment } from './rules';

export interface OpenPaymentsState {
  /** Payments whose end nobody has been told yet; the only part that is stored. */
  entries: OpenPayment[];
  /** The basket of the payment page that is open: that page tells the user itself. */
  shownBasketId: string | null;
  /** The Idempotency-Keys of card payments that are being sent from this tab. */
  sending: string[];
  /** Baskets that another tab of this browser is paying: that tab tells the end first. */
  elsewhere: string[];
}

const initialState: OpenPaymentsState = { entries: [], shownBasketId: null, sending: [], elsewhere: [] };

/** A device needs one or two; the oldest go. */
const MOST = 5;

/** How a payment ended. `attempt` is null for an answer about the basket as a whole. */
export interface PaymentEnd {
  basketId: string;
  attempt: string | null;
  /** `unknown`: the server never received it; `givenUp`: still pending after a day; `forgotten`: the server could not be asked for a week. */
  result: 'success' | 'failure' | 'unknown' | 'givenUp' | 'forgotten';
  errorKey?: string;
  /** Null where the server did not say it. */
  jobCreationBalance: number | null;
  /** A page shows it already. */
  isShown: boolean;
}

/** Asks at once about what is still open. */
export const checkRequested = createAction('openPayments/checkRequested');

const slice = createSlice({
  name: 'openPayments',
  initialState,
  reducers: {
    /** Takes the place of an earlier payment of the same basket. */
    paymentBegun: (state, { payload }: PayloadAction<OpenPayment>) => {
      const others = state.entries.filter(({ basketId }) => basketId !== payload.basketId);
      state.entries = [...others, payload].slice(-MOST);
      state.elsewhere = state.elsewhere.filter((basketId) => basketId !== payload.basketId);
    },
    /** Another tab has begun it. */
    begunElsewhere: (state, { payload }: PayloadAction<OpenPayment>) => {
      state.entries = [...state.entries.filter(({ basketId }) => basketId !== payload.basketId), payload].slice(-MOST);
      state.elsewhere = [...state.elsewhere, payload.basketId].slice(-MOST);
    },
    sendingStarted: (state, { payload }: PayloadAction<{ attempt: string }>) => {
      if (!state.sending.includes(payload.attempt)) state.sending.push(payload.attempt);
    },
    sendingEnded: (state, { payload }: PayloadAction<{ attempt: string }>) => {
      state.sending = state.sending.filter((attempt) => attempt !== payload.attempt);
    },
    /** The server has taken it: what is said about the basket is about this payment. */
    paymentAnswered: (state, { payload }: PayloadAction<{ attempt: string }>) => {
      for (const entry of state.entries) if (entry.attempt === payload.attempt) entry.isAnswered = true;
    },
    pendingTold: (state, { payload }: PayloadAction<{ basketId: string }>) => {
      for (const entry of state.entries) if (entry.basketId === payload.basketId) entry.isPendingTold = true;
    },
    /** The user has been told, or is about to be. */
    paymentEnded: (state, { payload }: PayloadAction<PaymentEnd>) => {
      state.entries = state.entries.filter((entry) => !isEndOf(entry, payload));
    },
    /** A page that shows how the payment of a basket stands. */
    paymentPageOpened: (state, { payload }: PayloadAction<{ basketId: string }>) => {
      state.shownBasketId = payload.basketId;
    },
    paymentPageLeft: (state) => {
      for (const entry of state.entries) if (entry.basketId === state.shownBasketId) entry.isPendingTold = true;
      state.shownBasketId = null;
    },
    /** The user signed out. */
    openPaymentsDropped: (state, { payload }: PayloadAction<{ ownerId: number }>) => {
      state.entries = state.entries.filter(({ ownerId }) => ownerId !== payload.ownerId);
    },
  },
});

export const openPaymentsReducer = slice.reducer;
export const openPaymentsActions = slice.actions;
export const { paymentAnswered, paymentBegun, paymentEnded, paymentPageLeft, paymentPageOpened } = slice.actions;
export const { sendingEnded, sendingStarted } = slice.actions;
