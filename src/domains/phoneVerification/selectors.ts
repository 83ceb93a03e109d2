import { createSelector } from '@reduxjs/toolkit';
import { SMS_CODE_SECONDS, SMS_CODE_TRIES } from '../../../contract/constants/limits';
import { mayResend, type SentCode, type VerificationStep } from './rules';
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

/** Returns whether the wrong tries have ended the code, so that even the right one is refused. */
export const selectIsCodeDead = ({ phoneVerification: { wrongTries } }: Root): boolean => wrongTries >= SMS_CODE_TRIES;

/** Returns the current code as a reload must know it; null before the first one. */
export const selectSentCode = createSelector(
  [selectVerification],
  ({ countdown, secret, resent, wrongTries }): SentCode | null =>
    countdown && secret !== null ? { deadline: countdown.deadline, secret, resent, wrongTries } : null,
);

export const selectMayResend = (state: Root): boolean => {
  const { countdown, resent, block } = state.phoneVerification;
  if (countdown === null || block !== null || selectStep(state) !== 'waitEnterCode') return false;
  return selectIsCodeDead(state) || mayResend(countdown.secondsLeft, resent);
};
