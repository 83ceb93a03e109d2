import { CODE, CODES, CODES_BELOW, DATE, DATES, NAMES_BELOW, NUMBERS, PATHS, PICTURES, SECRET, WORDS } from './kinds';

/** Stands where a secret stood. */
export const REDACTED = '[redacted]';

/** A clear picture of one pixel: it asks nobody for anything. */
export const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

/** The same text for the same text, of the same length: letters become `x`, digits `0`; all else stays. */
export const mask = (text: string): string =>
  text.replace(/\p{L}|\p{N}/gu, (sign) => {
    if (/\p{N}/u.test(sign)) return '0'.repeat(sign.length);
    return (/\p{Lu}/u.test(sign) ? 'X' : 'x').repeat(sign.length);
  });

const EMAIL = /[^\s@"'<>/]+@[^\s@"'<>/]+\.[^\s@"'<>/]+/g;
const BEARER = /Bearer\s+\S+/gi;
/** Nine digits and more, grouped or not: phones, cards, numbers of persons. */
const DIGITS = /\+?\d(?:[ ().-]{0,2}\d){8,}/g;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What may stay is looked through once more, for what somebody typed where it does not belong. */
const combed = (text: string): string => {
  if (DATE.test(text) || UUID.test(text)) return text;
  return text.replace(BEARER, `Bearer ${REDACTED}`).replace(EMAIL, mask).replace(DIGITS, mask);
};

interface Options {
  /** Milliseconds since 1970: ages are as they were then. */
  now: number;
  /** Told of each text that was hidden. */
  onMask?: (text: string, by: string) => void;
}

/** 1 January of a year that comes to the same age. */
const sameAge = (day: string, now: number): string => {
  const today = new Date(now).toISOString().slice(0, 10);
  const age = Number(today.slice(0, 4)) - Number(day.slice(0, 4)) - (today.slice(5) < day.slice(5, 10) ? 1 : 0);
  return `${Number(today.slice(0, 4)) - age}-01-01`;
};

/** Parts of addresses that are the product's own: words of its pages, and ids. */
const OWN_PART = /^([a-z][a-zA-Z_-]{0,30}|\d{1,15})?$/;

/** An address without codes and searches. */
export const redactPath = (address: string, options: Options): string => {
  const [path = '', query] = address.split('#', 1)[0]!.split('?');
  const parts = path.split('/').map((part, at, all) => {
    if (/^(reset|restore-)/.test(all[at - 1] ?? '')) return REDACTED;
    return OWN_PART.test(part) ? part : mask(part);
  });
  if (!query) return parts.join('/');
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => {
    const isNumber = /^-?\d{1,15}$/.test(value) && NUMBERS.test(name);
    return [name, isNumber ? value : textOf(value, [name], options)];
  });
  return `${parts.join('/')}?${new URLSearchParams(pairs).toString()}`;
};

const hidden = (text: string, by: string, { onMask }: Options): string => {
  if (text !== by) onMask?.(text, by);
  return by;
};

/** `names`: those of the fields above, the own one last. */
const textOf = (text: string, names: readonly string[], options: Options): string => {
  const name = names.at(-1) ?? '';
  if (text === '' || text === REDACTED) return text;
  if (SECRET.test(name.toLowerCase().replace(/[_-]/g, ''))) return hidden(text, REDACTED, options);
  if (PICTURES.has(name) || text.startsWith('data:')) return hidden(text, PIXEL, options);
  if (name === 'birthDate' && DATE.test(text)) return sameAge(text, options.now);
  if (PATHS.has(name) && text.startsWith('/')) return redactPath(text, options);
  const stays =
    WORDS.has(name) ||
    (DATES.test(name) && DATE.test(text)) ||
    ((CODES.has(name) || names.some((one) => CODES_BELOW.has(one))) && CODE.test(text)) ||
    ((name === 'name' || name === 'label') && names.some((one) => NAMES_BELOW.has(one)));
  const by = stays ? combed(text) : mask(text);
  return hidden(text, by, options);
};

/** These say nothing of what stands in them: the name above counts. */
const isNameless = (name: string): boolean => name === 'data' || name === 'payload' || /^\d+$/.test(name);

const clean = (value: unknown, names: readonly string[], options: Options): unknown => {
  if (typeof value === 'string') return textOf(value, names, options);
  if (typeof value === 'number') return NUMBERS.test(names.at(-1) ?? '') ? value : 0;
  if (typeof value === 'boolean' || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => clean(one, names, options));
  if (typeof value !== 'object') return undefined;
  const pairs = Object.entries(value)
    // redux-persist's own mark: with it, a replay would write to the storage.
    .filter(([name]) => name !== '_persist')
    .map(([name, one]) => [combed(name), clean(one, isNameless(name) ? names : [...names, name], options)]);
  return Object.fromEntries(pairs) as unknown;
};

/**
 * A copy of plain values without anything that says who somebody is or opens a door: an allow-list by the names of fields
 * (`kinds.ts`). `names` stand above it, such as the parts of an event's type. Doing it twice changes nothing more.
 */
export const redact = <T>(value: T, options: Options, names: readonly string[] = []): T =>
  clean(value, names, options) as T;
