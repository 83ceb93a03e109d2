import { sql } from 'kysely';
import type { Trx } from '../../server/platform/database/schema';

interface PreviousEvent {
  workerId: number;
  type: string;
  data: object;
  at: Date;
  /** A payload for the employers' streams. */
  hint?: object;
}

/**
 * Sends the events of a change as the release before migration 0024 did: it numbers them under a row lock held to the
 * commit, and notifies by itself.
 */
export const publishAsPreviousRelease = async (
  trx: Trx,
  { workerId, type, data, at, hint }: PreviousEvent,
): Promise<void> => {
  if (hint) await sql`select pg_notify('employer_events', ${JSON.stringify(hint)})`.execute(trx);
  await sql`
    with block as (update worker_event_sequence set value = value + 1 returning value)
    insert into worker_events (seq, type, worker_id, data, at)
    select value, ${type}, ${workerId}, ${JSON.stringify(data)}, ${at} from block`.execute(trx);
};
