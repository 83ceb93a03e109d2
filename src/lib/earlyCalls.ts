import { requestOf, type ApiRequest } from './api';
import { headersOf, queryText } from './http';
import { languageOf } from './locales';
import type { RuntimeSettings } from './settings';
import type { Stored } from './stored';

/** A call that left before the program came. */
interface EarlyCall {
  headers: Record<string, string>;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    earlyCalls?: Map<string, EarlyCall>;
  }
}

/** An answer is out of date this many milliseconds after the page was opened. */
const FRESH = 20_000;
/** The menu shows a company or branch its unread messages; root and HR see another count there. */
const unreadOf = ({ userId, userType }: Session): ApiRequest[] =>
  userType === 'company' || userType === 'branch'
    ? [requestOf('GET /messages/inbox', { query: { user_id: userId, limit: 1 } })]
    : [];
const applicationsOf = (limit: number): ApiRequest =>
  requestOf('GET /search/application/all', { query: { status: 'in_progress,accepted', limit } });

type Session = NonNullable<Stored['session']>;

interface Page {
  path: RegExp;
  /** The first requests of the page, with their queries in the same order as in the domains. `id` is in its path. */
  reads: (session: Session, id: number) => ApiRequest[];
}

/** What the main pages read first. The program sends a request itself where a page has a different one. */
const PAGES: readonly Page[] = [
  {
    path: /^\/jobs$/,
    reads: (session) => [requestOf('GET /search/job', { query: { page: 1, limit: 10 } }), ...unreadOf(session)],
  },
  {
    path: /^\/applications(?:\?page=1&activeTab=all)?$/,
    reads: (session) => [applicationsOf(10), applicationsOf(0), ...unreadOf(session)],
  },
  {
    path: /^\/jobs\/detail\/\d+\/(\d+)(?:\?|$)/,
    reads: (_session, id) => [requestOf('GET /search/application/:id', { params: { id } })],
  },
  {
    path: /^\/inbox\/(\d+)$/,
    reads: ({ userId: user_id }, threadId) => [
      requestOf('GET /messages/thread/:threadId', { params: { threadId }, query: { user_id } }),
      requestOf('GET /messages/inbox', { query: { user_id, page: 1, limit: 10 } }),
    ],
  },
  {
    path: /^\/packages$/,
    reads: () => [
      requestOf('GET /payment/packages'),
      requestOf('GET /product/subscription/plan'),
      requestOf('GET /product/subscription'),
    ],
  },
];

interface Start {
  settings: Pick<RuntimeSettings, 'mainApi' | 'sharedApi'>;
  stored: Stored;
  /** Below the dashboard's base, with the query. */
  address: string;
  fetch: typeof fetch;
}

/**
 * Requests the user and what the page of this address reads first while the program is still loading, with the stored session
 * and with the headers that the program will send. Without a session it requests nothing.
 */
export const startEarlyCalls = ({ settings, stored, address, fetch: send }: Start): Map<string, EarlyCall> => {
  const calls = new Map<string, EarlyCall>();
  const { session, locale } = stored;
  if (!session || address.startsWith('/support/')) return calls;
  const ask = ({ base, path, query }: ApiRequest) => {
    const isMain = base === 'main';
    const url = `${isMain ? settings.mainApi : settings.sharedApi}${path}${queryText(query)}`;
    const getCountry = isMain ? () => session.countryCode : undefined;
    const headers = headersOf({ getLanguage: () => languageOf(locale), getCountry }, session.accessToken, false);
    // The program itself must load first: only it can show the answer.
    const answer = send(url, { method: 'GET', headers, priority: 'low' });
    // The client that takes the answer handles its failure.
    answer.catch(() => undefined);
    calls.set(url, { headers, answer });
  };
  ask(requestOf('GET /user/me'));
  for (const { path, reads } of PAGES) {
    const found = path.exec(address);
    if (found) reads(session, Number(found[1])).forEach(ask);
  }
  // Every session starts with the categories.
  ask(requestOf('GET /shared-api/job/job-categories/datalist'));
  return calls;
};

const isSame = (one: Record<string, string>, other: HeadersInit | undefined): boolean => {
  const given = Object.entries((other ?? {}) as Record<string, string>);
  return given.length === Object.keys(one).length && given.every(([name, value]) => one[name] === value);
};

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

/**
 * `fetch` that takes the answer of a call which left early, where it is the same call in every header; each once, and none
 * after something was changed. One without an answer is sent again.
 */
export const withEarlyCalls =
  (calls: Map<string, EarlyCall> = globalThis.window?.earlyCalls ?? new Map<string, EarlyCall>()): typeof fetch =>
  async (input, init) => {
    if (init?.method !== 'GET' || performance.now() > FRESH) calls.clear();
    const call = calls.get(String(input));
    if (!call || !isSame(call.headers, init?.headers)) return globalThis.fetch(input, init);
    calls.delete(String(input));
    const answer = call.answer.catch(() => globalThis.fetch(input, init));
    return init?.signal ? Promise.race([answer, aborted(init.signal)]) : answer;
  };
