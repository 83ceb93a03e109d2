import { sql, type Kysely } from 'kysely';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Database } from '../../platform/database/schema';
import { notFound } from '../../platform/errors';
import { requestedUserId } from './policy';

/** The employer's side of a conversation. */
export interface Side {
  id: number;
  /** True for a deleted account: its history stays readable but takes no new messages. */
  isDeleted: boolean;
}

/** Returns the account of `requestedUserId`. Throws 404 unless it is a branch of the caller's organisation. */
export const findSide = async (db: Kysely<Database>, user: AuthUser, requested: number | undefined): Promise<Side> => {
  const id = requestedUserId(user, requested);
  if (id === user.id) return { id, isDeleted: false };
  const { rows } = await sql<Side>`
    select id, deleted_at is not null as "isDeleted" from users
    where id = ${id} and organisation_id = ${user.organisationId} and user_type = 'branch'`.execute(db);
  const [side] = rows;
  if (!side) throw notFound();
  return side;
};
