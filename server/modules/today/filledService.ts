import type { Kysely } from 'kysely';
import { openStepOf } from '../../../contract/constants/feedback';
import type { FilledJob } from '../../../contract/schemas/today';
import type { Scope } from '../../platform/auth/scope';
import type { Database } from '../../platform/database/schema';
import { countMet, listFilled } from './filledRepository';

/**
 * Returns the active jobs of a scope that have as many hires as wanted. Closing such a job leaves out the applications
 * with an open interview or offer, so `waiting` does not count them. See docs/PRODUCT.md#closing-a-job.
 */
export const getFilledJobs = async (
  db: Kysely<Database>,
  scope: Scope,
  jobId: number | undefined,
): Promise<FilledJob[]> => {
  const jobs = await listFilled(db, scope, jobId);
  if (jobs.length === 0) return [];
  const ids = jobs.map(({ id }) => id);
  const open = (await countMet(db, scope, ids)).filter((group) => openStepOf(group) !== null);
  return jobs.map(({ inProgress, ...job }) => {
    const leftOut = open.filter((group) => group.jobId === job.id).reduce((sum, { count }) => sum + count, 0);
    return { ...job, waiting: Math.max(0, inProgress - leftOut) };
  });
};
