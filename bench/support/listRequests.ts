import * as applications from '../../contract/routes/applications';
import * as appointments from '../../contract/routes/appointments';
import * as chat from '../../contract/routes/chat';
import * as commerce from '../../contract/routes/commerce';
import * as gateway from '../../contract/routes/gateway';
import * as jobs from '../../contract/routes/jobs';
import * as organisation from '../../contract/routes/organisation';
import * as product from '../../contract/routes/product';
import * as reference from '../../contract/routes/reference';
import * as account from '../../contract/routes/account';
import { encodeCursor } from '../../server/platform/http/cursor';
import { JOB_SORT_FIELDS } from '../../contract/constants/options';
import { DAY } from '../../contract/constants/time';
import { applicationLists } from './applicationLists';
import { lastPage, type Listed, type ListRequest } from './lists';
import type { Places } from './places';

const jobLists = (places: Places): Listed[] => {
  const route = jobs.searchJobs;
  return [
    ['jobs', route, { page: '1' }],
    ['jobs, last page', route, { page: lastPage(places.jobs) }],
    ['jobs, active', route, { status: 'active' }],
    ['jobs, drafts', route, { status: 'draft' }],
    ['jobs, a word', route, { q: 'garson' }],
    ['jobs, a word that is nowhere', route, { q: 'qqxq' }],
    ...JOB_SORT_FIELDS.map((field): Listed => [`jobs, by ${field}`, route, { sorting: `${field}:desc` }]),
    ['jobs of one branch', route, { branchId: String(places.branchId) }],
    ['jobs, for the filter', route, { selection: 'id,title,status,openedAt,user', limit: '500' }],
    ['jobs, count', route, { limit: '0' }, { kind: 'count' }],
    ['jobs, a word, count', route, { q: 'garson', limit: '0' }, { kind: 'filtered' }],
    ['jobs by status, counts', jobs.getJobCounts, {}, { kind: 'count' }],
    ['a branch’s jobs', route, {}, { as: 'branch' }],
    ['places of work', jobs.getCompanyLocations, { targetUserId: String(places.branchId) }],
    ['tags', jobs.getTags],
    ['positions', jobs.getPositions, { q: 'gar' }],
    ['languages', jobs.getSpokenLanguages],
  ];
};

const appointmentLists = ({ appointments: rows, bigJob, newest }: Places): Listed[] => {
  const route = appointments.getMyAppointments;
  const groups = ['waiting', 'active', 'cancelled', 'done', 'waiting,active'];
  return [
    ['appointments', route, {}],
    ...groups.map((statusGroup): Listed => [`appointments, ${statusGroup}`, route, { statusGroup }]),
    ['appointments with feedback and log', route, { withFeedback: 'true', withStatusLog: 'true' }],
    ['appointments, last page', route, { page: lastPage(rows) }],
    ['appointments, count', route, { limit: '0' }, { kind: 'count' }],
    ['appointments, waiting, count', route, { statusGroup: 'waiting', limit: '0' }, { kind: 'filtered' }],
    ['appointments of a branch', route, {}, { as: 'branch' }],
    ['appointments of a branch, waiting', route, { statusGroup: 'waiting' }, { as: 'branch' }],
    ['appointments of a job, to come', appointments.getJobAppointments, { jobId: String(bigJob), startFrom: now() }],
    [
      'appointments of an application',
      appointments.findOneApplicationAppointments,
      { id: String(newest) },
      { body: {} },
    ],
    [
      'appointments of applications',
      appointments.findApplicationAppointments,
      {},
      { body: { applicationIds: [newest] } },
    ],
  ];
};

const now = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ');

/** Returns where the answered conversations of a week ago begin. */
const weekAgo = (): string => encodeCursor([0, (Date.now() - 7 * DAY) * 1_000, 1]);

const chatLists = ({ branchId, threadId, messages, threads }: Places): Listed[] => {
  const user_id = String(branchId);
  const thread = { threadId: String(threadId), user_id, peek: '1' };
  return [
    ['inboxes of all branches', chat.getAllInbox],
    ['inbox', chat.getInbox, { user_id }],
    ['inbox, last page', chat.getInbox, { user_id, page: lastPage(threads) }],
    ['inbox, a name', chat.getInbox, { user_id, q: 'ayşe' }],
    ['inbox, a word that everybody says', chat.getInbox, { user_id, q: 'görüşmeye' }],
    ['inbox, a word that nobody says', chat.getInbox, { user_id, q: 'qqxq' }, { kind: 'exhaustive' }],
    ['inbox, count', chat.getInbox, { user_id, limit: '0' }, { kind: 'count' }],
    ['inbox, a name, count', chat.getInbox, { user_id, q: 'ayşe', limit: '0' }, { kind: 'filtered' }],
    ['inbox of the organisation', chat.getInbox],
    ['inbox of the organisation, unread', chat.getInbox, { isUnread: 'true' }],
    ['inbox of the organisation, a week later', chat.getInbox, { after: weekAgo() }],
    ['inbox of the organisation, a name', chat.getInbox, { q: 'ayşe' }],
    ['inbox of the organisation, a word that everybody says', chat.getInbox, { q: 'görüşmeye' }],
    ['inbox of the organisation, a word that nobody says', chat.getInbox, { q: 'qqxq' }, { kind: 'exhaustive' }],
    ['inbox of the organisation, count', chat.getInbox, { limit: '0' }, { kind: 'filtered' }],
    ['inbox, a branch’s own', chat.getInbox, {}, { as: 'branch' }],
    ['conversation', chat.getConversation, thread],
    ['conversation, older', chat.getConversation, { ...thread, before: String(Math.floor(messages / 2)) }],
    ['conversation, newer', chat.getConversation, { ...thread, after: String(Math.max(0, messages - 5)) }],
  ];
};

const otherLists = ({ newest, workerId, threadId }: Places): Listed[] => [
  ['an application in full', applications.getApplication, { id: String(newest) }],
  ['history', applications.getHistory, { id: String(newest) }],
  ['branches', organisation.getBranches],
  ['branches with numbers of jobs', organisation.getBranchJobCounts],
  ['HR staff', organisation.getHrAccounts],
  ['sign-ins', account.getSessions],
  ['statement', commerce.getStatement, {}, { as: 'company' }],
  ['statement, last page', commerce.getStatement, { page: '1900' }, { as: 'company' }],
  ['statement, count', commerce.getStatement, { limit: '0' }, { as: 'company', kind: 'count' }],
  ['packages', commerce.getPackages, {}, { as: 'company' }],
  ['add-ons', commerce.getProducts, { type: 'addon' }, { as: 'company' }],
  ['plans', product.getSubscriptionPlans, {}, { as: 'company' }],
  ['subscriptions', product.getSubscriptions, {}, { as: 'company' }],
  ['categories', reference.getCategories],
  ['tax offices', reference.getTaxOffices, { q: 'kad' }],
  ['open jobs for workers', gateway.gatewayJobs, {}, { as: 'gateway' }],
  [
    'open jobs near a worker',
    gateway.gatewayJobs,
    { near: '40.99,29.03', radiusKm: '5' },
    { as: 'gateway', kind: 'exhaustive' },
  ],
  ['open jobs, a word', gateway.gatewayJobs, { q: 'garson' }, { as: 'gateway' }],
  ['a worker’s conversations', gateway.gatewayThreads, { id: String(workerId) }, { as: 'gateway' }],
  [
    'a worker’s messages',
    gateway.gatewayMessages,
    { id: String(threadId), workerId: String(workerId) },
    { as: 'gateway' },
  ],
  ['events for workers', gateway.gatewayEvents, { after: '0' }, { as: 'gateway' }],
];

const urlOf = (path: string, given: Record<string, string>): string => {
  const query = { ...given };
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = query[name]!;
    delete query[name];
    return value;
  });
  return `${filled}?${new URLSearchParams(query)}`;
};

/**
 * Returns the requests for every list of the product in the ways that the pages send them, deep and empty ones
 * included.
 */
export const listRequests = (places: Places): ListRequest[] =>
  [
    ...applicationLists('root', places),
    ...applicationLists('branch', places),
    ...jobLists(places),
    ...appointmentLists(places),
    ...chatLists(places),
    ...otherLists(places),
  ].map(([name, { method, path }, query = {}, more = {}]) => ({
    name,
    list: name.split(',')[0]!,
    kind: 'page',
    as: 'root',
    method,
    url: urlOf(path, query),
    ...more,
  }));
