import { sql } from 'kysely';
import { audit } from '../../platform/audit';
import type { Deps } from '../../platform/deps';
import * as repository from './repository';
import type { PaymentRecord } from './repository';
import { orderOf } from './settle';

/** A form that was open when its payment ended is watched for so long: it may be left open in another tab. */
const WATCH_HOURS = 24;

/**
 * Closes the provider's form of a payment that has ended here, and has given back what it took all the same; nothing for any
 * other payment. Throws when the provider does not do it: it is asked again.
 */
export const closeForm = async (deps: Deps, payment: PaymentRecord): Promise<void> => {
  const { id, state, opensForm, provider, organisationId, amountMinor, currency } = payment;
  if (!opensForm || state !== 'failed' || provider !== deps.payments.name) return;
  const now = deps.clock.now();
  const { rows } = await sql`
    update payments set watched_at = ${now} where id = ${id} and form_closed_at is null returning 1`.execute(deps.db);
  if (rows.length === 0) return;
  const closed = await deps.payments.closeForm(orderOf(payment), payment.reference);
  if (closed === 'open') return;
  await deps.db.transaction().execute(async (trx) => {
    await sql`update payments set form_closed_at = ${now} where id = ${id}`.execute(trx);
    const details = { paymentId: id, amountMinor, currency, provider };
    const entry = { action: `payment.form_${closed}`, subjectType: 'payment', subjectId: null, details };
    await audit(trx, deps.clock, { kind: 'clock', organisationId }, entry);
  });
};

/**
 * Looks after forms whose payments have ended: each after a minute and then after twice as long each time, for a day. Answers
 * how many; throws when one of them could not be closed, after the others.
 */
export const watchForms = async (deps: Deps): Promise<number> => {
  const now = deps.clock.now();
  const since = new Date(now.getTime() - WATCH_HOURS * 3_600_000);
  const { rows } = await sql<{ id: string }>`
    select id from payments
    where opens_form and state = 'failed' and form_closed_at is null and changed_at > ${since}
      and provider = ${deps.payments.name} and provider_reference is not null
      and (watched_at is null or ${now}::timestamptz - watched_at > greatest(interval '1 minute', watched_at - changed_at))
    order by changed_at, id limit 50`.execute(deps.db);
  const failures: unknown[] = [];
  for (const { id } of rows) {
    const payment = await repository.findPayment(deps.db, id);
    if (payment) await closeForm(deps, payment).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  return rows.length;
};
