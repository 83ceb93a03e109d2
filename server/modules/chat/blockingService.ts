import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope } from '../../platform/auth/scope';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { inChange, type Change } from '../../platform/change';
import { hideAll, lockHead, setBlockedAt, type ThreadHead } from './conversationRepository';

interface ThreadChange {
  user: AuthUser;
  requestId: string;
  threadId: number;
}

const finish = async (
  { trx, clock, notifyEmployer }: Change,
  { user, requestId }: ThreadChange,
  { id, organisationId, userId }: ThreadHead,
  action: string,
): Promise<void> => {
  await audit(trx, clock, { kind: 'user', user, requestId }, { action, subjectType: 'thread', subjectId: id });
  notifyEmployer(organisationId, { type: 'thread', threadId: id, userId });
};

/**
 * Blocks or unblocks the worker of a thread; sending to a blocked one returns 409. A repeated call changes nothing.
 */
export const changeBlock = (deps: Deps, call: ThreadChange, isBlocked: boolean): Promise<void> =>
  inChange(deps, async (change) => {
    const head = await lockHead(change.trx, ownerScope(call.user), call.threadId);
    if (!head) throw notFound();
    if (head.isBlocked === isBlocked) return;
    await setBlockedAt(change.trx, head.id, isBlocked ? change.now : null);
    await finish(change, call, head, isBlocked ? 'thread.blocked' : 'thread.unblocked');
  });

/**
 * Hides the messages of a thread from the employer's side. The thread reappears with the next message, without the
 * older ones.
 */
export const deleteThread = (deps: Deps, call: ThreadChange): Promise<void> =>
  inChange(deps, async (change) => {
    const head = await lockHead(change.trx, ownerScope(call.user), call.threadId);
    if (!head) throw notFound();
    if (head.hiddenTo === head.lastNumber) return;
    await hideAll(change.trx, head.id);
    await finish(change, call, head, 'thread.deleted');
  });
