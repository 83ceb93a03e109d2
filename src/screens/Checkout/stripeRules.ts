import { PAYMENT_ERROR_KEYS, type PaymentErrorKey } from '../../../contract/constants/payment';
import type { MessageId } from '../../lib/intl';
import type { StripeError } from '../../lib/stripe';

const isKnown = (key: string | undefined): key is PaymentErrorKey =>
  key !== undefined && (PAYMENT_ERROR_KEYS as readonly string[]).includes(key);

/** Codes of Stripe's for which spec 2, point 8, has a key of another name. */
const KEYS: Record<string, PaymentErrorKey> = {
  invalid_expiry_year_past: 'invalid_expiry_year',
  invalid_expiry_month_past: 'invalid_expiry_month',
  incomplete_number: 'invalid_number',
  incomplete_cvc: 'invalid_cvc',
  payment_intent_authentication_failure: 'challenge_failed',
};

/** The text for what Stripe says of a card: why it was declined first, then what kind of error it is. */
export const messageOf = ({ code, decline_code: reason }: StripeError): MessageId => {
  const key = [reason, code, code && KEYS[code]].find(isKnown);
  return key ? `errors.keys.${key}` : 'payment.paymentErrorMessage';
};

/** The look of Stripe's element that fits the page's theme. */
export const themeOf = ({ documentElement, defaultView }: Document): 'stripe' | 'night' => {
  const { theme } = documentElement.dataset;
  const isDark = theme ? theme === 'dark' : defaultView?.matchMedia('(prefers-color-scheme: dark)').matches === true;
  return isDark ? 'night' : 'stripe';
};
