import { createSlice } from '@reduxjs/toolkit';
import type { ItemBody } from '../../../contract/schemas/commerce';
import type { Api } from '../../lib/api';
import { paths } from '../../lib/paths';
import { put } from 'redux-saga/effects';
import { navigateTo, type Step } from '../kit/effects';
import { init, type Loadable } from '../kit/loadable';
import { operations } from '../kit/operation';
import { undoOf } from '../kit/undo';
import { bodyOf, isSameBody, replacementOf, type BasketRouteState, type Removed } from './rules';

/** Returns the open basket; the server creates one if there is none. */
const postBasket = async (api: Api) => (await api.call('POST /basket')).basket;

/** Returns the open basket, or null. */
export const getOpenBasket = async (api: Api) => (await api.call('GET /basket')).basket;

/** Returns one of the company's baskets; rejects with 404 for any other. */
export const getBasket = async (api: Api, basketId: string) =>
  (await api.call('GET /basket/:basketId', { params: { basketId } })).basket;

/** Adds a product or a plan; a repeated add-on or package raises the quantity by one. */
export const postItem = async (api: Api, basketId: string, body: ItemBody) =>
  (await api.call('POST /basket/:basketId/item', { params: { basketId }, body })).basket;

interface ItemParams {
  basketId: string;
  itemId: string;
}

export const putItem = async (api: Api, { quantity, ...params }: ItemParams & { quantity: number }) =>
  (await api.call('PUT /basket/:basketId/item/:itemId', { params, body: { quantity } })).basket;

/** Removes an item; removing a package also removes its add-ons. */
export const deleteItem = async (api: Api, params: ItemParams) =>
  (await api.call('DELETE /basket/:basketId/item/:itemId', { params })).basket;

/** The product or plan that is being added to the basket. */
interface PurchaseState {
  purchase: Loadable<null>;
  chosen: ItemBody | null;
}

const initialState: PurchaseState = { purchase: init, chosen: null };

export const purchase = operations<PurchaseState>('purchase');

const slice = createSlice({
  name: 'purchase',
  initialState,
  reducers: { purchaseLeft: () => initialState },
  extraReducers: purchase.reduce,
});

export const purchaseReducer = slice.reducer;
export const { purchaseLeft } = slice.actions;

export const selectPurchase = (state: { purchase: PurchaseState }) => state.purchase;

/** The last removed items of a basket, until another change or the end of its page. */
export const removal = undoOf<Removed & { basketId: string }>('basket');

/** Offers to restore what left the basket; a change that removed nothing ends the offer. */
export function* offerUndo(basketId: string, removed?: Removed | null): Step<void> {
  yield put(removed ? removal.offer({ ...removed, basketId }) : removal.withdraw());
}

/**
 * Opens the basket, adds the chosen product unless it is there already, and opens the basket page, unless the user has
 * left the catalogue meanwhile.
 */
export const purchaseRequested = purchase.change('purchaseRequested', {
  field: 'purchase',
  call: async (api, body: ItemBody) => {
    const before = await postBasket(api);
    if (before.items.some((item) => isSameBody(bodyOf(item), body))) return { basket: before, removed: null };
    const basket = await postItem(api, before._id, body);
    return { basket, removed: replacementOf(before, basket) };
  },
  until: [purchaseLeft],
  start: (state, body) => {
    state.chosen = body;
  },
  *after({ basket: { _id: basketId }, removed }) {
    yield* offerUndo(basketId, removed);
    yield* navigateTo(paths.basket(), { state: { basketId } satisfies BasketRouteState });
  },
});
