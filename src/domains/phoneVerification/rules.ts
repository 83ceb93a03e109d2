import { SMS_CODE_SECONDS, SMS_RESEND_AT } from '../../../contract/constants/limits';

/** Whose phone it is, and what for: a code for one thing proves nothing for another. */
export interface Target {
  phone: string;
  /** ISO alpha-2. */
  countryCode: string;
  /** The page that asked. */
  pushBackTo: string;
}

export const isSameTarget = (one: Target | null, other: Target): boolean =>
  one !== null &&
  one.phone === other.phone &&
  one.countryCode === other.countryCode &&
  one.pushBackTo === other.pushBackTo;

/** Spec 2, point 3. */
export type VerificationStep = 'sendRequestCode' | 'waitEnterCode' | 'codeSend' | 'reSendRequestCode';

/** Whole seconds until `deadline` (milliseconds since 1970), never more than a code lives. */
export const secondsUntil = (deadline: number, now: number): number =>
  Math.min(SMS_CODE_SECONDS, Math.max(0, Math.ceil((deadline - now) / 1000)));

/**
 * Whether the code may be sent again: once when the countdown has reached 150, and at 0. Spec 2, point 4. `resent` is true
 * once the first of the two was used in this countdown or the one that it began.
 */
export const mayResend = (secondsLeft: number, resent: boolean): boolean =>
  secondsLeft === 0 || (secondsLeft <= SMS_RESEND_AT && !resent);
