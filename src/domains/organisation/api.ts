import type { BranchJobCount } from '../../../contract/schemas/organisation';
import type { Ports } from '../kit/ports';

/** The branches with their numbers of active jobs, by name. */
export const getBranchJobCounts = async ({ main }: Ports['api'], signal?: AbortSignal): Promise<BranchJobCount[]> =>
  (await main.request<BranchJobCount[]>({ method: 'GET', path: '/branch-accounts/active-job-counts', signal })).payload;
