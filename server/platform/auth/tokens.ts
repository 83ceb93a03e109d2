import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { GRANT_LEVELS, type EmployerType } from '../../../contract/constants/roles';
import { ROTATED_TOKEN_GRACE_SECONDS, TOKEN_DAYS } from '../../../contract/constants/limits';
import type { Database } from '../database/schema';
import type { AuthUser } from './authUser';

const DAY = 86_400_000;

/** Only the hash of a token is stored: who reads the store cannot sign in with what is there. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** 256 random bits; nothing can be read out of a token. */
export const newToken = (): string => randomBytes(32).toString('base64url');

interface TokenRow {
  id: number;
  organisationId: number;
  userType: EmployerType;
  firstName: string;
  lastName: string;
  sessionId: string;
  createdAt: Date;
}

/** A live token with its user. */
export interface Session {
  user: AuthUser;
  tokenHash: Buffer;
  /** When this token (not the session) was made. */
  issuedAt: Date;
}

/** Finds the user of a token in one statement; undefined for an unknown, expired or revoked one. */
export const findSession = async (db: Kysely<Database>, token: string, now: Date): Promise<Session | undefined> => {
  const tokenHash = hashToken(token);
  const { rows } = await sql<TokenRow>`
    select u.id, u.organisation_id as "organisationId", u.user_type as "userType", u.first_name as "firstName",
      u.last_name as "lastName", t.session_id as "sessionId", t.created_at as "createdAt"
    from access_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${tokenHash} and t.expires_at > ${now} and u.deleted_at is null`.execute(db);
  const row = rows[0];
  const grantLevel = row && GRANT_LEVELS[row.userType];
  if (!row || grantLevel === undefined) return undefined;
  const { id, organisationId, userType, sessionId } = row;
  const name = `${row.firstName} ${row.lastName}`;
  return { user: { id, organisationId, userType, grantLevel, sessionId, name }, tokenHash, issuedAt: row.createdAt };
};

/** Stores a new token; a new session unless `sessionId` is given, whose push token it takes over. */
export const issueToken = async (
  trx: Transaction<Database>,
  { userId, now, sessionId = randomUUID() }: { userId: number; now: Date; sessionId?: string },
): Promise<string> => {
  const token = newToken();
  const pushToken = sql<
    string | null
  >`(select max(fcm_token) from access_tokens where session_id = ${sessionId}::uuid)`;
  await trx
    .insertInto('access_tokens')
    .values({
      token_hash: hashToken(token),
      session_id: sessionId,
      user_id: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + TOKEN_DAYS * DAY),
      fcm_token: pushToken,
    })
    .execute();
  return token;
};

/**
 * Replaces a token by a new one of the same session; the old one lives on for other tabs. Null when the old one was
 * replaced by another request already.
 */
export const rotateToken = async (
  trx: Transaction<Database>,
  { user, tokenHash }: Session,
  now: Date,
): Promise<string | null> => {
  const graceEnd = new Date(now.getTime() + ROTATED_TOKEN_GRACE_SECONDS * 1000);
  const { numUpdatedRows } = await trx
    .updateTable('access_tokens')
    .set({ expires_at: graceEnd })
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', graceEnd)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? null : issueToken(trx, { userId: user.id, now, sessionId: user.sessionId });
};

/** Ends a session: every token of it is dead at once. */
export const endSession = async (trx: Transaction<Database>, sessionId: string): Promise<void> => {
  // A rotation at this moment holds the old token's row: the new token is there to be deleted only after it.
  await sql`
    select 1 from access_tokens where session_id = ${sessionId}::uuid order by token_hash for update`.execute(trx);
  await trx.deleteFrom('access_tokens').where('session_id', '=', sessionId).execute();
};

/** Removes tokens that no longer count; returns how many. */
export const removeExpiredTokens = async (db: Kysely<Database>, now: Date): Promise<number> => {
  const { numDeletedRows } = await db.deleteFrom('access_tokens').where('expires_at', '<=', now).executeTakeFirst();
  return Number(numDeletedRows);
};
