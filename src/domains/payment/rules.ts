import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PAYMENT_STATES, type PaymentProvider, type PaymentState } from '../../../contract/constants/payment';
import type { CheckoutPayload, PaymentMessage } from '../../../contract/schemas/commerce';
import { backOff } from '../kit/poll';
import type { Failure } from '../kit/failure';
import type { CardField } from './cardRules';

/** The route state with which one comes to /payment/3ds. Spec 2, point 2: "needs a response in route state". */
export interface ThreeDsTrip {
  basketId: string;
  response: { provider: PaymentProvider; result: string };
  /** The bank's page opens once: a reload finds it used. */
  opened?: boolean;
}

const BASKET_ID = /^[0-9a-f]{24,64}$/;
const OWN_PATH = /^\/(?![/\\])[\x21-\x7e]*$/;

/** The id of a basket, or null for anything else. */
export const asBasketId = (value: unknown): string | null =>
  typeof value === 'string' && BASKET_ID.test(value) ? value : null;

/** What a route's state tells of the bank's step; null where it tells of none. Only pages of ours are framed. */
export const threeDsOf = (state: unknown): ThreeDsTrip | null => {
  const { basketId, response, opened } = (state ?? {}) as Partial<Record<keyof ThreeDsTrip, unknown>>;
  const { provider, result } = (response ?? {}) as { provider?: unknown; result?: unknown };
  const id = asBasketId(basketId);
  if (id === null || typeof result !== 'string' || !OWN_PATH.test(result)) return null;
  return { basketId: id, response: { provider: provider as PaymentProvider, result }, opened: opened === true };
};

/** What a provider's own form takes the money for: a package alone, or a basket as it stands. */
export type CheckoutSubject = { packageId: number } | { basketId: string };

/** What a route's state tells to pay for; null where it tells of nothing. Spec 2, point 2, "Checkout screen". */
export const checkoutSubjectOf = (state: unknown): CheckoutSubject | null => {
  const { packageId, basketId } = (state ?? {}) as { packageId?: unknown; basketId?: unknown };
  if (typeof packageId === 'number' && Number.isSafeInteger(packageId) && packageId > 0) return { packageId };
  const id = asBasketId(basketId);
  return id === null ? null : { basketId: id };
};

/** The same thing is paid for. */
export const isSameSubject = (one: CheckoutSubject | null, other: CheckoutSubject): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A provider's form. The secret's name keeps it out of traces. */
export interface CheckoutForm {
  provider: PaymentProvider;
  basketId: string;
  /** Page of ours to be framed; null for a payment element. */
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

/** What a framed page told us; null for messages of anybody else. */
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

/** The field of the card form at which a key of a decline is told; the others stand above the form. Spec 2, point 8. */
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

/** Names of the form's fields for those of the wire. */
export const toCardField = (path: string): string =>
  path === 'expireMonth' || path === 'expireYear' ? 'expiry' : path;

/** A failure of which the fields are told too, where its key is about one of them. */
export const atFields = (failure: Failure): Failure => {
  const field = FIELD_OF_KEY[failure.key];
  return field ? { ...failure, fields: { [field]: failure.key } } : failure;
};

/** Where the user can go on after a failure that trying again does not mend. */
export type WayOn = 'packages' | 'profile' | 'result' | 'basket' | null;

/** What only a change of the basket mends. */
const BASKET_KEYS: readonly string[] = [
  ERROR_KEYS.itemWithdrawn,
  ERROR_KEYS.purchaseLimit,
  ERROR_KEYS.subscriptionExists,
];

/** The way on for a refused payment; null: change what was entered, or try again. */
export const wayOnOf = ({ key, kind }: Failure): WayOn => {
  if (key === ERROR_KEYS.buyerIncomplete) return 'profile';
  if (key === ERROR_KEYS.basketBusy) return 'result';
  if (BASKET_KEYS.includes(key)) return 'basket';
  return key === ERROR_KEYS.basketEmpty || kind === 'notFound' ? 'packages' : null;
};

/** True where nobody knows whether the call was carried out: it is sent again under the same Idempotency-Key. */
export const isUnanswered = ({ kind, key }: Failure): boolean =>
  kind === 'network' || kind === 'unknown' || key === ERROR_KEYS.idempotencyInFlight;

const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 30_000;

/** Milliseconds until a pending payment is asked about again: 2, 4, 8 … 30 s. */
export const pauseAfter = (rounds: number): number => backOff(FIRST_PAUSE, rounds, LONGEST_PAUSE);
