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
export type { SentCode } from './rules';
export { phoneVerificationSaga } from './saga';
