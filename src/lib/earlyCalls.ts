import { headersOf } from './http';
import { languageOf } from './locales';
import { patternOf } from './paths';
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

/** After this many milliseconds of the page an answer is no longer news. */
const FRESH = 20_000;

type Session = NonNullable<Stored['session']>;

interface Visit {
  session: Session;
  /** The parameters of the page's path. */
  params: Record<string, string>;
  /** The query with its question mark, or an empty text. */
  search: string;
}

/**
 * The addresses on the main API that a page reads first, worded exactly as the page's own domains word them: the program
 * repeats a call that is worded otherwise.
 */
export type EarlyReads = (visit: Visit) => string[];

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
 * Asks for the user, and for what the page of this address reads first, while the program is still on its way: with the
 * stored session, and with the very headers that the program will send. No session, no calls.
 */
export const startEarlyCalls = ({ settings, stored, address, pages, fetch: send }: Start): Map<string, EarlyCall> => {
  const calls = new Map<string, EarlyCall>();
  const { session, locale } = stored;
  if (!session || address.startsWith('/support/')) return calls;
  const ask = (url: string, getCountry?: () => string) => {
    const headers = headersOf({ getLanguage: () => languageOf(locale), getCountry }, session.accessToken, false);
    // The program comes before what only it can show.
    const answer = send(url, { method: 'GET', headers, priority: 'low' });
    // Who takes it says what came of it.
    answer.catch(() => undefined);
    calls.set(url, { headers, answer });
  };
  const askMain = (path: string) => ask(`${settings.mainApi}${path}`, () => session.countryCode);
  askMain('/user/me');
  const [pathname = '', query] = address.split('?', 2);
  for (const { path, early } of pages) {
    const found = early && new RegExp(patternOf(path)).exec(pathname);
    if (found) early({ session, params: found.groups ?? {}, search: query ? `?${query}` : '' }).forEach(askMain);
  }
  // They come with every session. Spec 1, point 7.
  ask(`${settings.sharedApi}/job/job-categories/datalist`);
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
