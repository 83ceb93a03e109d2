import {
  loginLeft,
  loginOpened,
  loginSubmitted,
  logoutRequested,
  selectOfflineReader,
  sessionExpired,
  sessionSaga,
  startRetried,
  userRefreshed,
} from '../../../../src/domains/session';
import { aUser, anApiError, noAnswer } from '../../../support/builders';
import { deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { fakeClock } from '../../../support/fakeClock';
import { fakeTabs } from '../../../support/fakePorts';
import { aSignedInState, runWatcher } from '../../../support/testStore';

const user = aUser({ id: 7 });
const credentials = { email: user.email, password: 'secret1' };
const reply = (id = 7, access_token = 'token-2') => ok({ user: aUser({ id }), access_token });

/** Returns a state with a stored session that is not confirmed yet. */
const stored = () => {
  const state = aSignedInState(user);
  return { ...state, session: { ...state.session, start: { status: 'init' } as const } };
};

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

const begin = async (api: FakeApi, state?: ReturnType<typeof stored>, channel = fakeTabs().join()) => {
  const world = runWatcher(sessionSaga, { api, state, channel });
  await clock.after(0);
  return world;
};

/** Starts the saga signed in and confirmed. */
const working = async (api = fakeApi(), channel = fakeTabs().join()) => {
  api.on('GET', '/user/me', reply(7, 'token-1'));
  const world = await begin(api, stored(), channel);
  world.events.length = 0;
  return world;
};

describe('start', () => {
  test('is ready for a guest at once, without a call', async () => {
    const world = await begin(fakeApi());
    expect(world.types()).toEqual(['started']);
    expect(world.api.calls).toEqual([]);
  });

  test('confirms a stored session; saves a rotated token, then announces it to other tabs', async () => {
    const world = await begin(fakeApi().on('GET', '/user/me', reply(7, 'token-2')), stored());
    expect(world.types()).toEqual(['startRequested', 'userRefreshed', 'started']);
    expect(world.state().session.accessToken).toBe('token-2');
    expect(world.channel.posted).toEqual([{ type: 'tokenRotated', userId: 7, accessToken: 'token-2' }]);
    expect(world.ports.persist.flush).toHaveBeenCalled();
    expect(world.cookies.get('userId')).toEqual({ value: '7', maxAge: 14 * 24 * 60 * 60 });
  });

  test('does not announce an unchanged token', async () => {
    const world = await working();
    expect(world.channel.posted).toEqual([]);
  });

  test.each([401, 403, 404, 500])('refused with %i: signs out, and the guard leads to /login', async (status) => {
    const world = await begin(fakeApi().on('GET', '/user/me', anApiError(status)), stored());
    expect(world.types()).toEqual(['startRequested', 'startRefused']);
    expect(world.state().session).toMatchObject({
      user: null,
      accessToken: null,
      start: { status: 'loaded' },
      expired: false,
    });
    expect(world.state().session.refused).toBe(true);
    expect(world.cookies.has('userId')).toBe(false);
  });

  test('does not confirm a session that had expired during work; the guard leads to /login', async () => {
    const state = stored();
    const world = await begin(fakeApi(), { ...state, session: { ...state.session, accessToken: null } });
    expect(world.types()).toEqual(['startRefused']);
    expect(world.api.calls).toEqual([]);
    expect(world.state().session.refused).toBe(true);
  });

  test('no answer: keeps the session and retries after 1, 2, 4 s', async () => {
    const api = fakeApi().on('GET', '/user/me', noAnswer());
    const world = await begin(api, stored());
    expect(world.state().session).toMatchObject({
      user: { id: 7 },
      start: { status: 'failed', error: { kind: 'network' } },
    });
    const tries: number[] = [];
    for (const pause of [999, 1, 1999, 1, 3999]) {
      await clock.after(pause);
      tries.push(api.calls.length);
    }
    expect(tries).toEqual([1, 2, 2, 3, 3]);
    api.on('GET', '/user/me', reply(7, 'token-1'));
    await clock.after(1);
    expect(world.state().session.start.status).toBe('loaded');
  });

  describe('without an answer, for somebody who may read offline', () => {
    const reader = () => {
      const state = stored();
      return { ...state, session: { ...state.session, user: aUser({ id: 7, offlineReading: true }) } };
    };

    test('begins with the stored user, and confirms the session once the server answers', async () => {
      const api = fakeApi().on('GET', '/user/me', noAnswer());
      const world = await begin(api, reader());
      expect(world.state().session).toMatchObject({ user: { id: 7 }, start: { status: 'loaded' } });
      api.on('GET', '/user/me', reply(7, 'token-2'));
      await clock.after(1000);
      expect(world.state().session.accessToken).toBe('token-2');
      expect(world.channel.posted).toEqual([{ type: 'tokenRotated', userId: 7, accessToken: 'token-2' }]);
      await clock.after(60_000);
      expect(api.calls).toHaveLength(2);
    });

    test('begins with the stored user after a second in which the server does not answer', async () => {
      const answer = deferred<ReturnType<typeof ok>>();
      const api = fakeApi().on('GET', '/user/me', () => answer.promise);
      const world = await begin(api, reader());
      await clock.after(999);
      expect(world.state().session.start.status).toBe('loading');
      await clock.after(1);
      expect(world.state().session).toMatchObject({ user: { id: 7 }, start: { status: 'loaded' } });
      answer.reject(anApiError(503));
      await clock.after(0);
      expect(world.state().session.start.status).toBe('loaded');
      api.on('GET', '/user/me', reply(7, 'token-2'));
      await clock.after(1000);
      expect(world.state().session.accessToken).toBe('token-2');
    });

    test('ends the session when the server refuses it later', async () => {
      const api = fakeApi().on('GET', '/user/me', noAnswer());
      const world = await begin(api, reader());
      api.on('GET', '/user/me', anApiError(401, 'auth.unauthorized'));
      await clock.after(1000);
      expect(world.state().session).toMatchObject({ user: null, refused: true });
    });

    test('keeps the pages open when the server that comes back is not ready yet', async () => {
      const api = fakeApi().on('GET', '/user/me', noAnswer());
      const world = await begin(api, reader());
      api.on('GET', '/user/me', anApiError(503));
      await clock.after(1000);
      expect(api.calls).toHaveLength(2);
      expect(world.state().session).toMatchObject({ user: { id: 7 }, start: { status: 'loaded' } });
    });

    test('leaves a session to the dialog when another call found that it has ended', async () => {
      const api = fakeApi().on('GET', '/user/me', noAnswer());
      const world = await begin(api, reader());
      world.dispatch(sessionExpired());
      await clock.after(60_000);
      expect(api.calls).toHaveLength(1);
      expect(world.state().session).toMatchObject({ user: { id: 7 }, expired: true });
    });

    test('still shows an error of the server', async () => {
      const api = fakeApi().on('GET', '/user/me', anApiError(503));
      const world = await begin(api, reader());
      expect(world.state().session.start).toMatchObject({ status: 'failed', error: { status: 503 } });
    });
  });

  test('retries at once on request', async () => {
    const api = fakeApi().on('GET', '/user/me', noAnswer());
    const world = await begin(api, stored());
    api.on('GET', '/user/me', reply(7, 'token-1'));
    world.dispatch(startRetried());
    await clock.after(0);
    expect(world.state().session.start.status).toBe('loaded');
  });

  test('stops retrying when another tab signs out', async () => {
    const tabs = fakeTabs();
    const api = fakeApi().on('GET', '/user/me', noAnswer());
    await begin(api, stored(), tabs.join());
    tabs.join().post({ type: 'signedOut' });
    await clock.after(60_000);
    expect(api.calls).toHaveLength(1);
  });
});

describe('login', () => {
  test('stores user and token, writes the cookie and informs other tabs', async () => {
    const world = await begin(fakeApi().on('POST', '/user/login', reply()));
    world.dispatch(loginSubmitted(credentials));
    await clock.after(0);
    expect(world.types()).toEqual(['started', 'loginSubmitted', 'loginSucceeded']);
    expect(world.state().session).toMatchObject({ user: { id: 7 }, accessToken: 'token-2' });
    expect(world.cookies.get('userId')?.value).toBe('7');
    expect(world.channel.posted).toEqual([{ type: 'signedIn', userId: 7, accessToken: 'token-2' }]);
  });

  test('sends one request for two clicks', async () => {
    const answer = deferred<ReturnType<typeof reply>>();
    const world = await begin(fakeApi().on('POST', '/user/login', () => answer.promise));
    world.dispatch(loginSubmitted(credentials));
    world.dispatch(loginSubmitted(credentials));
    answer.resolve(reply());
    await clock.after(0);
    expect(world.api.callsOf('POST', '/user/login')).toHaveLength(1);
  });

  test.each([
    [400, 'exception.user.invalid', false],
    [403, 'no_dashboard_access', false],
    [403, 'worker_login', false],
    [403, 'unknown_user_type', false],
    [429, 'error.too_many_requests', false],
    [0, 'network.no_answer', false],
    [500, 'error.unknown_error', true],
    [503, 'error.unavailable', false],
  ])('%i %s: fails once and opens /error: %s', async (status, key, leaves) => {
    const world = await begin(fakeApi().on('POST', '/user/login', anApiError(status, key)));
    world.dispatch(loginSubmitted(credentials));
    await clock.after(0);
    expect(world.types()).toEqual(['started', 'loginSubmitted', 'loginFailed']);
    expect(world.state().session.login).toMatchObject({ status: 'failed', error: { key, status } });
    const error = ['/error', { state: { key, requestId: 'req-1', isSave: false } }];
    expect((world.ports.navigate.to as jest.Mock).mock.calls).toEqual(leaves ? [error] : []);
  });

  describe('after the page was left', () => {
    const leave = async () => {
      const answer = deferred<ReturnType<typeof reply>>();
      const world = await begin(fakeApi().on('POST', '/user/login', () => answer.promise));
      world.dispatch(loginSubmitted(credentials));
      world.dispatch(loginLeft());
      return { ...world, answer };
    };

    test.each([400, 500])('a %i leads nowhere and does not show when the page opens again', async (status) => {
      const { answer, state, ports } = await leave();
      answer.reject(anApiError(status));
      await clock.after(0);
      expect(ports.navigate.to).not.toHaveBeenCalled();
      expect(state().session.login).toEqual({ status: 'init' });
    });

    test('an answer still signs in', async () => {
      const { answer, state } = await leave();
      answer.resolve(reply());
      await clock.after(0);
      expect(state().session).toMatchObject({ user: { id: 7 }, login: { status: 'loaded' } });
    });

    test('a failure shows on the page that the user has opened again', async () => {
      const { answer, state, dispatch, ports } = await leave();
      dispatch(loginOpened());
      answer.reject(anApiError(500));
      await clock.after(0);
      expect(state().session.login.status).toBe('failed');
      expect(ports.navigate.to).toHaveBeenCalledTimes(1);
    });
  });

  test('can be tried again after a failure', async () => {
    const api = fakeApi().on('POST', '/user/login', anApiError(400, 'exception.user.invalid'));
    const world = await begin(api);
    world.dispatch(loginSubmitted(credentials));
    await clock.after(0);
    api.on('POST', '/user/login', reply());
    world.dispatch(loginSubmitted(credentials));
    await clock.after(0);
    expect(world.state().session.user?.id).toBe(7);
  });
});

describe('a 401 during work', () => {
  test('removes token and cookie and keeps the user', async () => {
    const world = await working();
    world.dispatch(sessionExpired());
    await clock.after(0);
    expect(world.state().session).toMatchObject({ user: { id: 7 }, accessToken: null, expired: true });
    expect(world.cookies.has('userId')).toBe(false);
  });

  test('ends what the device may keep for the user, until they sign in again', async () => {
    const allowed = aUser({ id: 7, offlineReading: true });
    const answer = ok({ user: allowed, access_token: 'token-2' });
    const world = await working(fakeApi().on('POST', '/user/login', answer));
    world.dispatch(userRefreshed({ user: allowed, accessToken: 'token-1' }));
    expect(selectOfflineReader(world.state())).toBe(7);
    world.dispatch(sessionExpired());
    expect(selectOfflineReader(world.state())).toBeNull();
    world.dispatch(loginSubmitted(credentials));
    await clock.after(0);
    expect(selectOfflineReader(world.state())).toBe(7);
  });

  test('lets the same user continue', async () => {
    const world = await working(fakeApi().on('POST', '/user/login', reply(7, 'token-3')));
    world.dispatch(sessionExpired());
    world.dispatch(loginSubmitted(credentials));
    await clock.after(0);
    expect(world.types()).toEqual(['sessionExpired', 'loginSubmitted', 'sessionResumed']);
    expect(world.state().session).toMatchObject({ accessToken: 'token-3', expired: false });
    expect(world.cookies.get('userId')?.value).toBe('7');
    expect(world.channel.posted).toEqual([{ type: 'signedIn', userId: 7, accessToken: 'token-3' }]);
    expect(world.ports.navigate.reload).not.toHaveBeenCalled();
  });

  test('shows any sign-in failure above the page', async () => {
    const world = await working(fakeApi().on('POST', '/user/login', anApiError(500)));
    world.dispatch(sessionExpired());
    world.dispatch(loginSubmitted(credentials));
    await clock.after(0);
    expect(world.state().session).toMatchObject({ expired: true, login: { status: 'failed' } });
    expect(world.ports.navigate.to).not.toHaveBeenCalled();
  });

  test('starts over at home when another user signs in', async () => {
    const world = await working(fakeApi().on('POST', '/user/login', reply(8, 'token-8')));
    world.dispatch(sessionExpired());
    world.dispatch(loginSubmitted({ ...credentials, email: 'other@demo.test' }));
    await clock.after(0);
    expect(world.state().session).toMatchObject({ user: { id: 8 }, accessToken: 'token-8', expired: false });
    expect(world.ports.navigate.reload).toHaveBeenCalledWith('/');
  });
});

describe('logout', () => {
  test('removes the push token, ends the session, clears this tab and the others, and reloads at /login', async () => {
    const api = fakeApi().on('POST', '/user/update-fcm-token', ok(null)).on('POST', '/user/logout', ok(null));
    const world = await working(api);
    world.dispatch(logoutRequested());
    await clock.after(0);
    expect(api.calls.slice(1).map(({ path, body }) => [path, body])).toEqual([
      ['/user/update-fcm-token', { fcm_token: null }],
      ['/user/logout', undefined],
    ]);
    expect(world.types()).toEqual(['logoutRequested', 'loggedOut']);
    expect(world.state().session).toMatchObject({ user: null, accessToken: null });
    expect(world.cookies.has('userId')).toBe(false);
    expect(world.channel.posted).toEqual([{ type: 'signedOut' }]);
    expect(world.ports.persist.flush).toHaveBeenCalled();
    expect((world.ports.navigate.reload as jest.Mock).mock.calls).toEqual([['/login']]);
  });

  test('continues after failures, and this browser gets no more notifications', async () => {
    const api = fakeApi().on('POST', '/user/update-fcm-token', noAnswer()).on('POST', '/user/logout', anApiError(500));
    const world = await working(api);
    world.live.world.subscription = 'the browser';
    world.dispatch(logoutRequested());
    await clock.after(0);
    expect(world.live.world.subscription).toBeNull();
    expect(world.ports.navigate.reload).toHaveBeenCalledWith('/login');
  });

  test.each([
    ['does not load', () => Promise.reject(new Error('no network'))],
    ['never ends', () => new Promise<never>(() => undefined)],
  ])('continues when the part for notifications %s', async (_what, load) => {
    const api = fakeApi().on('POST', '/user/update-fcm-token', ok(null)).on('POST', '/user/logout', ok(null));
    const world = await working(api);
    world.ports.webPush = load;
    world.dispatch(logoutRequested());
    await clock.after(3000);
    expect(world.ports.navigate.reload).toHaveBeenCalledWith('/login');
  });

  test('waits at most 3 s for each call of a silent server', async () => {
    const never = () => new Promise<never>(() => undefined);
    const api = fakeApi().on('POST', '/user/update-fcm-token', never).on('POST', '/user/logout', never);
    const world = await working(api);
    world.dispatch(logoutRequested());
    await clock.after(5999);
    expect(world.ports.navigate.reload).not.toHaveBeenCalled();
    await clock.after(1);
    expect(world.ports.navigate.reload).toHaveBeenCalledTimes(1);
    expect(api.callsOf('POST', '/user/update-fcm-token')[0]?.signal?.aborted).toBe(true);
  });

  test('sends no logout call without a token', async () => {
    const world = await working();
    world.dispatch(sessionExpired());
    world.dispatch(logoutRequested());
    await clock.after(0);
    expect(world.api.calls).toHaveLength(1);
    expect(world.ports.navigate.reload).toHaveBeenCalledWith('/login');
  });
});

describe('two tabs', () => {
  test('signing out in one opens /login in the other, which stops saving state', async () => {
    const tabs = fakeTabs();
    const api = fakeApi().on('POST', '/user/update-fcm-token', ok(null)).on('POST', '/user/logout', ok(null));
    const here = await working(api, tabs.join());
    const there = await working(fakeApi(), tabs.join());
    here.dispatch(logoutRequested());
    await clock.after(0);
    expect(there.types()).toEqual(['sessionEndedElsewhere']);
    expect(there.state().session.user).toBeNull();
    expect(there.ports.persist.pause).toHaveBeenCalled();
    expect(there.ports.navigate.reload).toHaveBeenCalledWith('/login');
    expect(here.ports.navigate.reload).toHaveBeenCalledTimes(1);
  });

  test('signing in as another user in one reloads the other at home', async () => {
    const tabs = fakeTabs();
    const there = await working(fakeApi(), tabs.join());
    const here = await begin(fakeApi().on('POST', '/user/login', reply(8)), undefined, tabs.join());
    here.dispatch(loginSubmitted(credentials));
    await clock.after(0);
    expect(there.state().session.user).toBeNull();
    expect(there.ports.navigate.reload).toHaveBeenCalledWith('/');
  });

  test('signing in again in one tab resumes the expired session of the other', async () => {
    const tabs = fakeTabs();
    const there = await working(fakeApi(), tabs.join());
    there.dispatch(sessionExpired());
    const here = await working(fakeApi().on('POST', '/user/login', reply(7, 'token-5')), tabs.join());
    here.dispatch(sessionExpired());
    here.dispatch(loginSubmitted(credentials));
    await clock.after(0);
    expect(there.state().session).toMatchObject({ accessToken: 'token-5', expired: false });
    expect(here.state().session.accessToken).toBe('token-5');
    // The tabs must not answer each other for ever.
    expect(here.channel.posted.length + there.channel.posted.length).toBeLessThanOrEqual(2);
  });

  test('takes over a rotated token', async () => {
    const tabs = fakeTabs();
    const there = await working(fakeApi(), tabs.join());
    tabs.join().post({ type: 'tokenRotated', userId: 7, accessToken: 'token-6' });
    expect(there.state().session.accessToken).toBe('token-6');
  });
});
