import type { WorkerBody } from '../../../contract/schemas/gateway';
import { audit } from '../../platform/audit';
import { inChange, type Change } from '../../platform/change';
import type { Deps } from '../../platform/deps';
import { rescoreApplications } from '../matching';
import { saveProfile, type SavedProfile } from '../workers';

/**
 * Saves a worker's profile in a change, which also updates the worker's applications: the columns that lists filter by,
 * the match score and the distance.
 */
export const saveWorker = async (change: Change, saved: SavedProfile) => {
  const { trx, clock, now } = change;
  const { worker, fields } = await saveProfile(change, saved);
  await rescoreApplications(trx, worker, now);
  const { id, firstName, lastName } = worker;
  await audit(
    trx,
    clock,
    { kind: 'worker', workerId: id, organisationId: null },
    { action: 'worker.saved', subjectType: 'worker', subjectId: id, details: { fields } },
  );
  return { id, externalId: saved.externalId, firstName, lastName };
};

/** Saves a worker's profile, as `saveWorker` does. */
export const putWorker = (deps: Deps, externalId: string, body: WorkerBody) =>
  inChange(deps, (change) => saveWorker(change, { externalId, body, timeZone: deps.settings.timeZone }));
