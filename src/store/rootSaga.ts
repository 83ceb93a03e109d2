import { REHYDRATE } from 'redux-persist';
import { all, call, spawn, take, takeLeading } from 'redux-saga/effects';
import { loginSubmitted, sessionSaga } from '../domains/session';
import { safely } from '../domains/kit/safely';
import type { Step } from '../domains/kit/effects';
import { PREFERENCES_KEY, SESSION_KEY } from './persist';

const rehydrated = (key: string) =>
  take((action: { type: string; key?: unknown }) => action.type === REHYDRATE && action.key === key);

interface Options {
  /** Loads the domains of the daily work during the login call. */
  open: () => Promise<void>;
  /** An additional saga to start after the stored state has been read. */
  later: (() => Step<void>) | undefined;
}

/** Waits for the stored state, then starts the watchers independently of one another. */
export function* rootSaga({ open, later }: Options): Step<void> {
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
