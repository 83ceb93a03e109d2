import { PAGE_LIMIT_DEFAULT } from '../../../contract/constants/limits';
import type { HoldsQuery } from '../../../contract/schemas/privacy';
import { audit } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { countHolds, deleteHold, insertHold, listHolds, findPerson, lockPerson } from './personRepository';

/** Returns a page of the holds, or the hold of one worker. Throws 404 for a worker whom the organisation does not know. */
export const getHolds = async ({ db, files }: Deps, { organisationId }: AuthUser, query: HoldsQuery) => {
  const { page = 1, limit = PAGE_LIMIT_DEFAULT, workerId } = query;
  if (workerId !== undefined && !(await findPerson(db, { organisationId, workerId }))) throw notFound();
  const filter = { organisationId, workerId };
  const [total, rows] = await Promise.all([
    countHolds(db, filter),
    listHolds(db, filter, { limit, offset: (page - 1) * limit }),
  ]);
  const payload = rows.map(({ worker: { imageKey, ...worker }, ...hold }) => ({
    ...hold,
    worker: { ...worker, imageUrl: files.imageUrl(imageKey) },
  }));
  return { payload, total, page, limit };
};

interface HoldCall {
  user: AuthUser;
  requestId: string;
  workerId: number;
  isOnHold: boolean;
  note?: string;
}

/**
 * Puts a worker's data on hold or releases them. The audit log does not get the note, because it may name people.
 * Throws 404 for a worker whom the organisation does not know.
 */
export const setHold = (deps: Deps, { user, requestId, workerId, isOnHold, note }: HoldCall): Promise<boolean> =>
  inChange(deps, async ({ trx, clock, now }) => {
    const key = { organisationId: user.organisationId, workerId };
    if (!(await lockPerson(trx, key))) throw notFound();
    const hold = { userId: user.id, reason: note?.trim() ?? null, now };
    const isChanged = isOnHold ? await insertHold(trx, key, hold) : await deleteHold(trx, key);
    if (isChanged) {
      const action = isOnHold ? 'privacy.held' : 'privacy.released';
      const entry = { action, subjectType: 'worker', subjectId: workerId };
      await audit(trx, clock, { kind: 'user', user, requestId }, entry);
    }
    return isOnHold;
  });
