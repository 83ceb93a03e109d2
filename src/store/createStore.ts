import { REHYDRATE, FLUSH, PAUSE, PERSIST, persistStore, PURGE, REGISTER, type Persistor } from 'redux-persist';
import { all, call, spawn, take, takeLeading } from 'redux-saga/effects';
import { loginSubmitted, sessionSaga } from '../domains/session';
import { safely, type Reporter } from '../domains/kit/safely';
import type { Step, Ports } from '../domains/kit/effects';
import { PREFERENCES_KEY, SESSION_KEY } from './persist';
import { configureStore, type ReducersMapObject, type UnknownAction } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import type { Storage } from '../lib/storage';
import { createLaterSagas } from './laterSagas';
import { createRecorder } from './recorder';
import { createRootReducer, endsSession, type RootState } from './rootReducer';
import { sanitise } from './sanitise';

const rehydrated = (key: string) =>
  take((action: { type: string; key?: unknown }) => action.type === REHYDRATE && action.key === key);

interface Options {
  /** Loads the domains of the daily work during the login call. */
  open: () => Promise<void>;
  /** An additional saga to start after the stored state has been read. */
  later: (() => Step<void>) | undefined;
}

/** Waits for the stored state, then starts the watchers independently of one another. */
function* rootSaga({ open, later }: Options): Step<void> {
  yield all([rehydrated(SESSION_KEY), rehydrated(PREFERENCES_KEY)]);
  if (later) yield call(later);
  yield spawn(safely(sessionSaga));
  yield takeLeading(
    loginSubmitted,
    safely(function* openEarly(): Step<void> {
      yield call(open);
    }),
  );
}

interface StoreOptions {
  /** All ports except the one that the store provides. */
  ports: Omit<Ports, 'persist'>;
  storage: Storage;
  /** Redux DevTools with sanitised data; off in production unless the operator's setting enables it. */
  devTools: boolean;
  /** Receives programming errors of sagas. */
  report: Reporter;
  preloadedState?: Partial<RootState>;
  /** Domains that are present from the start; without it they load on request. */
  domains?: Part;
}

/** The reducers of some domains and the saga that starts their watchers. */
interface Part {
  reducersOf: (storage: Storage) => ReducersMapObject;
  saga: () => Step<void>;
}

const PERSIST_ACTIONS: string[] = [FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE];

/** Milliseconds of a development check; on a busy machine a long list takes more than the default of 32. */
const WARN_AFTER = 1000;

/** Resolves when all stored data has been read. */
export const whenRehydrated = (persistor: Persistor): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (persistor.getState().registry.length > 0) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = persistor.subscribe(check);
    check();
  });

/** Creates the store and runs its sagas, which wait for the stored data. */
export const createAppStore = ({ ports, storage, devTools, report, preloadedState, domains }: StoreOptions) => {
  const later: { persistor?: Persistor } = {};
  const persist: Ports['persist'] = {
    flush: async () => void (await later.persistor?.flush()),
    pause: () => later.persistor?.pause(),
  };
  const context = { ...ports, persist, report };
  const sagas = createSagaMiddleware({ context, onError: report });
  const isSessionEnd = (state: unknown, action: UnknownAction) => endsSession(state as RootState | undefined, action);
  const laterSagas = createLaterSagas({ context, onError: report, endsSession: isSessionEnd });
  const reducers: ReducersMapObject = domains?.reducersOf(storage) ?? {};
  const recorder = createRecorder(isSessionEnd);
  const store = configureStore({
    reducer: createRootReducer(storage, reducers),
    preloadedState: preloadedState as RootState | undefined,
    middleware: (defaults) =>
      defaults({
        thunk: false,
        immutableCheck: { warnAfter: WARN_AFTER },
        serializableCheck: { ignoredActions: PERSIST_ACTIONS, warnAfter: WARN_AFTER },
      }).concat(sagas, laterSagas.middleware, recorder.middleware),
    devTools: devTools && {
      // A part that loads later replaces the reducer. Running all actions again would make new load states, and a call
      // that runs would count as one whose form was left.
      shouldHotReload: false,
      actionSanitizer: (action) => sanitise(action),
      stateSanitizer: (state) => sanitise(state),
      // The actions of redux-persist contain the session's secrets too.
      predicate: (_state, action) => !PERSIST_ACTIONS.includes(action.type),
    },
  });
  /** Returns a function that loads and adds domains once; its promise resolves when they are ready. */
  const opener = (load: () => Promise<Part>, run: (saga: Part['saga']) => void = sagas.run) => {
    let opening: Promise<void> | undefined = domains && Promise.resolve();
    const open = async () => {
      const { reducersOf, saga } = await load();
      Object.assign(reducers, reducersOf(storage));
      store.replaceReducer(createRootReducer(storage, reducers));
      // New persisted reducers write to the storage only after this call.
      persistor.persist();
      await whenRehydrated(persistor);
      run(saga);
    };
    return (): Promise<void> =>
      (opening ??= open().catch((error: unknown) => {
        // The next request loads it again.
        opening = undefined;
        throw error;
      }));
  };
  const openWorkplace = opener(
    async () => (await import('./workplace')).workplace,
    (saga) => {
      laterSagas.hold();
      sagas.run(saga);
    },
  );
  const openLaterWork = opener(async () => {
    const [{ laterWork }] = await Promise.all([import('./laterWork'), openWorkplace()]);
    return laterWork;
  }, laterSagas.run);
  const openBackOffice = opener(async () => (await import('./backOffice')).backOffice);
  const task = sagas.run(rootSaga, { open: openWorkplace, later: domains?.saga });
  const persistor = persistStore(store);
  later.persistor = persistor;
  return { store, persistor, task, openWorkplace, openLaterWork, openBackOffice, recorder };
};

export type AppStore = ReturnType<typeof createAppStore>['store'];
export type AppDispatch = AppStore['dispatch'];
