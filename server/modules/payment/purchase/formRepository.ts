import { sql, type Kysely, type Transaction } from 'kysely';
import type { PaymentProvider } from '../../../../contract/constants/payment';
import type { Database } from '../../../platform/database/schema';

/** Notes that somebody looks after an open form now; false when it is closed already. */
export const noteWatched = async (db: Kysely<Database>, id: string, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    update payments set watched_at = ${now} where id = ${id} and form_closed_at is null returning 1`.execute(db);
  return rows.length > 0;
};

export const noteClosed = async (trx: Transaction<Database>, id: string, now: Date): Promise<void> => {
  await sql`update payments set form_closed_at = ${now} where id = ${id}`.execute(trx);
};

/** Open forms of failed payments that are due: a minute after the failure, then after twice as long each time. */
export const listOpenForms = async (
  db: Kysely<Database>,
  { provider, since, now }: { provider: PaymentProvider; since: Date; now: Date },
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from payments
    where opens_form and state = 'failed' and form_closed_at is null and changed_at > ${since}
      and provider = ${provider} and provider_reference is not null
      and (watched_at is null or ${now}::timestamptz - watched_at > greatest(interval '1 minute', watched_at - changed_at))
    order by changed_at, id limit 50`.execute(db);
  return rows.map(({ id }) => id);
};
