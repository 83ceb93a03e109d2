import { brandOf, type CardBrand } from '../../../contract/constants/cards';

export const CVC_MIN = 3;
export const CVC_MAX = 4;

/** The digits of a text. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Where the blanks stand: 4-6-5 on an American Express card, groups of four on the others. */
const GROUPS = { amex: /^(.{1,4})(.{1,6})?(.{1,5})?/, other: /^(.{1,4})(.{1,4})?(.{1,4})?(.{1,4})?/ };

/** A card number as it is shown: digits only, in the groups of its brand. Spec 2, point 5. */
export const formatCardNumber = (text: string): string => {
  const digits = digitsOf(text);
  const groups = GROUPS[brandOf(digits) === 'amex' ? 'amex' : 'other'].exec(digits) ?? [];
  return groups.slice(1).filter(Boolean).join(' ');
};

/** Month, then the rest: `9` → `09`, `13` → `01` and `3`. A zero alone waits for its second digit. */
const splitMonth = (digits: string): [month: string, rest: string] => {
  if (/^[2-9]/.test(digits)) return [`0${digits[0]}`, digits.slice(1)];
  if (/^1[3-9]/.test(digits)) return ['01', digits.slice(1)];
  if (/^00/.test(digits)) return ['0', ''];
  return [digits.slice(0, 2), digits.slice(2)];
};

/** A year of four digits, as a browser or a paste may bring it, ends in the two that count. */
const yearOf = (rest: string): string => (/^20\d\d/.test(rest) ? rest.slice(2, 4) : rest.slice(0, 2));

/**
 * What was typed or pasted into the expiry, as `MM/YY`; the month is corrected (spec 2, point 5: "month auto-corrected"). The
 * slash comes with the year, or when it is typed, so that it can be taken away again.
 */
export const formatExpiry = (text: string): string => {
  const typedSlash = /^\s*(\d{1,2})\s*[/.-]\s*(\d*)/.exec(text);
  if (typedSlash && Number(typedSlash[1]) >= 1 && Number(typedSlash[1]) <= 12)
    return `${typedSlash[1]?.padStart(2, '0')}/${yearOf(typedSlash[2] ?? '')}`;
  const [month, rest] = splitMonth(digitsOf(text));
  return rest === '' ? month : `${month}/${yearOf(rest)}`;
};

/** The CVC as it is shown: digits only. */
export const formatCvc = (text: string): string => digitsOf(text).slice(0, CVC_MAX);

/** American Express prints four digits on the front, the others three on the back. */
export const cvcHintOf = (brand: CardBrand | null): 'front' | 'back' | 'any' =>
  brand === null ? 'any' : brand === 'amex' ? 'front' : 'back';

/**
 * Whether a card has run out, by its `MM/YY` and the day (`YYYY-MM-DD`) it is in the marketplace's zone; it is good to the
 * end of its month.
 */
export const isExpired = (expiry: string, today: string): boolean => {
  const [month = '', year = ''] = expiry.split('/');
  return `${today.slice(0, 2)}${year}-${month}` < today.slice(0, 7);
};

/** A card as the form holds it. */
export interface CardValues {
  cardHolderName: string;
  cardNumber: string;
  /** `MM/YY`. */
  expiry: string;
  cvc: string;
  agreement: boolean;
}

export type CardField = keyof CardValues;
