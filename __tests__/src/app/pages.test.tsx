import { act, screen, waitFor } from '@testing-library/react';
import { routeObjects } from '../../../src/app/routeObjects';
import { APP_ROUTES } from '../../../src/app/routes';
import {
  startRefused,
  loginSucceeded,
  sessionEndedElsewhere,
  sessionExpired,
  type SessionUser,
} from '../../../src/domains/session';
import { aJobRow, anApiError, aUser, noAnswer } from '../../support/builders';
import { workplace } from '../../../src/store/workplace';
import { fakeApi, ok, type FakeApi } from '../../support/fakeApi';
import { renderScreen } from '../../support/renderScreen';
import { aSignedInState } from '../../support/testStore';

beforeAll(() => {
  globalThis.scrollTo = jest.fn();
  globalThis.matchMedia ??= ((media: string) => ({
    media,
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })) as unknown as typeof matchMedia;
});

const server = () =>
  fakeApi()
    .on('GET', '/search/job', ok([aJobRow()]))
    .on('GET', '/search/application/all', ok([], { total: 0 }))
    // Without this answer a dialog covers the list.
    .on('POST', '/form-input-list', ok({ fields: [] }));

type At = string | { pathname: string; state?: unknown };

const visit = (at: At, user: SessionUser | null = aUser(), api: FakeApi = server()) =>
  renderScreen(null, { api, user, at, routes: routeObjects() });

const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

describe('page guards', () => {
  test('/ shows the job list', async () => {
    const { where } = await visit('/');
    await heading('Jobs');
    expect(where()).toBe('/jobs');
  });

  test('redirects a guest from a protected page to /register and keeps the page on the way to /login and back', async () => {
    const { where, router, person, store } = await visit('/applications?jobId=4#top', null);
    await heading('Register your company');
    expect(where()).toBe('/register');
    expect(router.state.location.state).toEqual({ from: '/applications?jobId=4#top' });
    await person.click(screen.getByRole('link', { name: 'Sign in' }));
    await heading('Sign in');
    expect(router.state.location.state).toEqual({ from: '/applications?jobId=4#top' });
    await person.click(screen.getByRole('link', { name: 'Register your company' }));
    expect(router.state.location.state).toEqual({ from: '/applications?jobId=4#top' });
    act(() => void store.dispatch(loginSucceeded({ user: aUser(), accessToken: 'a' })));
    await heading('Applications');
    expect(where()).toMatch(/^\/applications\?.*jobId=4/);
  });

  test('a rejected stored session leads to /login and from there back to the page', async () => {
    const { where, router, store } = await visit('/applications?jobId=4#top');
    act(() => void store.dispatch(startRefused()));
    await heading('Sign in');
    expect(where()).toBe('/login');
    expect(router.state.location.state).toEqual({ from: expect.stringMatching(/^\/applications\?.*jobId=4.*#top$/) });
  });

  test.each([
    ['too low', '/branches', 'company', 'Only the administrator and HR staff of a company with branches have access.'],
    ['of another type', '/packages', 'root', /^Only companies without branches/],
    ['of neither', '/profile/edit', 'branch', /^Only the company’s own account has access/],
    ['sent here otherwise', '/unauthorized', 'branch', /^Another account in your company may have access/],
  ] as const)('%s: shows /unauthorized and names the accounts that have access', async (_name, at, userType, who) => {
    const { where } = await visit(at, aUser({ userType }));
    await heading('You don’t have access to this page');
    expect(where()).toBe('/unauthorized');
    expect(screen.getByText(who)).toBeVisible();
  });

  test('redirects a signed-in user from a guest page home, and ignores a foreign return address', async () => {
    const { where } = await visit({ pathname: '/login', state: { from: '//evil.test' } });
    await heading('Jobs');
    expect(where()).toBe('/jobs');
  });

  test.each(['/no/such/page', '/jobs/abc', '/inbox/x', '/jobs/edit/1e3'])('%s shows the not-found page', async (at) => {
    await visit(at);
    await heading('This page doesn’t exist');
    expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/');
  });

  test('an unknown section of the profile redirects to the profile', async () => {
    const { where } = await visit('/profile/whatever');
    await heading('Profile');
    expect(where()).toBe('/profile');
  });

  test('stays at its address without content while the page waits for a reload', async () => {
    const { where, store } = await visit('/jobs');
    await heading('Jobs');
    act(() => void store.dispatch(sessionEndedElsewhere()));
    expect(screen.queryByRole('heading', { name: 'Jobs' })).not.toBeInTheDocument();
    expect(where()).toBe('/jobs');
  });
});

test.each([
  ['/jobs', 'Jobs', 'jobs'],
  ['/applications', 'Applications', 'applications'],
] as const)('%s shows its list before the rest of the daily work has loaded', async (at, title, slice) => {
  const { store } = await renderScreen(null, { api: server(), at, routes: routeObjects(), domains: workplace });
  await heading(title);
  await waitFor(() => expect(store.getState()[slice].list.status).toBe('loaded'));
  // An error page would have replaced it.
  await heading(title);
  expect(store.getState()).not.toHaveProperty('conversation');
});

describe('signing out', () => {
  test('/logout signs out and reloads at /login', async () => {
    const api = server().on('POST', '/user/update-fcm-token', ok(null)).on('POST', '/user/logout', ok(null));
    const { ports, store } = await visit('/logout', aUser(), api);
    await act(async () => undefined);
    expect(api.callsOf('POST', '/user/logout')).toHaveLength(1);
    expect(ports.navigate.reload).toHaveBeenCalledWith('/login');
    expect(store.getState().session.user).toBeNull();
  });

  test('redirects a guest to /login', async () => {
    const { where } = await visit('/logout', null);
    await heading('Sign in');
    expect(where()).toBe('/login');
  });
});

describe('confirming the stored session at the start', () => {
  const stored = () => {
    const state = aSignedInState(aUser());
    return { ...state, session: { ...state.session, start: { status: 'init' } as const } };
  };

  test('reports a missing connection, and a retry opens the page', async () => {
    const api = server();
    let answers = false;
    const { person } = await renderScreen(null, {
      api: {
        ...api,
        main: {
          ...api.main,
          request: (request) =>
            request.path === '/user/me' && !answers ? Promise.reject(noAnswer()) : api.main.request(request),
        },
      },
      state: stored(),
      at: '/jobs',
      routes: routeObjects(),
    });
    await screen.findByText('No connection');
    answers = true;
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    await heading('Jobs');
  });
});

describe('a 401 during work', () => {
  test('asks to sign in above the page and keeps what was typed', async () => {
    const user = aUser({ email: 'deniz@moda.test' });
    const api = server().on('POST', '/user/login', ok({ user, access_token: 'token-2' }));
    const { store, person } = await visit('/jobs', user, api);
    await heading('Jobs');
    const search = await screen.findByRole('searchbox');
    await person.type(search, 'kasi');
    act(() => void store.dispatch(sessionExpired()));
    const dialog = await screen.findByRole('dialog', { name: 'Please sign in again' });
    expect(dialog).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveValue('deniz@moda.test');
    await person.type(screen.getByLabelText('Password'), 'secret1');
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    await act(async () => undefined);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(search).toHaveValue('kasi');
    expect(store.getState().session).toMatchObject({ accessToken: 'token-2', expired: false });
  });

  test('shows a wrong password in the dialog', async () => {
    const api = server().on('POST', '/user/login', anApiError(400, 'exception.user.invalid'));
    const { store, person } = await visit('/jobs', aUser(), api);
    await heading('Jobs');
    act(() => void store.dispatch(sessionExpired()));
    await person.type(await screen.findByLabelText('Password'), 'secret1');
    await person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('The email or password is wrong.')).toBeInTheDocument();
  });
});

describe('a screen that throws', () => {
  const Broken = (): never => {
    throw new Error('planted');
  };

  test('is replaced by an error page inside the shell', async () => {
    const silence = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const routes = APP_ROUTES.map((route) =>
      route.path === '/inbox/:threadId' ? { ...route, Screen: Broken } : route,
    );
    await renderScreen(null, { api: server(), at: '/inbox/5', routes: routeObjects(routes) });
    await heading('We couldn’t show this page');
    expect(screen.getAllByRole('navigation').length).toBeGreaterThan(0);
    silence.mockRestore();
  });
});
