import { sql } from 'kysely';
import type { Comment, CommentBody } from '../../../contract/schemas/applications';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope } from '../../platform/auth/scope';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { inScope } from '../jobs/scopeRepository';

/**
 * A comment on a worker that the whole organisation reads; the text is trimmed. 404 unless the caller sees an application
 * of the worker. API contract, section 2.
 */
export const addComment = (
  { db, clock }: Deps,
  user: AuthUser,
  requestId: string,
  body: CommentBody,
): Promise<Comment> =>
  db.transaction().execute(async (trx) => {
    const { workerId } = body;
    const known = await sql`
      select 1 from applications a where a.worker_id = ${workerId} and ${inScope(ownerScope(user))} limit 1`.execute(
      trx,
    );
    if (known.rows.length === 0) throw notFound();
    const now = clock.now();
    const message = body.message.trim();
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
    await audit(
      trx,
      clock,
      { kind: 'user', user, requestId },
      {
        action: 'worker.commented',
        subjectType: 'worker',
        subjectId: workerId,
        details: { commentId: id },
      },
    );
    return { id, message, author: user.name, createdAt: now.toISOString() };
  });
