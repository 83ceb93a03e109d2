import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema';
import type { LinkKey } from '../links';

/** Who asked which account to be told of new jobs. */
export interface Membership {
  workerId: number;
  userId: number;
  organisationId: number;
}

export interface StoredMember extends LinkKey, Membership {
  isWithdrawn: boolean;
}

const MEMBER = sql`
  id, nonce, worker_id as "workerId", user_id as "userId", organisation_id as "organisationId",
  withdrawn_at is not null as "isWithdrawn"`;

/** Stores a consent; whoever withdrew before is on the roster again. */
export const upsertMember = async (
  trx: Transaction<Database>,
  { workerId, userId, organisationId }: Membership,
  { nonce, textVersion, now }: { nonce: string; textVersion: number; now: Date },
): Promise<StoredMember> => {
  const { rows } = await sql<StoredMember>`
    insert into roster (worker_id, user_id, organisation_id, nonce, text_version, consented_at)
    values (${workerId}, ${userId}, ${organisationId}, ${nonce}, ${textVersion}, ${now})
    on conflict (user_id, worker_id) do update
      set text_version = excluded.text_version, consented_at = excluded.consented_at, withdrawn_at = null
    returning ${MEMBER}`.execute(trx);
  return rows[0]!;
};

/** Returns a person on the roster of an account, also one who withdrew. */
export const findMemberById = async (
  db: Kysely<Database>,
  { id, userId }: { id: number; userId: number },
): Promise<StoredMember | undefined> => {
  const { rows } = await sql<StoredMember>`
    select ${MEMBER} from roster where id = ${id} and user_id = ${userId}`.execute(db);
  return rows[0];
};

/** Ends a consent. Returns false when it had ended before. */
export const endMembership = async (trx: Transaction<Database>, id: number, now: Date): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update roster set withdrawn_at = ${now} where id = ${id} and withdrawn_at is null`.execute(trx);
  return numAffectedRows === 1n;
};

/** Returns how many people are on the roster of an account. */
export const countMembers = async (db: Kysely<Database>, userId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from roster where user_id = ${userId} and withdrawn_at is null`.execute(db);
  return rows[0]!.count;
};
