// Removes from typed text what keyboards and other apps add. It is not in text.ts, because the first lists load that
// file and need no form.

/** Invisible characters: soft hyphens, zero-width ones, Korean fillers, and those that set the writing direction. */
const UNSEEN_CHARACTERS =
  '\\u00ad\\u061c\\u115f\\u1160\\u180e\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\u3164\\ufeff\\uffa0';
const UNSEEN = new RegExp(`[${UNSEEN_CHARACTERS}]`, 'g');
/** A pattern for a character that one sees, without the flag that a regular expression of JSON Schema cannot have. */
export const VISIBLE = `[^\\s\\u200c\\u200d${UNSEEN_CHARACTERS}]`;
const VISIBLE_CHARACTER = new RegExp(VISIBLE);
/** Joiners next to letters of other scripts than those in which a joiner changes a letter. */
export const JOINERS =
  /(?<![\p{M}\p{Script=Arabic}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Malayalam}\p{Script=Sinhala}])[\u200c\u200d]/gu;

/** Removes invisible characters from a name, a mail address or a number, where they hide what was typed. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '').replace(JOINERS, '');

/** Returns whether a text shows nothing, as `FilledText` refuses it. */
export const isBlank = (text: string): boolean => !VISIBLE_CHARACTER.test(text);

/** Returns the trimmed text, or null for one that shows nothing. */
export const textOrNull = (text: string | null | undefined): string | null =>
  text === null || text === undefined || isBlank(text) ? null : text.trim();

/** The zero of each digit set that phones type: Arabic-Indic, Persian, Devanagari, Bengali, full width. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];

/** Replaces the digits of other scripts by 0 to 9. */
export const withLatinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    const zero = ZEROS.find((one) => code >= one && code < one + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** Removes invisible characters from a mail address, and turns İ and ı, which no address has, into I and i. */
export const asEmail = (text: string): string =>
  withoutUnseen(text)
    .replace(/\u0130/g, 'I')
    .replace(/\u0131/g, 'i');
