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
