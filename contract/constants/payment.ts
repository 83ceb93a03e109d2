export const PAYMENT_PROVIDERS = ['sandbox', 'iyzico', 'stripe'] as const;
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];

/** The name in the query of the bank's page that says that it is shown in a frame. */
export const FRAMED = 'framed';

/** The payment states that a company sees. */
export const PAYMENT_STATES = ['success', 'failure', 'pending'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** In `paying` a charge may be in progress, so the basket cannot change. */
export const BASKET_STATUSES = ['open', 'paying', 'paid'] as const;
export type BasketStatus = (typeof BASKET_STATUSES)[number];

export const PRODUCT_TYPES = ['package', 'addon', 'product'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** The reasons for a change of credits. */
export const CREDIT_KINDS = ['opening', 'signup', 'purchase', 'subscription', 'job', 'adjustment'] as const;
export type CreditKind = (typeof CREDIT_KINDS)[number];

/**
 * The keys of declined payments that have their own text. Every other key shows the general text. See
 * docs/PRODUCT.md#card-payment.
 */
export const PAYMENT_ERROR_KEYS = [
  'card_declined',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
  'insufficient_funds',
  'data.payment.error.init',
  'not_sufficient_funds',
  'invalid_cvc',
  'invalid_cardnumber',
  'challenge_failed',
] as const;
export type PaymentErrorKey = (typeof PAYMENT_ERROR_KEYS)[number];
