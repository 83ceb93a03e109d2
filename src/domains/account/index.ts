import type { Loadable } from '../kit/loadable';

export type { AccountState } from './slice';
export type PasswordLoad = Loadable<null>;
export type { PasswordsState } from './passwordsSlice';
export {
  accountReducer,
  countryCheckRequested,
  passwordDropped,
  registrationFailureSeen,
  registrationLeft,
  registrationPaused,
  registrationSubmitted,
} from './slice';
export { forgetLeft, forgetSubmitted, passwordsReducer, resetOpened, resetSubmitted } from './passwordsSlice';
export type { RestorationState } from './restorationSlice';
export { restorationOpened, restorationReducer, restorationSubmitted } from './restorationSlice';
export * from './rules';
export * from './selectors';
export { accountSaga } from './saga';
