import { BULK_MATCHES_MAX, BULK_DAYS } from '../../../contract/constants/bulks';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Bulk } from '../../../contract/schemas/bulks';
import { ownerScope } from '../../platform/auth/guard';
import type { Trx } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { AppError, conflict, notFound } from '../../platform/errors';
import { acceptBulk, type Caller, getBulk, runSmall } from './service';
import { presentBulk } from './presenter';
import {
  findClosing,
  freezeChosen,
  listChosen,
  remainingOf,
  lockBulk,
  type LockedBulk,
  freezeUndo,
} from './repository';
import { inChange } from '../../platform/change';
import type { RunLog } from './runnerService';

/**
 * Accepts the declining of all applications that wait for a decision, within the transaction that closes their job.
 * Returns undefined when none waits, and on a repeat the action that is still running: the caller holds the lock of the
 * job. `isFilled` is the reason that is stored, and what the applicants are told. See docs/PRODUCT.md#closing-a-job.
 */
export const answerRemaining = async (
  trx: Trx,
  { clock }: Pick<Deps, 'clock'>,
  caller: Caller,
  { jobId, isFilled }: { jobId: number; isFilled: boolean },
): Promise<Bulk | undefined> => {
  const unfinished = await findClosing(trx, caller.user, jobId);
  if (unfinished) return presentBulk(unfinished, clock.now());
  const scope = ownerScope(caller.user);
  const remaining = remainingOf(scope, jobId);
  if ((await listChosen(trx, remaining, 1)).length === 0) return undefined;
  const freeze = async (id: string) => {
    const set = await freezeChosen(trx, id, remaining, BULK_MATCHES_MAX + 1);
    if (set.total > BULK_MATCHES_MAX) throw new AppError(400, ERROR_KEYS.bulkTooMany);
    return set;
  };
  const options = isFilled ? { reason: 'position_filled' as const } : {};
  const { id } = await acceptBulk(trx, clock, caller, { scope, action: 'decline', options, isClosing: true, freeze });
  return getBulk({ db: trx, clock }, caller.user, id);
};

const DAY_MS = 86_400_000;

const isUndoable = ({ state, undoOf, createdAt }: LockedBulk, now: Date): boolean =>
  (state === 'done' || state === 'failed') &&
  undoOf === null &&
  now.getTime() - createdAt.getTime() <= BULK_DAYS * DAY_MS;

/**
 * Starts the undo of a finished bulk action over the items that it changed. A repeat returns the first undo. Throws
 * 404 for an action of another account, and 409 for one that is running, too old, an undo itself, or changed nothing.
 */
export const undoBulk = async (deps: Deps, caller: Caller, id: string, log: RunLog): Promise<Bulk> => {
  const { user } = caller;
  const accepted = await inChange(deps, async ({ trx, clock, now }) => {
    const bulk = await lockBulk(trx, user, id);
    if (!bulk) throw notFound();
    if (bulk.undoneBy !== null) return bulk.undoneBy;
    if (!isUndoable(bulk, now)) throw conflict(ERROR_KEYS.bulkNotUndoable);
    const freeze = async (undoId: string) => {
      const set = await freezeUndo(trx, undoId, bulk);
      if (set.total === 0) throw conflict(ERROR_KEYS.bulkNotUndoable);
      return set;
    };
    const { action } = bulk;
    return acceptBulk(trx, clock, caller, { scope: ownerScope(user), action, options: {}, undoOf: id, freeze });
  });
  if (typeof accepted === 'string') return getBulk(deps, user, accepted);
  return runSmall(deps, caller, accepted, log);
};
