import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PAYMENT_STATES, type PaymentProvider, type PaymentState } from '../../../contract/constants/payment';
import type { CheckoutPayload, PaymentMessage } from '../../../contract/schemas/commerce';
import { backOff } from '../kit/poll';
import type { Failure } from '../kit/failure';
import type { CardField } from './cardRules';

/** Route state of /payment/3ds. See docs/PRODUCT.md#card-payment. */
export interface ThreeDsRouteState {
  basketId: string;
  response: { provider: PaymentProvider; result: string };
  /** The bank's page opens only once; after a reload this is true. */
  opened?: boolean;
}

const BASKET_ID = /^[0-9a-f]{24,64}$/;
const OWN_PATH = /^\/(?![/\\])[\x21-\x7e]*$/;

/** Returns the id of a basket, or null for any other value. */
export const asBasketId = (value: unknown): string | null =>
  typeof value === 'string' && BASKET_ID.test(value) ? value : null;

/**
 * Reads the bank's step from a route's state; null if there is none. Accepts only pages of this origin for the frame.
 */
export const threeDsOf = (state: unknown): ThreeDsRouteState | null => {
  const { basketId, response, opened } = (state ?? {}) as Partial<Record<keyof ThreeDsRouteState, unknown>>;
  const { provider, result } = (response ?? {}) as { provider?: unknown; result?: unknown };
  const id = asBasketId(basketId);
  if (id === null || typeof result !== 'string' || !OWN_PATH.test(result)) return null;
  return { basketId: id, response: { provider: provider as PaymentProvider, result }, opened: opened === true };
};

/** What a provider's form charges for: one package, or the basket. */
export type CheckoutSubject = { packageId: number } | { basketId: string };

/** Reads from a route's state what to pay for; null if there is nothing. See docs/PRODUCT.md#checkout. */
export const checkoutSubjectOf = (state: unknown): CheckoutSubject | null => {
  const { packageId, basketId } = (state ?? {}) as { packageId?: unknown; basketId?: unknown };
  if (typeof packageId === 'number' && Number.isSafeInteger(packageId) && packageId > 0) return { packageId };
  const id = asBasketId(basketId);
  return id === null ? null : { basketId: id };
};

export const isSameSubject = (one: CheckoutSubject | null, other: CheckoutSubject): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A provider's form. The name of the secret field keeps it out of traces. */
export interface CheckoutForm {
  provider: PaymentProvider;
  basketId: string;
  /** Page of this origin for the frame; null for a payment element. */
  url: string | null;
  clientSecret: string | null;
  publishableKey: string | null;
  finalizeUrl: string | null;
}

export const toCheckoutForm = ({ result, ...more }: CheckoutPayload): CheckoutForm => ({
  ...more,
  url: more.provider === 'stripe' ? null : result,
  clientSecret: more.provider === 'stripe' ? result : null,
});

/** Parses a message from the framed page; returns null for messages of other senders. */
export const paymentMessageOf = (data: unknown): PaymentMessage | null => {
  const { type, status, errorKey, basketId } = (data ?? {}) as Partial<Record<keyof PaymentMessage, unknown>>;
  if (type !== 'payment' || !PAYMENT_STATES.includes(status as PaymentState)) return null;
  return {
    type,
    status: status as PaymentState,
    ...(typeof errorKey === 'string' && { errorKey }),
    ...(asBasketId(basketId) && { basketId: basketId as string }),
  };
};

/**
 * The field of the card form that shows an error key of a decline; other errors appear above the form. See
 * docs/PRODUCT.md#card-payment.
 */
const FIELD_OF_KEY: Record<string, CardField> = {
  [ERROR_KEYS.cardNumber]: 'cardNumber',
  [ERROR_KEYS.cardBrand]: 'cardNumber',
  invalid_number: 'cardNumber',
  invalid_cardnumber: 'cardNumber',
  [ERROR_KEYS.cardExpired]: 'expiry',
  invalid_expiry_month: 'expiry',
  invalid_expiry_year: 'expiry',
  [ERROR_KEYS.cardCvc]: 'cvc',
  invalid_cvc: 'cvc',
};

/** Maps a field of the request to its name in the form. */
export const toCardField = (path: string): string =>
  path === 'expireMonth' || path === 'expireYear' ? 'expiry' : path;

/** Adds a field error to a failure whose key belongs to a field. */
export const withFieldErrors = (failure: Failure): Failure => {
  const field = FIELD_OF_KEY[failure.key];
  return field ? { ...failure, fields: { [field]: failure.key } } : failure;
};

/** Where the user can continue after a failure that a retry does not fix. */
type NextPage = 'packages' | 'profile' | 'result' | 'basket' | null;

/** Errors that only a change of the basket fixes. */
const BASKET_KEYS: readonly string[] = [
  ERROR_KEYS.itemWithdrawn,
  ERROR_KEYS.purchaseLimit,
  ERROR_KEYS.subscriptionExists,
];

/** Returns where to continue after a refused payment; null: correct the fields or try again. */
export const nextPageOf = ({ key, kind }: Failure): NextPage => {
  if (key === ERROR_KEYS.buyerIncomplete) return 'profile';
  if (key === ERROR_KEYS.basketBusy || key === ERROR_KEYS.basketPaid) return 'result';
  if (BASKET_KEYS.includes(key)) return 'basket';
  return key === ERROR_KEYS.basketEmpty || kind === 'notFound' ? 'packages' : null;
};

/** True when the server may have processed the call; a retry uses the same Idempotency-Key. */
export const isUnanswered = ({ kind, key }: Failure): boolean =>
  kind === 'network' || kind === 'unknown' || key === ERROR_KEYS.idempotencyInFlight;

const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 30_000;

/** Returns the milliseconds before the next poll of a pending payment: 2, 4, 8 … 30 s. */
export const pauseAfter = (rounds: number): number => backOff(FIRST_PAUSE, rounds, LONGEST_PAUSE);
