import type { WorkerBody } from '../../../contract/schemas/gateway';
import { wallTime } from '../../../contract/zone';
import { audit } from '../../platform/audit';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { rescoreApplications } from '../applications/scoring';
import { inChange } from '../../platform/change';
import { columnsOf } from './profile';
import { findProfile, upsertWorker } from './repository';

/**
 * Creates a worker's profile or changes the given fields of it. In the same transaction the applications follow: the
 * columns that the lists filter by, match score and distance.
 */
export const putWorker = (deps: Deps, externalId: string, body: WorkerBody) =>
  inChange(deps, async ({ trx, clock, now }) => {
    const columns = columnsOf(body, wallTime(now, deps.settings.timeZone).slice(0, 10));
    const workerId = await upsertWorker(trx, externalId, columns, now);
    const worker = await findProfile(trx, workerId, 'update');
    if (!worker) throw notFound();
    await rescoreApplications(trx, worker, now);
    await audit(
      trx,
      clock,
      { kind: 'worker', workerId, organisationId: null },
      { action: 'worker.saved', subjectType: 'worker', subjectId: workerId, details: { fields: Object.keys(columns) } },
    );
    const { id, firstName, lastName } = worker;
    return { id, externalId, firstName, lastName };
  });
