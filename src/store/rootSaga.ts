import { REHYDRATE } from 'redux-persist';
import { all, call, spawn, take, takeLeading } from 'redux-saga/effects';
import { loginSubmitted, sessionSaga } from '../domains/session';
import { safely } from '../domains/kit/safely';
import type { Step } from '../domains/kit/effects';
import { PREFERENCES_KEY, SESSION_KEY } from './persist';

const rehydrated = (key: string) =>
  take((action: { type: string; key?: unknown }) => action.type === REHYDRATE && action.key === key);

interface Options {
  /** Loads the workplace; while a password is on its way there is time for it. */
  open: () => Promise<void>;
  /** What is to be started as well, once the stored state is there. */
  later: (() => Step<void>) | undefined;
}

/** Waits for what was stored, then starts the watchers apart from one another. */
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
