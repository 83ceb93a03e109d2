import type { Kysely } from 'kysely';
import { INBOX_PAGE } from '../../../contract/constants/limits';
import type { CheckThreadBody, InboxQuery } from '../../../contract/schemas/chat';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import { ownerScope, requestedOwnerId } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { containing } from '../../platform/database/like';
import { inChange } from '../../platform/change';
import { mayWriteTo } from './conversationRepository';
import { countThreads, findThread, listBranchInboxes, listThreads } from './inboxRepository';
import { presentBranchInbox, presentThread } from './presenter';
import { ensureThread, lockThread } from './repository';
import { findBranch, type Side } from './sideRepository';

/** Returns the account of the requested inbox. Throws 404 unless it is the caller's or a branch of its organisation. */
export const findSide = async (db: Kysely<Database>, user: AuthUser, requested: number | undefined): Promise<Side> => {
  const id = requestedOwnerId(user, requested, 'user_id');
  if (id === user.id) return { id, isDeleted: false };
  const side = await findBranch(db, user.organisationId, id);
  if (!side) throw notFound();
  return side;
};

/** Returns a page of an inbox, or only its exact total when `limit` is 0. See docs/PRODUCT.md#inbox. */
export const getInbox = async (deps: Deps, user: AuthUser, query: InboxQuery) => {
  const { db } = deps;
  const { page = 1, limit = INBOX_PAGE, q, isUnread = false } = query;
  const filter = {
    organisationId: user.organisationId,
    userId: requestedOwnerId(user, query.user_id, 'user_id'),
    pattern: containing(q),
    isUnread,
  };
  // Threads of the organisation prove that the inbox belongs to it. Only an empty result needs the ownership check.
  if (limit === 0) {
    const { total, unread } = await countThreads(db, filter);
    if (total === 0) await findSide(db, user, query.user_id);
    return { payload: { threads: [], unread }, total, limit };
  }
  const { threads, unread } = await listThreads(db, filter, { limit, offset: (page - 1) * limit });
  if (threads.length === 0) await findSide(db, user, query.user_id);
  return { payload: { threads: threads.map((record) => presentThread(record, deps)), unread }, page, limit };
};

/** Returns the thread count and unread count of each branch. See docs/PRODUCT.md#inbox. */
export const getAllInbox = async ({ db, files }: Deps, { organisationId }: AuthUser) => {
  const records = await listBranchInboxes(db, organisationId);
  return { all_inbox: records.map((record) => presentBranchInbox(record, files)) };
};

/**
 * Returns the thread with a worker and creates it when absent. Throws 404 for an inbox outside the caller's scope and
 * for a worker without an application or a conversation in it.
 */
export const checkThread = (
  deps: Deps,
  user: AuthUser,
  requestId: string,
  { worker_id: workerId, company_id: companyId }: CheckThreadBody,
) =>
  inChange(deps, async ({ trx, clock, now }) => {
    const side = await findSide(trx, user, companyId);
    if (!(await mayWriteTo(trx, ownerScope(user), workerId))) throw notFound();
    const isMade = !side.isDeleted && (await ensureThread(trx, side.id, workerId, now));
    const thread = await lockThread(trx, { userId: side.id, workerId });
    const record = thread && (await findThread(trx, thread.id));
    if (!record) throw notFound();
    const entry = { action: 'thread.made', subjectType: 'thread', subjectId: record.id, details: { workerId } };
    if (isMade) await audit(trx, clock, { kind: 'user', user, requestId }, entry);
    return presentThread(record, deps);
  });
