import { configureStore, type ReducersMapObject } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { FLUSH, PAUSE, PERSIST, persistStore, PURGE, REGISTER, REHYDRATE, type Persistor } from 'redux-persist';
import type { Ports } from '../domains/kit/ports';
import type { Step } from '../domains/kit/effects';
import type { Reporter } from '../domains/kit/safely';
import type { Storage } from '../lib/storage';
import { createRecorder } from './recorder';
import { createRootReducer, endsSession, type RootState } from './rootReducer';
import { rootSaga } from './rootSaga';
import { sanitise } from './sanitise';

interface StoreOptions {
  /** All but what the store itself gives. */
  ports: Omit<Ports, 'persist'>;
  storage: Storage;
  /** Redux DevTools, sanitised; off in production unless the operator's setting allows it. */
  devTools: boolean;
  /** Told of a developer's mistake in a saga. */
  report: Reporter;
  preloadedState?: Partial<RootState>;
  /** Domains that are there from the start; they come when they are asked for else. */
  domains?: Part;
}

/** Some of the domains: what they keep, and what starts their watchers. */
interface Part {
  reducersOf: (storage: Storage) => ReducersMapObject;
  saga: () => Step<void>;
}

const PERSIST_ACTIONS: string[] = [FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE];

/** Resolves when everything that is stored has been read. */
export const whenRehydrated = (persistor: Persistor): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (persistor.getState().registry.length > 0) return;
      stop();
      resolve();
    };
    const stop = persistor.subscribe(look);
    look();
  });

/** The store with its sagas running; they wait for what was stored. */
export const createAppStore = ({ ports, storage, devTools, report, preloadedState, domains }: StoreOptions) => {
  const later: { persistor?: Persistor } = {};
  const persist: Ports['persist'] = {
    flush: async () => void (await later.persistor?.flush()),
    pause: () => later.persistor?.pause(),
  };
  const sagas = createSagaMiddleware({ context: { ...ports, persist, report }, onError: report });
  const reducers: ReducersMapObject = domains?.reducersOf(storage) ?? {};
  const recorder = createRecorder((state, action) => endsSession(state as RootState | undefined, action));
  const store = configureStore({
    reducer: createRootReducer(storage, reducers),
    preloadedState: preloadedState as RootState | undefined,
    middleware: (defaults) =>
      defaults({ thunk: false, serializableCheck: { ignoredActions: PERSIST_ACTIONS } }).concat(
        sagas,
        recorder.middleware,
      ),
    devTools: devTools && {
      actionSanitizer: (action) => sanitise(action),
      stateSanitizer: (state) => sanitise(state),
      // The persisted session is the same secret in another coat.
      predicate: (_state, action) => !PERSIST_ACTIONS.includes(action.type),
    },
  });
  /** Answers what adds a part of the program's domains, once; it resolves when they are there. */
  const opener = (load: () => Promise<Part>) => {
    let opening: Promise<void> | undefined = domains && Promise.resolve();
    return (): Promise<void> =>
      (opening ??= load().then(async ({ reducersOf, saga }) => {
        Object.assign(reducers, reducersOf(storage));
        store.replaceReducer(createRootReducer(storage, reducers));
        // The new reducers write to the storage only after they were told to.
        persistor.persist();
        await whenRehydrated(persistor);
        sagas.run(saga);
      }));
  };
  const openWorkplace = opener(async () => (await import('./workplace')).workplace);
  const openBackOffice = opener(async () => (await import('./backOffice')).backOffice);
  const task = sagas.run(rootSaga, { open: openWorkplace, later: domains?.saga });
  const persistor = persistStore(store);
  later.persistor = persistor;
  return { store, persistor, task, openWorkplace, openBackOffice, recorder };
};

export type AppStore = ReturnType<typeof createAppStore>['store'];
export type AppDispatch = AppStore['dispatch'];
