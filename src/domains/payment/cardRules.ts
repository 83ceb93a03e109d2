import { brandOf, type CardBrand } from '../../../contract/constants/cards';

export const CVC_MIN = 3;
export const CVC_MAX = 4;

export const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Positions of the spaces: 4-6-5 on an American Express card, groups of four on others. */
const GROUPS = { amex: /^(.{1,4})(.{1,6})?(.{1,5})?/, other: /^(.{1,4})(.{1,4})?(.{1,4})?(.{1,4})?/ };

/** Returns the digits of a card number in the groups of its brand. See docs/PRODUCT.md#card-form. */
export const formatCardNumber = (text: string): string => {
  const digits = digitsOf(text);
  const groups = GROUPS[brandOf(digits) === 'amex' ? 'amex' : 'other'].exec(digits) ?? [];
  return groups.slice(1).filter(Boolean).join(' ');
};

/** Splits off the month: `9` → `09`, `13` → `01` and `3`. A single zero waits for its second digit. */
const splitMonth = (digits: string): [month: string, rest: string] => {
  if (/^[2-9]/.test(digits)) return [`0${digits[0]}`, digits.slice(1)];
  if (/^1[3-9]/.test(digits)) return ['01', digits.slice(1)];
  if (/^00/.test(digits)) return ['0', ''];
  return [digits.slice(0, 2), digits.slice(2)];
};

/** Returns the last two digits of a year. One with four may be filled in, pasted, or typed digit by digit. */
const yearOf = (rest: string): string => {
  if (/^20\d$/.test(rest)) return rest;
  return /^20\d\d/.test(rest) ? rest.slice(2, 4) : rest.slice(0, 2);
};

/** Between month and year: a space, a slash, a dot, a hyphen or any dash. */
const SEPARATOR = '\\s*[\\s/.\\-\u2010-\u2015]\\s*';
/** Browsers and password managers fill in `2029-03` or `2029-03-31`, too, and users paste `29-03`. */
const YEAR_FIRST = new RegExp(
  `^\\s*(?:20(\\d\\d)(?:${SEPARATOR}(?=\\d)|(?=\\d\\d\\s*$))|(1[3-9]|[2-9]\\d)${SEPARATOR}(?=\\d\\d))` +
    `(0?[1-9]|1[0-2])(?:${SEPARATOR}\\d\\d?)?\\s*$`,
);
const MONTH_FIRST = new RegExp(`^\\s*(\\d{1,2})${SEPARATOR}(\\d*)`);

/**
 * Returns a typed or pasted expiry as `MM/YY` with a corrected month (docs/PRODUCT.md#card-form). The slash appears
 * with the year or when the user types it, so that the user can delete it.
 */
export const formatExpiry = (text: string): string => {
  const filled = YEAR_FIRST.exec(text);
  if (filled) return `${(filled[3] ?? '').padStart(2, '0')}/${filled[1] ?? filled[2]}`;
  const typedSlash = MONTH_FIRST.exec(text);
  if (typedSlash && Number(typedSlash[1]) >= 1 && Number(typedSlash[1]) <= 12)
    return `${typedSlash[1]?.padStart(2, '0')}/${yearOf(typedSlash[2] ?? '')}`;
  const [month, rest] = splitMonth(digitsOf(text));
  return rest === '' ? month : `${month}/${yearOf(rest)}`;
};

/** Returns the digits of a CVC, at most four. */
export const formatCvc = (text: string): string => digitsOf(text).slice(0, CVC_MAX);

/** American Express prints four digits on the front, others three on the back. */
export const cvcHintOf = (brand: CardBrand | null): 'front' | 'back' | 'any' =>
  brand === null ? 'any' : brand === 'amex' ? 'front' : 'back';

/**
 * Returns whether a card has expired by its `MM/YY` and the marketplace's date (`YYYY-MM-DD`); a card is valid to the
 * end of its month.
 */
export const isExpired = (expiry: string, today: string): boolean => {
  const [month = '', year = ''] = expiry.split('/');
  return `${today.slice(0, 2)}${year}-${month}` < today.slice(0, 7);
};

export interface CardValues {
  cardHolderName: string;
  cardNumber: string;
  /** `MM/YY`. */
  expiry: string;
  cvc: string;
  agreement: boolean;
}

export type CardField = keyof CardValues;
