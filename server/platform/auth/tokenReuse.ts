import type { Kysely } from 'kysely';
import { firstRow } from '../database/query';
import type { Database } from '../database/schema';
import { sha256 } from '../sha256';

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
export const findReuse = (db: Kysely<Database>, token: string, now: Date) => firstRow(db)<TokenReuse>`
    select t.session_id as "sessionId", t.user_id as "userId", u.organisation_id as "organisationId",
      exists (
        select 1 from access_tokens n
        where n.session_id = t.session_id and n.created_at >= t.rotated_at and n.token_hash <> t.token_hash
          and n.first_used_at is not null
      ) as "isShared"
    from access_tokens t join users u on u.id = t.user_id
    where t.token_hash = ${sha256(token)} and t.rotated_at is not null and t.expires_at <= ${now}`;
