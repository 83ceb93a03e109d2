import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Deps } from '../../platform/deps';
import { closeForm } from './forms';
import * as repository from './repository';
import type { PaymentRecord } from './repository';
import { advance, charge, fail, orderOf } from './settle';

/** Ends a payment whose challenge was not passed, unless it has gone on meanwhile. */
const failChallenge = (deps: Deps, id: string) =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await repository.lockPayment(trx, id);
    if (payment?.state === 'challenge') await fail(trx, deps, payment, ERROR_KEYS.challengeFailed);
    return repository.findPayment(trx, id);
  });

/**
 * The browser came back from the bank or from the provider's form: what it brings counts where the provider has signed it; else
 * the provider is asked. Answers how the payment stands then; undefined when there is none.
 */
export const hearReturn = async (deps: Deps, id: string, form: URLSearchParams): Promise<PaymentRecord | undefined> => {
  const payment = await repository.findPayment(deps.db, id);
  if (!payment || payment.provider !== deps.payments.name) return payment;
  if (payment.state === 'challenge' && !payment.opensForm) {
    const word = deps.payments.readReturn?.(orderOf(payment), payment.reference, form) ?? null;
    if (word === 'authorised') return charge(deps, payment);
    if (word === 'failed') return failChallenge(deps, id);
  }
  if (payment.state === 'failed') await closeForm(deps, payment).catch(() => undefined);
  return advance(deps, id, { hasReturned: true });
};

/** A signed message of the provider's about a payment: the provider is asked, never the message believed. */
export const hearWebhook = async (deps: Deps, id: string): Promise<PaymentRecord | undefined> => {
  const payment = await advance(deps, id);
  if (payment?.state === 'failed') await closeForm(deps, payment);
  return payment;
};
