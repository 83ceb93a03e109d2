import { sql, type Transaction } from 'kysely';
import type { Scope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';
import { inScope } from '../jobs';

interface Conversation {
  /** Null without a conversation. */
  threadId: number | null;
  lastNumber: number;
}

/** Locks the conversation of an application. Returns undefined for an application outside the scope. */
export const lockConversation = async (
  trx: Transaction<Database>,
  scope: Scope,
  applicationId: number,
): Promise<Conversation | undefined> => {
  const found = await sql<{ userId: number; workerId: number }>`
    select a.user_id as "userId", a.worker_id as "workerId" from applications a
    where a.id = ${applicationId} and ${inScope(scope)}`.execute(trx);
  const [application] = found.rows;
  if (!application) return undefined;
  const { rows } = await sql<Conversation>`
    select t.id as "threadId", t.last_number as "lastNumber" from threads t
    where t.user_id = ${application.userId} and t.worker_id = ${application.workerId} for no key update`.execute(trx);
  return rows[0] ?? { threadId: null, lastNumber: 0 };
};

/**
 * Notes that the messages of a locked conversation up to `number` need no answer. Returns false when this changes nothing
 * for the conversation.
 */
export const settle = async (trx: Transaction<Database>, threadId: number, number: number): Promise<boolean> => {
  const { rows } = await sql<{ before: Date | null }>`
    update threads t set settled_number = greatest(t.settled_number, ${number}::bigint)
    from (select awaiting_since from threads where id = ${threadId}) b
    where t.id = ${threadId} returning b.awaiting_since as before`.execute(trx);
  const changed = await sql`
    update threads t set awaiting_since = awaiting_since_of(t)
    where t.id = ${threadId} and t.awaiting_since is distinct from awaiting_since_of(t)`.execute(trx);
  return rows[0]?.before !== null && changed.numAffectedRows === 1n;
};
