import type { WorkerBody } from '../../../contract/schemas/gateway';
import { wallTime } from '../../../contract/zone';
import type { Change } from '../../platform/change';
import { notFound } from '../../platform/errors';
import { columnsOf } from './profile';
import { findProfile, upsertWorker } from './repository';

export interface SavedProfile {
  externalId: string;
  body: WorkerBody;
  timeZone: string;
  /** The country of the phone. */
  countryCode?: string;
}

/** Creates a worker's profile or changes its given fields. Returns the profile, locked until the transaction ends, and the changed columns. */
export const saveProfile = async ({ trx, now }: Change, { externalId, body, timeZone, countryCode }: SavedProfile) => {
  const columns = columnsOf(body, wallTime(now, timeZone).slice(0, 10));
  if (countryCode !== undefined) columns.country_code = countryCode;
  const workerId = await upsertWorker(trx, externalId, columns, now);
  const worker = await findProfile(trx, workerId, 'update');
  if (!worker) throw notFound();
  return { worker, fields: Object.keys(columns) };
};
