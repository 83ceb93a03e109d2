/** Replaces a removed value. */
export const REDACTED = '[redacted]';

const SECRET_NAME =
  /token|password|passwd|secret|authorization|cvc|cvv|pan$|card(number|holder|holdername)?$|expire(month|year)$|expiry|(verify|sms|reset|restore)code|identitynumber|etag/;

/** True for the name of a field with a secret; ignores case, `_` and `-`. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name.toLowerCase().replace(/[_-]/g, ''));

/** 12 to 19 digits, grouped or not. */
const DIGITS = /\d(?:[ -]?\d){11,18}/g;

const isCardNumber = (text: string): boolean => {
  const digits = [...text.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => {
    if (at % 2 === 0) return total + digit;
    return total + (digit > 4 ? digit * 2 - 9 : digit * 2);
  }, 0);
  return sum % 10 === 0;
};

/** A picture before its upload; its bytes help no reader. */
const PICTURE = /^data:image\//;

const cleanText = (text: string): string => {
  if (PICTURE.test(text)) return REDACTED;
  return text
    .replace(/Bearer\s+\S+/gi, `Bearer ${REDACTED}`)
    .replace(DIGITS, (digits) => (isCardNumber(digits) ? REDACTED : digits));
};

/** Some load states have such names too (`phoneVerification`); objects are searched instead of removed. */
const isPlainSecret = (name: string, value: unknown): boolean =>
  value !== null && value !== undefined && typeof value !== 'object' && isSecretName(name);

/**
 * Returns a copy without tokens, passwords, card data and unsent pictures at any depth, for developer tools and
 * replays.
 */
export const sanitise = <T>(value: T): T => clean(value, []) as T;

const clean = (value: unknown, above: readonly object[]): unknown => {
  if (typeof value === 'string') return value.startsWith('data:') ? REDACTED : cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  // Stops at a circular reference.
  if (above.includes(value)) return REDACTED;
  const path = [...above, value];
  if (Array.isArray(value)) return value.map((one: unknown) => clean(one, path));
  const pairs = Object.entries(value).map(([name, one]) => [
    name,
    isPlainSecret(name, one) ? REDACTED : clean(one, path),
  ]);
  return Object.fromEntries(pairs) as unknown;
};
