import type { Kysely, Transaction } from 'kysely';
import type { PaymentProvider } from '../../../../contract/constants/payment';
import { hasRow, idsOf, run } from '../../../platform/database/query';
import type { Database } from '../../../platform/database/schema';

/** Records that the server checks an open form now. Returns false when the form is already closed. */
export const markFormChecked = (db: Kysely<Database>, id: string, now: Date): Promise<boolean> => hasRow(db)`
    update payments set watched_at = ${now} where id = ${id} and form_closed_at is null returning 1`;

export const markFormClosed = (trx: Transaction<Database>, id: string, now: Date): Promise<void> =>
  run(trx)`update payments set form_closed_at = ${now} where id = ${id}`;

/**
 * Returns up to 50 open forms of failed payments that are due for a check. The first check is due at once. The next
 * one is due after a minute, or after the time that had passed between the failure and the last check, whichever is
 * longer.
 */
export const listOpenForms = (
  db: Kysely<Database>,
  { provider, since, now }: { provider: PaymentProvider; since: Date; now: Date },
): Promise<string[]> => idsOf(db)<string>`
    select id from payments
    where opens_form and state = 'failed' and form_closed_at is null and changed_at > ${since}
      and provider = ${provider} and provider_reference is not null
      and (watched_at is null or ${now}::timestamptz - watched_at > greatest(interval '1 minute', watched_at - changed_at))
    order by changed_at, id limit 50`;
