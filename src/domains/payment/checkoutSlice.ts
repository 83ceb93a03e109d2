import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../kit/failure';
import { failed, init, loaded, loading, type Loadable } from '../kit/loadable';
import { isSameSubject, isUnanswered, type CheckoutForm, type CheckoutSubject } from './rules';

interface CheckoutState {
  subject: CheckoutSubject | null;
  form: Loadable<CheckoutForm>;
  /** The Idempotency-Key of the attempt without a response. */
  key: string | null;
}

const initialState: CheckoutState = { subject: null, form: init, key: null };

const slice = createSlice({
  name: 'checkout',
  initialState,
  reducers: {
    checkoutOpened: (state, { payload }: PayloadAction<CheckoutSubject>) => {
      if (!isSameSubject(state.subject, payload)) state.key = null;
      state.subject = payload;
      state.form = loading;
    },
    attemptStarted: (state, { payload }: PayloadAction<{ key: string }>) => {
      state.key = payload.key;
    },
    checkoutLoaded: (state, { payload }: PayloadAction<CheckoutForm>) => {
      state.form = loaded(payload);
      state.key = null;
    },
    checkoutFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.form = failed(payload);
      if (!isUnanswered(payload)) state.key = null;
    },
    /** Clears the form: a form opens only once, so the next visit requests another. */
    checkoutLeft: (state) => {
      state.form = init;
    },
  },
});

export const checkoutReducer = slice.reducer;
export const checkoutActions = slice.actions;
export const { checkoutOpened, checkoutLeft } = slice.actions;

export const selectCheckout = (state: { checkout: CheckoutState }) => state.checkout.form;
export const selectCheckoutState = (state: { checkout: CheckoutState }) => state.checkout;
