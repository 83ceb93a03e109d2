import type { ApplicationDetail, ApplicationRow, Comment, CommentBody } from '../../../contract/schemas/applications';
import type { HistoryEntry } from '../../../contract/schemas/history';
import type { QueryValue } from '../../lib/http';
import type { Ports } from '../kit/ports';
import { filtersToQuery } from './filters';
import type { ApplicationsQuery } from './rules';

type Api = Ports['api'];

const PATH = '/search/application/all';

/** What the lists show; rejected ones are counted apart. Spec 1, point 4. */
const LISTED = 'in_progress,accepted';

const search = ({ main }: Api, query: Record<string, QueryValue>, signal?: AbortSignal) =>
  main.request<ApplicationRow[]>({ method: 'GET', path: PATH, query, signal });

const place = ({ jobId, tab }: ApplicationsQuery) => ({
  status: LISTED,
  jobId,
  ...(tab === 'shortListed' && { isShortlisted: true }),
});

/** The newest rows, those older than `before` (an application's id), or a `page` counted from 1. */
export const getApplications = async (
  api: Api,
  query: ApplicationsQuery,
  page: { limit: number; before?: number; page?: number },
  signal?: AbortSignal,
): Promise<ApplicationRow[]> =>
  (await search(api, { ...place(query), ...filtersToQuery(query.filters), ...page }, signal)).payload;

/** Exact counts: with the filters, and without them. */
export const getApplicationCounts = async (api: Api, query: ApplicationsQuery, signal?: AbortSignal) => {
  const filters = filtersToQuery(query.filters);
  const count = async (more: Record<string, QueryValue>) =>
    (await search(api, { ...place(query), ...more, limit: 0 }, signal)).total ?? 0;
  if (Object.keys(filters).length === 0) {
    const total = await count({});
    return { filtered: total, total };
  }
  const [filtered, total] = await Promise.all([count(filters), count({})]);
  return { filtered, total };
};

/** How many applications are neither in progress nor accepted. */
export const getRejectedCount = async (api: Api, jobId: number | null, signal?: AbortSignal): Promise<number> => {
  const query = { status: 'accepted,in_progress', limit: 0, op: 'must_not', jobId };
  return (await search(api, query, signal)).total ?? 0;
};

/** Answers the row as it stands then. */
export const putShortlist = async (
  { main }: Api,
  { id, isShortlisted }: { id: number; isShortlisted: boolean },
  signal?: AbortSignal,
): Promise<ApplicationRow> => {
  const path = `/job/application/${id}/shortlist`;
  const body = { isShortlisted };
  return (await main.request<{ application: ApplicationRow }>({ method: 'PUT', path, body, signal })).payload
    .application;
};

/** Answers the row as it stands then. */
export const putSeen = async ({ main }: Api, id: number, signal?: AbortSignal): Promise<ApplicationRow> => {
  const path = `/job/application/${id}/mark-as-seen`;
  return (await main.request<{ application: ApplicationRow }>({ method: 'PUT', path, signal })).payload.application;
};

/** An application in full; reading it marks nothing. */
export const getApplication = async ({ main }: Api, id: number, signal?: AbortSignal): Promise<ApplicationDetail> => {
  const path = `/search/application/${id}`;
  return (await main.request<{ application: ApplicationDetail }>({ method: 'GET', path, signal })).payload.application;
};

/** Answers the comment as it is kept. */
export const postComment = async ({ main }: Api, body: CommentBody): Promise<Comment> => {
  const path = '/job/application-comment';
  return (await main.request<{ comment: Comment }>({ method: 'POST', path, body })).payload.comment;
};

/** What was done with an application, newest first; `before` (an entry's id) goes on. */
export const getHistory = async (
  { main }: Api,
  id: number,
  before: number | undefined,
  signal?: AbortSignal,
): Promise<HistoryEntry[]> => {
  const path = `/search/application/${id}/history`;
  return (await main.request<HistoryEntry[]>({ method: 'GET', path, query: { before }, signal })).payload;
};
