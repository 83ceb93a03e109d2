import { createEventStream } from '../../../src/lib/eventStream';

it('sends the headers of every call', () => {
  const fetch = jest.fn(() => new Promise<Response>(() => undefined));
  const stream = createEventStream({
    url: '/api/events',
    getToken: () => 'secret',
    getCountry: () => 'TR',
    getLanguage: () => 'es',
    fetch,
  });
  const close = stream.open(() => undefined);
  close();
  expect(fetch).toHaveBeenCalledWith(
    expect.stringMatching(/^\/api\/events\?/),
    expect.objectContaining({
      headers: {
        Accept: 'text/event-stream',
        'Accept-Language': 'es',
        'X-App-Name': expect.any(String),
        'X-Request-Source': expect.any(String),
        Authorization: 'Bearer secret',
        'X-App-Country': 'TR',
      },
    }),
  );
});

it('asks only the first stream of a page whether anything has happened since the page opened', () => {
  const fetch = jest.fn((_url: string) => new Promise<Response>(() => undefined));
  const options = {
    url: '/api/events',
    getToken: () => null,
    getCountry: () => 'TR',
    getLanguage: () => 'es' as const,
  };
  const stream = createEventStream({ ...options, fetch: fetch as typeof globalThis.fetch });
  stream.open(() => undefined)();
  stream.open(() => undefined)();
  const [first, second] = fetch.mock.calls.map(([url]) => url);
  const since = new URLSearchParams(first!.split('?')[1]).get('since')!;
  expect(Date.parse(since)).toBeLessThanOrEqual(Date.now() - Math.floor(performance.now()) + 1);
  expect(second).toBe('/api/events');
});

it.each([
  ['a refusal of the server', 401, 'application/json; charset=utf-8', 401],
  ['the page of a proxy', 401, 'text/html', 0],
  ['a sign-in page', 200, 'text/html', 0],
])('ends after %s', async (_what, status, type, end) => {
  const onSignal = jest.fn();
  const stream = createEventStream({
    url: '/api/events',
    getToken: () => null,
    getLanguage: () => 'es',
    fetch: async () => new Response('{}', { status, headers: { 'Content-Type': type } }),
  });
  stream.open(onSignal);
  await new Promise(setImmediate);
  expect(onSignal.mock.calls).toEqual([[{ type: 'end', status: end }]]);
});
