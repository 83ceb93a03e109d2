import type { Loadable } from '../kit/loadable';

export type { SessionUser } from '../../../contract/schemas/session';
export type { Credential } from '../kit/session';
export type { SessionState } from './slice';
export type LoginState = Loadable<null>;
export { loggedOut, loginSucceeded, sessionEndedElsewhere, sessionResumed } from '../kit/session';
export {
  balanceChanged,
  loginFailed,
  loginLeft,
  loginSubmitted,
  logoutRequested,
  sessionExpired,
  sessionReducer,
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
