import { Type } from 'typebox';
import { ERROR_KEYS } from '../constants/errorKeys';
import { MEDIA_TYPES } from '../constants/http';
import * as commerce from '../schemas/commerce';
import { envelope } from '../schemas/envelope';
import { IDEMPOTENCY_KEYS, defineRoute } from './defineRoute';

const byCompany = { level: 'company', types: ['company'] } as const;
const basketParams = Type.Object({ basketId: commerce.Key });
const receiptParams = Type.Object({ paymentId: commerce.Key });
const itemParams = Type.Object({ basketId: commerce.Key, itemId: commerce.Key });

export const getPackages = defineRoute('getPackages', 'GET /api/payment/packages', {
  summary: 'List packages that the company may buy, in the catalogue’s order',
  access: byCompany,
  reply: envelope(commerce.PackagesPayload),
});

export const getProducts = defineRoute('getProducts', 'GET /api/product', {
  summary: 'List products of a type; `relatedPackageId` selects the add-ons of a package',
  access: byCompany,
  query: commerce.ProductQuery,
  reply: envelope(commerce.Products),
});

export const createBasket = defineRoute('createBasket', 'POST /api/basket', {
  summary: 'Get the caller’s open basket; creates one when absent',
  access: byCompany,
  reply: envelope(commerce.BasketPayload),
});

export const getOpenBasket = defineRoute('getOpenBasket', 'GET /api/basket', {
  summary: 'Get the caller’s open basket, or null',
  access: byCompany,
  reply: envelope(commerce.OpenBasketPayload),
});

export const getBasket = defineRoute('getBasket', 'GET /api/basket/:basketId', {
  summary: 'Get a basket of the caller',
  access: byCompany,
  params: basketParams,
  reply: envelope(commerce.BasketPayload),
  errors: [ERROR_KEYS.notFound],
});

export const addBasketItem = defineRoute('addBasketItem', 'POST /api/basket/:basketId/item', {
  summary: 'Put a product or a plan into the basket; an add-on that is already there counts one more',
  access: byCompany,
  params: basketParams,
  body: commerce.ItemBody,
  reply: envelope(commerce.BasketPayload),
  errors: [
    ERROR_KEYS.notFound,
    ERROR_KEYS.purchaseLimit,
    ERROR_KEYS.addonNeedsPackage,
    ERROR_KEYS.subscriptionExists,
    ERROR_KEYS.basketBusy,
    ERROR_KEYS.basketPaid,
  ],
});

export const putBasketItem = defineRoute('putBasketItem', 'PUT /api/basket/:basketId/item/:itemId', {
  summary: 'Set the quantity of a basket item',
  access: byCompany,
  params: itemParams,
  body: commerce.QuantityBody,
  reply: envelope(commerce.BasketPayload),
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.purchaseLimit, ERROR_KEYS.basketBusy, ERROR_KEYS.basketPaid],
});

export const deleteBasketItem = defineRoute('deleteBasketItem', 'DELETE /api/basket/:basketId/item/:itemId', {
  summary: 'Remove an item from the basket; a package takes its add-ons with it',
  access: byCompany,
  params: itemParams,
  reply: envelope(commerce.BasketPayload),
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
  ...IDEMPOTENCY_KEYS,
] as const;

export const payByCard = defineRoute('payByCard', 'POST /api/payment/card', {
  summary: 'Start a card payment of a basket; takes an Idempotency-Key; a declined card is a 400 with its key',
  access: byCompany,
  body: commerce.CardBody,
  reply: envelope(commerce.CardPayload),
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

export const startCheckout = defineRoute('startCheckout', 'POST /api/payment/checkout', {
  summary: 'Open the provider’s own form for a package or a basket; takes an Idempotency-Key',
  access: byCompany,
  body: commerce.CheckoutBody,
  reply: envelope(commerce.CheckoutPayload),
  errors: PAYMENT_ERRORS,
});

export const initPayment = defineRoute('initPayment', 'POST /api/payment/init', {
  summary: 'The same as POST /api/payment/checkout',
  access: byCompany,
  body: commerce.CheckoutBody,
  reply: envelope(commerce.CheckoutPayload),
  errors: PAYMENT_ERRORS,
});

export const syncPayment = defineRoute('syncPayment', 'POST /api/payment/sync', {
  summary: 'Get the payment state of a basket or of one attempt; asks the provider when it is not settled',
  access: byCompany,
  body: commerce.SyncBody,
  reply: envelope(commerce.SyncPayload),
  errors: [ERROR_KEYS.notFound],
});

export const getReceipt = defineRoute('getReceipt', 'GET /api/payment/receipt/:paymentId', {
  summary: 'Get the receipt of the caller’s paid purchase as a PDF in the request’s language',
  access: byCompany,
  params: receiptParams,
  produces: [MEDIA_TYPES.pdf],
  errors: [ERROR_KEYS.notFound, ERROR_KEYS.tooManyRequests],
});

export const getStatement = defineRoute('getStatement', 'GET /api/payment/statement', {
  summary: 'List credit changes, newest first; `limit=0` returns only the exact total',
  access: byCompany,
  query: commerce.StatementQuery,
  reply: envelope(commerce.CreditEntries),
});
