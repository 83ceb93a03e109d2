import type pg from 'pg';
import * as applications from '../../contract/routes/applications';
import * as appointments from '../../contract/routes/appointments';
import * as chat from '../../contract/routes/chat';
import * as commerce from '../../contract/routes/commerce';
import type { RouteContract } from '../../contract/routes/defineRoute';
import * as gateway from '../../contract/routes/gateway';
import * as jobs from '../../contract/routes/jobs';
import * as organisation from '../../contract/routes/organisation';
import * as product from '../../contract/routes/product';
import * as reference from '../../contract/routes/reference';
import * as account from '../../contract/routes/account';
import { JOB_SORT_FIELDS } from '../../contract/constants/options';

/** Who asks: a demo account, or the holder of the gateway's key. */
export type Asker = 'root' | 'branch' | 'company' | 'gateway';

/**
 * A page or one thing, an owner's count, a count of what filters let through, or a page that is only complete when all of
 * an owner's rows were looked at (nothing, or next to nothing, fits): each has a bound of its own.
 */
export type Kind = 'page' | 'count' | 'filtered' | 'exhaustive';

/** One request to a list route. */
export interface ListRequest {
  name: string;
  /** What of the name comes before its first comma: requests of one list. */
  list: string;
  kind: Kind;
  as: Asker;
  method: RouteContract['method'];
  url: string;
  body?: object;
}

/** What of a load world is asked for by its id: the large, the long and the deep. */
export interface Places {
  branchId: number;
  bigJob: number;
  /** Applications of root's organisation and of the branch. */
  ofRoot: number;
  ofBranch: number;
  /** Of the branch's applications half are older and half are newer. */
  middle: number;
  /** With the longest history. */
  newest: number;
  threadId: number;
  messages: number;
  threads: number;
  appointments: number;
  jobs: number;
  workerId: number;
}

/** Looks for the places in a load world. */
export const findPlaces = async (pool: pg.Pool): Promise<Places> => {
  const session = await pool.connect();
  // Where one branch owns everything this takes longer than a statement of the product may.
  await session.query('set statement_timeout = 0');
  const { rows } = await session.query<Places>(`
    with r as (select organisation_id as id from users where email = 'root@demo.test'),
      b as (select id from users where email = 'branch@demo.test'),
      t as (select t.* from threads t, b where t.user_id = b.id order by t.last_number desc, t.id limit 1),
      o as materialized (select a.id, a.job_id, a.user_id, a.created_at from applications a, r where a.organisation_id = r.id)
    select b.id as "branchId", t.id as "threadId", t.last_number as messages, t.worker_id as "workerId",
      (select job_id from o group by 1 order by count(*) desc limit 1) as "bigJob",
      (select count(*) from o) as "ofRoot", (select count(*) from o where user_id = b.id) as "ofBranch",
      (select id from o where user_id = b.id order by created_at desc, id desc
        offset (select count(*) / 2 from o where user_id = b.id) limit 1) as middle,
      (select id from o where user_id = b.id order by created_at desc, id desc limit 1) as newest,
      (select count(*) from threads x where x.user_id = b.id) as threads,
      (select count(*) from appointments p, r where p.organisation_id = r.id) as appointments,
      (select count(*) from jobs j, r where j.organisation_id = r.id) as jobs
    from b, t`);
  session.release(true);
  return Object.fromEntries(
    Object.entries(rows[0]!).map(([name, value]) => [name, Number(value)]),
  ) as unknown as Places;
};

const OPEN = { status: 'in_progress,accepted' };

/** Every filter of the applications alone, some together, and some that hardly anything or nothing fits. */
const FILTERS: Record<string, Record<string, string>> = {
  gender: { gender: 'female' },
  'military status': { military: '3' },
  age: { ageMin: '20', ageMax: '30' },
  'age, nobody': { ageMin: '98' },
  distance: { distanceMax: '5' },
  experience: { experienceMin: '60' },
  education: { education: 'university' },
  English: { english: '4' },
  came: { came: 'true' },
  positive: { positive: 'false' },
  'offer sent': { offerSent: 'true' },
  'offer accepted': { offerAccepted: 'true' },
  'a name': { q: 'ayşe' },
  'a full name': { q: 'ayşe yılmaz' },
  'a name that nobody has': { q: 'qqxq' },
  'one letter': { q: 'ş' },
  'much at once': {
    gender: 'male',
    ageMin: '20',
    ageMax: '30',
    distanceMax: '10',
    education: 'university',
    english: '3',
  },
  'much at once, nobody': {
    gender: 'female',
    ageMin: '60',
    experienceMin: '60',
    english: '4',
    education: 'elementary',
  },
};

const lastPage = (rows: number, limit = 10): string => String(Math.max(1, Math.ceil(rows / limit)));

type Listed = [name: string, route: RouteContract, query?: Record<string, string>, more?: Partial<ListRequest>];

const applicationLists = (as: 'root' | 'branch', places: Places): Listed[] => {
  const route = applications.searchApplications;
  const rows = as === 'root' ? places.ofRoot : places.ofBranch;
  const jobId = String(places.bigJob);
  const who = `applications of ${as === 'root' ? 'the organisation' : 'a branch'}`;
  const job = `applications of a job`;
  const own: Listed[] = [
    [who, route, OPEN],
    [`${who}, every status`, route],
    [`${who}, shortlist`, route, { ...OPEN, isShortlisted: 'true' }],
    [`${who}, rejected`, route, { status: 'rejected' }],
    [`${who}, accepted`, route, { status: 'accepted' }],
    [`${who}, not in progress`, route, { status: 'in_progress', op: 'must_not' }],
    [`${who}, of today`, route, { ...OPEN, createdAt: new Date().toISOString().slice(0, 10) }],
    [`${who}, 100 at once`, route, { ...OPEN, limit: '100' }],
    [`${who}, going on in the middle`, route, { ...OPEN, before: String(places.middle) }],
    [`${who}, going on in the middle, filtered`, route, { ...OPEN, ...FILTERS.gender, before: String(places.middle) }],
    [`${who}, page 1,000`, route, { ...OPEN, page: String(Math.min(1_000, Number(lastPage(rows)))) }],
    [`${who}, last page`, route, { page: lastPage(rows) }],
    [`${who}, count`, route, { ...OPEN, limit: '0' }, { kind: 'count' }],
    [`${who}, shortlist, count`, route, { ...OPEN, isShortlisted: 'true', limit: '0' }, { kind: 'count' }],
  ];
  const filtered = Object.entries(FILTERS).flatMap(([name, query]): Listed[] => [
    [`${who}, ${name}`, route, { ...OPEN, ...query }, /nobody/.test(name) ? { kind: 'exhaustive' } : {}],
    [`${who}, ${name}, count`, route, { ...OPEN, ...query, limit: '0' }, { kind: 'filtered' }],
  ]);
  const ofJob: Listed[] = [
    [job, route, { ...OPEN, jobId }],
    [`${job}, shortlist`, route, { ...OPEN, jobId, isShortlisted: 'true' }],
    [`${job}, filtered`, route, { ...OPEN, jobId, ...FILTERS['much at once'] }],
    [`${job}, a name`, route, { ...OPEN, jobId, q: 'ayşe' }],
    [`${job}, nobody`, route, { ...OPEN, jobId, ...FILTERS['much at once, nobody'] }, { kind: 'exhaustive' }],
    [`${job}, last page`, route, { ...OPEN, jobId, page: '1800' }],
    [`${job}, count`, route, { ...OPEN, jobId, limit: '0' }, { kind: 'count' }],
    [`${job}, filtered, count`, route, { jobId, ...FILTERS.age, limit: '0' }, { kind: 'filtered' }],
  ];
  const ofBranch: Listed[] = [
    ['applications of one branch, asked by root', route, { ...OPEN, branchId: String(places.branchId) }],
  ];
  return [...own, ...filtered, ...(as === 'root' ? [...ofJob, ...ofBranch] : [])].map(([name, to, query, more]) => [
    name,
    to,
    query,
    { as, ...more },
  ]);
};

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
    ['jobs, for the filter', route, { selection: 'id,title', limit: '500' }],
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

/** Every list of the product, in the ways that the screens ask for them, the deep and the empty ones among them. */
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
