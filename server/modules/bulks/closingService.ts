import type { Transaction } from 'kysely';
import { BULK_MATCHES_MAX } from '../../../contract/constants/bulks';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Bulk } from '../../../contract/schemas/bulks';
import { ownerScope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { AppError } from '../../platform/errors';
import { acceptBulk, type Caller } from './accept';
import { getBulk } from './readService';
import { presentBulk } from './presenter';
import { findClosing } from './repository';
import { freezeChosen, listChosen, remainingOf } from './setRepository';

/**
 * Accepts the declining of all applications that wait for a decision, within the transaction that closes their job.
 * Returns undefined when none waits, and on a repeat the action that is still running: the caller holds the lock of the
 * job. `isFilled` is the reason that is stored, and what the applicants are told. See docs/PRODUCT.md#closing-a-job.
 */
export const answerRemaining = async (
  trx: Transaction<Database>,
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
