import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { MEDIA_TYPES } from '../constants/http';
import {
  BasketPayload,
  CardBody,
  CardPayload,
  CheckoutBody,
  CheckoutPayload,
  CreditEntries,
  ItemBody,
  Key,
  OpenBasketPayload,
  PackagesPayload,
  ProductQuery,
  Products,
  QuantityBody,
  StatementQuery,
  SyncBody,
  SyncPayload,
} from '../schemas/commerce';
import { envelope, NoPayload } from '../schemas/envelope';
import { defineRoute } from './defineRoute';

const byCompany = { level: 'company', types: ['company'] } as const;
const basketParams = Type.Object({ basketId: Key });
const receiptParams = Type.Object({ paymentId: Key });
const itemParams = Type.Object({ basketId: Key, itemId: Key });

export const getPackages = defineRoute({
  id: 'getPackages',
  summary: 'List packages that the company may buy, in the catalogue’s order',
  method: 'GET',
  path: '/api/payment/packages',
  access: byCompany,
  reply: envelope(PackagesPayload),
  errors: [],
});

export const getProducts = defineRoute({
  id: 'getProducts',
  summary: 'List products of a type; `relatedPackageId` selects the add-ons of a package',
  method: 'GET',
  path: '/api/product',
  access: byCompany,
  query: ProductQuery,
  reply: envelope(Products),
  errors: [],
});

export const createBasket = defineRoute({
  id: 'createBasket',
  summary: 'Get the caller’s open basket; creates one when absent',
  method: 'POST',
  path: '/api/basket',
  access: byCompany,
  reply: envelope(BasketPayload),
  errors: [],
});

export const getOpenBasket = defineRoute({
  id: 'getOpenBasket',
  summary: 'Get the caller’s open basket, or null',
  method: 'GET',
  path: '/api/basket',
  access: byCompany,
  reply: envelope(OpenBasketPayload),
  errors: [],
});

export const getBasket = defineRoute({
  id: 'getBasket',
  summary: 'Get a basket of the caller',
  method: 'GET',
  path: '/api/basket/:basketId',
  access: byCompany,
  params: basketParams,
  reply: envelope(BasketPayload),
  errors: [ERROR_KEYS.notFound],
});

export const addBasketItem = defineRoute({
  id: 'addBasketItem',
  summary: 'Put a product or a plan into the basket; an add-on that is already there counts one more',
  method: 'POST',
  path: '/api/basket/:basketId/item',
  access: byCompany,
  params: basketParams,
  body: ItemBody,
  reply: envelope(BasketPayload),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.purchaseLimit,
    ERROR_KEYS.addonNeedsPackage,
    ERROR_KEYS.subscriptionExists,
    ERROR_KEYS.basketBusy,
    ERROR_KEYS.basketPaid,
  ],
});

export const putBasketItem = defineRoute({
  id: 'putBasketItem',
  summary: 'Set the quantity of a basket item',
  method: 'PUT',
  path: '/api/basket/:basketId/item/:itemId',
  access: byCompany,
  params: itemParams,
  body: QuantityBody,
  reply: envelope(BasketPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.purchaseLimit, ERROR_KEYS.basketBusy, ERROR_KEYS.basketPaid],
});

export const deleteBasketItem = defineRoute({
  id: 'deleteBasketItem',
  summary: 'Remove an item from the basket; a package takes its add-ons with it',
  method: 'DELETE',
  path: '/api/basket/:basketId/item/:itemId',
  access: byCompany,
  params: itemParams,
  reply: envelope(BasketPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.basketBusy, ERROR_KEYS.basketPaid],
});

const PAYMENT_ERRORS = [
  ERROR_KEYS.notFound,
  ERROR_KEYS.basketEmpty,
  ERROR_KEYS.itemWithdrawn,
  ERROR_KEYS.purchaseLimit,
  ERROR_KEYS.subscriptionExists,
  ERROR_KEYS.priceChanged,
  ERROR_KEYS.basketBusy,
  ERROR_KEYS.basketPaid,
  ERROR_KEYS.buyerIncomplete,
  ERROR_KEYS.paymentInit,
  ERROR_KEYS.tooManyRequests,
  ERROR_KEYS.idempotencyMismatch,
  ERROR_KEYS.idempotencyInFlight,
] as const;

export const payByCard = defineRoute({
  id: 'payByCard',
  summary: 'Start a card payment of a basket; takes an Idempotency-Key; a declined card is a 400 with its key',
  method: 'POST',
  path: '/api/payment/card',
  access: byCompany,
  body: CardBody,
  reply: envelope(CardPayload),
  errors: [
    ...PAYMENT_ERRORS,
    ERROR_KEYS.cardDeclined,
    ERROR_KEYS.cardExpired,
    ERROR_KEYS.cardCvc,
    ERROR_KEYS.cardNumber,
    ERROR_KEYS.cardBrand,
    ERROR_KEYS.cardFunds,
  ],
});

export const startCheckout = defineRoute({
  id: 'startCheckout',
  summary: 'Open the provider’s own form for a package or a basket; takes an Idempotency-Key',
  method: 'POST',
  path: '/api/payment/checkout',
  access: byCompany,
  body: CheckoutBody,
  reply: envelope(CheckoutPayload),
  errors: PAYMENT_ERRORS,
});

export const initPayment = defineRoute({
  id: 'initPayment',
  summary: 'The same as POST /api/payment/checkout',
  method: 'POST',
  path: '/api/payment/init',
  access: byCompany,
  body: CheckoutBody,
  reply: envelope(CheckoutPayload),
  errors: PAYMENT_ERRORS,
});

export const syncPayment = defineRoute({
  id: 'syncPayment',
  summary: 'Get the payment state of a basket or of one attempt; asks the provider when it is not settled',
  method: 'POST',
  path: '/api/payment/sync',
  access: byCompany,
  body: SyncBody,
  reply: envelope(SyncPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getReceipt = defineRoute({
  id: 'getReceipt',
  summary: 'Get the receipt of the caller’s paid purchase as a PDF in the request’s language',
  method: 'GET',
  path: '/api/payment/receipt/:paymentId',
  access: byCompany,
  params: receiptParams,
  reply: envelope(NoPayload),
  produces: [MEDIA_TYPES.pdf],
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.tooManyRequests],
});

export const getStatement = defineRoute({
  id: 'getStatement',
  summary: 'List credit changes, newest first; `limit=0` returns only the exact total',
  method: 'GET',
  path: '/api/payment/statement',
  access: byCompany,
  query: StatementQuery,
  reply: envelope(CreditEntries),
  errors: [],
});
