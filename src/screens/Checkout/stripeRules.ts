import { PAYMENT_ERROR_KEYS, type PaymentErrorKey } from '../../../contract/constants/payment';
import type { MessageId } from '../../lib/intl';
import type { StripeError } from '../../lib/stripe';

const isKnown = (key: string | undefined): key is PaymentErrorKey =>
  key !== undefined && (PAYMENT_ERROR_KEYS as readonly string[]).includes(key);

/** Stripe codes that have an error key of another name in docs/PRODUCT.md#card-payment. */
const KEYS: Record<string, PaymentErrorKey> = {
  invalid_expiry_year_past: 'invalid_expiry_year',
  invalid_expiry_month_past: 'invalid_expiry_month',
  incomplete_number: 'invalid_number',
  incomplete_cvc: 'invalid_cvc',
  payment_intent_authentication_failure: 'challenge_failed',
};

/** Returns the text for a Stripe error: by the decline reason if there is one, otherwise by the kind of error. */
export const messageOf = ({ code, decline_code: reason }: StripeError): MessageId => {
  const key = [reason, code, code && KEYS[code]].find(isKnown);
  return key ? `errors.keys.${key}` : 'payment.paymentErrorMessage';
};

/** Returns the theme of Stripe's element that matches the page. */
export const themeOf = ({ documentElement, defaultView }: Document): 'stripe' | 'night' => {
  const { theme } = documentElement.dataset;
  const isDark = theme ? theme === 'dark' : defaultView?.matchMedia('(prefers-color-scheme: dark)').matches === true;
  return isDark ? 'night' : 'stripe';
};
