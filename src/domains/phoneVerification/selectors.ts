import { SMS_CODE_SECONDS } from '../../../contract/constants/limits';
import { mayResend, type VerificationStep } from './rules';
import type { PhoneVerificationState } from './slice';

interface Root {
  phoneVerification: PhoneVerificationState;
}

export const selectVerification = (state: Root) => state.phoneVerification;

/** Returns the step: sending the first code, waiting for input, verifying the input, or resending. */
export const selectStep = ({ phoneVerification: { verify, send, countdown } }: Root): VerificationStep => {
  if (verify.status === 'loading' || verify.status === 'loaded') return 'codeSend';
  if (countdown === null) return 'sendRequestCode';
  return send.status === 'loading' ? 'reSendRequestCode' : 'waitEnterCode';
};

/** Returns the rest of the code's lifetime in whole seconds. */
export const selectSecondsLeft = ({ phoneVerification: { countdown } }: Root): number =>
  countdown?.secondsLeft ?? SMS_CODE_SECONDS;

export const selectMayResend = (state: Root): boolean => {
  const { countdown, resent } = state.phoneVerification;
  return countdown !== null && selectStep(state) === 'waitEnterCode' && mayResend(countdown.secondsLeft, resent);
};
