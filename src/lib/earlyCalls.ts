import { requestOf, type ApiRequest } from './api';
import { headersOf, queryText } from './http';
import { languageOf } from './locales';
import { patternOf } from './paths';
import { learnClock, openedAt } from './serverClock';
import type { RuntimeSettings } from './settings';
import type { Stored } from './storage';

/** A call that was sent before the program loaded. */
interface EarlyCall {
  headers: Record<string, string>;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    earlyCalls?: Map<string, EarlyCall>;
  }
}

/** The call that reads by POST, which keeps the early answers fresh. */
const READING_POST = /\/form-input-list$/;

/** Milliseconds after the page opened during which the response is still fresh. */
const FRESH_MS = 20_000;

type Session = NonNullable<Stored['session']>;

interface Visit {
  session: Session;
  /** Parameters of the page's path. */
  params: Record<string, string>;
  /** The query with its question mark, or an empty text. */
  search: string;
}

/**
 * Returns the first requests of a page, with the query parameters in the order of the page's domains. The program
 * repeats a request that differs in any way.
 */
export type EarlyReads = (visit: Visit) => ApiRequest[];

interface EarlyPage {
  path: string;
  early?: EarlyReads;
}

interface Start {
  settings: Pick<RuntimeSettings, 'mainApi' | 'sharedApi'>;
  stored: Stored;
  /** Below the dashboard's base, with the query. */
  address: string;
  pages: readonly EarlyPage[];
  fetch: typeof fetch;
}

/**
 * Requests the user and the first data of this address's page while the program loads, with the stored session and the
 * program's headers. Requests nothing without a session.
 */
export const startEarlyCalls = ({ settings, stored, address, pages, fetch: send }: Start): Map<string, EarlyCall> => {
  const calls = new Map<string, EarlyCall>();
  const { session, locale } = stored;
  if (!session || address.startsWith('/support/')) return calls;
  const sendEarly = ({ base, path, query }: ApiRequest) => {
    const isMain = base === 'main';
    const url = `${isMain ? settings.mainApi : settings.sharedApi}${path}${queryText(query)}`;
    const getCountry = isMain ? () => session.countryCode : undefined;
    const headers = headersOf({ getLanguage: () => languageOf(locale), getCountry }, session.accessToken, false);
    // Low priority: the program must load first, because only it can show the response.
    const answer = send(url, { method: 'GET', headers, priority: 'low' });
    // The client that takes the response handles its failure.
    answer.catch(() => undefined);
    calls.set(url, { headers, answer });
  };
  sendEarly(requestOf('GET /user/me'));
  const [pathname = '', query] = address.split('?', 2);
  for (const { path, early } of pages) {
    const found = early && new RegExp(patternOf(path)).exec(pathname);
    if (found) early({ session, params: found.groups ?? {}, search: query ? `?${query}` : '' }).forEach(sendEarly);
  }
  // Every session starts with the categories.
  sendEarly(requestOf('GET /shared-api/job/job-categories/datalist'));
  return calls;
};

const isSame = (one: Record<string, string>, other: HeadersInit | undefined): boolean => {
  const given = Object.entries((other ?? {}) as Record<string, string>);
  return given.length === Object.keys(one).length && given.every(([name, value]) => one[name] === value);
};

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

/**
 * Returns a `fetch` that uses the response of an early call if the call and its headers match, and else calls `send`.
 * It uses each response once, and none after a change. It repeats a call that got no response.
 */
export const withEarlyCalls =
  (
    send: typeof fetch,
    calls: Map<string, EarlyCall> = globalThis.window?.earlyCalls ?? new Map<string, EarlyCall>(),
  ): typeof fetch =>
  async (input, init) => {
    const isRead = init?.method === 'GET' || READING_POST.test(String(input));
    if (!isRead || performance.now() > FRESH_MS) calls.clear();
    const call = calls.get(String(input));
    if (!call || !isSame(call.headers, init?.headers)) return send(input, init);
    calls.delete(String(input));
    const early = learnClock(() => call.answer, openedAt);
    const answer = early(input, init).catch(() => send(input, init));
    return init?.signal ? Promise.race([answer, aborted(init.signal)]) : answer;
  };
