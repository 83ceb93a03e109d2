import { SMS_CODE_SECONDS } from '../../../contract/constants/limits';
import { mayResend, type VerificationStep } from './rules';
import type { PhoneVerificationState } from './slice';

interface Root {
  phoneVerification: PhoneVerificationState;
}

export const selectVerification = (state: Root) => state.phoneVerification;

/** Whether the first code is being asked for, is waited for, is being sent to the server, or is asked for again. */
export const selectStep = ({ phoneVerification: { verify, send, countdown } }: Root): VerificationStep => {
  if (verify.status === 'loading' || verify.status === 'loaded') return 'codeSend';
  if (countdown === null) return 'sendRequestCode';
  return send.status === 'loading' ? 'reSendRequestCode' : 'waitEnterCode';
};

/** What is left of the code's life, in whole seconds. */
export const selectSecondsLeft = ({ phoneVerification: { countdown } }: Root): number =>
  countdown?.secondsLeft ?? SMS_CODE_SECONDS;

export const selectMayResend = (state: Root): boolean => {
  const { countdown, resent } = state.phoneVerification;
  return countdown !== null && selectStep(state) === 'waitEnterCode' && mayResend(countdown.secondsLeft, resent);
};
