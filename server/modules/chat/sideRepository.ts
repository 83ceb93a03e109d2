import type { Kysely } from 'kysely';
import { firstRow } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';

/** The employer's side of a conversation. */
export interface Side {
  id: number;
  /** True for a deleted account: its history stays readable but takes no new messages. */
  isDeleted: boolean;
}

/** Returns a branch of the organisation, deleted or not. */
export const findBranch = (
  db: Kysely<Database>,
  organisationId: number,
  id: number,
): Promise<Side | undefined> => firstRow(db)`
    select id, deleted_at is not null as "isDeleted" from users
    where id = ${id} and organisation_id = ${organisationId} and user_type = 'branch'`;
