import { isSecretName } from '../sanitise';
import { declared } from './declarations';

const WORDS = declared('words');
const WORDS_BELOW = declared('wordsBelow');
const CHOICES = declared('choices');
const CODES = declared('codes');
const CODES_BELOW = declared('codesBelow');
const NAMES_BELOW = declared('namesBelow');
const DATES = declared('dates');
const NUMBERS = declared('numbers');
const PICTURES = declared('pictures');
const PATHS = declared('paths');
const SECRETS = declared('secrets');
const MASKED = declared('masked');

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** An id of the server (`Key` of contract/schemas/commerce.ts); long enough not to be a phone or a card. */
const HEX_ID = /^[\da-f]{24,64}$/;
const CHOICE = /^[a-z]{1,30}$/i;
const CODE = /^[\w.:/-]*$/;
const DATE = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

export const REDACTED = '[redacted]';

/** A transparent picture of one pixel, which needs no request. */
export const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/**
 * Replaces letters by `x` and digits by `0`, so that equal texts stay equal and keep their length. A date stays a date
 * and a UUID a UUID, because pages parse them.
 */
export const mask = (text: string): string => {
  if (DATE.test(text)) return text.replace(/\d/g, '0').replace('0000-00-00', '2000-01-01');
  if (UUID.test(text)) return text.replace(/[\da-f]/gi, '0');
  return maskSigns(text);
};

const maskSigns = (text: string): string =>
  text.replace(/\p{L}|\p{N}/gu, (sign) => {
    if (/\p{N}/u.test(sign)) return '0'.repeat(sign.length);
    return (/\p{Lu}/u.test(sign) ? 'X' : 'x').repeat(sign.length);
  });

const EMAIL = /[^\s@"'<>/]+@[^\s@"'<>/]+\.[^\s@"'<>/]+/g;
const BEARER = /Bearer\s+\S+/gi;
/** Nine digits or more, grouped or not: phones, cards, identity numbers. */
const DIGITS = /\+?\d(?:[ ().-]{0,2}\d){8,}/g;

/** Masks personal data in a field that keeps its text: email addresses, phones, cards, tokens. */
const combed = (text: string): string => {
  if (DATE.test(text) || UUID.test(text) || HEX_ID.test(text)) return text;
  return text.replace(BEARER, `Bearer ${REDACTED}`).replace(EMAIL, mask).replace(DIGITS, mask);
};

interface Options {
  /** Milliseconds since 1970; the redacted birth dates give the same age at this instant. */
  now: number;
  /** Called with each hidden text and its replacement. */
  onMask?: (text: string, by: string) => void;
}

/** Returns 1 January of a year that gives the same age. */
const sameAge = (day: string, now: number): string => {
  const today = new Date(now).toISOString().slice(0, 10);
  const age = Number(today.slice(0, 4)) - Number(day.slice(0, 4)) - (today.slice(5) < day.slice(5, 10) ? 1 : 0);
  return `${Number(today.slice(0, 4)) - age}-01-01`;
};

/** Segments of an address that stay: words of the product's pages (`3ds` among them), and ids. */
const OWN_PART = /^(3ds|[a-z][a-zA-Z_-]{0,30}|\d{1,15})?$/;

/** Returns an address with its codes and searches hidden. */
export const redactPath = (address: string, options: Options): string => {
  const [path = '', query] = address.split('#', 1)[0]!.split('?');
  const parts = path.split('/').map((part, at, all) => {
    if (/^(reset|restore-)/.test(all[at - 1] ?? '')) return REDACTED;
    return OWN_PART.test(part) ? part : mask(part);
  });
  if (!query) return parts.join('/');
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => {
    const isNumber = /^-?\d{1,15}$/.test(value) && NUMBERS.has(name);
    return [name, isNumber ? value : textOf(value, [name], options)];
  });
  return `${parts.join('/')}?${new URLSearchParams(pairs).toString()}`;
};

const hidden = (text: string, by: string, { onMask }: Options): string => {
  if (text !== by) onMask?.(text, by);
  return by;
};

/** `names` holds the names of the enclosing fields and, last, the text's own name. */
const textOf = (text: string, names: readonly string[], options: Options): string => {
  const name = names.at(-1) ?? '';
  if (text === '' || text === REDACTED) return text;
  if (SECRETS.has(name) || isSecretName(name)) return hidden(text, REDACTED, options);
  if (PICTURES.has(name) || text.startsWith('data:')) return hidden(text, PIXEL, options);
  if (name === 'birthDate' && DATE.test(text)) return sameAge(text, options.now);
  if (PATHS.has(name) && text.startsWith('/')) return redactPath(text, options);
  const isMasked = MASKED.has(names.slice(-2).join('.'));
  const stays =
    (!isMasked && WORDS.has(name)) ||
    names.some((one) => WORDS_BELOW.has(one)) ||
    (CHOICES.has(name) && CHOICE.test(text)) ||
    (DATES.has(name) && DATE.test(text)) ||
    ((CODES.has(name) || names.some((one) => CODES_BELOW.has(one))) && CODE.test(text)) ||
    ((name === 'name' || name === 'label') && names.some((one) => NAMES_BELOW.has(one)));
  const by = stays ? combed(text) : mask(text);
  return hidden(text, by, options);
};

/** True for names that do not describe their value; the enclosing name counts instead. */
const isNameless = (name: string): boolean =>
  name === 'data' || name === 'payload' || /^\d+$/.test(name) || HEX_ID.test(name);

const clean = (value: unknown, names: readonly string[], options: Options): unknown => {
  if (typeof value === 'string') return textOf(value, names, options);
  if (typeof value === 'number') return NUMBERS.has(names.at(-1) ?? '') ? value : 0;
  if (typeof value === 'boolean' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => clean(one, names, options));
  if (typeof value !== 'object') return undefined;
  const pairs = Object.entries(value)
    // With redux-persist's mark a replay would write to the storage.
    .filter(([name]) => name !== '_persist')
    .map(([name, one]) => [combed(name), clean(one, isNameless(name) ? names : [...names, name], options)]);
  return Object.fromEntries(pairs) as unknown;
};

/**
 * Returns a copy of plain values without secrets and personal data: only declared fields keep their values. `names`
 * are the enclosing names, such as the parts of an event's type. A second run changes nothing.
 */
export const redact = <T>(value: T, options: Options, names: readonly string[] = []): T =>
  clean(value, names, options) as T;
