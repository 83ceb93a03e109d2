import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import type { JobRow } from '../../../contract/schemas/jobs';
import type { Ports } from '../kit/ports';
import type { JobsQuery } from './rules';
import type { JobOption } from './slice';

type Api = Ports['api'];

/** A page of jobs; pages count from 1. */
export const getJobs = async (
  { main }: Api,
  { branchId, q, sorting }: JobsQuery,
  { page = 1, limit = PAGE_LIMIT_DEFAULT }: { page?: number; limit?: number },
  signal?: AbortSignal,
): Promise<JobRow[]> => {
  const query = { page, limit, branchId, q, sorting: sorting && `${sorting.field}:${sorting.direction}` };
  return (await main.request<JobRow[]>({ method: 'GET', path: '/search/job', query, signal })).payload;
};

/** A page of ids and titles for the picker of jobs. */
export const getJobOptions = async (
  { main }: Api,
  { q, page }: { q: string; page: number },
  signal?: AbortSignal,
): Promise<JobOption[]> => {
  const query = { selection: 'id,title', page, limit: PAGE_LIMIT_MAX, q };
  const { payload } = await main.request<JobRow[]>({ method: 'GET', path: '/search/job', query, signal });
  return payload.map(({ id, title }) => ({ id, title }));
};
