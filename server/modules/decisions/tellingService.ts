import { recordFacts } from '../../platform/applicationFacts';
import { auditAll } from '../../platform/audit';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { isNight } from '../chat';
import { notifyDecided, tellStatus } from './notify';
import { lockDue, markTold } from './repository';

const TELLING_BATCH = 50;

type TellingDeps = Pick<Deps, 'db' | 'clock'> & { settings: Pick<Deps['settings'], 'timeZone'> };

const tellBatch = (deps: TellingDeps, batch: number): Promise<number> =>
  inChange(deps, async (change) => {
    const { trx, clock, now } = change;
    const due = await lockDue(trx, now, batch);
    if (due.length === 0) return 0;
    const ids = due.map(({ id }) => id);
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

/**
 * Tells the declined applicants who are due, but not at night, and returns their number. Several processes may run it
 * at once: each skips the rows that another has locked. See docs/PRODUCT.md#telling.
 */
export const tellDue = async (deps: TellingDeps, batch = TELLING_BATCH): Promise<number> => {
  let total = 0;
  while (!isNight(deps.clock.now(), deps.settings.timeZone)) {
    const told = await tellBatch(deps, batch);
    total += told;
    if (told < batch) break;
  }
  return total;
};
