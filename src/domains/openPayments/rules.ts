/** A payment that was sent and whose end nobody has been told. Nothing of the card is in it. */
export interface OpenPayment {
  basketId: string;
  /** The Idempotency-Key of a card payment; null for a provider's own form. */
  attempt: string | null;
  /** Who pays. */
  ownerId: number;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** The server is known to have it. */
  isAnswered: boolean;
  /** The user knows that the bank has not answered yet. */
  isPendingTold: boolean;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/** A payment that is still pending after a day is given up: the server no longer asks about failed payments either. */
export const KEPT_FOR = 24 * 60 * MINUTE;

/** A payment about which the server could not be asked is forgotten after a week, without a word. */
export const FORGOTTEN_AFTER = 7 * KEPT_FOR;

/** A payment that the server still does not know after this long never reached it: browsers give up after 30 s. */
export const UNKNOWN_AFTER = MINUTE;

/** A card payment that has no answer after this long gets none: src/lib/http.ts gives up after 30 s. */
export const ANSWERED_WITHIN = 35 * SECOND;

/** Milliseconds between two questions about a payment of that age: about 400 in the first day. */
export const pauseAt = (age: number): number => {
  if (age < 30 * SECOND) return 2 * SECOND;
  if (age < 5 * MINUTE) return 10 * SECOND;
  if (age < 30 * MINUTE) return 30 * SECOND;
  return 5 * MINUTE;
};

/**
 * Whether the end of a payment is that of this one. Money that was taken is never doubted; a failure that is told of the basket
 * as a whole may be an earlier payment's, unless the server is known to have this one.
 */
export const isEndOf = (
  { basketId, attempt, isAnswered }: OpenPayment,
  end: { basketId: string; attempt: string | null; result: string },
): boolean =>
  basketId === end.basketId &&
  (end.result === 'success' || attempt === end.attempt || (end.attempt === null && isAnswered));

/**
 * Whether a pending payment is worth a notice. A provider's form that nobody has confirmed is pending too; and an attempt that the
 * server has not answered may still be on its way.
 */
export const isPendingNews = ({ attempt, isAnswered, startedAt }: OpenPayment, now: number): boolean =>
  attempt !== null && (isAnswered || now - startedAt >= ANSWERED_WITHIN);
