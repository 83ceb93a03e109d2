import type { CallKey } from '../../../contract/routes/calls';
import type { Envelope } from '../http';
import { isAlive } from './sealing';

/** A call as the program sent it. */
export interface Asked {
  key: CallKey;
  params?: Record<string, string | number> | undefined;
  query?: object | undefined;
  body?: unknown;
}

/**
 * An answer of the server. `at` in milliseconds since 1970: when a read was sent, because the server may have read before a
 * change that was answered first; when the answer to a change arrived.
 */
export interface Answered extends Asked {
  answer: Envelope<unknown>;
  at: number;
}

interface KeptRoute {
  /** Also pages by number after the first are kept: the applicants' pages open them one by one. */
  hasPages?: true;
  /** Allowed query parameters; an answer to a query with any other parameter is not kept. */
  query?: readonly string[];
  /** Changes rarely, so its age does not say how old a page is. */
  isReference?: true;
}

/**
 * The calls that the daily pages need to be readable. No search words and no personal filters. Of most lists no page by
 * number after the first: it does not fit the one before once rows were added.
 */
export const KEPT_ROUTES: Partial<Record<CallKey, KeptRoute>> = {
  'GET /search/application/all': {
    hasPages: true,
    query: [
      'status',
      'decision',
      'jobId',
      'branchId',
      'isShortlisted',
      'isSeen',
      'stage',
      'firstDay',
      'need',
      'needState',
      'sort',
      'sortedAt',
      'limit',
      'page',
      'before',
    ],
  },
  'GET /search/application/stages': { query: ['jobId', 'branchId'] },
  'GET /search/application/needs': { query: ['jobId', 'branchId'] },
  'GET /search/application/:id': {},
  'GET /search/application/:id/history': {},
  'GET /search/application/views': { isReference: true },
  'GET /search/job': { query: ['branchId', 'sorting', 'status', 'selection', 'limit', 'page'] },
  'GET /branch-accounts/active-job-counts': { isReference: true },
  'GET /messages/inbox': { query: ['user_id', 'isUnread', 'limit', 'page'] },
  'GET /messages/all_inbox': {},
  // Finds the conversation of an applicant.
  'PUT /messages/check': {},
  'GET /messages/thread/:threadId': { query: ['user_id', 'peek', 'after'] },
  'GET /appointment/me': {
    query: ['statusGroup', 'jobId', 'branchId', 'withFeedback', 'withStatusLog', 'limit', 'page'],
  },
  'GET /holidays': { isReference: true },
  'GET /shared-api/job/job-categories/datalist': { isReference: true },
  // The questions that this country asks workers.
  'POST /form-input-list': { isReference: true },
};

/** Parameters that differ between visits but do not change what the answer shows. */
const UNNAMED = ['peek', 'sortedAt', 'after'];

/** Returns the name under which the answer to a call is kept, or null if it is not. */
export const nameOf = ({ key, params = {}, query = {}, body }: Asked): string | null => {
  const route = KEPT_ROUTES[key];
  if (!route) return null;
  const isFirstPage = (name: string, value: unknown) => name === 'page' && Number(value) === 1;
  const used = Object.entries(query).filter(
    ([name, value]) => value != null && value !== '' && !isFirstPage(name, value),
  );
  const isKept = (name: string) => route.query?.includes(name) && (name !== 'page' || route.hasPages);
  if (!used.every(([name]) => isKept(name))) return null;
  const named = used.filter(([name]) => !UNNAMED.includes(name)).map(([name, value]) => [name, String(value)]);
  return JSON.stringify([key, Object.values(params).map(String), named.sort(), body ?? null]);
};

/** True for a call that reads only the new messages of a conversation. */
export const isGrowth = ({ key, query }: Asked): boolean =>
  key === 'GET /messages/thread/:threadId' && (query as { after?: unknown } | undefined)?.after != null;

/** Names of fields that are never kept, at any depth. The pages accept each of them empty. */
export const REMOVED_FIELDS: ReadonlySet<string> = new Set([
  'phone',
  'email',
  'to',
  'imageUrl',
  'identityNumber',
  'disabledStatus',
  'certificates',
  'drivingLicenses',
]);

/** Returns an answer as JSON without the fields that are never kept. */
export const withoutRemoved = (answer: Envelope<unknown>): string =>
  JSON.stringify(answer, (name, value: unknown) => {
    if (!REMOVED_FIELDS.has(name)) return value;
    return Array.isArray(value) ? [] : null;
  });

/** Rows of applications after their last change, by id. */
export type ChangedRows = Record<string, { at: number; row: object }>;

interface Row {
  id: number;
}

/** True for a call that changes something; some reads send a body. */
export const isChange = ({ key }: Asked): boolean => !key.startsWith('GET ') && !(key in KEPT_ROUTES);

/** Returns the row in the answer of a change, such as a decline or a star; null without one. */
export const changedRow = (answered: Answered): Row | null => {
  const { application } = (answered.answer.payload ?? {}) as { application?: Row };
  return (isChange(answered) && application) || null;
};

/** Maximum number of changed rows that are kept. */
const CHANGED_ROWS = 200;

/** Adds a changed row and drops the oldest ones, and those that outlived every answer. */
export const withChangedRow = (rows: ChangedRows, row: Row, at: number): ChangedRows => {
  const all = Object.entries<ChangedRows[string]>({ ...rows, [row.id]: { at, row } });
  const alive = all.filter(([, changed]) => isAlive(changed.at, at));
  return Object.fromEntries(alive.sort(([, one], [, other]) => other.at - one.at).slice(0, CHANGED_ROWS));
};

/** Returns a kept answer with the rows that changed after it, so that no decision seems undone. */
export const withChanges = (
  key: CallKey,
  { answer, at }: { answer: Envelope<unknown>; at: number },
  rows: ChangedRows,
): Envelope<unknown> => {
  const newer = ({ id }: Row): object | null => {
    const changed = rows[id];
    return changed && changed.at >= at ? changed.row : null;
  };
  if (key === 'GET /search/application/all')
    return { ...answer, payload: (answer.payload as Row[]).map((row) => newer(row) ?? row) };
  if (key !== 'GET /search/application/:id') return answer;
  const { application } = answer.payload as { application: Row & { user: object; appointment: unknown } };
  const { user, appointment } = application;
  // The row of a list lacks parts of the applicant and the appointment.
  return { ...answer, payload: { application: { ...application, ...newer(application), user, appointment } } };
};

interface Conversation {
  thread: object;
  messages: { number: number }[];
}

/** Adds the new messages of a conversation; returns null if messages in between are missing. */
export const grown = (before: Envelope<unknown>, { answer, query }: Answered): Envelope<unknown> | null => {
  const [old, more] = [before.payload as Conversation, answer.payload as Conversation];
  const { after } = query as { after: number };
  if (Number(after) > (old.messages.at(-1)?.number ?? 0)) return null;
  const first = more.messages[0]?.number ?? Infinity;
  const messages = [...old.messages.filter(({ number }) => number < first), ...more.messages];
  const { etag: _old, ...rest } = before;
  return {
    ...rest,
    ...(answer.etag !== undefined && { etag: answer.etag }),
    payload: { ...old, thread: more.thread, messages },
  };
};

const MAX_ANSWERS = 300;
const MAX_BYTES = 10_000_000;

/** Returns the names of the answers to delete: too old ones, and the oldest ones above the limits. */
export const surplusOf = (kept: readonly { name: string; at: number; size: number }[], now: number): string[] => {
  let [answers, bytes] = [0, 0];
  return [...kept]
    .sort((one, other) => other.at - one.at)
    .flatMap(({ name, at, size }) => {
      if (!isAlive(at, now)) return name;
      answers += 1;
      bytes += size;
      return answers > MAX_ANSWERS || bytes > MAX_BYTES ? name : [];
    });
};
