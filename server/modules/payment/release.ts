import type { Transaction } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { conflict } from '../../platform/errors';
import { lockLiveOfBasket } from './repository';
import { fail } from './settle';

/**
 * Frees a locked basket from a payment that has taken no money: one whose challenge is open is over, and the bank's way
 * back finds it so. 409 `basket.busy` when a charge may be under way.
 */
export const releaseBasket = async (trx: Transaction<Database>, deps: Deps, basketId: string): Promise<void> => {
  const live = await lockLiveOfBasket(trx, basketId);
  if (live && live.state !== 'challenge') throw conflict(ERROR_KEYS.basketBusy);
  if (live) await fail(trx, deps, live, ERROR_KEYS.challengeFailed);
};
