import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import type { StageCounts } from '../../../contract/schemas/applications';
import type { Api } from '../../lib/api';
import type { WaitingDecision } from './waiting';
import { decisionOf, filtersToQuery, type ApplicationsQuery } from './query';

/** Statuses that the lists show; another call counts the rejected applications. */
const LISTED_STATUSES = 'in_progress,accepted';

const listQuery = (query: ApplicationsQuery) => {
  const { jobId, tab } = query;
  const decision = decisionOf(query);
  return decision
    ? { decision, jobId }
    : { status: LISTED_STATUSES, jobId, ...(tab === 'shortListed' && { isShortlisted: true }) };
};

/** Returns the query of a list, for calls that name its applications by it. */
export const searchQueryOf = (query: ApplicationsQuery): ApplicationSearchQuery => {
  const { jobId, ...listed } = listQuery(query);
  return { ...listed, ...(jobId !== null && { jobId }), ...filtersToQuery(query.filters) };
};

const orderOf = ({ sort, sortedAt }: ApplicationsQuery) => ({
  ...(sort && sort !== 'newest' && { sort }),
  ...(sort === 'deadline' && sortedAt && { sortedAt }),
});

/** Returns the first rows, the rows after the application id `before`, or a `page` counted from 1. */
export const getApplications = (
  api: Api,
  query: ApplicationsQuery,
  page: { limit: number; before?: number; page?: number },
) =>
  api.call('GET /search/application/all', {
    query: {
      ...listQuery(query),
      ...filtersToQuery(query.filters),
      ...orderOf(query),
      ...page,
    },
  });

/** Returns the exact counts with and without the filters. */
export const getApplicationCounts = async (api: Api, query: ApplicationsQuery) => {
  const filters = filtersToQuery(query.filters);
  const count = async (more: ApplicationSearchQuery) => {
    const counted = { ...listQuery(query), ...more, limit: 0 };
    return (await api.envelope('GET /search/application/all', { query: counted })).total ?? 0;
  };
  if (Object.keys(filters).length === 0) {
    const total = await count({});
    return { filtered: total, total };
  }
  const [filtered, total] = await Promise.all([count(filters), count({})]);
  return { filtered, total };
};

/** Counts the applications of the job that match the filters by their stage. */
export const getStages = async (api: Api, { jobId, filters }: ApplicationsQuery): Promise<StageCounts> => {
  const query = { ...(jobId !== null && { jobId }), ...filtersToQuery({ ...filters, stage: null }) };
  return (await api.call('GET /search/application/stages', { query })).stages;
};

/** Returns one application in full without marking it as seen. */
export const getApplication = async (api: Api, id: number) =>
  (await api.call('GET /search/application/:id', { params: { id } })).application;

/** Puts an application on the shortlist or removes it, once for the key of the decision; returns its row. */
export const putShortlist = async (api: Api, { applicationId: id, act, key }: WaitingDecision) =>
  (
    await api.call('PUT /job/application/:id/shortlist', {
      params: { id },
      body: { isShortlisted: act === 'star' },
      headers: { 'Idempotency-Key': key },
    })
  ).application;
