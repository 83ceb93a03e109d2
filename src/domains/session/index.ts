import type { Loadable } from '../kit/loadable';

export type { SessionUser } from '../../../contract/schemas/session';
export type LoginState = Loadable<null>;
export { passwordCancelled } from '../kit/password';
export {
  loggedOut,
  loginSucceeded,
  SESSION_ENDS,
  sessionEndedElsewhere,
  sessionResumed,
  startRefused,
} from '../kit/session';
export { toCredential } from './api';
export * from './mayPoll';
export * from './reauthenticationSlice';
export * from './rules';
export * from './saga';
export * from './selectors';
export * from './slice';
