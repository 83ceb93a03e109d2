import type { FastifyBaseLogger } from 'fastify';
import { recordFacts } from '../../platform/applicationFacts';
import { auditAll } from '../../platform/audit';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { isStoreDown } from '../../platform/http/errorHandler';
import { isNight } from '../../platform/night';
import { notifyDecided, tellStatus } from './notify';
import { lockDue, markTold, type DueLimits } from './repository';

const TELLING_BATCH = 50;

type TellingDeps = Pick<Deps, 'db' | 'clock'> & { settings: Pick<Deps['settings'], 'timeZone'> };

interface TellingOptions {
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Applicants of one transaction. */
  batch?: number;
}

interface Batch extends DueLimits {
  onTaken?: (ids: readonly number[]) => void;
}

/** Tells a batch in one transaction, but not at night, and returns its size. */
const tellBatch = (deps: TellingDeps, { onTaken, ...limits }: Batch): Promise<number> =>
  inChange(deps, async (change) => {
    const { trx, clock, now } = change;
    if (isNight(now, deps.settings.timeZone)) return 0;
    const due = await lockDue(trx, now, limits);
    if (due.length === 0) return 0;
    const ids = due.map(({ id }) => id);
    onTaken?.(ids);
    await markTold(trx, ids, now);
    await auditAll(
      trx,
      clock,
      due.map(({ id, organisationId }) => ({
        actor: { kind: 'clock', organisationId },
        action: 'application.told',
        subjectType: 'application',
        subjectId: id,
      })),
    );
    for (const { telling, ...recipient } of due)
      await tellStatus(change, { recipient, status: 'rejected', text: telling });
    await recordFacts(trx, 'told', ids, now);
    notifyDecided(change, due);
    return due.length;
  });

/** Tells applicants one by one, because their batch failed. Adds those whose telling fails again to `failed`. */
const tellSingly = async (
  deps: TellingDeps,
  ids: readonly number[],
  { failed, log }: { failed: Set<number>; log: TellingOptions['log'] },
): Promise<number> => {
  let told = 0;
  for (const id of ids)
    try {
      told += await tellBatch(deps, { limit: 1, id });
    } catch (error) {
      if (isStoreDown(error)) throw error;
      log.warn({ application: id, err: error }, 'telling failed');
      failed.add(id);
    }
  return told;
};

/**
 * Tells the declined applicants who are due, but not at night, and returns their number. A telling that fails holds up
 * no other; the next run tries it again. Several processes may run it at once: each skips the rows that another has
 * locked. See docs/PRODUCT.md#telling.
 */
export const tellDue = async (deps: TellingDeps, { log, batch = TELLING_BATCH }: TellingOptions): Promise<number> => {
  const failed = new Set<number>();
  let total = 0;
  for (;;) {
    let ids: readonly number[] = [];
    try {
      total += await tellBatch(deps, { limit: batch, except: [...failed], onTaken: (taken) => (ids = taken) });
    } catch (error) {
      if (ids.length === 0) throw error;
      total += await tellSingly(deps, ids, { failed, log });
    }
    if (ids.length < batch) return total;
  }
};
