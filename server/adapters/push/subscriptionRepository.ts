import { sql, type Kysely } from 'kysely';
import { firstRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

export const findSubscription = async (db: Kysely<Database>, sessionId: string): Promise<string | null> => {
  const row = await firstRow(db)<{ token: string | null }>`
    select max(fcm_token) as token from access_tokens where session_id = ${sessionId}::uuid`;
  return row?.token ?? null;
};

/** Removes a subscription from every token that holds it. */
export const forgetSubscription = (db: Kysely<Database>, token: string) =>
  sql`
    update access_tokens set fcm_token = null where md5(fcm_token) = md5(${token}) and fcm_token = ${token}`.execute(
    db,
  );
