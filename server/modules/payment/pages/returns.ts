import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { Deps } from '../../../platform/deps';
import { notFound } from '../../../platform/errors';
import { closeForm } from '../purchase/forms';
import * as repository from '../repository';
import type { PaymentRecord } from '../repository';
import { advance, charge } from '../advance';
import { fail, orderOf } from '../settlement';

export const PAYMENT_ID = /^[0-9a-f]{32}$/;

/** Returns the id of a payment, which is too random to guess. Throws 404 for any other text. */
export const paymentIdOf = (value: unknown): string => {
  if (typeof value !== 'string' || !PAYMENT_ID.test(value)) throw notFound();
  return value;
};

/** Marks a payment as failed unless it has left the challenge meanwhile. */
const failChallenge = (deps: Deps, id: string) =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await repository.lockPayment(trx, id);
    if (payment?.state === 'challenge')
      await fail(trx, deps, payment, { key: ERROR_KEYS.challengeFailed, by: 'provider' });
    return repository.findPayment(trx, id);
  });

/**
 * Handles the browser's return from the bank or the provider's form. It trusts a form that the provider signed and
 * otherwise asks the provider. Returns the current payment; undefined when it does not exist.
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

/** Handles a signed webhook about a payment. It never trusts the content and only asks the provider. */
export const receiveWebhook = async (deps: Deps, id: string): Promise<PaymentRecord | undefined> => {
  const payment = await advance(deps, id);
  if (payment?.state === 'failed') await closeForm(deps, payment);
  return payment;
};
