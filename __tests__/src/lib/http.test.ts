import { ApiError, type HttpOptions } from '../../../src/lib/http';
import { fakeHttp } from '../../support/fakeHttp';

const reply = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

const make = (given: Partial<HttpOptions> = {}) => {
  const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
    const error = await promise.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ApiError);
    return error as ApiError;
  };
  return { ...fakeHttp(() => reply(200, { ok: true, payload: 1 }), given), failure };
};

describe('http client', () => {
  test('sends the headers of the contract, the query without unset values, and the body as JSON', async () => {
    const { http, fetch } = make({ getCountry: () => 'TR' });
    const query = { page: 1, q: '', branchId: null, came: false, sorting: undefined, jobId: 4 };
    await http.request({ method: 'POST', path: '/x', query, body: { a: 'ş' } });
    const [url, init] = fetch.mock.calls[0] ?? [];
    expect(url).toBe('/api/x?page=1&came=false&jobId=4');
    expect(init?.body).toBe('{"a":"ş"}');
    expect(init?.headers).toEqual({
      Accept: 'application/json',
      'Accept-Language': 'tr',
      'Content-Type': 'application/json',
      'X-App-Name': 'employer-dashboard',
      'X-Request-Source': 'web',
      Authorization: 'Bearer token-1',
      'X-App-Country': 'TR',
    });
  });

  test('sends neither a token nor a country for a guest', async () => {
    const { http, fetch } = make({ getToken: () => null, getCountry: () => null });
    await http.request({ method: 'GET', path: '/x' });
    expect(fetch.mock.calls[0]?.[1]?.headers).not.toHaveProperty('Authorization');
    expect(fetch.mock.calls[0]?.[1]?.headers).not.toHaveProperty('X-App-Country');
  });

  test('returns the envelope', async () => {
    const { http } = make({
      fetch: (async () => reply(200, { ok: true, payload: [], total: 7 })) as unknown as typeof fetch,
    });
    await expect(http.request({ method: 'GET', path: '/x' })).resolves.toMatchObject({ payload: [], total: 7 });
  });

  test.each([
    [
      'an error envelope',
      reply(409, { ok: false, key: 'job.not_active', requestId: 'r1' }),
      409,
      'job.not_active',
      'r1',
    ],
    ['a proxy whose server is being restarted', reply(502, '<html>'), 0, 'network.no_answer', null],
    ['a page that a filter forbids', reply(403, '<html>'), 0, 'network.no_answer', null],
    ['a proxy that knows no server yet', reply(404, '<html>'), 0, 'network.no_answer', null],
    ['the sign-in page of a Wi-Fi', reply(200, '<html>'), 0, 'network.no_answer', null],
    ['a body that a proxy refuses', reply(413, '<html>', { 'X-Request-Id': 'r2' }), 413, 'error.unknown_error', 'r2'],
    ['a 200 without an envelope', reply(200, {}), 200, 'error.unknown_error', null],
    ['an unchanged answer', new Response(null, { status: 304 }), 304, 'error.unknown_error', null],
  ])('%s becomes an ApiError', async (_name, answer, status, key, requestId) => {
    const { http, failure } = make({ fetch: (async () => answer) as unknown as typeof fetch });
    expect(await failure(http.request({ method: 'GET', path: '/x' }))).toMatchObject({ status, key, requestId });
  });

  test('keeps the nesting of field errors', async () => {
    const errors = { children: { email: { errors: ['field.email'] } } };
    const answer = reply(400, { ok: false, key: 'error.invalid_request', message: '', requestId: 'r', errors });
    const { http, failure } = make({ fetch: (async () => answer) as unknown as typeof fetch });
    expect((await failure(http.request({ method: 'GET', path: '/x' }))).children).toEqual(errors.children);
  });

  test('a network failure has status 0', async () => {
    const { http, failure } = make({
      fetch: (async () => Promise.reject(new TypeError('Failed to fetch'))) as unknown as typeof fetch,
    });
    expect(await failure(http.request({ method: 'GET', path: '/x' }))).toMatchObject({ status: 0 });
  });

  const silent = ((_url: string, { signal }: RequestInit) =>
    new Promise((_yes, no) =>
      signal?.addEventListener('abort', () => no(new Error('aborted'))),
    )) as unknown as typeof fetch;

  test('a timeout has status 0', async () => {
    const { http, failure } = make({ fetch: silent, timeoutMs: 20 });
    expect(await failure(http.request({ method: 'GET', path: '/x' }))).toMatchObject({ status: 0 });
  });

  test('a caller can abort', async () => {
    const { http, failure } = make({ fetch: silent });
    const stop = new AbortController();
    const sent = failure(http.request({ method: 'GET', path: '/x', signal: stop.signal }));
    stop.abort();
    expect((await sent).status).toBe(0);
  });

  const refused = (async () =>
    reply(401, { ok: false, key: 'error.unauthorized', requestId: 'r' })) as unknown as typeof fetch;

  test('reports a 401 to the current token', async () => {
    const { http, onUnauthorized, failure } = make({ fetch: refused });
    await failure(http.request({ method: 'GET', path: '/x' }));
    expect(onUnauthorized).toHaveBeenCalledTimes(1);
  });

  test.each([400, 403, 404, 405, 413])('a change that a proxy refuses with %i is refused', async (status) => {
    const { http, failure } = make({ fetch: (async () => reply(status, '<html>')) as unknown as typeof fetch });
    expect(await failure(http.request({ method: 'PUT', path: '/x', body: {} }))).toMatchObject({ status });
  });

  test('a 401 of a proxy does not end the session', async () => {
    const { http, onUnauthorized, failure } = make({
      fetch: (async () => reply(401, '<html>')) as unknown as typeof fetch,
    });
    expect(await failure(http.request({ method: 'GET', path: '/x' }))).toMatchObject({ status: 0 });
    expect(onUnauthorized).not.toHaveBeenCalled();
  });

  test('a response counts once its body has arrived', async () => {
    const onResponse = jest.fn();
    const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('network')) });
    const { http, failure } = make({ onResponse, fetch: (async () => new Response(body)) as unknown as typeof fetch });
    await failure(http.request({ method: 'GET', path: '/x' }));
    expect(onResponse.mock.calls).toEqual([[{ method: 'GET', path: '/x', status: 0, requestId: null }]]);
  });

  test.each([
    ['no token was sent', () => null],
    ['the token was replaced meanwhile', jest.fn().mockReturnValueOnce('old').mockReturnValue('new')],
  ])('does not report a 401 where %s', async (_name, getToken) => {
    const { http, onUnauthorized, failure } = make({ fetch: refused, getToken });
    await failure(http.request({ method: 'GET', path: '/x' }));
    expect(onUnauthorized).not.toHaveBeenCalled();
  });
});
