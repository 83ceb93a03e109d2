import { sql, type Transaction } from 'kysely';
import type { Database } from '../../server/platform/database/schema';

export interface PreviousTold {
  workerId: number;
  type: string;
  data: object;
  at: Date;
  /** A payload for the employers' streams. */
  hint?: object;
}

/**
 * How the release before migration 0024 told of a change at the end of its transaction: numbers under a row lock that is held to the
 * commit, and a NOTIFY of its own.
 */
export const tellAsPreviousRelease = async (
  trx: Transaction<Database>,
  { workerId, type, data, at, hint }: PreviousTold,
): Promise<void> => {
  if (hint) await sql`select pg_notify('employer_events', ${JSON.stringify(hint)})`.execute(trx);
  await sql`
    with block as (update worker_event_sequence set value = value + 1 returning value)
    insert into worker_events (seq, type, worker_id, data, at)
    select value, ${type}, ${workerId}, ${JSON.stringify(data)}, ${at} from block`.execute(trx);
};
