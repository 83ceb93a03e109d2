export const PAYMENT_PROVIDERS = ['sandbox', 'iyzico', 'stripe'] as const;
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];

/** What a company is told of a payment. */
export const PAYMENT_STATES = ['success', 'failure', 'pending'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** `paying`: a charge may be under way, nothing of it can be changed. */
export const BASKET_STATUSES = ['open', 'paying', 'paid'] as const;
export type BasketStatus = (typeof BASKET_STATUSES)[number];

export const PRODUCT_TYPES = ['package', 'addon', 'product'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** Why credits came or went. */
export const CREDIT_KINDS = ['opening', 'signup', 'purchase', 'subscription', 'job', 'adjustment'] as const;
export type CreditKind = (typeof CREDIT_KINDS)[number];

/** Keys of declined payments, each with a text of its own; any other shows the general one. Spec 2, point 8. */
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
