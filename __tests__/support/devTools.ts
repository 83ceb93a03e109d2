import { createStore, type StoreEnhancer } from '@reduxjs/toolkit';
import { instrument, type EnhancedStore, type LiftedAction } from '@redux-devtools/instrument';
import type { RootState } from '../../src/store/rootReducer';
import { replayReducer } from '../../src/store/trace/replay';

type DevToolsStore = EnhancedStore<RootState, { type: string }, unknown>;

/**
 * Reads a file as the extension's `importState` does (reduxjs/redux-devtools,
 * extension/src/pageScript/api/importState.ts). Its jsan is JSON with a notation for cycles, which our files never
 * contain.
 */
const importState = (text: string) => {
  const { payload, preloadedState } = JSON.parse(text) as { payload: string; preloadedState: string };
  return { nextLiftedState: JSON.parse(payload) as never, preloadedState: JSON.parse(preloadedState) as never };
};

/** Imports a trace file into the core of Redux DevTools and returns what it applied. */
export const importIntoDevTools = (file: string) => {
  const enhancer = instrument() as unknown as StoreEnhancer;
  const store = createStore(replayReducer(), undefined, enhancer as never) as unknown as DevToolsStore;
  const action = { type: 'IMPORT_STATE', ...importState(file) } as unknown as LiftedAction<
    RootState,
    { type: string },
    unknown
  >;
  store.liftedStore.dispatch(action);
  const { computedStates, actionsById, stagedActionIds } = store.liftedStore.getState();
  return {
    errors: computedStates.flatMap(({ error }) => error ?? []),
    types: stagedActionIds.slice(1).map((id) => actionsById[id]?.action.type),
    state: JSON.parse(JSON.stringify(store.getState())) as unknown,
  };
};
