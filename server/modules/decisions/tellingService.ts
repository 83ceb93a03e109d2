import type { FastifyBaseLogger } from 'fastify';
import { recordFacts } from '../../platform/applicationFacts';
import { auditAll } from '../../platform/audit';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { isStoreDown } from '../../platform/http/errorHandler';
import { isNight } from '../../platform/night';
import { scheduleDeclineSms } from '../links';
import { notifyDecided, notifyStatus } from './notify';
import { lockDue, markTold, type DueLimits } from './tellingRepository';

const TELLING_BATCH = 50;
/** Milliseconds until a telling that failed is tried again. */
const RETRY_MS = 600_000;

type TellingDeps = Pick<Deps, 'db' | 'clock'> & { settings: Pick<Deps['settings'], 'timeZone'> };

/** When a telling that failed is tried again, by application. */
export type Postponed = Map<number, Date>;

interface TellingOptions {
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Applicants of one transaction. */
  batch?: number;
  /** Kept between the runs of a server, so that the others go together again. */
  postponed?: Postponed;
}

interface Batch extends DueLimits {
  onTaken?: (ids: readonly number[]) => void;
}

/** Tells a batch in one transaction, but not at night, and returns its size. */
const notifyBatch = (deps: TellingDeps, { onTaken, ...limits }: Batch): Promise<number> =>
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
      await notifyStatus(change, { recipient, status: 'rejected', text: telling });
    await scheduleDeclineSms(change, ids);
    await recordFacts(trx, 'told', ids, now);
    notifyDecided(change, due);
    return due.length;
  });

/** Tells applicants one by one, because their batch failed, and postpones those whose telling fails again. */
const notifySingly = async (
  deps: TellingDeps,
  ids: readonly number[],
  { postponed, log }: { postponed: Postponed; log: TellingOptions['log'] },
): Promise<number> => {
  let told = 0;
  for (const id of ids)
    try {
      told += await notifyBatch(deps, { limit: 1, id });
    } catch (error) {
      if (isStoreDown(error)) throw error;
      log.warn({ application: id, err: error }, 'telling failed');
      postponed.set(id, new Date(deps.clock.now().getTime() + RETRY_MS));
    }
  return told;
};

/**
 * Tells the declined applicants who are due, but not at night, and returns their number. A telling that fails holds up
 * no other; it is tried again ten minutes later. Several processes may run it at once: each skips the rows that another
 * has locked. See docs/PRODUCT.md#telling.
 */
export const notifyDue = async (
  deps: TellingDeps,
  { log, batch = TELLING_BATCH, postponed = new Map() }: TellingOptions,
): Promise<number> => {
  const now = deps.clock.now();
  for (const [id, until] of postponed) if (until <= now) postponed.delete(id);
  let total = 0;
  for (;;) {
    let ids: readonly number[] = [];
    try {
      const except = [...postponed.keys()];
      total += await notifyBatch(deps, { limit: batch, except, onTaken: (taken) => (ids = taken) });
    } catch (error) {
      if (ids.length === 0) throw error;
      total += await notifySingly(deps, ids, { postponed, log });
    }
    if (ids.length < batch) return total;
  }
};
