export type { PhoneVerificationState } from './slice';
export type { Target, VerificationStep } from './rules';
export {
  codeRequested,
  codeSubmitted,
  failureSeen,
  phoneVerificationReducer,
  resendRequested,
  verificationLeft,
  verificationOpened,
} from './slice';
export * from './selectors';
export { phoneVerificationSaga } from './saga';
