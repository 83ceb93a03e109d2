import { randomBytes, randomUUID } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { type EmployerType, GRANT_LEVELS } from '../../../contract/constants/roles';
import { fullName } from '../../../contract/constants/text';
import { ROTATED_TOKEN_GRACE_SECONDS, SESSION_DAYS, TOKEN_DAYS } from '../../../contract/constants/limits';
import { DAY } from '../../../contract/constants/time';
import type { Db, Trx } from '../database/schema';
import { sha256 } from '../secrets';
import { firstRow, run, setOf } from '../database/query';

/** The signed-in user of a request. */
export interface AuthUser {
  id: number;
  organisationId: number;
  userType: EmployerType;
  grantLevel: number;
  sessionId: string;
  /** The name that the audit log stores. */
  name: string;
}

/** The user of a request, and the id of the request. */
export interface Caller {
  user: AuthUser;
  requestId: string;
}

/** Returns a token of 256 random bits; it encodes no data. */
export const newToken = (): string => randomBytes(32).toString('base64url');

interface TokenRow {
  id: number;
  organisationId: number;
  userType: EmployerType;
  firstName: string;
  lastName: string;
  sessionId: string;
  createdAt: Date;
  expiresAt: Date;
  lastSeenAt: Date | null;
  isUnused: boolean;
}

/** A live token with its user. Requests share it. */
export interface Session {
  readonly user: Readonly<AuthUser>;
  readonly tokenHash: Buffer;
  readonly expiresAt: Date;
  /** When the session was last used, accurate to a minute. */
  readonly lastSeenAt: Date | null;
  /** When this token (not the session) was issued. */
  readonly issuedAt: Date;
  /** True when no request has used this token yet. */
  readonly isUnused: boolean;
}

/** A constant statement, because most requests run it. */
const FIND_SESSION = `
  select u.id, u.organisation_id, u.user_type, u.first_name, u.last_name, t.session_id, t.created_at, t.expires_at,
    t.first_used_at is null as is_unused,
    (select s.last_seen_at from user_sessions s where s.session_id = t.session_id) as last_seen_at
  from access_tokens t join users u on u.id = t.user_id
  where t.token_hash = $1 and t.expires_at > $2 and u.deleted_at is null`;

/** Finds the user of a token in one statement; undefined for an unknown, expired or revoked one. */
export const findSession = async (db: Db, token: string, now: Date): Promise<Session | undefined> => {
  const tokenHash = sha256(token);
  const { rows } = await db.executeQuery<TokenRow>(CompiledQuery.raw(FIND_SESSION, [tokenHash, now]));
  const row = rows[0];
  const grantLevel = row && GRANT_LEVELS[row.userType];
  if (!row || grantLevel === undefined) return undefined;
  const { id, organisationId, userType, sessionId, createdAt: issuedAt, expiresAt, lastSeenAt, isUnused } = row;
  const user = { id, organisationId, userType, grantLevel, sessionId, name: fullName(row) };
  return { user, tokenHash, expiresAt, lastSeenAt, issuedAt, isUnused };
};

/**
 * Records the first use of a token. For a replacement this proves that the new token arrived, so a later use of the
 * old one means that two clients hold the session.
 */
export const noteFirstUse = async (db: Db, { tokenHash }: Session, now: Date): Promise<void> => {
  const unused = db.updateTable('accessTokens').set({ firstUsedAt: now }).where('tokenHash', '=', tokenHash);
  await unused.where('firstUsedAt', 'is', null).execute();
};

/** Returns which of these tokens are still live, as hex hashes, in one statement. */
export const findLiveTokens = (db: Db, hashes: Buffer[], now: Date): Promise<Set<string>> => setOf(db)`
    select encode(t.token_hash, 'hex') as id from access_tokens t join users u on u.id = t.user_id
    where t.token_hash = any(${hashes}::bytea[]) and t.expires_at > ${now} and u.deleted_at is null`;

/** The client that signed in. */
export interface Client {
  userAgent?: string;
  address?: string;
}

const AGENT_MAX = 255;

const startSession = async (
  trx: Trx,
  { userId, now, client }: { userId: number; now: Date; client: Client },
): Promise<string> => {
  const sessionId = randomUUID();
  const userAgent = client.userAgent?.slice(0, AGENT_MAX) ?? null;
  const address = client.address ?? null;
  const session = { sessionId, userId, createdAt: now, lastSeenAt: now, userAgent, address };
  await trx.insertInto('userSessions').values(session).execute();
  return sessionId;
};

interface NewToken {
  userId: number;
  now: Date;
  /** The session that continues; a new session starts when this is left out. */
  sessionId?: string;
  client?: Client;
}

/** Stores a new token that expires no later than its session. In a continued session it takes over the push token. */
export const issueToken = async (
  trx: Trx,
  { userId, now, sessionId: running, client = {} }: NewToken,
): Promise<string> => {
  const sessionId = running ?? (await startSession(trx, { userId, now, client }));
  const token = newToken();
  const pushToken = sql<
    string | null
  >`(select max(fcm_token) from access_tokens where session_id = ${sessionId}::uuid)`;
  const expiresAt = new Date(now.getTime() + TOKEN_DAYS * DAY);
  const sessionEnd = sql<Date>`(
    select created_at + make_interval(hours => ${SESSION_DAYS * 24}) from user_sessions where session_id = ${sessionId}::uuid)`;
  await trx
    .insertInto('accessTokens')
    .values({
      tokenHash: sha256(token),
      sessionId,
      userId,
      createdAt: now,
      expiresAt: sql<Date>`least(${expiresAt}::timestamptz, ${sessionEnd})`,
      fcmToken: pushToken,
      // The first use matters only for a token that replaces another one (tokenReuse.ts).
      firstUsedAt: running === undefined ? now : null,
    })
    .execute();
  return token;
};

/**
 * Replaces a token by a new one of the same session. The old one stays valid for a short time for other tabs; using it
 * later ends the session (`tokenReuse.ts`). Returns null when another request has already replaced the old one.
 */
export const rotateToken = async (trx: Trx, { user, tokenHash }: Session, now: Date): Promise<string | null> => {
  const graceEnd = new Date(now.getTime() + ROTATED_TOKEN_GRACE_SECONDS * 1000);
  const { numUpdatedRows } = await trx
    .updateTable('accessTokens')
    .set({ expiresAt: graceEnd, rotatedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', graceEnd)
    .executeTakeFirst();
  return numUpdatedRows === 0n ? null : issueToken(trx, { userId: user.id, now, sessionId: user.sessionId });
};

/** Ends a session and all of its tokens. Returns false when the session has already ended. */
export const endSession = async (trx: Trx, sessionId: string): Promise<boolean> => {
  // A concurrent rotation locks the old token's row. Waiting for it makes the new token visible, so that it is deleted
  // too.
  await run(trx)`
    select 1 from access_tokens where session_id = ${sessionId}::uuid order by token_hash for update`;
  await trx.deleteFrom('accessTokens').where('sessionId', '=', sessionId).execute();
  const sessions = trx.deleteFrom('userSessions').where('sessionId', '=', sessionId);
  return (await sessions.executeTakeFirst()).numDeletedRows > 0n;
};

/**
 * Ends every session of an account, and its calendar feed, because a thief with a session could have created it and
 * kept its address.
 */
export const endAllSessions = async (trx: Trx, userId: number): Promise<void> => {
  // As above: waits for concurrent rotations, so that their new tokens are deleted too.
  await run(trx)`select 1 from access_tokens where user_id = ${userId} order by token_hash for update`;
  await trx.deleteFrom('accessTokens').where('userId', '=', userId).execute();
  await trx.deleteFrom('userSessions').where('userId', '=', userId).execute();
  await trx.deleteFrom('calendarFeeds').where('userId', '=', userId).execute();
};

/** Minimum age of a session's last-use time before it is written again. */
const SEEN_EVERY_MS = 60_000;

/** Records that a session was used, accurate to a minute. */
export const touchSession = async (db: Db, { user, lastSeenAt }: Session, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - SEEN_EVERY_MS);
  if (lastSeenAt && lastSeenAt >= before) return;
  const session = db.updateTable('userSessions').set({ lastSeenAt: now }).where('sessionId', '=', user.sessionId);
  await session.where('lastSeenAt', '<', before).execute();
};

/**
 * Removes expired tokens and the sessions that have no token left; returns the number of tokens. Replaced tokens stay
 * as long as their session, because using one shows that it was copied.
 */
export const removeExpiredTokens = async (db: Db, now: Date): Promise<number> => {
  const { numAffectedRows: numDeletedRows = 0n } = await sql`
    delete from access_tokens t where t.expires_at <= ${now} and (t.rotated_at is null or not exists (
      select 1 from access_tokens l where l.session_id = t.session_id and l.expires_at > ${now}))`.execute(db);
  await run(db)`
    delete from user_sessions s where not exists (select 1 from access_tokens t where t.session_id = s.session_id)`;
  return Number(numDeletedRows);
};

/** A replaced token that was used after the grace period for other tabs. */
export interface TokenReuse {
  sessionId: string;
  userId: number;
  organisationId: number;
  /**
   * True when the newer token was used as well, so two clients hold the session. Otherwise the response with the newer
   * token may have been lost.
   */
  isShared: boolean;
}

/**
 * Finds the session of a replaced token that is used again; undefined for any other dead token. RFC 9700, section
 * 4.14.2.
 */
export const findReuse = (db: Db, token: string, now: Date) => firstRow(db)<TokenReuse>`
    select t.session_id, t.user_id, u.organisation_id,
      exists (
        select 1 from access_tokens n
        where n.session_id = t.session_id and n.created_at >= t.rotated_at and n.token_hash <> t.token_hash
          and n.first_used_at is not null
      ) as is_shared
    from access_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${sha256(token)} and t.rotated_at is not null and t.expires_at <= ${now}`;
