import { waitFor } from '@testing-library/react';
import { loginSubmitted } from '../../../src/domains/session';
import { localeChosen, selectLocale } from '../../../src/domains/preferences';
import { compose } from '../../../src/app/compose';
import { DEFAULT_SETTINGS } from '../../../src/lib/settings';
import { aUser } from '../../support/builders';

test('the composed program sends the browser language, the headers, the cookie, and the token with later calls', async () => {
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
  const fetch = jest.fn(async (url: string, _init: RequestInit) => {
    const payload = url.endsWith('/user/login') ? { user: aUser(), access_token: 'token-1' } : [];
    return new Response(JSON.stringify({ ok: true, payload }));
  });
  globalThis.fetch = fetch as unknown as typeof globalThis.fetch;
  const { store } = compose({ ...DEFAULT_SETTINGS, mainApi: '/api', sharedApi: '/shared-api' });
  await waitFor(() => expect(selectLocale(store.getState())).toBe('en'));
  store.dispatch(localeChosen('es'));
  store.dispatch(loginSubmitted({ email: 'a@b.co', password: 'secret1' }));
  await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  const [login, categories] = fetch.mock.calls;
  expect(login?.[0]).toBe('/api/user/login');
  expect(login?.[1].headers).toMatchObject({ 'Accept-Language': 'es' });
  expect(login?.[1].headers).not.toHaveProperty('Authorization');
  expect(categories?.[0]).toBe('/shared-api/job/job-categories/datalist');
  expect(categories?.[1].headers).toMatchObject({ Authorization: 'Bearer token-1' });
  expect(categories?.[1].headers).not.toHaveProperty('X-App-Country');
});
