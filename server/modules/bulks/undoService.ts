import { BULK_DAYS } from '../../../contract/constants/bulks';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Bulk } from '../../../contract/schemas/bulks';
import { ownerScope } from '../../platform/auth/scope';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { conflict, notFound } from '../../platform/errors';
import { acceptBulk, type Caller } from './accept';
import { getBulk } from './readService';
import { lockBulk, type LockedBulk } from './repository';
import type { RunLog } from './runnerService';
import { runSmall } from './service';
import { freezeUndo } from './setRepository';

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
