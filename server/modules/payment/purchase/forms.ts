import { audit } from '../../../platform/audit';
import type { Deps } from '../../../platform/deps';
import { forEachSettled } from '../advance';
import * as payments from '../repository';
import type { PaymentRecord } from '../repository';
import { orderOf } from '../settlement';
import * as repository from './repository';

/**
 * The server checks an open form for this long after the payment failed, because the form may still be open in another
 * tab.
 */
const WATCH_HOURS = 24;

/**
 * Closes the provider's form of a failed payment, and makes the provider refund what the form took anyway. It does
 * nothing for any other payment. Throws when the provider does not refund; the server then tries again later.
 */
export const closeForm = async (deps: Deps, payment: PaymentRecord): Promise<void> => {
  const { id, state, opensForm, provider, organisationId, amountMinor, currency } = payment;
  if (!opensForm || state !== 'failed' || provider !== deps.payments.name) return;
  const now = deps.clock.now();
  if (!(await repository.markFormChecked(deps.db, id, now))) return;
  const closed = await deps.payments.closeForm(orderOf(payment), payment.reference);
  if (closed === 'open') return;
  await deps.db.transaction().execute(async (trx) => {
    await repository.markFormClosed(trx, id, now);
    const details = { paymentId: id, amountMinor, currency, provider };
    const entry = { action: `payment.form_${closed}`, subjectType: 'payment', subjectId: null, details };
    await audit(trx, deps.clock, { kind: 'clock', organisationId }, entry);
  });
};

/**
 * Closes the open forms of failed payments. Returns how many it checked. Throws the first error after the last form.
 */
export const watchForms = async (deps: Deps): Promise<number> => {
  const now = deps.clock.now();
  const since = new Date(now.getTime() - WATCH_HOURS * 3_600_000);
  const ids = await repository.listOpenForms(deps.db, { provider: deps.payments.name, since, now });
  await forEachSettled(ids, async (id) => {
    const payment = await payments.findPayment(deps.db, id);
    if (payment) await closeForm(deps, payment);
  });
  return ids.length;
};
