import type { NeedState } from '../../../contract/constants/need';
import type { Thread } from '../../../contract/schemas/chat';
import type { HistoryEntry } from '../../../contract/schemas/history';
import type { NeedsPayload } from '../../../contract/schemas/today';
import { PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import type { Api } from '../../lib/api';
import { hasNeed, stateAt, type NeedRow } from './rules';

/** Rows of a page. */
export const PAGE_ROWS = 50;

/** More conversations than a list of answers shows at once. */
const THREADS = 50;

export interface NeedPage {
  rows: NeedRow[];
  /** Where the next page begins; null at the end and before the first lapsed row. */
  next: string | null;
}

/**
 * Kinds that load beside the first rows of all: a new message and a new application are not due yet, so many due rows
 * would hide them.
 */
const EAGER: readonly Pick<RowsQuery, 'need' | 'needState'>[] = [
  { need: 'attendance,answer' },
  { need: 'answer', needState: 'coming' },
  { need: 'decide' },
];

const branchOf = (branchId: number | null) => (branchId === null ? {} : { branchId });

interface RowsQuery {
  branchId: number | null;
  after: string | null;
  limit: number;
  /** Ms since 1970. */
  now: number;
  /** Kinds, separated by commas; all of them by default. */
  need?: string;
  needState?: NeedState;
}

/** Returns rows with a need, due ones first; excludes lapsed ones. */
export const getNeedRows = async (
  api: Api,
  { branchId, after, limit, now, ...kinds }: RowsQuery,
): Promise<NeedPage> => {
  const { payload, next } = await api.envelope('GET /search/application/all', {
    query: { sort: 'need', limit, ...branchOf(branchId), ...(after !== null && { after }), ...kinds },
  });
  const rows = payload.filter(hasNeed);
  const current = rows.filter((row) => stateAt(row, now) !== 'lapsed');
  return { rows: current, next: current.length < rows.length ? null : (next ?? null) };
};

/** Reads from the start until so many rows have loaded. */
const getRows = async (
  api: Api,
  { branchId, rowsToLoad, now }: { branchId: number | null; rowsToLoad: number; now: number },
): Promise<NeedPage> => {
  const rows: NeedRow[] = [];
  let after: string | null = null;
  for (;;) {
    const limit = Math.min(PAGE_LIMIT_MAX, Math.max(PAGE_ROWS, rowsToLoad - rows.length));
    const page: NeedPage = await getNeedRows(api, { branchId, after, limit, now });
    rows.push(...page.rows);
    after = page.next;
    if (after === null || rows.length >= rowsToLoad) return { rows, next: after };
  }
};

/** The first rows; `listed` of them are of the list of all kinds, which `next` continues after `last`. */
export type FirstRows = NeedPage & { listed: number; last: NeedRow | null };

/** Reads rows from the start, and the first rows of the kinds that are most often new. */
export const getFirstRows = async (
  api: Api,
  options: { branchId: number | null; rowsToLoad: number; now: number },
): Promise<FirstRows> => {
  const { branchId, now } = options;
  const [all, ...eager] = await Promise.all([
    getRows(api, options),
    ...EAGER.map((kinds) => getNeedRows(api, { branchId, after: null, limit: PAGE_ROWS, now, ...kinds })),
  ]);
  const byId = new Map([all!, ...eager].flatMap(({ rows }) => rows).map((row) => [row.id, row]));
  const { rows, next } = all!;
  return { rows: [...byId.values()], next, listed: rows.length, last: next === null ? null : (rows.at(-1) ?? null) };
};

/** Returns what happened with an application, newest first. */
export const getHistory = (api: Api, id: number): Promise<HistoryEntry[]> =>
  api.call('GET /search/application/:id/history', { params: { id } });

/** Counts the needs of the caller, or of one branch. */
export const getNeeds = (api: Api, branchId: number | null): Promise<NeedsPayload> =>
  api.call('GET /search/application/needs', { query: branchOf(branchId) });

/** Returns the newest conversations of an employer, whose last messages Today shows. */
export const getThreads = async (api: Api, userId: number): Promise<Thread[]> =>
  (await api.call('GET /messages/inbox', { query: { user_id: userId, limit: THREADS } })).threads;

/** Returns the conversation of a worker and an employer without reading it, with its newest message. */
export const getNewest = async (api: Api, { userId, workerId }: { userId: number; workerId: number }) => {
  const body = { company_id: userId, worker_id: workerId };
  const { thread } = await api.call('PUT /messages/check', { body });
  const { messages } = await api.call('GET /messages/thread/:threadId', {
    params: { threadId: thread.id },
    query: { user_id: userId, limit: 1, peek: '1' },
  });
  return messages.at(-1) ?? null;
};
