import { type NeedState, NEED_KINDS } from '../../../contract/rules/need';
import type { HistoryEntry } from '../../../contract/schemas/history';
import type { NeedsPayload } from '../../../contract/schemas/today';
import { PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import type { Api } from '../../lib/api';
import { hasNeed, stateAt, type NeedRow } from './rules';
import { fullName } from '../../../contract/constants/text';
import { selectUser, type SessionUser } from '../session';
import { callApi, notify, read, type Step, type Notice } from '../kit/effects';

/** Rows of a page. */
export const PAGE_ROWS = 50;

export interface NeedPage {
  rows: NeedRow[];
  /** Cursor of the next page; null at the end, and when only lapsed rows follow. */
  next: string | null;
}

/**
 * Kinds that load in calls of their own: new messages and new applications are not due yet, so in the list of all kinds
 * they come after all due rows.
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

/** The first rows; `listed` counts those of the list of all kinds, which `next` continues after its row `last`. */
export type FirstRows = NeedPage & { listed: number; last: NeedRow | null };

/** Reads rows of all kinds from the start, and the first rows of the eager kinds. */
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
const getHistory = (api: Api, id: number): Promise<HistoryEntry[]> =>
  api.call('GET /search/application/:id/history', { params: { id } });

/** Counts the needs of the caller, or of one branch. */
export const getNeeds = (api: Api, branchId: number | null): Promise<NeedsPayload> =>
  api.call('GET /search/application/needs', { query: branchOf(branchId) });

/** Returns the newest message between a worker and an employer without marking it as read; null without one. */
const getNewest = async (api: Api, { userId, workerId }: { userId: number; workerId: number }) => {
  const body = { company_id: userId, worker_id: workerId };
  const { thread } = await api.call('PUT /messages/check', { body });
  const { messages } = await api.call('GET /messages/thread/:threadId', {
    params: { threadId: thread.id },
    query: { user_id: userId, limit: 1, peek: '1' },
  });
  return messages.at(-1) ?? null;
};

/** With more rows gone at once there are no notices: they come from a bulk action, which has its own report. */
const MAX_ANNOUNCED = 3;

/** Entries of the history that change what an application waits for. */
const TURNS: readonly HistoryEntry['action'][] = [
  'application.declined',
  'application.reopened',
  'application.rejected',
  'application.accepted',
  'application.shortlisted',
  'application.unshortlisted',
  'application.settled',
];

/** The kinds of need that each entry ends, and the text that reports it. */
const ENDINGS = {
  'application.declined': { id: 'today.gone.declined', kinds: NEED_KINDS },
  'application.shortlisted': { id: 'today.gone.shortlisted', kinds: ['decide'] },
  'application.settled': { id: 'today.gone.settled', kinds: ['answer'] },
} as const;

const isEnding = (action: string): action is keyof typeof ENDINGS => action in ENDINGS;

/** Returns a notice about who decided or answered; null if it was this user, nobody, or the server does not say. */
const goneBy = async (api: Api, row: NeedRow, user: SessionUser): Promise<Notice | null> => {
  const name = fullName(row.user);
  const { kind } = row.need;
  const history = await getHistory(api, row.id);
  const entry = history.find(({ action }) => TURNS.includes(action));
  const ending = entry && isEnding(entry.action) ? ENDINGS[entry.action] : null;
  const isDecided = ending !== null && ending.kinds.some((one) => one === kind);
  if (kind === 'answer' && entry?.action !== 'application.declined') {
    const newest = await getNewest(api, { userId: row.job.userId, workerId: row.user.id });
    if (newest?.sender === 'employer') {
      if (newest.senderId === user.id) return null;
      const by = newest.senderId === row.job.userId ? row.job.companyName : newest.senderName;
      return by
        ? { id: 'today.gone.answeredBy', values: { name, by }, kind: 'info' }
        : { id: 'today.gone.answered', values: { name }, kind: 'info' };
    }
    // The newest message arrived after the decision, so it still waits for an answer.
    if (newest && entry && Date.parse(entry.at) < Date.parse(newest.date)) return null;
  }
  // Without an id, the decision may be this user's own.
  if (!isDecided || !entry?.actorId || entry.actorId === user.id || entry.actorName === null) return null;
  return { id: ending.id, values: { name, by: entry.actorName }, kind: 'info' };
};

/** Shows which colleague dealt with the rows that left the open page. A failure shows nothing. */
export function* announceGone(gone: readonly NeedRow[]): Step<void> {
  const user = yield* read(selectUser);
  if (!user || gone.length > MAX_ANNOUNCED) return;
  for (const row of gone)
    try {
      const notice = yield* callApi((api) => goneBy(api, row, user));
      if (notice) yield* notify(notice);
    } catch {
      // The row is gone in any case, so the user needs no error.
    }
}
