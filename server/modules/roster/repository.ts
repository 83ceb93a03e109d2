import { sql, type Kysely, type Transaction } from 'kysely';
import { changesRow, firstRow, hasRow, onlyRow, onlyValue } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import type { LinkKey } from '../links';

/** Who asked which account to be told of new jobs. */
export interface Membership {
  workerId: number;
  userId: number;
  organisationId: number;
}

/** The name is the one that was given for this roster. */
export interface NewMembership extends Membership {
  firstName: string;
  lastName: string;
}

export interface StoredMember extends LinkKey, Membership {
  isWithdrawn: boolean;
}

const MEMBER = sql`
  id, nonce, worker_id as "workerId", user_id as "userId", organisation_id as "organisationId",
  withdrawn_at is not null as "isWithdrawn"`;

/** Stores a consent. It puts a person who withdrew an earlier one on the roster again. */
export const upsertMember = (
  trx: Transaction<Database>,
  { workerId, userId, organisationId, firstName, lastName }: NewMembership,
  { nonce, textVersion, now }: { nonce: string; textVersion: number; now: Date },
): Promise<StoredMember> => onlyRow(trx)`
    insert into roster (worker_id, user_id, organisation_id, first_name, last_name, nonce, text_version, consented_at)
    values (${workerId}, ${userId}, ${organisationId}, ${firstName}, ${lastName}, ${nonce}, ${textVersion}, ${now})
    on conflict (user_id, worker_id) do update
      set first_name = excluded.first_name, last_name = excluded.last_name, text_version = excluded.text_version,
        consented_at = excluded.consented_at, withdrawn_at = null
    returning ${MEMBER}`;

/** Returns a person on the roster of an account, also one who withdrew. */
export const findMemberById = (
  db: Kysely<Database>,
  { id, userId }: { id: number; userId: number },
): Promise<StoredMember | undefined> => firstRow(db)`
    select ${MEMBER} from roster where id = ${id} and user_id = ${userId}`;

/** Returns whether the worker is still on a roster of the organisation. */
export const isListed = (
  trx: Transaction<Database>,
  { workerId, organisationId }: Omit<Membership, 'userId'>,
): Promise<boolean> => hasRow(trx)`
    select 1 from roster
    where worker_id = ${workerId} and organisation_id = ${organisationId} and withdrawn_at is null limit 1`;

/** Ends a consent. Returns false when it had ended before. */
export const endMembership = (trx: Transaction<Database>, id: number, now: Date): Promise<boolean> => changesRow(trx)`
    update roster set withdrawn_at = ${now} where id = ${id} and withdrawn_at is null`;

/** Returns how many people are on the roster of an account. */
export const countMembers = (db: Kysely<Database>, userId: number): Promise<number> =>
  onlyValue(db)`
    select count(*)::int as count from roster where user_id = ${userId} and withdrawn_at is null`;
