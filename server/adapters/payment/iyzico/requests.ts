import type { Buyer, Card, Order, Purchase } from '../../../platform/ports/payments';

/** Amounts are sent in the main unit, with two digits: every currency of iyzico's has hundredths. */
export const priceOf = ({ amountMinor }: Order): string => (amountMinor / 100).toFixed(2);

const countryOf = (code: string): string => new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;

/** What iyzico must know of a buyer and this one's profile does not say. */
export class BuyerIncomplete extends Error {}

const needed = (value: string | null): string => {
  if (value === null) throw new BuyerIncomplete('the buyer is incomplete');
  return value;
};

const buyerFields = (buyer: Buyer) => ({
  id: buyer.id,
  name: buyer.firstName,
  surname: buyer.lastName,
  identityNumber: needed(buyer.identityNumber),
  email: buyer.email,
  ...(buyer.phone !== null && { gsmNumber: buyer.phone }),
  registrationAddress: needed(buyer.address),
  city: needed(buyer.city),
  country: countryOf(buyer.countryCode),
  ip: buyer.ip ?? '127.0.0.1',
});

const addressFields = (buyer: Buyer) => ({
  address: needed(buyer.address),
  contactName: `${buyer.firstName} ${buyer.lastName}`,
  city: needed(buyer.city),
  country: countryOf(buyer.countryCode),
});

/**
 * What every way of paying has in common. One virtual item with the whole amount: items must sum up to it.
 * https://docs.iyzico.com/en/payment-methods/api/non-3ds/non-3ds-implementation/create-payment
 */
export const orderFields = (order: Order, { buyer, title }: Purchase) => ({
  conversationId: order.id,
  price: priceOf(order),
  paidPrice: priceOf(order),
  currency: order.currency,
  basketId: order.id,
  paymentGroup: 'PRODUCT',
  buyer: buyerFields(buyer),
  shippingAddress: addressFields(buyer),
  billingAddress: addressFields(buyer),
  basketItems: [
    { id: order.id, price: priceOf(order), name: title.slice(0, 100), category1: 'Credits', itemType: 'VIRTUAL' },
  ],
});

/** Raw card data; `registerCard` keeps it at iyzico's, never here. */
export const cardFields = ({ holderName, number, cvc, month, year }: Card, isKept: boolean) => ({
  cardHolderName: holderName,
  cardNumber: number,
  expireMonth: String(month).padStart(2, '0'),
  expireYear: String(year),
  cvc,
  registerCard: isKept ? 1 : 0,
});
