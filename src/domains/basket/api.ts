import type { ItemBody } from '../../../contract/schemas/commerce';
import type { Api } from '../../lib/api';

/** Returns the open basket; the server creates one if there is none. */
export const postBasket = async (api: Api) => (await api.call('POST /basket')).basket;

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
