import type { Comment, CommentBody } from '../../../contract/schemas/applications';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { insertComment, seesWorker } from './commentRepository';

/**
 * Adds a comment on a worker, which the whole organisation reads. Throws 404 unless the caller's scope holds an
 * application of the worker.
 */
export const addComment = (
  { db, clock }: Deps,
  user: AuthUser,
  requestId: string,
  body: CommentBody,
): Promise<Comment> =>
  db.transaction().execute(async (trx) => {
    const { workerId } = body;
    if (!(await seesWorker(trx, user, workerId))) throw notFound();
    const now = clock.now();
    const message = body.message.trim();
    const id = await insertComment(trx, user, { workerId, message, now });
    const subject = { subjectType: 'worker', subjectId: workerId, details: { commentId: id } };
    await audit(trx, clock, { kind: 'user', user, requestId }, { action: 'worker.commented', ...subject });
    return { id, message, author: user.name, createdAt: now.toISOString() };
  });
