import type { RouteContract } from '../../contract/routes/defineRoute';
import { getCurrentUser } from '../../contract/routes/session';
import { searchApplications } from '../../contract/routes/applications';
import { getMyAppointments } from '../../contract/routes/appointments';
import { gatewayEvents, gatewayJobs } from '../../contract/routes/gateway';
import { getJobCounts, searchJobs } from '../../contract/routes/jobs';
import { getBranchJobCounts } from '../../contract/routes/organisation';
import { getCategories } from '../../contract/routes/reference';

/**
 * A measured request: every list route, the applications in each way that the page requests them, and the user, whom each
 * start of the dashboard asks for.
 */
export interface ListRequest {
  name: string;
  url: string;
  isGateway: boolean;
  /** Requests a second that it must reach. */
  perSecond?: number | undefined;
}

/** Requests a second that a list page, and the user's route, must reach. */
const PAGE_PER_SECOND = 1_000;
const USER_PER_SECOND = 3_000;

const OPEN = { status: 'in_progress,accepted', limit: '10' };

const LISTS: [name: string, route: RouteContract, query: Record<string, string>, perSecond?: number][] = [
  ['user', getCurrentUser, {}, USER_PER_SECOND],
  ['applications', searchApplications, { ...OPEN, page: '1' }, PAGE_PER_SECOND],
  ['applications, shortlist', searchApplications, { ...OPEN, isShortlisted: 'true' }, PAGE_PER_SECOND],
  [
    'applications, filtered',
    searchApplications,
    { ...OPEN, gender: 'female', ageMin: '20', ageMax: '30' },
    PAGE_PER_SECOND,
  ],
  ['applications, by name', searchApplications, { ...OPEN, q: 'ayşe' }, PAGE_PER_SECOND],
  ['applications, total', searchApplications, { ...OPEN, limit: '0' }],
  ['jobs', searchJobs, { page: '1' }, PAGE_PER_SECOND],
  ['jobs, sorted by applications', searchJobs, { page: '1', sorting: 'applicationCount:desc' }, PAGE_PER_SECOND],
  ['jobs, for the filter', searchJobs, { selection: 'id,title,status,openedAt,user', page: '1', limit: '500' }],
  ['job counts', getJobCounts, {}],
  ['branches', getBranchJobCounts, {}],
  ['categories', getCategories, {}],
  ['appointments', getMyAppointments, { statusGroup: 'waiting,active', limit: '10' }, PAGE_PER_SECOND],
  ['gateway jobs', gatewayJobs, { page: '1' }],
  ['gateway events', gatewayEvents, { after: '0' }],
];

export const LIST_REQUESTS: readonly ListRequest[] = LISTS.map(([name, route, query, perSecond]) => ({
  name,
  url: `${route.path}?${new URLSearchParams(query)}`,
  isGateway: route.access === 'gateway',
  perSecond,
}));
