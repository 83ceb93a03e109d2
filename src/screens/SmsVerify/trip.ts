import { SMS_CODE_DIGITS } from '../../../contract/constants/limits';
import { paths } from '../../lib/paths';

/** Pages that may send somebody here, and to which the way leads back; no other address is ever followed. */
const RETURNS: readonly string[] = [paths.register(), paths.profileEdit()];

/** What the page that asks leaves in the route state. Spec 2, point 2. */
export interface Trip {
  phone: string;
  /** ISO alpha-2. */
  countryCode: string;
  pushBackTo: string;
  /** When the code that was sent dies, in milliseconds since 1970; ours, so that a reload sends no other one. */
  codeDeadline: number | null;
  /** The form's own, handed back as it came. */
  values: unknown;
  from: unknown;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The trip in the route state; null without a phone, a country or a page of ours to go back to. */
export const readTrip = (state: unknown): Trip | null => {
  const { phone, countryCode, pushBackTo, codeDeadline, values, from } = (state ?? {}) as Record<string, unknown>;
  if (!isText(phone) || !isText(countryCode) || !isText(pushBackTo) || !RETURNS.includes(pushBackTo)) return null;
  return {
    phone,
    countryCode,
    pushBackTo,
    codeDeadline: typeof codeDeadline === 'number' ? codeDeadline : null,
    values,
    from,
  };
};

/** What the page that asked is given back. */
export const tripBack = ({ phone, countryCode, values, from }: Trip, phoneVerifyCode?: string) => ({
  phone,
  countryCode,
  values,
  from,
  ...(phoneVerifyCode !== undefined && { phoneVerifyCode }),
});

/** The digits of what was typed or pasted, as many as a code has. */
export const codeDigits = (text: string): string => text.replace(/\D/g, '').slice(0, SMS_CODE_DIGITS);

/** Seconds as minutes and seconds: 150 is `2:30`. */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
