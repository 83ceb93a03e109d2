import { DAY, MINUTE } from '../../../contract/constants/time';

/** A payment whose outcome the user does not know yet. It contains no card data. */
export interface OpenPayment {
  basketId: string;
  /** The Idempotency-Key of a card payment; null for a provider's form. */
  attempt: string | null;
  ownerId: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** True once the server has confirmed that it knows the payment. */
  isAnswered: boolean;
  /** True once a notice has said that the bank has not answered yet. */
  isPendingNotified: boolean;
}

const SECOND = 1000;

/**
 * A payment that is still pending after a day is given up, because the server stops checking failed payments then too.
 */
export const GIVE_UP_AFTER = DAY;

/** A payment that the server could not be asked about for a week is forgotten without a notice. */
export const FORGET_AFTER = 7 * DAY;

/** A payment that the server does not know after this time never reached it, because browsers give up after 30 s. */
export const UNKNOWN_AFTER = MINUTE;

/** A card payment without a response after this time gets none, because src/lib/http.ts gives up after 30 s. */
export const RESPONSE_TIMEOUT = 35 * SECOND;

/** Returns the milliseconds between two polls for a payment of that age: about 400 polls in the first day. */
export const pauseForAge = (age: number): number => {
  if (age < 30 * SECOND) return 2 * SECOND;
  if (age < 5 * MINUTE) return 10 * SECOND;
  if (age < 30 * MINUTE) return 30 * SECOND;
  return 5 * MINUTE;
};

/**
 * Returns whether an outcome belongs to this payment. A success always does. A failure without an attempt may belong
 * to an earlier payment of the basket, unless the server has confirmed this one.
 */
export const isEndOf = (
  { basketId, attempt, isAnswered }: OpenPayment,
  end: { basketId: string; attempt: string | null; result: string },
): boolean =>
  basketId === end.basketId &&
  (end.result === 'success' || attempt === end.attempt || (end.attempt === null && isAnswered));

/**
 * Returns whether a pending payment deserves a notice. A provider's form stays pending until the user confirms it, and
 * an unanswered attempt may still be on its way.
 */
export const shouldNotifyPending = ({ attempt, isAnswered, startedAt }: OpenPayment, now: number): boolean =>
  attempt !== null && (isAnswered || now - startedAt >= RESPONSE_TIMEOUT);
