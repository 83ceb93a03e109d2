import { configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { FLUSH, PAUSE, PERSIST, persistStore, PURGE, REGISTER, REHYDRATE, type Persistor } from 'redux-persist';
import type { Ports } from '../domains/kit/ports';
import type { Reporter } from '../domains/kit/safely';
import type { Storage } from '../lib/storage';
import { createRecorder } from './recorder';
import { createRootReducer, endsSession, type RootState } from './rootReducer';
import { rootSaga } from './rootSaga';
import { sanitise } from './sanitise';
import type { Workplace } from './workplace';

interface StoreOptions {
  /** All but what the store itself gives. */
  ports: Omit<Ports, 'persist'>;
  storage: Storage;
  /** Redux DevTools, sanitised; off in production unless the operator's setting allows it. */
  devTools: boolean;
  /** Told of a developer's mistake in a saga. */
  report: Reporter;
  preloadedState?: Partial<RootState>;
  /** There from the start; it is loaded when it is asked for else. */
  workplace?: Workplace;
}

const PERSIST_ACTIONS: string[] = [FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE];

/** Resolves when everything that is stored has been read. */
const rehydrated = (persistor: Persistor): Promise<void> =>
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
export const createAppStore = ({ ports, storage, devTools, report, preloadedState, workplace }: StoreOptions) => {
  const later: { persistor?: Persistor } = {};
  const persist: Ports['persist'] = {
    flush: async () => void (await later.persistor?.flush()),
    pause: () => later.persistor?.pause(),
  };
  const sagas = createSagaMiddleware({ context: { ...ports, persist, report }, onError: report });
  const recorder = createRecorder((state, action) => endsSession(state as RootState | undefined, action));
  const store = configureStore({
    reducer: createRootReducer(storage, workplace?.reducersOf(storage)),
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
  let opening: Promise<void> | undefined = workplace && Promise.resolve();
  /** Adds the domains that the sign-in page did without; resolves when they are there. */
  const openWorkplace = (): Promise<void> =>
    (opening ??= import('./workplace').then(async ({ workplace: { reducersOf, saga } }) => {
      store.replaceReducer(createRootReducer(storage, reducersOf(storage)));
      // The new reducers write to the storage only after they were told to.
      persistor.persist();
      await rehydrated(persistor);
      sagas.run(saga);
    }));
  const task = sagas.run(rootSaga, { open: openWorkplace, workplace: workplace?.saga });
  const persistor = persistStore(store);
  later.persistor = persistor;
  return { store, persistor, task, openWorkplace, recorder };
};

export type AppStore = ReturnType<typeof createAppStore>['store'];
export type AppDispatch = AppStore['dispatch'];
