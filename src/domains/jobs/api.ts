import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import type { Api } from '../../lib/api';
import type { JobsQuery } from './rules';
import type { JobOption } from './slice';

/** Returns the exact number of jobs that match the query. */
export const countJobs = async (api: Api, { branchId, q, status }: JobsQuery): Promise<number> => {
  const { total = 0 } = await api.envelope('GET /search/job', { query: { limit: 0, branchId, q, status } });
  return total;
};

/** Returns a page of jobs; pages count from 1. */
export const getJobs = (
  api: Api,
  { branchId, q, sorting, status }: JobsQuery,
  { page = 1, limit = PAGE_LIMIT_DEFAULT }: { page?: number; limit?: number },
) => {
  const query = { page, limit, branchId, q, sorting: sorting && `${sorting.field}:${sorting.direction}`, status };
  return api.call('GET /search/job', { query });
};

/** Returns a page of jobs for the job picker. */
export const getJobOptions = async (api: Api, { q, page }: { q: string; page: number }): Promise<JobOption[]> => {
  const query = { selection: 'id,title,status,openedAt,user', page, limit: PAGE_LIMIT_MAX, q } as const;
  return api.call('GET /search/job', { query });
};
