import {
  combineReducers,
  type Reducer,
  type ReducersMapObject,
  type StateFromReducersMapObject,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { noticesReducer } from '../domains/notices';
import { preferencesReducer } from '../domains/preferences';
import {
  loginSucceeded,
  reauthenticationReducer,
  SESSION_ENDS,
  sessionReducer,
  type SessionState,
} from '../domains/session';
import type { Storage } from '../lib/storage';
import type { backOffice } from './backOffice';
import type { laterWork } from './laterWork';
import { persistPreferences, persistSession } from './persist';
import { SLICES_READ } from './recorder';
import type { workplace } from './workplace';

const firstReducers = (storage: Storage) => ({
  session: persistSession(sessionReducer, storage),
  reauthentication: reauthenticationReducer,
  preferences: persistPreferences(preferencesReducer, storage),
  notices: noticesReducer,
});

type StateOf<F extends (storage: Storage) => ReducersMapObject> = StateFromReducersMapObject<ReturnType<F>>;

/** The state of all domains. Those that load later are missing until then; no page that reads them renders before. */
export type RootState = StateOf<typeof firstReducers> &
  StateOf<typeof workplace.reducersOf> &
  StateOf<typeof laterWork.reducersOf> &
  StateOf<typeof backOffice.reducersOf>;

/** Preferences, and what is stored by user: unsent input and unfinished work survive a session that ended by itself. */
const KEPT = [
  'preferences',
  'jobDrafts',
  'waiting',
  'outbox',
  'pendingExport',
  'pendingBulks',
  'openPayments',
] as const;

const START = { type: '@@root/start' };

/** True for the events that must delete everything of the previous user. */
export const endsSession = (state: RootState | undefined, action: UnknownAction): boolean => {
  if (SESSION_ENDS.some((end) => end.match(action))) return true;
  const user = state?.session.user;
  return loginSucceeded.match(action) && user != null && user.id !== action.payload.user.id;
};

/** Combines all domains. The end of a session resets them here, except the preferences and unsent input. */
export const createRootReducer = (storage: Storage, later: ReducersMapObject = {}): Reducer<RootState> => {
  const combined = combineReducers({ ...firstReducers(storage), ...later }) as unknown as Reducer<RootState>;

  return (state, action) => {
    // Only traces contain this event (store/recorder.ts).
    if (action.type === SLICES_READ) return { ...state, ...(action.payload as Partial<RootState>) } as RootState;
    if (!state || !endsSession(state, action)) return combined(state, action);
    // redux-persist keeps its own mark inside the slice and stops writing without it.
    const mark = (state.session as SessionState & { _persist?: unknown })._persist;
    const kept = {
      session: { ...sessionReducer(undefined, START), ...(mark !== undefined && { _persist: mark }) },
      ...Object.fromEntries(KEPT.flatMap((name) => (state[name] ? [[name, state[name]]] : []))),
    };
    return combined(kept as RootState, action);
  };
};
