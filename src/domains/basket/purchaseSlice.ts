import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Basket, ItemBody } from '../../../contract/schemas/commerce';
import type { Failure } from '../kit/failure';
import { done, failed, init, loading, type Loadable } from '../kit/loadable';

/** The product or plan that is being added to the basket. */
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
    /** The basket contains the product, is open and is loaded. */
    purchaseLoaded: (state, _action: PayloadAction<{ basket: Basket }>) => {
      state.purchase = done;
    },
    purchaseFailed: (state, { payload }: PayloadAction<Failure>) => {
      state.purchase = failed(payload);
    },
    purchaseLeft: () => initialState,
  },
});

export const purchaseReducer = slice.reducer;
export const purchaseActions = slice.actions;
export const { purchaseLeft, purchaseRequested } = slice.actions;
