import type { Loadable } from '../kit/loadable';

export type { SessionUser } from '../../../contract/schemas/session';
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
export { isAttended } from './attendance';
export { passwordCancelled } from '../kit/password';
export {
  reauthenticationFailureSeen,
  reauthenticationReducer,
  reauthenticationSubmitted,
} from './reauthenticationSlice';
export * from './rules';
export * from './selectors';
export { sessionSaga } from './saga';
