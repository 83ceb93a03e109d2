import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { Order, Outcome } from '../../../platform/ports/payments';
import type { Answer } from './client';
import { declineOf } from './declines';
import { isSigned } from './signature';

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
 * Maps the fraud status: 1 passed, 0 under review, -1 refused. https://docs.iyzico.com/en/advanced/fraud-notifications
 */
export const paidOutcome = (answer: Answer): Outcome => {
  const { fraudStatus, paymentId } = answer;
  if (fraudStatus === 1) return { state: 'succeeded', reference: String(paymentId), customerToken: tokenOf(answer) };
  return fraudStatus === 0 ? { state: 'review' } : { state: 'failed', key: ERROR_KEYS.cardDeclined };
};

const CHALLENGE_PASSED = '1';
/**
 * Codes of iyzico's own failures (1, 2, 100001) and of rejected keys (1000, 1001); the payment's outcome stays
 * unknown.
 */
const INCONCLUSIVE_CODES = ['1', '2', '1000', '1001', '100001'];

/** The error for a response that leaves the outcome unknown: the money may have been taken. */
export const nothingKnown = ({ errorCode }: Answer, order: Order): Error =>
  new Error(`iyzico: ${String(errorCode)}, the outcome of ${order.id} is unknown`);

/** Throws when a failure says nothing about the payment. */
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
