import { configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';
import { FLUSH, PAUSE, PERSIST, persistStore, PURGE, REGISTER, REHYDRATE, type Persistor } from 'redux-persist';
import type { Ports } from '../domains/kit/ports';
import type { Reporter } from '../domains/kit/safely';
import type { Storage } from '../lib/storage';
import { createRootReducer, type RootState } from './rootReducer';
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
}

const PERSIST_ACTIONS: string[] = [FLUSH, PAUSE, PERSIST, PURGE, REGISTER, REHYDRATE];

/** The store with its sagas running; they wait for what was stored. */
export const createAppStore = ({ ports, storage, devTools, report, preloadedState }: StoreOptions) => {
  const later: { persistor?: Persistor } = {};
  const persist: Ports['persist'] = {
    flush: async () => void (await later.persistor?.flush()),
    pause: () => later.persistor?.pause(),
  };
  const sagas = createSagaMiddleware({ context: { ...ports, persist, report }, onError: report });
  const store = configureStore({
    reducer: createRootReducer(storage),
    preloadedState: preloadedState as RootState | undefined,
    middleware: (defaults) =>
      defaults({ thunk: false, serializableCheck: { ignoredActions: PERSIST_ACTIONS } }).concat(sagas),
    devTools: devTools && {
      actionSanitizer: (action) => sanitise(action),
      stateSanitizer: (state) => sanitise(state),
      // The persisted session is the same secret in another coat.
      predicate: (_state, action) => !PERSIST_ACTIONS.includes(action.type),
    },
  });
  const task = sagas.run(rootSaga);
  const persistor = persistStore(store);
  later.persistor = persistor;
  return { store, persistor, task };
};

export type AppStore = ReturnType<typeof createAppStore>['store'];
export type AppDispatch = AppStore['dispatch'];
