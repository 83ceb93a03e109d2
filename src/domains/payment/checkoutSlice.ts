import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Failure } from '../kit/failure';
import { failed, init, loaded, loading, type Loadable } from '../kit/loadable';
import { isUnanswered, type CheckoutForm } from './rules';

/** The provider's own form. */
export interface CheckoutState {
  /** What it takes the money for. */
  packageId: number | null;
  form: Loadable<CheckoutForm>;
  /** The Idempotency-Key of the try that has no answer yet. */
  key: string | null;
}

const initialState: CheckoutState = { packageId: null, form: init, key: null };

const slice = createSlice({
  name: 'checkout',
  initialState,
  reducers: {
    checkoutOpened: (state, { payload: { packageId } }: PayloadAction<{ packageId: number }>) => {
      if (state.packageId !== packageId) state.key = null;
      state.packageId = packageId;
      state.form = loading;
    },
    tryMade: (state, { payload }: PayloadAction<{ key: string }>) => {
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
    /** A form opens once: the next visit asks for another. */
    checkoutLeft: (state) => {
      state.form = init;
    },
  },
});

export const checkoutReducer = slice.reducer;
export const checkoutActions = slice.actions;
export const { checkoutOpened, checkoutLeft } = slice.actions;
