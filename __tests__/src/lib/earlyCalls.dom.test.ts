import { PAGES } from '../../../src/app/pages';
import { HOUR, MINUTE } from '../../../contract/constants/time';
import { startEarlyCalls, withEarlyCalls } from '../../../src/lib/earlyCalls';
import { createHttp } from '../../../src/lib/http';
import { clockAhead } from '../../../src/lib/serverClock';
import { readStored } from '../../../src/lib/storage';

const answer = (payload: unknown) => new Response(JSON.stringify({ ok: true, payload }));
const SESSION = {
  accessToken: '"token-1"',
  user: '{"id":7,"userType":"company","country":{"country_code":"TR"}}',
  _persist: '{}',
};

const start = (address: string, session: Record<string, string> | null = SESSION, chosenLocale = '"tr"') => {
  const fetch = jest.fn(async (url: string) => answer(`early ${url}`));
  const stored: Record<string, string> = {
    'persist:preferences': JSON.stringify({ chosenLocale }),
    ...(session && { 'persist:session': JSON.stringify(session) }),
  };
  const read = readStored((key) => stored[key] ?? null);
  const calls = read
    ? startEarlyCalls({
        settings: { mainApi: '/api', sharedApi: '/shared-api' },
        stored: read,
        address,
        pages: PAGES,
        fetch: fetch as unknown as typeof globalThis.fetch,
      })
    : new Map<string, never>();
  return { calls, urls: fetch.mock.calls.map(([url]) => url), fetch };
};

test('the address of a branch’s inbox asks for no thread', () => {
  const user = '{"id":7,"userType":"hr_account","country":{"country_code":"TR"}}';
  expect(start('/inbox/12', { ...SESSION, user }).urls.join()).not.toContain('messages');
});

/** Creates the program's own client with a network that answers `late`. */
const program = (calls: ReturnType<typeof start>['calls'], token = 'token-1', language = 'tr') => {
  const network = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => answer('late'));
  const http = createHttp({
    baseUrl: '/api',
    getToken: () => token,
    getCountry: () => 'TR',
    getLanguage: () => language,
    onUnauthorized: () => undefined,
    fetch: withEarlyCalls((...args) => globalThis.fetch(...args), calls),
  });
  return { http, network };
};

const USER = { method: 'GET', path: '/user/me' } as const;

test('an early answer tells the server’s time', async () => {
  const { calls } = start('/profile');
  const time = Date.now() - 7 * HOUR;
  const headers = {
    Date: new Date(time).toUTCString(),
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
  };
  calls.get('/api/user/me')!.answer = Promise.resolve(new Response('{"ok":true}', { headers }));
  await program(calls).http.request(USER);
  expect(Math.abs(clockAhead() + 7 * HOUR)).toBeLessThan(MINUTE);
});

afterEach(() => jest.restoreAllMocks());

test.each([
  ['/profile', []],
  [
    '/today',
    [
      '/search/application/all?sort=need&limit=50',
      '/search/application/all?sort=need&limit=50&need=attendance%2Canswer',
      '/search/application/all?sort=need&limit=50&need=answer&needState=coming',
      '/search/application/all?sort=need&limit=50&need=decide',
      '/search/application/needs',
      '/appointment/me?page=1&limit=50&withStatusLog=true&withFeedback=true',
    ],
  ],
  ['/today?branchId=3', []],
  ['/jobs', ['/search/job?page=1&limit=10', '/messages/inbox?user_id=7&limit=1']],
  ['/jobs?q=a', []],
  ['/inbox/12', ['/messages/thread/12?user_id=7', '/messages/inbox?user_id=7&page=1&limit=10']],
  ['/jobs/detail/0/55/messages?page=1', []],
  ['/jobs/detail/0/55?page=1', ['/search/application/55']],
])('%s requests the user and the page’s first data', (address, paths) => {
  expect(start(address).urls).toEqual([
    ...['/user/me', ...paths].map((path) => `/api${path}`),
    '/shared-api/job/job-categories/datalist',
  ]);
});

test.each([
  ['company', true],
  ['branch', true],
  ['root', false],
  ['hr_account', false],
])('%s: requests the unread count of the own inbox: %s', (userType, isAsked) => {
  const user = SESSION.user.replace('company', userType);
  for (const address of ['/jobs', '/applications'])
    expect(start(address, { ...SESSION, user }).urls.includes('/api/messages/inbox?user_id=7&limit=1')).toBe(isAsked);
});

test.each([
  ['without a session', '/jobs', null],
  ['with a session of another version', '/jobs', { accessToken: 'no JSON' }],
  ['on the replay page', '/support/replay', SESSION],
])('%s: requests nothing', (_name, address, session) => {
  expect(start(address, session as Record<string, string> | null).urls).toEqual([]);
});

test('the first identical call takes the early answer', async () => {
  const { http, network } = program(start('/jobs').calls);
  expect((await http.request(USER)).payload).toBe('early /api/user/me');
  expect(network).not.toHaveBeenCalled();
  expect((await http.request(USER)).payload).toBe('late');
});

test.each([
  ['another token', 'token-2', 'tr'],
  ['another language', 'token-1', 'es'],
])('with %s a call does not take the early answer', async (_name, token, language) => {
  const { http } = program(start('/jobs').calls, token, language);
  expect((await http.request(USER)).payload).toBe('late');
});

test('a change discards the early answers', async () => {
  const { http } = program(start('/jobs').calls);
  await http.request({ method: 'POST', path: '/user/logout' });
  expect((await http.request(USER)).payload).toBe('late');
});

test('a form’s list of fields, which is read by POST, discards none', async () => {
  const { http } = program(start('/jobs').calls);
  await http.request({ method: 'POST', path: '/form-input-list', body: { formName: 'WorkerProfileForm' } });
  expect((await http.request(USER)).payload).not.toBe('late');
});

test('sends a failed call again, and does not wait for an aborted one', async () => {
  const { calls } = start('/jobs');
  const refused = Promise.reject(new TypeError('no network'));
  refused.catch(() => undefined);
  calls.set('/api/user/me', { ...calls.get('/api/user/me')!, answer: refused });
  const { http } = program(calls);
  expect((await http.request(USER)).payload).toBe('late');

  calls.set('/api/user/me', { ...start('/jobs').calls.get('/api/user/me')!, answer: new Promise(() => undefined) });
  const stop = new AbortController();
  const waiting = http.request({ ...USER, signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ status: 0 });
});
