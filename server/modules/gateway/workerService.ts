import type { WorkerBody } from '../../../contract/schemas/gateway';
import { audit } from '../../platform/audit';
import { inChange } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { rescoreApplications } from '../matching';
import { saveProfile } from '../workers';

/**
 * Saves a worker's profile. The same transaction updates the worker's applications: the columns that lists filter by, the
 * match score and the distance.
 */
export const putWorker = (deps: Deps, externalId: string, body: WorkerBody) =>
  inChange(deps, async (change) => {
    const { trx, clock, now } = change;
    const { timeZone } = deps.settings;
    const { worker, fields } = await saveProfile(change, { externalId, body, timeZone });
    await rescoreApplications(trx, worker, now);
    const { id, firstName, lastName } = worker;
    await audit(
      trx,
      clock,
      { kind: 'worker', workerId: id, organisationId: null },
      { action: 'worker.saved', subjectType: 'worker', subjectId: id, details: { fields } },
    );
    return { id, externalId, firstName, lastName };
  });
