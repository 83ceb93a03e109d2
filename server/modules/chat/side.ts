import { sql, type Kysely } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';
import { invalid, notFound } from '../../platform/errors';

/** Whose inbox is meant: the caller's own (branches, companies), or the branch that root and HR name (else 400). */
export const namedSide = (user: AuthUser, named: number | undefined): number => {
  const { userId } = ownerScope(user);
  if (userId === null) {
    if (named === undefined) throw invalid({ user_id: ERROR_KEYS.fieldRequired });
    return named;
  }
  if (named !== undefined && named !== userId) throw notFound();
  return userId;
};

export interface Side {
  id: number;
  /** Its history stays readable; nothing is written in its name any more. */
  isDeleted: boolean;
}

/** As `namedSide`; 404 unless it is a branch of the caller's organisation. */
export const sideOf = async (db: Kysely<Database>, user: AuthUser, named: number | undefined): Promise<Side> => {
  const id = namedSide(user, named);
  if (id === user.id) return { id, isDeleted: false };
  const { rows } = await sql<Side>`
    select id, deleted_at is not null as "isDeleted" from users
    where id = ${id} and organisation_id = ${user.organisationId} and user_type = 'branch'`.execute(db);
  const [side] = rows;
  if (!side) throw notFound();
  return side;
};
