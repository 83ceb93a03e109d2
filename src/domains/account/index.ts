import type { Loadable } from '../kit/loadable';

export type PasswordLoad = Loadable<null>;
export {
  accountReducer,
  countryCheckRequested,
  passwordDropped,
  registrationFailureSeen,
  registrationLeft,
  registrationPaused,
  registrationSubmitted,
} from './slice';
export {
  forgetLeft,
  forgetSubmitted,
  passwordsReducer,
  resetLeft,
  resetOpened,
  resetSubmitted,
} from './passwordsSlice';
export { restorationOpened, restorationReducer, restorationSubmitted } from './restorationSlice';
export * from './rules';
export * from './selectors';
export { accountSaga } from './saga';
