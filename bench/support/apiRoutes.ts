import type { RouteContract } from '../../contract/routes/defineRoute';
import { searchApplications } from '../../contract/routes/applications';
import { getMyAppointments } from '../../contract/routes/appointments';
import { gatewayEvents, gatewayJobs } from '../../contract/routes/gateway';
import { getJobCounts, searchJobs } from '../../contract/routes/jobs';
import { getBranchJobCounts } from '../../contract/routes/organisation';
import { getCategories } from '../../contract/routes/reference';

/** A measured list request: every list route, and the applications in each way that the page requests them. */
export interface ListRequest {
  name: string;
  url: string;
  isGateway: boolean;
}

const OPEN = { status: 'in_progress,accepted', limit: '10' };

const LISTS: [name: string, route: RouteContract, query: Record<string, string>][] = [
  ['applications', searchApplications, { ...OPEN, page: '1' }],
  ['applications, shortlist', searchApplications, { ...OPEN, isShortlisted: 'true' }],
  ['applications, filtered', searchApplications, { ...OPEN, gender: 'female', ageMin: '20', ageMax: '30' }],
  ['applications, by name', searchApplications, { ...OPEN, q: 'ayşe' }],
  ['applications, total', searchApplications, { ...OPEN, limit: '0' }],
  ['jobs', searchJobs, { page: '1' }],
  ['jobs, sorted by applications', searchJobs, { page: '1', sorting: 'applicationCount:desc' }],
  ['jobs, for the filter', searchJobs, { selection: 'id,title,status,openedAt,user', page: '1', limit: '500' }],
  ['job counts', getJobCounts, {}],
  ['branches', getBranchJobCounts, {}],
  ['categories', getCategories, {}],
  ['appointments', getMyAppointments, { statusGroup: 'waiting,active', limit: '10' }],
  ['gateway jobs', gatewayJobs, { page: '1' }],
  ['gateway events', gatewayEvents, { after: '0' }],
];

export const LIST_REQUESTS: readonly ListRequest[] = LISTS.map(([name, route, query]) => ({
  name,
  url: `${route.path}?${new URLSearchParams(query)}`,
  isGateway: route.access === 'gateway',
}));
