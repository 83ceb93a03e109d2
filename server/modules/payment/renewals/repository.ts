import type { Kysely } from 'kysely';
import { firstRow, idsOf, rowsOf } from '../../../platform/database/query';
import type { Database } from '../../../platform/database/schema';

/** Returns the provider's token for the stored card of a subscription. */
export const findToken = async (db: Kysely<Database>, subscriptionId: number): Promise<string | null> => {
  const row = await firstRow(db)<{ token: string | null }>`
    select provider_token as token from subscriptions where id = ${subscriptionId}`;
  return row?.token ?? null;
};

/** Returns which of these ids exist as payments. */
export const listExisting = (db: Kysely<Database>, ids: readonly string[]): Promise<string[]> =>
  idsOf(db)<string>`select id from payments where id = any(${[...ids]}::text[])`;

/** A renewal that was sent to the provider and has no answer. */
export interface Unanswered {
  paymentId: string;
  subscriptionId: number;
  sentAt: Date;
}

/** Returns at most 50 renewals without an answer that were sent up to a moment, oldest first. */
export const listUnanswered = (db: Kysely<Database>, before: Date): Promise<Unanswered[]> => rowsOf(db)`
    select id as "paymentId", subscription_id as "subscriptionId", created_at as "sentAt" from payments
    where subscription_id is not null and state = 'charging' and created_at <= ${before}
    order by created_at, id limit 50`;
