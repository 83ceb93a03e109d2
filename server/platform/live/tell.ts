import { sql, type Transaction } from 'kysely';
import type { StreamEvent } from '../../../contract/schemas/chat';
import type { Database } from '../database/schema';

/** PostgreSQL's channels: what happened in conversations, and that some token has ended (migration 0013). */
export const EMPLOYER_CHANNEL = 'employer_events';
export const TOKENS_CHANNEL = 'tokens_ended';

/** Ids and numbers alone: PostgreSQL takes 8,000 bytes, and what is in no payload can leak from none. */
export interface EmployerEvent {
  organisationId: number;
  event: Exclude<StreamEvent, { type: 'ready' }>;
}

/** Tells the employer's side on all servers, once the transaction is committed and only then. */
export const tellEmployer = async (
  trx: Transaction<Database>,
  organisationId: number,
  event: EmployerEvent['event'],
): Promise<void> => {
  const payload: EmployerEvent = { organisationId, event };
  await sql`select pg_notify(${EMPLOYER_CHANNEL}, ${JSON.stringify(payload)})`.execute(trx);
};
