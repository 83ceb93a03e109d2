import type { Kysely, Transaction } from 'kysely';
import type { Comment } from '../../../contract/schemas/applications';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope } from '../../platform/auth/scope';
import { hasRow, rowsOf } from '../../platform/database/query';
import type { Database } from '../../platform/database/schema';
import { inScope } from '../jobs';

/** Returns whether the caller's scope holds an application of the worker. */
export const seesWorker = (trx: Transaction<Database>, user: AuthUser, workerId: number) => hasRow(trx)`
    select 1 from applications a where a.worker_id = ${workerId} and ${inScope(ownerScope(user))} limit 1`;

export const insertComment = async (
  trx: Transaction<Database>,
  user: AuthUser,
  { workerId, message, now }: { workerId: number; message: string; now: Date },
): Promise<number> => {
  const { id } = await trx
    .insertInto('worker_comments')
    .values({
      organisation_id: user.organisationId,
      worker_id: workerId,
      user_id: user.id,
      author: user.name,
      message,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

export const listComments = (
  db: Kysely<Database>,
  organisationId: number,
  workerId: number,
): Promise<Comment[]> => rowsOf(db)`
    select id, message, author, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from worker_comments where organisation_id = ${organisationId} and worker_id = ${workerId}
    order by id desc`;
