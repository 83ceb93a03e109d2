import * as applications from '../../contract/routes/applications';
import { STAGES } from '../../contract/constants/statuses';
import { getNeeds } from '../../contract/routes/today';
import { lastPage, type Listed } from './lists';
import type { Places } from './places';

const OPEN = { status: 'in_progress,accepted' };
const DECLINED = { decision: 'declined' };
const HIRED = { stage: 'hired,started' };
const UNDER_WAY = { stage: 'invited,accepted,came,offered' };

/** The bound of the needs when a million applications belong to one owner: ten times that of 100,000. */
const NEEDS = { ofOne: 100 };

/** Every filter of the applications alone, some together, and some with few or no matches. */
const FILTERS: Record<string, Record<string, string>> = {
  gender: { gender: 'female' },
  'military status': { military: '3' },
  age: { ageMin: '20', ageMax: '30' },
  'age, nobody': { ageMin: '98' },
  distance: { distanceMax: '5' },
  experience: { experienceMin: '60' },
  education: { education: 'university' },
  English: { english: '4' },
  new: { isSeen: 'false' },
  'new, women': { isSeen: 'false', gender: 'female' },
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

/** Returns the requests for applications in each way that the page sends them, and for a job's applications. */
export const applicationLists = (as: 'root' | 'branch', places: Places): Listed[] => {
  const route = applications.searchApplications;
  const rows = as === 'root' ? places.ofRoot : places.ofBranch;
  const jobId = String(places.bigJob);
  const branchId = String(places.branchId);
  const who = `applications of ${as === 'root' ? 'the organisation' : 'a branch'}`;
  const job = `applications of a job`;
  const own: Listed[] = [
    [who, route, OPEN],
    [`${who}, every status`, route],
    [`${who}, shortlist`, route, { ...OPEN, isShortlisted: 'true' }],
    [`${who}, rejected`, route, { status: 'rejected' }],
    [`${who}, accepted`, route, { status: 'accepted' }],
    [`${who}, withdrawn`, route, { decision: 'withdrawn' }],
    [`${who}, first days`, route, { firstDay: 'due' }],
    [`${who} by need`, route, { sort: 'need' }, NEEDS],
    [`${who} by need, answer and decide`, route, { sort: 'need', need: 'answer,decide', needState: 'due' }, NEEDS],
    [`${who} by need, lapsed`, route, { sort: 'need', need: 'decide', needState: 'lapsed' }, NEEDS],
    [`${who} by need, lapsed invitations`, route, { sort: 'need', need: 'invite', needState: 'lapsed' }, NEEDS],
    [`${who} by need, counts`, getNeeds, {}, { ...NEEDS, kind: 'count' }],
    [`${who} by need, lapsed, count`, route, { need: 'decide', needState: 'lapsed', limit: '0' }, { kind: 'filtered' }],
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
  const ofDeclined: Listed[] = [
    [`${who}, declined`, route, DECLINED],
    [`${who}, declined, page 1,000`, route, { ...DECLINED, page: '1000' }],
    [`${who}, declined, going on in the middle`, route, { ...DECLINED, before: String(places.middle) }],
    [`${who}, declined, women`, route, { ...DECLINED, ...FILTERS.gender }],
    [`${who}, declined, a name`, route, { ...DECLINED, q: 'ayşe' }],
    [`${who}, declined, nobody`, route, { ...DECLINED, ...FILTERS['much at once, nobody'] }, { kind: 'exhaustive' }],
    [`${who}, declined, by score`, route, { ...DECLINED, sort: 'score' }],
    [`${who}, declined, by time left`, route, { ...DECLINED, sort: 'deadline' }],
    [`${who}, declined, count`, route, { ...DECLINED, limit: '0' }, { kind: 'filtered' }],
    [`${who}, declined, women, count`, route, { ...DECLINED, ...FILTERS.gender, limit: '0' }, { kind: 'filtered' }],
  ];
  const ofStages: Listed[] = [
    [`${who}, new ones`, route, { ...OPEN, stage: 'new' }],
    [`${who}, hired`, route, { ...OPEN, ...HIRED }],
    [`${who}, under way`, route, { ...OPEN, ...UNDER_WAY }],
    [`${who}, every stage`, route, { stage: STAGES.join(',') }],
    [`${who}, new ones, page 1,000`, route, { ...OPEN, stage: 'new', page: '1000' }],
    [`${who}, hired, going on in the middle`, route, { ...OPEN, ...HIRED, before: String(places.middle) }],
    [`${who}, hired, women`, route, { ...OPEN, ...HIRED, ...FILTERS.gender }],
    [`${who}, new ones, a name`, route, { ...OPEN, stage: 'new', q: 'ayşe' }],
    [`${who}, hired, shortlist`, route, { ...OPEN, ...HIRED, isShortlisted: 'true' }],
    [
      `${who}, new ones, nobody`,
      route,
      { ...OPEN, stage: 'new', ...FILTERS['much at once, nobody'] },
      { kind: 'exhaustive' },
    ],
    [`${who}, hired, by score`, route, { ...OPEN, ...HIRED, sort: 'score' }],
    [`${who}, new ones, by score`, route, { ...OPEN, stage: 'new', sort: 'score' }],
    [`${who}, hired, by time left`, route, { ...OPEN, ...HIRED, sort: 'deadline' }],
    // Few of them have a need.
    [`${who}, hired, by need`, route, { ...HIRED, sort: 'need' }, { kind: 'exhaustive' }],
    [`${who}, new ones, by need`, route, { stage: 'new', sort: 'need' }, { kind: 'exhaustive' }],
    [`${who}, new ones, count`, route, { ...OPEN, stage: 'new', limit: '0' }, { kind: 'filtered' }],
    [`${who}, hired, women, count`, route, { ...OPEN, ...HIRED, ...FILTERS.gender, limit: '0' }, { kind: 'filtered' }],
    [`${who}, stages, counts`, applications.getStages, {}, { kind: 'count' }],
    [`${who}, stages, women, counts`, applications.getStages, FILTERS.gender, { kind: 'filtered' }],
  ];
  const sorted = Object.entries({ 'by score': { sort: 'score' }, 'by time left': { sort: 'deadline' } });
  const inOrder = sorted.flatMap(([order, sort]): Listed[] => [
    [`${who}, ${order}`, route, { ...OPEN, ...sort }],
    [`${who}, ${order}, page 20`, route, { ...OPEN, ...sort, page: '20' }],
    [`${who}, ${order}, going on in the middle`, route, { ...OPEN, ...sort, before: String(places.middle) }],
    [`${who}, ${order}, women`, route, { ...OPEN, ...sort, ...FILTERS.gender }],
    [`${who}, ${order}, shortlist`, route, { ...OPEN, ...sort, isShortlisted: 'true' }],
    [`${who}, ${order}, new`, route, { ...OPEN, ...sort, isSeen: 'false' }],
    [`${who}, ${order}, a name`, route, { ...OPEN, ...sort, q: 'ayşe' }],
    [`${who}, ${order}, much at once`, route, { ...OPEN, ...sort, ...FILTERS['much at once'] }],
    [
      `${who}, ${order}, much at once, nobody`,
      route,
      { ...OPEN, ...sort, ...FILTERS['much at once, nobody'] },
      { kind: 'exhaustive' },
    ],
  ]);
  const ofJob: Listed[] = [
    ...sorted.flatMap(([order, sort]): Listed[] => [
      [`${job}, ${order}`, route, { ...OPEN, ...sort, jobId }],
      [`${job}, ${order}, filtered`, route, { ...OPEN, ...sort, jobId, ...FILTERS['much at once'] }],
    ]),
    [`${job} by need`, route, { sort: 'need', jobId }],
    [`${job} by need, counts`, getNeeds, { jobId }, { kind: 'count' }],
    [`${job}, new ones`, route, { ...OPEN, jobId, stage: 'new' }],
    [`${job}, hired`, route, { ...OPEN, jobId, ...HIRED }],
    [`${job}, stages, counts`, applications.getStages, { jobId }, { kind: 'count' }],
    [job, route, { ...OPEN, jobId }],
    [`${job}, declined`, route, { ...DECLINED, jobId }],
    [`${job}, declined, by score`, route, { ...DECLINED, jobId, sort: 'score' }],
    [`${job}, declined, count`, route, { ...DECLINED, jobId, limit: '0' }, { kind: 'filtered' }],
    [`${job}, shortlist`, route, { ...OPEN, jobId, isShortlisted: 'true' }],
    [`${job}, new`, route, { ...OPEN, jobId, isSeen: 'false' }],
    [`${job}, filtered`, route, { ...OPEN, jobId, ...FILTERS['much at once'] }],
    [`${job}, a name`, route, { ...OPEN, jobId, q: 'ayşe' }],
    [`${job}, nobody`, route, { ...OPEN, jobId, ...FILTERS['much at once, nobody'] }, { kind: 'exhaustive' }],
    [`${job}, last page`, route, { ...OPEN, jobId, page: '1800' }],
    [`${job}, count`, route, { ...OPEN, jobId, limit: '0' }, { kind: 'count' }],
    [`${job}, filtered, count`, route, { jobId, ...FILTERS.age, limit: '0' }, { kind: 'filtered' }],
  ];
  const ofBranch: Listed[] = [
    ['applications of one branch, asked by root', route, { ...OPEN, branchId }],
    ['applications of one branch, declined', route, { ...DECLINED, branchId }],
    ['applications of one branch, by score', route, { ...OPEN, branchId, sort: 'score' }],
    ['applications of one branch, by time left', route, { ...OPEN, branchId, sort: 'deadline' }],
    ['applications of one branch, hired', route, { ...OPEN, branchId, ...HIRED }],
    ['applications of one branch, stages, counts', applications.getStages, { branchId }, { kind: 'count' }],
    ['applications of one branch by need', route, { sort: 'need', branchId }],
    ['applications of one branch by need, counts', getNeeds, { branchId }, { kind: 'count' }],
    ['applications of one branch, declined, count', route, { ...DECLINED, branchId, limit: '0' }, { kind: 'filtered' }],
  ];
  return [
    ...own,
    ...ofDeclined,
    ...ofStages,
    ...filtered,
    ...inOrder,
    ...(as === 'root' ? [...ofJob, ...ofBranch] : []),
  ].map(([name, to, query, more]) => [name, to, query, { as, ...more }]);
};
