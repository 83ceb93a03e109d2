import { sql, type Kysely, type Transaction } from 'kysely';
import type { EmployerType } from '../../../contract/constants/roles';
import { firstRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

export const findFeed = (db: Kysely<Database>, userId: number) => firstRow(db)<{ createdAt: Date }>`
    select created_at as "createdAt" from calendar_feeds where user_id = ${userId}`;

/** Stores the account's only feed. An earlier one ends. */
export const replaceFeed = async (trx: Transaction<Database>, userId: number, tokenHash: string, now: Date) => {
  await sql`
    insert into calendar_feeds (user_id, token_hash, created_at) values (${userId}, ${tokenHash}, ${now})
    on conflict (user_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at`.execute(
    trx,
  );
};

/** Ends the account's feed. Returns false when it has none. */
export const removeFeed = async (trx: Transaction<Database>, userId: number): Promise<boolean> => {
  const feed = trx.deleteFrom('calendar_feeds').where('user_id', '=', userId);
  return (await feed.executeTakeFirst()).numDeletedRows > 0n;
};

/** The account whose appointments a feed shows. */
export interface FeedOwner {
  id: number;
  organisationId: number;
  userType: EmployerType;
  /** An ISO 639-1 code. */
  language: string;
}

/** Finds the account of a feed; undefined for an ended one, a deleted account and a company without dashboard access. */
export const findFeedOwner = (db: Kysely<Database>, tokenHash: string): Promise<FeedOwner | undefined> => firstRow(db)`
    select u.id, u.organisation_id as "organisationId", u.user_type as "userType", u.language_code as language
    from calendar_feeds f join users u on u.id = f.user_id
    where f.token_hash = ${tokenHash} and u.deleted_at is null
      and (u.user_type <> 'company' or u.dashboard_access)`;
