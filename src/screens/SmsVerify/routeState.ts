import { SMS_CODE_DIGITS } from '../../../contract/constants/limits';
import { withLatinDigits } from '../../../contract/constants/cleanText';
import type { SentCode } from '../../domains/phoneVerification';
import { paths } from '../../lib/paths';

/** Pages that may send users here and get them back. The page redirects to no other address. */
const RETURNS: readonly string[] = [paths.register(), paths.profileEdit()];

/** The route state that the sending page sets: docs/PRODUCT.md#phone-codes. */
export interface SmsVerifyState {
  phone: string;
  /** ISO alpha-2. */
  countryCode: string;
  /** The country's calling code, such as `+90`; null if the sending page does not know it. */
  phoneCode: string | null;
  pushBackTo: string;
  /** The sent code. It is stored here so that a reload sends no other code and does not reset the wrong tries. */
  sent: SentCode | null;
  /** The values of the sending form, returned unchanged. */
  values: unknown;
  from: unknown;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const readSentCode = (state: unknown): SentCode | null => {
  const { deadline, secret, resent, wrongTries } = (state ?? {}) as Record<string, unknown>;
  if (typeof deadline !== 'number' || typeof wrongTries !== 'number' || !isText(secret)) return null;
  return { deadline, secret, resent: resent === true, wrongTries };
};

/** Reads the route state; null without a phone, a country or an allowed page to return to. */
export const readRouteState = (state: unknown): SmsVerifyState | null => {
  const { phone, countryCode, phoneCode, pushBackTo, sent, values, from } = (state ?? {}) as Record<string, unknown>;
  if (!isText(phone) || !isText(countryCode) || !isText(pushBackTo) || !RETURNS.includes(pushBackTo)) return null;
  return {
    phone,
    countryCode,
    phoneCode: isText(phoneCode) ? phoneCode : null,
    pushBackTo,
    sent: readSentCode(sent),
    values,
    from,
  };
};

export const returnState = ({ phone, countryCode, values, from }: SmsVerifyState, phoneVerifyCode?: string) => ({
  phone,
  countryCode,
  values,
  from,
  ...(phoneVerifyCode !== undefined && { phoneVerifyCode }),
});

/** Returns the digits of a text, at most as many as a code has. */
export const codeDigits = (text: string): string => withLatinDigits(text).replace(/\D/g, '').slice(0, SMS_CODE_DIGITS);

/** Formats seconds as minutes and seconds: 150 is `2:30`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
