import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Change } from '../../platform/change';
import { lockForDecision } from '../decisions';
import { APPLY, REVERSE, type Restored } from './actions';
import { checkApplications } from './checkApplications';
import { cancelUnsent } from './messageRepository';
import { findBefore, findTouched, type ItemResult, type TakenBulk } from './runRepository';

const NOBODY: ReadonlySet<number> = new Set();

/** Cancels messages that have not left yet. */
const cancelMessages = async ({ trx }: Change, undoOf: string, ids: readonly number[]): Promise<ItemResult[]> => {
  const cancelled = await cancelUnsent(trx, undoOf, ids);
  return ids.map((applicationId) =>
    cancelled.has(applicationId)
      ? { applicationId, outcome: 'done' }
      : { applicationId, outcome: 'skipped', key: ERROR_KEYS.applicationChangedSince },
  );
};

interface Handling {
  action: keyof typeof APPLY;
  restored: Restored;
  /** Applications that somebody changed after the action that an undo reverts. */
  touched: ReadonlySet<number>;
}

const apply = async (change: Change, bulk: TakenBulk, ids: readonly number[], timeZone: string, undoOf?: string) => {
  const { trx } = change;
  const locked = await lockForDecision(change, bulk.scope, ids);
  // Read after the lock, so that nobody changes them any more.
  const undo: Omit<Handling, 'action'> =
    undoOf === undefined
      ? { restored: null, touched: NOBODY }
      : { restored: await findBefore(trx, undoOf, ids), touched: await findTouched(trx, undoOf, ids) };
  const action = undoOf === undefined || bulk.action === 'message' ? bulk.action : REVERSE[bulk.action];
  const checked = (await checkApplications(trx, action, locked, bulk.isClosing)).map(({ application, key }) => ({
    application,
    key: undo.touched.has(application.id) ? ERROR_KEYS.applicationChangedSince : key,
  }));
  const ready = checked.flatMap(({ application, key }) => (key === null ? [application] : []));
  const stored = await APPLY[action](change, { bulk, ready, restored: undo.restored, timeZone });
  const keys = new Map(checked.map(({ application, key }) => [application.id, key]));
  return ids.map((applicationId): ItemResult => {
    const key = keys.get(applicationId);
    if (key === null) return { applicationId, outcome: 'done', ...stored.get(applicationId) };
    return { applicationId, outcome: 'skipped', key: key ?? ERROR_KEYS.notFound };
  });
};

/**
 * Changes the applications of a batch by the rules of its action and returns the outcome of each. An undo leaves out
 * what somebody changed since; what is outside the scope is skipped as not found.
 */
export const handleItems = async (
  change: Change,
  bulk: TakenBulk,
  ids: readonly number[],
  timeZone: string,
): Promise<ItemResult[]> => {
  const { action, undoOf } = bulk;
  if (undoOf === null) return apply(change, bulk, ids, timeZone);
  return action === 'message' ? cancelMessages(change, undoOf, ids) : apply(change, bulk, ids, timeZone, undoOf);
};
