import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { SMS_CODE_SECONDS, SMS_RESEND_AT } from '../../../contract/constants/limits';

/** The phone and the purpose: a code for one purpose proves nothing for another. */
export interface Target {
  phone: string;
  countryCode: string;
  /** The page that requested the verification. */
  pushBackTo: string;
}

/** What a reload must know of a code that was sent. */
export interface SentCode {
  /** When the code expires, in milliseconds since 1970. */
  deadline: number;
  /** Random text by which the server knows who requested the code: attempts of others do not count. */
  secret: string;
  /** True when the code was resent before its deadline. */
  resent: boolean;
  /** Wrong tries of the code; the server accepts `SMS_CODE_TRIES` of them. */
  wrongTries: number;
}

export const isSameTarget = (one: Target | null, other: Target): boolean =>
  one !== null &&
  one.phone === other.phone &&
  one.countryCode === other.countryCode &&
  one.pushBackTo === other.pushBackTo;

/** Steps of docs/PRODUCT.md#phone-codes. */
export type VerificationStep = 'sendRequestCode' | 'waitEnterCode' | 'codeSend' | 'reSendRequestCode';

/** Returns the whole seconds until `deadline` (milliseconds since 1970), at most a code's lifetime. */
export const secondsUntil = (deadline: number, now: number): number =>
  Math.min(SMS_CODE_SECONDS, Math.max(0, Math.ceil((deadline - now) / 1000)));

/**
 * Returns whether the user may resend the code: once from 150 s on, and at 0 (docs/PRODUCT.md#phone-codes). `resent`
 * is true after the first of the two.
 */
export const mayResend = (secondsLeft: number, resent: boolean): boolean =>
  secondsLeft === 0 || (secondsLeft <= SMS_RESEND_AT && !resent);

/** Why no code can be sent: another account has the number, or too many codes were sent. */
export type Block = 'taken' | 'limited';

const BLOCKS: Record<string, Block> = {
  [ERROR_KEYS.phoneNotUnique]: 'taken',
  [ERROR_KEYS.phoneDailyLimit]: 'limited',
};

export const blockOf = (key: string): Block | null => BLOCKS[key] ?? null;
