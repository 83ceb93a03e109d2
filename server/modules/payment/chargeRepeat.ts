import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Deps } from '../../platform/deps';
import type { Order, Outcome } from '../../platform/ports/payments';
import type { PaymentRecord } from './repository';

/** No bank has a charge in hand for longer; an operator may settle a renewal by hand after the same time. */
const ANSWER_MS = 30 * 60_000;

/**
 * What became of a purchase that is `charging` already. A provider that takes the money of an order once is sent the charge again.
 * Any other is only asked: the first charge may still be with the bank. Such a purchase ends as failed when the provider says, after
 * half an hour, that the money is authorised and not taken. Throws when the provider gives no answer.
 */
export const askCharge = async (
  { payments, clock }: Pick<Deps, 'payments' | 'clock'>,
  { reference, changedAt }: PaymentRecord,
  order: Order,
): Promise<Outcome> => {
  if (payments.repeatsSafelyMs > 0) return payments.complete(order, reference);
  const outcome = await payments.retrieve(order, reference);
  const isOver = clock.now().getTime() - changedAt.getTime() >= ANSWER_MS;
  return outcome.state === 'authorised' && isOver ? { state: 'failed', key: ERROR_KEYS.paymentInit } : outcome;
};
