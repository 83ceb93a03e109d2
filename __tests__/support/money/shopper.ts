import {
  addBasketItem,
  createBasket,
  getBasket,
  getPackages,
  payByCard,
  putBasketItem,
  startCheckout,
} from '../../../contract/routes/commerce';
import type { Basket, ItemBody, Product } from '../../../contract/schemas/commerce';
import { CARDS } from './cards';
import type { CallResult, TestServer } from '../testServer';

/** Offers calls of a company that fills its basket and pays for it over HTTP. */
export const shopper = (server: TestServer, as: 'company' | 'other' | 'empty' = 'company') => {
  const productId = async (title: string): Promise<number> =>
    (await server.call(getPackages, { as })).body.payload.packages.find((one: Product) => one.title === title).id;
  const newBasket = async (): Promise<string> => (await server.call(createBasket, { as })).body.payload.basket._id;
  const put = async (body: ItemBody): Promise<Basket> => {
    const params = { basketId: await newBasket() };
    return (await server.call(addBasketItem, { as, params, body })).body.payload.basket;
  };
  return {
    productId,
    put,
    fill: async (title: string) => put({ productId: await productId(title) }),
    look: async (basketId: string): Promise<Basket> =>
      (await server.call(getBasket, { as, params: { basketId } })).body.payload.basket,
    setQuantity: (basket: Basket, quantity: number): Promise<CallResult> =>
      server.call(putBasketItem, {
        as,
        params: { basketId: basket._id, itemId: basket.items[0]!._id },
        body: { quantity },
      }),
    pay: (basketId: string, cardNumber: string = CARDS.success, headers: Record<string, string> = {}) =>
      server.call(payByCard, {
        as,
        headers,
        body: { basketId, cardHolderName: 'Ayşe Yılmaz', cardNumber, cvc: '123', expireMonth: '12', expireYear: '39' },
      }),
    checkout: (body: { packageId: number } | { basketId: string }, headers: Record<string, string> = {}) =>
      server.call(startCheckout, { as, headers, body }),
  };
};
