import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Basket, ItemBody } from '../../../contract/schemas/commerce';
import type { Failure } from '../kit/failure';
import { done, failed, init, loading, type Loadable } from '../kit/loadable';

/** Something chosen in the catalogue, on its way into the basket. */
export interface PurchaseState {
  purchase: Loadable<null>;
  chosen: ItemBody | null;
}

const initialState: PurchaseState = { purchase: init, chosen: null };

const slice = createSlice({
  name: 'purchase',
  initialState,
  reducers: {
    purchaseRequested: (_state, { payload }: PayloadAction<ItemBody>): PurchaseState => ({
      purchase: loading,
      chosen: payload,
    }),
    /** It is in the basket, which is open and known. */
    purchaseLoaded: (state, _action: PayloadAction<Basket>) => {
      state.purchase = done;
    },
    purchaseFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.purchase = failed(payload);
    },
    /** The dialog about a failure was closed, or the catalogue was left. */
    purchaseLeft: () => initialState,
  },
});

export const purchaseReducer = slice.reducer;
export const purchaseActions = slice.actions;
export const { purchaseLeft, purchaseRequested } = slice.actions;
