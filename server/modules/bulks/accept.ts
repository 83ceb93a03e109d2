import { randomBytes } from 'node:crypto';
import { BULK_DIRECT_MAX, type BulkAction } from '../../../contract/constants/bulks';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/authUser';
import type { Scope } from '../../platform/auth/scope';
import type { Clock } from '../../platform/clock';
import type { Transaction } from 'kysely';
import type { Database } from '../../platform/database/schema';
import { sendJob } from '../../platform/queue/sendJob';
import { insertBulk, setTotal, type BulkOptions } from './repository';
import { BULKS_QUEUE } from './rules';
import type { FrozenSet } from './setRepository';

/** The user and the id of a request. */
export interface Caller {
  user: AuthUser;
  requestId: string;
}

export interface Wanted {
  scope: Scope;
  action: BulkAction;
  options: BulkOptions;
  /** The action that this one reverts. */
  undoOf?: string;
  /** True when it begins with the closing of a job, and so counts toward no limit. */
  isClosing?: boolean;
  /** Stores the items, and throws when there are too many or too few. */
  freeze(id: string): Promise<FrozenSet>;
  /** What the audit log says about the set. */
  details?: Record<string, unknown>;
}

/**
 * Accepts a bulk action within a transaction: from now on its set is frozen, and some server will handle each item.
 * Returns its id and its number of items.
 */
export const acceptBulk = async (
  trx: Transaction<Database>,
  clock: Clock,
  { user, requestId }: Caller,
  wanted: Wanted,
): Promise<{ id: string; total: number }> => {
  const { scope, action, options, undoOf = null, isClosing = false, details = {} } = wanted;
  const id = randomBytes(16).toString('hex');
  await insertBulk(trx, { id, user, requestId, scope, action, options, undoOf, isClosing, now: clock.now() });
  const { total, jobId } = await wanted.freeze(id);
  await setTotal(trx, id, { total, jobId });
  await audit(
    trx,
    clock,
    { kind: 'user', user, requestId },
    {
      action: undoOf === null ? 'bulk.started' : 'bulk.undone',
      subjectType: jobId === null ? 'organisation' : 'job',
      subjectId: jobId ?? scope.organisationId,
      details: { ...details, bulkId: id, action, total, ...(undoOf !== null && { undoOf }) },
    },
  );
  if (total > BULK_DIRECT_MAX || isClosing) await sendJob(trx, BULKS_QUEUE);
  return { id, total };
};
