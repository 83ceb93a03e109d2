import { notFound } from '../../platform/errors';

/** What the id of a payment looks like. */
export const PAYMENT_ID = /^[0-9a-f]{32}$/;

/** The id of a payment, which nobody guesses; 404 for anything else. */
export const paymentIdOf = (value: unknown): string => {
  if (typeof value !== 'string' || !PAYMENT_ID.test(value)) throw notFound();
  return value;
};
