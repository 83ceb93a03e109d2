import type { Loadable } from '../kit/loadable';

export type { SessionUser } from '../../../contract/schemas/session';
export type { Credential, SessionState } from './slice';
export type LoginState = Loadable<null>;
export {
  balanceChanged,
  loggedOut,
  loginFailed,
  loginLeft,
  loginSubmitted,
  loginSucceeded,
  logoutRequested,
  sessionEndedElsewhere,
  sessionExpired,
  sessionReducer,
  sessionResumed,
  startRetried,
  userRefreshed,
} from './slice';
export { toCredential } from './api';
export { passwordRefused } from '../kit/password';
export type { ReauthenticationState } from './reauthenticationSlice';
export {
  reauthenticationFailureSeen,
  reauthenticationReducer,
  reauthenticationSubmitted,
} from './reauthenticationSlice';
export * from './rules';
export * from './selectors';
export { sessionSaga } from './saga';
