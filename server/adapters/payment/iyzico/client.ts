import { createHmac, timingSafeEqual, randomBytes } from 'node:crypto';
import { fullName } from '../../../../contract/constants/text';
import type { Buyer, Card, Order, Purchase } from '../../../platform/ports/payments';
import { fetchFailure } from '../../../platform/errors';
import type { IyzicoSettings } from '../../../platform/paymentSettings';

const hmac = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('hex');

/** Compares two hexadecimal signatures in constant time. */
const isSame = (one: string, other: unknown): boolean =>
  typeof other === 'string' &&
  one.length === Buffer.byteLength(other) &&
  timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Returns the `Authorization` header of a request: HMAC-SHA256 over the random key, the path and the body as sent.
 * https://docs.iyzico.com/en/getting-started/preliminaries/authentication/hmacsha256-auth
 */
export const authorizationOf = (
  { apiKey, secretKey }: { apiKey: string; secretKey: string },
  { path, body, randomKey }: { path: string; body: string; randomKey: string },
): string => {
  const signature = hmac(secretKey, `${randomKey}${path}${body}`);
  const text = `apiKey:${apiKey}&randomKey:${randomKey}&signature:${signature}`;
  return `IYZWSv2 ${Buffer.from(text).toString('base64')}`;
};

/**
 * Returns whether iyzico signed the values in this order, in a response or in data that the browser brings from the
 * bank. Numbers are signed without trailing zeros, as JSON writes them here.
 * https://docs.iyzico.com/en/advanced/response-signature-validation
 */
export const isSigned = (secretKey: string, values: readonly unknown[], signature: unknown): boolean =>
  isSame(hmac(secretKey, values.map((value) => String(value ?? '')).join(':')), signature);

/**
 * Returns whether a webhook's `X-Iyz-Signature-V3` header is valid: a signature over the secret and the joined values.
 * https://docs.iyzico.com/en/advanced/webhook
 */
export const isWebhookSigned = (secretKey: string, values: readonly unknown[], signature: unknown): boolean =>
  isSame(hmac(secretKey, secretKey + values.map((value) => String(value ?? '')).join('')), signature);

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

/** Longest time of an iyzico response in milliseconds; iyzico waits for a bank. */
const TIMEOUT_MS = 20_000;

/** A response of iyzico: `status` is success or failure; the other fields depend on the call. */
export type Answer = Record<string, unknown>;

/** Sends one call; throws without a valid iyzico response. The error contains no secret and no card data. */
export type Call = (path: string, body: Record<string, unknown>) => Promise<Answer>;

const answerOf = (text: string): Answer | null => {
  try {
    const parsed: unknown = JSON.parse(text);
    const status = (parsed as Answer | null)?.status;
    return status === 'success' || status === 'failure' ? (parsed as Answer) : null;
  } catch {
    return null;
  }
};

/** Creates a client of iyzico's documented calls: signed JSON posts. */
export const iyzicoClient =
  (settings: IyzicoSettings, timeoutMs = TIMEOUT_MS): Call =>
  async (path, fields) => {
    const body = JSON.stringify(fields);
    const randomKey = randomBytes(12).toString('hex');
    const request = {
      method: 'POST',
      headers: {
        Authorization: authorizationOf(settings, { path, body, randomKey }),
        'Content-Type': 'application/json',
        Accept: 'application/json',
        'x-iyzi-rnd': randomKey,
      },
      body,
      redirect: 'manual' as const,
      signal: AbortSignal.timeout(timeoutMs),
    };
    const { status, text } = await fetch(settings.apiUrl + path, request)
      .then(async (response) => ({ status: response.status, text: await response.text() }))
      .catch((error: unknown) => {
        throw new Error(`iyzico: no answer: ${fetchFailure(error)}`);
      });
    const answer = answerOf(text);
    if (!answer) throw new Error(`iyzico: no valid JSON response, status ${status}`);
    return answer;
  };
