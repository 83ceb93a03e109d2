/** Stands where something was taken out. */
export const REDACTED = '[redacted]';

const SECRET_NAME =
  /token|password|passwd|secret|authorization|cvc|cvv|pan$|card(number|holder|holdername)?$|expire(month|year)$|expiry|(verify|sms|reset|restore)code|identitynumber|etag/;

/** True for the name of a field that holds a secret; case, `_` and `-` do not matter. */
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

/** A picture on its way to the server; nobody reads its bytes. */
const PICTURE = /^data:image\//;

const cleanText = (text: string): string => {
  if (PICTURE.test(text)) return REDACTED;
  return text
    .replace(/Bearer\s+\S+/gi, `Bearer ${REDACTED}`)
    .replace(DIGITS, (digits) => (isCardNumber(digits) ? REDACTED : digits));
};

/** Statuses of operations stand under such names too (`phoneVerification`), and objects are looked into instead. */
const isPlainSecret = (name: string, value: unknown): boolean =>
  value !== null && value !== undefined && typeof value !== 'object' && isSecretName(name);

/** A copy without tokens, passwords, card data and pictures that were not sent, wherever they stand; what developer tools and replays may see. */
export const sanitise = <T>(value: T): T => clean(value, []) as T;

const clean = (value: unknown, above: readonly object[]): unknown => {
  if (typeof value === 'string') return value.startsWith('data:') ? REDACTED : cleanText(value);
  if (typeof value !== 'object' || value === null) return value;
  // A thing inside itself has no end.
  if (above.includes(value)) return REDACTED;
  const path = [...above, value];
  if (Array.isArray(value)) return value.map((one: unknown) => clean(one, path));
  const pairs = Object.entries(value).map(([name, one]) => [
    name,
    isPlainSecret(name, one) ? REDACTED : clean(one, path),
  ]);
  return Object.fromEntries(pairs) as unknown;
};
