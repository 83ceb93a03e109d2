import { createHttp, type HttpOptions } from '../../src/lib/http';

/** Returns a client of a signed-in Turkish user, whose `fetch` and session are mocks; `answer` makes each response. */
export const fakeHttp = (answer: () => Response, given: Partial<HttpOptions> = {}) => {
  const fetch = jest.fn(async (..._args: Parameters<typeof globalThis.fetch>) => answer());
  const onUnauthorized = jest.fn();
  const http = createHttp({
    baseUrl: '/api',
    getToken: () => 'token-1',
    getLanguage: () => 'tr',
    onUnauthorized,
    fetch: fetch as unknown as typeof globalThis.fetch,
    ...given,
  });
  return { http, fetch, onUnauthorized };
};
