import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { Order, Outcome } from '../../../platform/ports/payments';
import type { Answer } from './client';
import { declineOf } from './declines';
import { isSigned } from './signature';

/** An answer that says that money is there, but not the money of this order, or not by iyzico's own word. */
export class Mistrusted extends Error {}

const minorOf = (price: unknown): number => Math.round(Number(price) * 100);

/** Of payments, and of the form, which signs its state and its token too. */
const signedValues = (answer: Answer): unknown[] => {
  const { paymentId, paymentStatus, currency, basketId, conversationId, paidPrice, price, token } = answer;
  return token === undefined
    ? [paymentId, currency, basketId, conversationId, paidPrice, price]
    : [paymentStatus, paymentId, currency, basketId, conversationId, paidPrice, price, token];
};

/** What was taken is what was asked, for this order, in iyzico's own words; throws else, so that nobody grants anything for it. */
export const checkPaid = (answer: Answer, order: Order, secretKey: string): void => {
  const { basketId, currency, paidPrice, price, signature } = answer;
  if (!isSigned(secretKey, signedValues(answer), signature)) throw new Mistrusted('iyzico: a wrong signature');
  const isIt = basketId === order.id && currency === order.currency;
  if (!isIt || minorOf(paidPrice) !== order.amountMinor || minorOf(price) !== order.amountMinor)
    throw new Mistrusted(`iyzico: another payment than ${order.id}`);
};

const tokenOf = ({ cardUserKey, cardToken }: Answer): string | null =>
  typeof cardUserKey === 'string' && typeof cardToken === 'string' ? JSON.stringify({ cardUserKey, cardToken }) : null;

/** Fraud: 1 passed, 0 somebody is looking at it, -1 refused. https://docs.iyzico.com/en/advanced/fraud-notifications */
export const paidOutcome = (answer: Answer): Outcome => {
  const { fraudStatus, paymentId } = answer;
  if (fraudStatus === 1) return { state: 'succeeded', reference: String(paymentId), customerToken: tokenOf(answer) };
  return fraudStatus === 0 ? { state: 'review' } : { state: 'failed', key: ERROR_KEYS.cardDeclined };
};

const CHALLENGE_PASSED = '1';
/** iyzico's own trouble (1, 2, 100001), or keys that it does not take (1000, 1001): they say nothing of the payment. */
const SAYS_NOTHING = ['1', '2', '1000', '1001', '100001'];

/** An answer from which nothing follows for the payment: the money may have been taken all the same. */
export const nothingKnown = ({ errorCode }: Answer, order: Order): Error =>
  new Error(`iyzico: ${String(errorCode)}, nothing is known of ${order.id}`);

/** Throws where a failure says nothing of the payment. */
export const assertTelling = (answer: Answer, order: Order): void => {
  if (answer.status !== 'success' && SAYS_NOTHING.includes(String(answer.errorCode))) throw nothingKnown(answer, order);
};

/** Only money that was taken is shared out among the items. */
const hasTransactions = ({ itemTransactions }: Answer): boolean =>
  Array.isArray(itemTransactions) && itemTransactions.length > 0;

/**
 * What a payment that iyzico knows has come to. The states of one on its way are in `paymentStatus`; the detail of one that was
 * taken comes without it, as in the documentation's example, but with its transactions.
 */
export const outcomeOf = (answer: Answer, order: Order, secretKey: string): Outcome => {
  const { status, paymentStatus, mdStatus } = answer;
  assertTelling(answer, order);
  // Nothing of that name is known, or not yet: time, or the end of the challenge, decides.
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
