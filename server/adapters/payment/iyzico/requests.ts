import { fullName } from '../../../../contract/constants/text';
import type { Buyer, Card, Order, Purchase } from '../../../platform/ports/payments';

/** Formats an amount in the main unit with two digits, because all of iyzico's currencies have hundredths. */
export const priceOf = ({ amountMinor }: Order): string => (amountMinor / 100).toFixed(2);

const countryOf = (code: string): string => new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code;

/** The buyer's profile lacks data that iyzico requires. */
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
  contactName: fullName(buyer),
  city: needed(buyer.city),
  country: countryOf(buyer.countryCode),
});

/**
 * Returns the fields that all payments share. One virtual item holds the whole amount, because the items must add up
 * to it.
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

/** Returns the raw card data; `registerCard` stores the card at iyzico, never here. */
export const cardFields = ({ holderName, number, cvc, month, year }: Card, isKept: boolean) => ({
  cardHolderName: holderName,
  cardNumber: number,
  expireMonth: String(month).padStart(2, '0'),
  expireYear: String(year),
  cvc,
  registerCard: isKept ? 1 : 0,
});
