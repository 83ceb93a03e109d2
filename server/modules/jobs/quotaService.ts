import type { Transaction } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { quotaExceeded } from '../../platform/errors';
import { withinLimit, type LimitRule } from '../../platform/limiter';
import { lockStorageUse } from './coverRepository';

const DAY_SECONDS = 86_400;
const MEGABYTE = 1_000_000;

/**
 * Runs a job creation and counts it against the organisation's quota of 24 hours. Throws 429 `quota.jobs` when the
 * quota is used up. A creation that fails does not count.
 */
export const withinJobQuota = async <T>(
  { limiter, settings }: Pick<Deps, 'limiter' | 'settings'>,
  organisationId: number,
  work: () => Promise<T>,
): Promise<T> => {
  const points = settings.quotas.jobsPerDay;
  if (points === 0) return work();
  const rule: LimitRule = { name: 'jobs-made', points, seconds: DAY_SECONDS, key: ERROR_KEYS.quotaJobs, isQuota: true };
  return withinLimit(limiter, { rule, key: String(organisationId) }, work);
};

/**
 * Throws 429 `quota.uploads` when the organisation has too many uploads that no job took, or too little storage left
 * for the bytes.
 */
export const refuseOverUploads = async (
  { clock, settings: { quotas } }: Pick<Deps, 'clock' | 'settings'>,
  trx: Transaction<Database>,
  organisationId: number,
  bytes: number,
): Promise<void> => {
  const now = clock.now();
  const { parked, parkedBytes, coverBytes, nextEnd } = await lockStorageUse(trx, organisationId, now);
  const { parkedUploads, storageMegabytes } = quotas;
  const wait = nextEnd ? Math.ceil((nextEnd.getTime() - now.getTime()) / 1000) : DAY_SECONDS;
  if (parkedUploads > 0 && parked >= parkedUploads) throw quotaExceeded(ERROR_KEYS.quotaUploads, parkedUploads, wait);
  if (storageMegabytes > 0 && parkedBytes + coverBytes + bytes > storageMegabytes * MEGABYTE)
    throw quotaExceeded(ERROR_KEYS.quotaStorage, storageMegabytes, wait);
};
