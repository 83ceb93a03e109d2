import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../platform/database/schema';

/** Returns the provider's token for the stored card of a subscription. */
export const findToken = async (db: Kysely<Database>, subscriptionId: number): Promise<string | null> => {
  const { rows } = await sql<{ token: string | null }>`
    select provider_token as token from subscriptions where id = ${subscriptionId}`.execute(db);
  return rows[0]?.token ?? null;
};

/** Returns which of these ids exist as payments. */
export const listExisting = async (db: Kysely<Database>, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from payments where id = any(${[...ids]}::text[])`.execute(db);
  return rows.map(({ id }) => id);
};

/** A renewal that was sent to the provider and has no answer. */
export interface Unanswered {
  paymentId: string;
  subscriptionId: number;
  sentAt: Date;
}

/** Returns at most 50 renewals without an answer that were sent up to a moment, oldest first. */
export const listUnanswered = async (db: Kysely<Database>, before: Date): Promise<Unanswered[]> => {
  const { rows } = await sql<Unanswered>`
    select id as "paymentId", subscription_id as "subscriptionId", created_at as "sentAt" from payments
    where subscription_id is not null and state = 'charging' and created_at <= ${before}
    order by created_at, id limit 50`.execute(db);
  return rows;
};
