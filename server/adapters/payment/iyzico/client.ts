import { createHmac, timingSafeEqual, randomBytes } from 'node:crypto';
import { fullName } from '../../../../contract/constants/text';
import type {
  Buyer,
  Card,
  Order,
  Purchase,
  DeclineKey,
  Outcome,
  ClosedForm,
  WebhookMessage,
} from '../../../platform/ports/payments';
import { fetchFailure } from '../../../platform/errors';
import type { IyzicoSettings } from '../../../platform/providerSettings';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import { dictionary } from '../../../platform/messages';
import { toMain } from '../../../platform/money';

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
export const priceOf = ({ amountMinor }: Order): string => toMain(amountMinor).toFixed(2);

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
 * Returns the fields that all payments share. One virtual item holds the whole amount, because the items must add up to
 * it. https://docs.iyzico.com/en/payment-methods/api/non-3ds/non-3ds-implementation/create-payment
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

/** By the bank's error group, which is more stable than its code. https://docs.iyzico.com/en/add-ons/error-codes */
const GROUPS = dictionary<DeclineKey>({
  NOT_SUFFICIENT_FUNDS: ERROR_KEYS.cardFunds,
  EXPIRED_CARD: ERROR_KEYS.cardExpired,
  INVALID_CVC2: ERROR_KEYS.cardCvc,
  INVALID_CVC2_LENGTH: ERROR_KEYS.cardCvc,
  INVALID_CARD_NUMBER: ERROR_KEYS.cardNumber,
  BIN_NOT_FOUND: ERROR_KEYS.cardNumber,
  INVALID_CAVV: ERROR_KEYS.challengeFailed,
  INVALID_ECI: ERROR_KEYS.challengeFailed,
});

/** For failures without a group: the bank's codes (10000 and over) and iyzico's codes about the card's fields. */
const CODES = dictionary<DeclineKey>({
  '10051': ERROR_KEYS.cardFunds,
  '10054': ERROR_KEYS.cardExpired,
  '10084': ERROR_KEYS.cardCvc,
  '10206': ERROR_KEYS.cardCvc,
  '10213': ERROR_KEYS.cardNumber,
  '10215': ERROR_KEYS.cardNumber,
  '12': ERROR_KEYS.cardNumber,
  '13': ERROR_KEYS.cardExpired,
  '14': ERROR_KEYS.cardExpired,
  '15': ERROR_KEYS.cardCvc,
  '17': ERROR_KEYS.cardExpired,
});

const BANK_CODES_FROM = 10_000;
/** Refused by iyzico's fraud control: 6000, and 6001 for its blocklist. */
const FRAUD_CODES = ['6000', '6001'];

/** The connection to the bank failed or timed out, so the money may have been taken. */
const UNKNOWN_GROUPS = ['COMMUNICATION_OR_SYSTEM_ERROR', 'REQUEST_TIMEOUT'];
const UNKNOWN_CODES = ['10214', '10219'];

/** Returns whether a failure leaves open if the bank took the money. */
export const isUncertain = ({ errorCode, errorGroup }: Record<string, unknown>): boolean =>
  UNKNOWN_GROUPS.includes(String(errorGroup)) || UNKNOWN_CODES.includes(String(errorCode));

/** Returns whether the bank or iyzico's fraud control declined the card, so that no money was taken. */
export const isDecline = (answer: Record<string, unknown>): boolean =>
  !isUncertain(answer) && declineOf(answer) !== ERROR_KEYS.paymentInit;

/**
 * Returns the key of a failure: by the bank's group or code, by iyzico's code about the card, or else the key for a
 * payment that could not start.
 */
export const declineOf = ({ errorCode, errorGroup }: Record<string, unknown>): DeclineKey => {
  const code = String(errorCode ?? '');
  const known = GROUPS[String(errorGroup ?? '')] ?? CODES[code];
  if (known) return known;
  return Number(code) >= BANK_CODES_FROM || FRAUD_CODES.includes(code)
    ? ERROR_KEYS.cardDeclined
    : ERROR_KEYS.paymentInit;
};

/** A response that reports money, but for another order or without iyzico's signature. */
export class SignatureError extends Error {}

const minorOf = (price: unknown): number => Math.round(Number(price) * 100);

/** Returns the signed values of a payment's response; a form's response also signs its state and its token. */
const signedValues = (answer: Answer): unknown[] => {
  const { paymentId, paymentStatus, currency, basketId, conversationId, paidPrice, price, token } = answer;
  return token === undefined
    ? [paymentId, currency, basketId, conversationId, paidPrice, price]
    : [paymentStatus, paymentId, currency, basketId, conversationId, paidPrice, price, token];
};

/**
 * Checks that the paid amount, currency and order match the request and that iyzico signed them; otherwise throws, so
 * that nothing is granted.
 */
export const checkPaid = (answer: Answer, order: Order, secretKey: string): void => {
  const { basketId, currency, paidPrice, price, signature } = answer;
  if (!isSigned(secretKey, signedValues(answer), signature)) throw new SignatureError('iyzico: a wrong signature');
  const isIt = basketId === order.id && currency === order.currency;
  if (!isIt || minorOf(paidPrice) !== order.amountMinor || minorOf(price) !== order.amountMinor)
    throw new SignatureError(`iyzico: another payment than ${order.id}`);
};

const tokenOf = ({ cardUserKey, cardToken }: Answer): string | null =>
  typeof cardUserKey === 'string' && typeof cardToken === 'string' ? JSON.stringify({ cardUserKey, cardToken }) : null;

/**
 * Maps the fraud status: 1 passed, 0 under review, -1 refused. Any other leaves open what becomes of the money, so it
 * counts as under review. https://docs.iyzico.com/en/advanced/fraud-notifications
 */
export const paidOutcome = (answer: Answer): Outcome => {
  const { fraudStatus, paymentId } = answer;
  if (fraudStatus === 1) return { state: 'succeeded', reference: String(paymentId), customerToken: tokenOf(answer) };
  return fraudStatus === -1 ? { state: 'failed', key: ERROR_KEYS.cardDeclined } : { state: 'review' };
};

const CHALLENGE_PASSED = '1';
/**
 * Codes of iyzico's own failures (1, 2, 100001) and of rejected keys (1000, 1001); the payment's outcome stays unknown.
 */
const INCONCLUSIVE_CODES = ['1', '2', '1000', '1001', '100001'];

/** The error for a response that leaves the outcome unknown: the money may have been taken. */
export const nothingKnown = ({ errorCode }: Answer, order: Order): Error =>
  new Error(`iyzico: ${String(errorCode)}, the outcome of ${order.id} is unknown`);

/** Throws when a failure does not tell whether the payment was made. */
export const assertKnown = (answer: Answer, order: Order): void => {
  if (answer.status !== 'success' && INCONCLUSIVE_CODES.includes(String(answer.errorCode)))
    throw nothingKnown(answer, order);
};

/** Only captured money is distributed among the items. */
const hasTransactions = ({ itemTransactions }: Answer): boolean =>
  Array.isArray(itemTransactions) && itemTransactions.length > 0;

/**
 * Returns the outcome of a payment. The state of a pending payment is in `paymentStatus`; the detail of a captured one
 * lacks that field, as in the documentation's example, but has its transactions.
 */
export const outcomeOf = (answer: Answer, order: Order, secretKey: string): Outcome => {
  const { status, paymentStatus, mdStatus } = answer;
  assertKnown(answer, order);
  // iyzico does not know this payment, or not yet; time or the end of the challenge decides.
  if (status !== 'success') return { state: 'waiting' };
  if (paymentStatus === 'FAILURE') return { state: 'failed', key: declineOf(answer) };
  if (paymentStatus === 'CALLBACK_THREEDS') {
    if (mdStatus === undefined || mdStatus === null) return { state: 'waiting' };
    return String(mdStatus) === CHALLENGE_PASSED
      ? { state: 'authorised' }
      : { state: 'failed', key: ERROR_KEYS.challengeFailed };
  }
  if (paymentStatus === 'PENDING_CREDIT' || paymentStatus === 'INIT_BANK_TRANSFER') return { state: 'review' };
  if (paymentStatus !== 'SUCCESS' && !(paymentStatus === undefined && hasTransactions(answer)))
    return { state: 'waiting' };
  checkPaid(answer, order, secretKey);
  return paidOutcome(answer);
};

/**
 * Closes a form. iyzico's form expires by itself after half an hour. Money that it has taken is given back: on the same
 * day by a cancellation, as if never charged, later by a refund. https://docs.iyzico.com/en/advanced/refund-and-cancel
 */
export const closeForm = async (
  call: Call,
  { secretKey }: IyzicoSettings,
  order: Order,
  token: string,
): Promise<ClosedForm> => {
  const base = { locale: 'en', conversationId: order.id };
  const answer = await call('/payment/iyzipos/checkoutform/auth/ecom/detail', { ...base, token });
  if (outcomeOf(answer, order, secretKey).state !== 'succeeded') return 'open';
  const { paymentId } = answer;
  const cancelled = await call('/payment/cancel', {
    ...base,
    paymentId,
    reason: 'OTHER',
    description: 'order is over',
  });
  if (cancelled.status === 'success') return 'given_back';
  const refund = { ...base, price: priceOf(order), paymentId, currency: order.currency };
  const refunded = await call('/v2/payment/refund', refund);
  if (refunded.status !== 'success') throw new Error(`iyzico: refunding ${order.id} failed`);
  return 'given_back';
};

const jsonOf = (body: Buffer): Record<string, unknown> | null => {
  try {
    const parsed: unknown = JSON.parse(body.toString());
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
};

/**
 * Reads a webhook of a form (with a token) or of a direct payment, each with its own signed values; returns null
 * without a valid signature. https://docs.iyzico.com/en/advanced/webhook
 */
export const readIyzicoWebhook = (secretKey: string, body: Buffer, signature: unknown): WebhookMessage | null => {
  const message = jsonOf(body);
  if (!message) return null;
  const { iyziEventType, iyziPaymentId, paymentId, token, paymentConversationId, status } = message;
  const values =
    token === undefined
      ? [iyziEventType, paymentId, paymentConversationId, status]
      : [iyziEventType, iyziPaymentId, token, paymentConversationId, status];
  if (!isWebhookSigned(secretKey, values, signature)) return null;
  return { paymentId: typeof paymentConversationId === 'string' ? paymentConversationId : null };
};
