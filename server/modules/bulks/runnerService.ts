import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { BULK_MESSAGES_MAX } from '../../../contract/constants/bulks';
import { type Change, inChange } from '../../platform/change';
import { audit, userActor } from '../../platform/audit';
import { AppError, conflict, notFound } from '../../platform/errors';
import { isStoreAway, isStoreDown } from '../../platform/http/errorHandler';
import { isNight } from '../../../contract/rules/night';
import type { Deps } from '../../platform/deps';
import type { Settings } from '../../platform/settings';
import { lockForDecision } from '../decisions';
import { appendMessage, mayWriteTo } from '../chat';
import { isErased } from '../workers';
import { APPLY, REVERSE, type Restored, checkApplications } from './actions';
import * as repository from './runRepository';
import {
  cancelUnsent,
  findBefore,
  findDeletedOwners,
  findTouched,
  type ItemResult,
  type TakenBulk,
  markSent,
  markUnsent,
  takeDue,
  type DueMessage,
  type Progress,
} from './runRepository';

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
  // Read under the lock, so that nobody can change them afterwards.
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
const handleItems = async (
  change: Change,
  bulk: TakenBulk,
  ids: readonly number[],
  timeZone: string,
): Promise<ItemResult[]> => {
  const { action, undoOf } = bulk;
  if (undoOf === null) return apply(change, bulk, ids, timeZone);
  return action === 'message' ? cancelMessages(change, undoOf, ids) : apply(change, bulk, ids, timeZone, undoOf);
};

/** Sends a message into its worker's conversation, and creates the conversation if there is none. */
const send = async (change: Change, message: DueMessage): Promise<void> => {
  const { bulkId, sender, requestId, userId, workerId, body } = message;
  // A message may wait for the morning, and its account may be deleted or its worker erased meanwhile.
  if ((await findDeletedOwners(change.trx, [userId])).has(userId)) throw notFound();
  if (!(await mayWriteTo(change.trx, { organisationId: sender.organisationId, userId }, workerId))) throw notFound();
  if (await isErased(change.trx, workerId)) throw conflict(ERROR_KEYS.applicationErased);
  const sent = await appendMessage(
    change,
    { userId, workerId },
    { sender: 'employer', senderUserId: sender.id, type: 'text', body, clientMessageId: `bulk-${bulkId}` },
  );
  await markSent(change.trx, message);
  if (!sent.isNew) return;
  await audit(change, userActor({ user: sender, requestId }), 'message.sent', ['message', sent.message.id], {
    threadId: sent.thread.id,
    bulkId,
  });
};

const SKIPS: readonly string[] = [ERROR_KEYS.threadBlocked, ERROR_KEYS.applicationErased, ERROR_KEYS.notFound];

/** Returns the key of a refusal that skips a message; null for a failure. */
const skipOf = (error: unknown): string | null =>
  error instanceof AppError && SKIPS.includes(error.key) ? error.key : null;

/** Sends the next due message in a separate transaction. Returns false when none is due. */
const deliverNext = async (deps: RunDeps, log: RunLog): Promise<boolean> => {
  let message: DueMessage | undefined;
  try {
    return await inChange(deps, async (change) => {
      message = await takeDue(change.trx, change.now);
      if (message) await send(change, message);
      return message !== undefined;
    });
  } catch (error) {
    if (!message || isStoreAway(error)) throw error;
    const unsent = message;
    const key = skipOf(error);
    if (key === null) log.warn({ bulk: unsent.bulkId, application: unsent.applicationId, err: error }, 'not sent');
    await inChange(deps, ({ trx }) => markUnsent(trx, unsent, key));
    return true;
  }
};

/** Sends all bulk messages that are due, but not at night. Several servers may do so at once. */
export const deliverMessages = async (
  deps: RunDeps,
  { log, stopping }: { log: RunLog; stopping?: AbortSignal },
): Promise<void> => {
  const { clock, settings } = deps;
  while (!stopping?.aborted && !isNight(clock.now(), settings.timeZone) && (await deliverNext(deps, log)));
};

const BATCH_ITEMS = 100;
/** Milliseconds of pause between two batches, so that other requests can use the store. */
const REST_MS = 10;

export type RunLog = Pick<FastifyBaseLogger, 'info' | 'warn'>;

interface RunOptions {
  log: RunLog;
  /** Aborts when the server stops; another server then continues. */
  stopping?: AbortSignal;
  /** Items of one transaction. */
  batchItems?: number;
}

type RunDeps = Pick<Deps, 'db' | 'clock'> & { settings: Pick<Settings, 'timeZone'> };

/** The items of one bulk action that one transaction handles. */
interface Batch {
  bulkId: string;
  ids: readonly number[];
}

/** Returns the items of one batch. A bulk message is one batch, because each worker must get it once. */
const batchSizeOf = ({ action }: TakenBulk): number => (action === 'message' ? BULK_MESSAGES_MAX : BATCH_ITEMS);

const progressOf = (bulk: TakenBulk, results: readonly ItemResult[]): Progress => {
  const progress = { done: bulk.done, skipped: bulk.skipped, failed: bulk.failed, skips: { ...bulk.skips } };
  for (const { outcome, key } of results) {
    progress[outcome] += 1;
    if (key != null && outcome === 'skipped') progress.skips[key] = (progress.skips[key] ?? 0) + 1;
  }
  return progress;
};

/** Returns how many items have an outcome. */
const handledOf = ({ done, skipped, failed }: Progress): number => done + skipped + failed;

/** Records the progress and notifies the dashboards. */
const report = async (change: Change, bulk: TakenBulk, progress: Progress, state: 'running' | 'done' | 'failed') => {
  const end = state === 'running' ? undefined : { state, now: change.now };
  await repository.recordProgress(change.trx, bulk.id, progress, end);
  const { id: bulkId, total, user, scope } = bulk;
  const userId = scope.userId ?? user.id;
  change.notifyEmployer(scope.organisationId, {
    type: 'bulk',
    userId,
    actorId: user.id,
    bulkId,
    state,
    done: handledOf(progress),
    total,
  });
};

/** Fails an action whose account is deleted, because there is nobody left to act for. */
const abandon = async (change: Change, bulk: TakenBulk): Promise<void> => {
  const failed = await repository.failWaiting(change.trx, bulk.id);
  await report(change, bulk, { ...bulk, failed: bulk.failed + failed }, 'failed');
};

/** Stores the outcomes of items and finishes the action with the last of them. Returns whether it is finished. */
const settle = async (change: Change, bulk: TakenBulk, results: readonly ItemResult[]): Promise<boolean> => {
  await repository.recordResults(change.trx, bulk.id, results);
  const progress = progressOf(bulk, results);
  const isFinished = handledOf(progress) >= bulk.total;
  await report(change, bulk, progress, isFinished ? 'done' : 'running');
  return isFinished;
};

interface BatchOptions {
  /** Only this action; without it the one that waited longest. */
  id?: string | undefined;
  /** At most this number of items. */
  size?: number | undefined;
  onTaken: (batch: Batch) => void;
}

/** Handles a batch and its outcomes in one transaction. Returns whether the action is finished; null when none waits. */
const runBatch = (deps: RunDeps, { id, size, onTaken }: BatchOptions): Promise<boolean | null> =>
  inChange(deps, async (change) => {
    const bulk = await repository.takeBulk(change.trx, change.now, id);
    if (!bulk) return null;
    if (bulk.isOwnerGone) {
      await abandon(change, bulk);
      return true;
    }
    const ids = await repository.listWaiting(change.trx, bulk.id, size ?? batchSizeOf(bulk));
    onTaken({ bulkId: bulk.id, ids });
    return settle(change, bulk, await handleItems(change, bulk, ids, deps.settings.timeZone));
  });

/** Marks an item as failed, unless another server has handled it meanwhile. */
const failItem = (deps: RunDeps, bulkId: string, applicationId: number): Promise<boolean | null> =>
  inChange(deps, async (change) => {
    const bulk = await repository.takeBulk(change.trx, change.now, bulkId);
    if (!bulk) return null;
    const isWaiting = await repository.isWaiting(change.trx, bulkId, applicationId);
    return settle(change, bulk, isWaiting ? [{ applicationId, outcome: 'failed' }] : []);
  });

/** Handles the items of a batch that failed one by one. An item that fails by itself gets that outcome. */
const runSingly = async (deps: RunDeps, { bulkId, ids }: Batch, log: RunLog): Promise<boolean | null> => {
  let isFinished: boolean | null = false;
  for (let tries = 0; tries < ids.length && isFinished === false; tries += 1) {
    let item: number | undefined;
    try {
      isFinished = await runBatch(deps, { id: bulkId, size: 1, onTaken: (one) => ([item] = one.ids) });
    } catch (error) {
      // A later run retries after an outage. An item whose statement timed out fails instead, or it would block the
      // others.
      if (item === undefined || isStoreDown(error)) throw error;
      log.warn({ bulk: bulkId, application: item, err: error }, 'item of a bulk action failed');
      isFinished = await failItem(deps, bulkId, item);
    }
  }
  return isFinished;
};

interface NextOptions {
  id?: string;
  log: RunLog;
  batchItems?: number | undefined;
}

const runNext = async (deps: RunDeps, { id, log, batchItems }: NextOptions): Promise<boolean | null> => {
  let batch: Batch | undefined;
  try {
    return await runBatch(deps, { id, size: batchItems, onTaken: (taken) => (batch = taken) });
  } catch (error) {
    if (!batch) throw error;
    log.warn({ bulk: batch.bulkId, items: batch.ids.length, err: error }, 'batch of a bulk action failed');
    return runSingly(deps, batch, log);
  }
};

/** Runs one bulk action to its end. */
export const runOne = async (deps: RunDeps, id: string, log: RunLog): Promise<void> => {
  while ((await runNext(deps, { id, log })) === false);
};

/**
 * Runs all waiting bulk actions, a batch of each in turn. Several servers may do so at once, and a live one continues
 * the work of a dead one (docs/decisions/0042-bulk-actions.md).
 */
export const runBulks = async (deps: RunDeps, { log, stopping, batchItems }: RunOptions): Promise<void> => {
  while (!stopping?.aborted && (await runNext(deps, { log, batchItems })) !== null) await pause(REST_MS);
};
