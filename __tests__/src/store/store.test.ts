import { memoryStorage } from '../../../src/lib/storage';
import { applicationsReducer, rowRefreshed } from '../../../src/domains/applications';
import { themeChosen, localeChosen, selectLocale } from '../../../src/domains/preferences';
import {
  loggedOut,
  loginSucceeded,
  selectOfflineReader,
  sessionEndedElsewhere,
  startRefused,
} from '../../../src/domains/session';
import { PERSIST_VERSION } from '../../../src/store/persist';
import { createRootReducer, type RootState } from '../../../src/store/rootReducer';
import { allDomains } from '../../../src/store/allDomains';
import { aFailure, aJobRow, anApplication, aUser } from '../../support/builders';
import { fakeApi, ok } from '../../support/fakeApi';
import { settle, turns } from '../../support/fakeClock';
import { aSignedInState, createTestStore } from '../../support/testStore';

const marked = { _persist: { version: PERSIST_VERSION, rehydrated: true } };

/** Returns a state in which every slice holds something. */
const full = (): RootState => {
  const state = aSignedInState(aUser({ id: 7 }));
  return {
    ...state,
    session: { ...state.session, ...marked },
    reference: { ...state.reference, categories: { status: 'loaded', data: [{ id: 1, name: 'a' }] } },
    organisation: { branchJobCounts: { status: 'loaded', data: [] } },
    jobs: { ...state.jobs, items: [aJobRow()], list: { status: 'loaded', data: null } },
    applications: applicationsReducer(state.applications, rowRefreshed(anApplication())),
    appointments: { ...state.appointments, list: { status: 'failed', error: aFailure() } },
    notices: { nextKey: 2, queue: [{ key: 1, id: 'ui.loading', kind: 'info' }], past: [] },
    preferences: { ...state.preferences, ...marked, theme: 'dark', chosenLocale: 'es' } as RootState['preferences'],
  };
};

describe('root reset', () => {
  const reducer = createRootReducer(memoryStorage(), allDomains.reducersOf(memoryStorage()));
  const empty = reducer(undefined, { type: 'start' });
  const other = { user: aUser({ id: 8 }), accessToken: 'token-8' };

  test.each([
    ['signing out', loggedOut()],
    ['an end in another tab', sessionEndedElsewhere()],
    ['a refused start', startRefused()],
    ['another user', loginSucceeded(other)],
  ])('%s resets every slice except the preferences', (_name, event) => {
    const after = reducer(full(), event);
    const { session, preferences, ...slices } = after;
    const { session: _session, preferences: _preferences, ...emptySlices } = empty;
    expect(slices).toEqual(emptySlices);
    expect(preferences).toMatchObject({ theme: 'dark', chosenLocale: 'es' });
    expect(session.user?.id ?? null).toBe(loginSucceeded.match(event) ? 8 : null);
    // Without its mark redux-persist would stop writing.
    expect(session).toMatchObject(marked);
  });

  test('the same user signing in again resets nothing', () => {
    const after = reducer(full(), loginSucceeded({ user: aUser({ id: 7 }), accessToken: 'token-2' }));
    expect(after.jobs.items).toHaveLength(1);
    expect(after.session.accessToken).toBe('token-2');
  });
});

describe('state in localStorage', () => {
  test('holds the session, preferences, unsent job forms, messages and decisions, open payments, unfinished work, and nothing else', async () => {
    const values = new Map<string, string>();
    const { store, persistor } = await createTestStore({
      storage: memoryStorage(values),
      state: aSignedInState(aUser(), 'token-9'),
    });
    store.dispatch(themeChosen('dark'));
    store.dispatch(localeChosen('es'));
    await persistor.flush();
    await turns();
    expect([...values.keys()].sort()).toEqual([
      'persist:jobDrafts',
      'persist:openPayments',
      'persist:outbox',
      'persist:pendingBulks',
      'persist:pendingExport',
      'persist:preferences',
      'persist:session',
      'persist:waiting',
    ]);
    const waiting = JSON.parse(values.get('persist:waiting') ?? '{}') as Record<string, string>;
    expect(Object.keys(waiting).sort()).toEqual(['_persist', 'entries', 'refused']);
    const outbox = JSON.parse(values.get('persist:outbox') ?? '{}') as Record<string, string>;
    expect(Object.keys(outbox).sort()).toEqual(['_persist', 'drafts', 'entries']);
    const payments = JSON.parse(values.get('persist:openPayments') ?? '{}') as Record<string, string>;
    expect(Object.keys(payments).sort()).toEqual(['_persist', 'entries']);
    const session = JSON.parse(values.get('persist:session') ?? '{}') as Record<string, string>;
    expect(Object.keys(session).sort()).toEqual(['_persist', 'accessToken', 'user']);
    const drafts = JSON.parse(values.get('persist:jobDrafts') ?? '{}') as Record<string, string>;
    expect(Object.keys(drafts).sort()).toEqual(['_persist', 'attempts', 'byKey']);
    const preferences = JSON.parse(values.get('persist:preferences') ?? '{}') as Record<string, string>;
    expect(Object.keys(preferences).sort()).toEqual([
      '_persist',
      'beginsWithToday',
      'chosenLocale',
      'declineReasons',
      'goesOn',
      'hasPageKeys',
      'hasPoster',
      'theme',
    ]);
  });

  test('is restored, and the next call sends the token', async () => {
    const values = new Map([
      [
        'persist:session',
        JSON.stringify({
          user: JSON.stringify(aUser()),
          accessToken: '"token-9"',
          _persist: '{"version":1,"rehydrated":true}',
        }),
      ],
    ]);
    const api = fakeApi().on('GET', '/user/me', ok({ user: aUser(), access_token: 'token-9' }));
    const { store } = await createTestStore({ api, storage: memoryStorage(values) });
    await settle();
    expect(store.getState().session).toMatchObject({ accessToken: 'token-9', start: { status: 'loaded' } });
    expect(api.callsOf('GET', '/user/me')).toHaveLength(1);
  });

  test('migrates version 0: `locale` becomes the chosen locale', async () => {
    const values = new Map([
      [
        'persist:preferences',
        JSON.stringify({ locale: '"es"', theme: '"dark"', _persist: '{"version":0,"rehydrated":true}' }),
      ],
    ]);
    const { store } = await createTestStore({ storage: memoryStorage(values) });
    expect(selectLocale(store.getState())).toBe('es');
    expect(store.getState().preferences).toMatchObject({ chosenLocale: 'es', theme: 'dark', hasPageKeys: true });
    expect(store.getState().preferences).not.toHaveProperty('locale');
  });

  test('of the release before, without waiting decisions, is read: the session and unsent messages stay', async () => {
    const _persist = '{"version":5,"rehydrated":true}';
    const entry = {
      clientId: 'a',
      ownerId: 7,
      threadId: 1,
      userId: 7,
      workerId: 9,
      body: 'x',
      status: 0,
      writtenAt: 1,
    };
    // The release before did not know whether the organisation allows reading offline.
    const user = aUser({ id: 7 });
    const values = new Map([
      ['persist:session', JSON.stringify({ user: JSON.stringify(user), accessToken: '"token-9"', _persist })],
      ['persist:outbox', JSON.stringify({ entries: JSON.stringify([entry]), drafts: '{}', _persist })],
    ]);
    const api = fakeApi().on('GET', '/user/me', ok({ user, access_token: 'token-9' }));
    const { store } = await createTestStore({ api, storage: memoryStorage(values) });
    const { session, outbox, waiting } = store.getState();
    expect(session).toMatchObject({ accessToken: 'token-9', user: { id: 7 } });
    expect(selectOfflineReader(store.getState())).toBeNull();
    expect(outbox.entries).toEqual([entry]);
    expect(waiting).toMatchObject({ entries: [], refused: [] });
  });

  test('migrates version 2: `isPendingTold` of an open payment becomes `isPendingNotified`', async () => {
    const entry = { basketId: 'b', attempt: 'a', ownerId: 7, startedAt: 1, isAnswered: true };
    const _persist = '{"version":2,"rehydrated":true}';
    const values = new Map([
      [
        'persist:openPayments',
        JSON.stringify({ entries: JSON.stringify([{ ...entry, isPendingTold: true }]), _persist }),
      ],
      ['persist:outbox', JSON.stringify({ entries: JSON.stringify([{ clientId: 'c' }]), _persist })],
    ]);
    const { store } = await createTestStore({ storage: memoryStorage(values) });
    expect(store.getState().openPayments.entries).toEqual([{ ...entry, isPendingNotified: true }]);
    expect(store.getState().outbox.entries).toEqual([{ clientId: 'c' }]);
  });

  test('a corrupt entry does not stop the start', async () => {
    const { store } = await createTestStore({ storage: memoryStorage(new Map([['persist:session', '{"user":']])) });
    expect(store.getState().session).toMatchObject({ user: null, start: { status: 'loaded' } });
  });
});
