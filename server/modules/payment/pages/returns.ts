import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { Deps } from '../../../platform/deps';
import { notFound } from '../../../platform/errors';
import { closeForm } from '../purchase/forms';
import * as repository from '../repository';
import type { PaymentRecord } from '../repository';
import { advance, charge } from '../advance';
import { fail, orderOf } from '../settlement';

/** The form of a payment's id. */
export const PAYMENT_ID = /^[0-9a-f]{32}$/;

/** The id of a payment, which nobody guesses; 404 for anything else. */
export const paymentIdOf = (value: unknown): string => {
  if (typeof value !== 'string' || !PAYMENT_ID.test(value)) throw notFound();
  return value;
};

/** Ends a payment whose challenge failed, unless it has moved on meanwhile. */
const failChallenge = (deps: Deps, id: string) =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await repository.lockPayment(trx, id);
    if (payment?.state === 'challenge')
      await fail(trx, deps, payment, { key: ERROR_KEYS.challengeFailed, by: 'provider' });
    return repository.findPayment(trx, id);
  });

/**
 * Handles the browser's return from the bank or the provider's form: a form that the provider signed counts, else the provider
 * is asked. Returns the payment as it stands then; undefined when there is none.
 */
export const receiveReturn = async (
  deps: Deps,
  id: string,
  form: URLSearchParams,
): Promise<PaymentRecord | undefined> => {
  const payment = await repository.findPayment(deps.db, id);
  if (!payment || payment.provider !== deps.payments.name) return payment;
  if (payment.state === 'challenge' && !payment.opensForm) {
    const answer = deps.payments.readReturn?.(orderOf(payment), payment.reference, form) ?? null;
    if (answer === 'authorised') return charge(deps, payment);
    if (answer === 'failed') return failChallenge(deps, id);
  }
  if (payment.state === 'failed') await closeForm(deps, payment).catch(() => undefined);
  return advance(deps, id, { hasReturned: true });
};

/** Handles a signed message about a payment: it only makes this server ask the provider, and is never believed. */
export const receiveWebhook = async (deps: Deps, id: string): Promise<PaymentRecord | undefined> => {
  const payment = await advance(deps, id);
  if (payment?.state === 'failed') await closeForm(deps, payment);
  return payment;
};
