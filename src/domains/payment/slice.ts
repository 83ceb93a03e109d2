import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { CardPayload, SyncPayload } from '../../../contract/schemas/commerce';
import type { Failure } from '../kit/failure';
import { done, failed, init, loaded, loading, type Loadable } from '../kit/loadable';
import { isUnanswered } from './rules';

/** A card payment and its result. It contains no card data: see `holdCard`. */
export interface PaymentState {
  /** True while the card page is open; only then does a response navigate. */
  isOpen: boolean;
  card: Loadable<null>;
  /** The attempt without a response, and its Idempotency-Key. */
  attempt: { basketId: string; key: string } | null;
  result: Loadable<SyncPayload>;
  check: Loadable<null>;
}

const initialState: PaymentState = {
  isOpen: false,
  card: init,
  attempt: null,
  result: init,
  check: init,
};

const slice = createSlice({
  name: 'payment',
  initialState,
  reducers: {
    cardOpened: (state) => {
      state.isOpen = true;
      if (state.card.status !== 'loading') state.card = init;
    },
    cardLeft: (state) => {
      state.isOpen = false;
      if (state.card.status !== 'loading') state.card = init;
    },
    /** `handle` is the return value of `holdCard`. */
    cardSubmitted: (state, _action: PayloadAction<{ basketId: string; handle: number }>) => {
      state.card = loading;
    },
    attemptStarted: (state, { payload }: PayloadAction<{ basketId: string; key: string }>) => {
      state.attempt = payload;
    },
    cardAccepted: (state, _action: PayloadAction<CardPayload>) => {
      state.card = done;
      state.attempt = null;
    },
    cardRefused: (state, { payload }: PayloadAction<Failure>) => {
      state.card = failed(payload);
      if (!isUnanswered(payload)) state.attempt = null;
    },
    resultOpened: (state, _action: PayloadAction<{ basketId: string }>) => {
      state.result = loading;
      state.check = init;
    },
    /** The user polls at once instead of after the pause. */
    resultChecked: (state) => {
      if (state.result.status === 'failed') state.result = loading;
    },
    checkStarted: (state) => {
      state.check = loading;
    },
    resultLoaded: (state, { payload }: PayloadAction<SyncPayload>) => {
      state.result = loaded(payload);
      state.check = done;
    },
    /** Keeps the known state of the payment; the next poll tries again. */
    checkFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.check = failed(payload);
      if (state.result.status !== 'loaded') state.result = failed(payload);
    },
    resultLeft: (state) => {
      state.result = init;
      state.check = init;
    },
  },
});

export const paymentReducer = slice.reducer;
export const paymentActions = slice.actions;
export const { cardOpened, cardLeft, cardSubmitted, resultOpened, resultChecked, resultLeft } = slice.actions;

interface Root {
  payment: PaymentState;
}

export const selectCardPayment = (state: Root) => state.payment.card;
export const selectAttempt = (state: Root) => state.payment.attempt;
export const selectIsCardOpen = (state: Root) => state.payment.isOpen;
export const selectPaymentResult = (state: Root) => state.payment.result;
export const selectCheck = (state: Root) => state.payment.check;
