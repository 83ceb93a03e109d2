import {
  configureStore,
  createAction,
  type Middleware,
  type ReducersMapObject,
  type UnknownAction,
} from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { all, fork } from 'redux-saga/effects';
import { memoryStorage, type Storage } from '../../src/lib/storage';
import { noticeRaised } from '../../src/domains/notices';
import type { SessionUser } from '../../src/domains/session';
import { createAppStore } from '../../src/store/createStore';
import { createRootReducer, type RootState } from '../../src/store/rootReducer';
import { allDomains } from '../../src/store/allDomains';
import { fakeApi, ok, type FakeApi } from './fakeApi';
import { settle } from './fakeClock';
import { fakePorts, type fakeTabs } from './fakePorts';

type Domains = Pick<typeof allDomains, 'saga'> & { reducersOf: (storage: Storage) => ReducersMapObject };

export const anInitialState = (domains: Domains = allDomains): RootState =>
  createRootReducer(memoryStorage(), domains.reducersOf(memoryStorage()))(undefined, { type: '@@test/init' });

export const aSignedInState = (user: SessionUser, accessToken = 'token-1'): RootState => {
  const state = anInitialState();
  return {
    ...state,
    session: { ...state.session, user, accessToken, start: { status: 'loaded', data: null } },
  };
};

interface Options {
  api?: FakeApi;
  state?: Partial<RootState>;
  storage?: Storage;
  channel?: ReturnType<ReturnType<typeof fakeTabs>['join']>;
  /** The part of the program that has loaded; everything by default. */
  domains?: Domains;
}

const throwing = (error: unknown): void => {
  throw error;
};

/** Creates the whole store with its sagas on a fake API; GET /user/me confirms a signed-in user of `state`. */
export const createTestStore = async (options: Options = {}) => {
  const { api = fakeApi(), state, storage = memoryStorage(), channel, domains = allDomains } = options;
  const user = state?.session?.user;
  if (user) api.on('GET', '/user/me', ok({ user, access_token: state.session?.accessToken ?? 'token-1' }));
  const world = fakePorts(api, channel);
  const held: { store?: ReturnType<typeof createAppStore>['store'] } = {};
  const { ports } = world;
  const notify: typeof ports.notify = (notice) => {
    world.notices.push(notice);
    held.store?.dispatch(noticeRaised(notice));
  };
  const initial = anInitialState(domains);
  const slices = Object.entries(state ?? {}).filter(([name]) => name in initial);
  const preloadedState = state && { ...initial, ...(Object.fromEntries(slices) as Partial<RootState>) };
  const made = createAppStore({
    ports: { ...ports, notify },
    storage,
    devTools: false,
    report: throwing,
    preloadedState,
    domains,
  });
  held.store = made.store;
  await settle();
  return { ...made, ...world, api };
};

/** Joins two watchers of a domain that load separately. */
export const together = (...watchers: (() => Generator)[]) =>
  function* (): Generator {
    yield all(watchers.map((watcher) => fork(watcher)));
  };

/** States that another operation fills, and why nobody has to see them load. */
const FILLED_BY_OTHERS: Record<string, string> = {
  'session.start': 'a sign-in or a sign-out answers what the start would',
  'session.login': 'the dialog signs the same user in again',
  'session.logout': 'a session ends in another tab, too',
  'basket.basket': 'a purchase answers with the basket',
  'today.due': 'the list of everything brings the counts',
  'applications.refresh': 'it only holds the failure of a list that loads',
  'inbox.refresh': 'it only holds the failure of a list that loads',
};

/** Each state that became loaded or failed without loading first, so that a screen could not tell it from one at rest. */
const jumps: string[] = [];
afterEach(() => expect(jumps.splice(0)).toEqual([]));

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const noteJumps = (before: unknown, after: unknown, path: readonly string[] = []): void => {
  if (before === after || !isRecord(before) || !isRecord(after)) return;
  const isOver = after.status === 'loaded' || after.status === 'failed';
  if (before.status === 'init' && isOver && !FILLED_BY_OTHERS[path.join('.')]) jumps.push(path.join('.'));
  for (const name of Object.keys(after)) noteJumps(before[name], after[name], [...path, name]);
};

/** Replaces slices of the state of `runWatcher`. */
export const stateSet = createAction<object>('test/stateSet');

/** Runs one domain's watcher with the real reducer and records all events. */
export const runWatcher = (
  watcher: () => Generator,
  { api = fakeApi(), state, channel }: Omit<Options, 'storage' | 'domains'> = {},
) => {
  const world = fakePorts(api, channel);
  const events: UnknownAction[] = [];
  const record: Middleware = () => (next) => (action) => {
    events.push(action as UnknownAction);
    return next(action);
  };
  /** Events of the test itself may begin in the middle of an operation. */
  const given = new Set<unknown>();
  const watch: Middleware = (api) => (next) => (action) => {
    const before: unknown = api.getState();
    const result = next(action);
    if (!given.delete(action)) noteJumps(before, api.getState());
    return result;
  };
  const sagas = createSagaMiddleware({ context: { ...world.ports, report: throwing }, onError: () => undefined });
  const reducer = createRootReducer(memoryStorage(), allDomains.reducersOf(memoryStorage()));
  const store = configureStore({
    reducer: (known: ReturnType<typeof reducer> | undefined, action: UnknownAction) =>
      stateSet.match(action) ? { ...reducer(known, action), ...action.payload } : reducer(known, action),
    preloadedState: { ...anInitialState(), ...state },
    middleware: (defaults) =>
      defaults({ thunk: false, immutableCheck: { warnAfter: 1000 }, serializableCheck: false }).concat(
        watch,
        record,
        sagas,
      ),
    devTools: false,
  });
  const task = sagas.run(watcher);
  return {
    ...world,
    api,
    events,
    /** Returns the types of all recorded events without the domain's name. */
    types: () => events.map(({ type }) => type.split('/').at(-1)),
    store,
    dispatch: <A extends UnknownAction>(action: A): A => {
      given.add(action);
      return store.dispatch(action);
    },
    state: () => store.getState(),
    stop: () => task.cancel(),
  };
};
