import type { Basket, ItemBody, Product } from '../../../contract/schemas/commerce';
import type { Ports } from '../kit/ports';

type Api = Ports['api'];

/** The open basket, made if there is none. */
export const postBasket = async ({ main }: Api, signal?: AbortSignal): Promise<Basket> =>
  (await main.request<{ basket: Basket }>({ method: 'POST', path: '/basket', signal })).payload.basket;

/** The open basket, or null. */
export const getOpenBasket = async ({ main }: Api, signal?: AbortSignal): Promise<Basket | null> =>
  (await main.request<{ basket: Basket | null }>({ method: 'GET', path: '/basket', signal })).payload.basket;

/** One basket of the company's; 404 for any other. */
export const getBasket = async ({ main }: Api, id: string, signal?: AbortSignal): Promise<Basket> =>
  (await main.request<{ basket: Basket }>({ method: 'GET', path: `/basket/${id}`, signal })).payload.basket;

/** Puts a product or a plan into the basket; an add-on or a package that is there counts one more. */
export const postItem = async ({ main }: Api, id: string, body: ItemBody, signal?: AbortSignal): Promise<Basket> =>
  (await main.request<{ basket: Basket }>({ method: 'POST', path: `/basket/${id}/item`, body, signal })).payload.basket;

interface ItemRef {
  basketId: string;
  itemId: string;
}

/** Sets how many. */
export const putItem = async (
  { main }: Api,
  { basketId, itemId, quantity }: ItemRef & { quantity: number },
  signal?: AbortSignal,
): Promise<Basket> => {
  const path = `/basket/${basketId}/item/${itemId}`;
  return (await main.request<{ basket: Basket }>({ method: 'PUT', path, body: { quantity }, signal })).payload.basket;
};

/** Takes an item out; a package takes its add-ons with it. */
export const deleteItem = async (
  { main }: Api,
  { basketId, itemId }: ItemRef,
  signal?: AbortSignal,
): Promise<Basket> => {
  const path = `/basket/${basketId}/item/${itemId}`;
  return (await main.request<{ basket: Basket }>({ method: 'DELETE', path, signal })).payload.basket;
};

/** What goes with a package. Spec 2, point 7. */
export const getAddons = async ({ main }: Api, relatedPackageId: number, signal?: AbortSignal): Promise<Product[]> => {
  const query = { type: 'addon', relatedPackageId };
  return (await main.request<Product[]>({ method: 'GET', path: '/product', query, signal })).payload;
};
