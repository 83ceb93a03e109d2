import type Stripe from 'stripe';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { DeclineKey, Order, Outcome } from '../../../platform/ports/payments';
import { dictionary } from '../../../platform/dictionary';

/** By `decline_code`, or by `code` when the bank gives none. https://docs.stripe.com/declines/codes */
const CODES = dictionary<DeclineKey>({
  insufficient_funds: ERROR_KEYS.cardFunds,
  expired_card: ERROR_KEYS.cardExpired,
  invalid_expiry_month: ERROR_KEYS.cardExpired,
  invalid_expiry_year: ERROR_KEYS.cardExpired,
  incorrect_cvc: ERROR_KEYS.cardCvc,
  invalid_cvc: ERROR_KEYS.cardCvc,
  incorrect_number: ERROR_KEYS.cardNumber,
  invalid_number: ERROR_KEYS.cardNumber,
  authentication_required: ERROR_KEYS.challengeFailed,
  payment_intent_authentication_failure: ERROR_KEYS.challengeFailed,
});

export const declineOf = ({ decline_code, code }: { decline_code?: string; code?: string }): DeclineKey =>
  CODES[decline_code ?? ''] ?? CODES[code ?? ''] ?? ERROR_KEYS.cardDeclined;

const idOf = (value: string | { id: string } | null): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** Returns the token for later charges: the customer and Stripe's stored card. */
const tokenOf = ({ customer, payment_method, setup_future_usage }: Stripe.PaymentIntent): string | null => {
  const [customerId, methodId] = [idOf(customer), idOf(payment_method)];
  const isKept = setup_future_usage === 'off_session' && customerId !== null && methodId !== null;
  return isKept ? JSON.stringify({ customer: customerId, paymentMethod: methodId }) : null;
};

const isOf = (intent: Stripe.PaymentIntent, order: Order): boolean =>
  intent.metadata.paymentId === order.id &&
  intent.amount === order.amountMinor &&
  intent.currency === order.currency.toLowerCase();

/**
 * Returns the outcome of an intent. `hasReturned`: the browser has left the payment element, so no further try follows
 * a declined one. Throws for an intent of another order, amount or currency, so that nothing is granted or ended.
 */
export const outcomeOf = (intent: Stripe.PaymentIntent, order: Order, hasReturned = false): Outcome => {
  if (!isOf(intent, order)) throw new Error(`stripe: the intent belongs to another payment than ${order.id}`);
  switch (intent.status) {
    case 'succeeded':
      if (intent.amount_received !== order.amountMinor)
        throw new Error(`stripe: the received amount differs from the amount of ${order.id}`);
      return { state: 'succeeded', reference: intent.id, customerToken: tokenOf(intent) };
    case 'requires_capture':
      return { state: 'authorised' };
    case 'processing':
      return { state: 'review' };
    case 'canceled':
      return { state: 'failed', key: ERROR_KEYS.challengeFailed };
    case 'requires_payment_method': {
      const error = intent.last_payment_error;
      return hasReturned && error ? { state: 'failed', key: declineOf(error) } : { state: 'waiting' };
    }
    default:
      return { state: 'waiting' };
  }
};
