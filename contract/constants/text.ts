// How the dashboard and the server show, compare and clean texts.

/** Floating point may give 56.99… for 0.57 * 100; this addition keeps the percent. */
const FLOAT_ERROR = 1e-9;

/** Returns a match score in whole percent, rounded down, so that only a high score appears as 60 or more. */
export const scorePercent = (matchScore: number): number => Math.floor(matchScore * 100 + FLOAT_ERROR);

/** Formats a Turkish number as "+90 532 123 45 67"; returns any other unchanged. */
export const phoneText = (phone: string): string =>
  phone.replace(/^\+90(\d{3})(\d{3})(\d{2})(\d{2})$/, '+90 $1 $2 $3 $4');

/** Returns a day (`YYYY-MM-DD`) as `DD/MM/YYYY`, independent of the zone. */
export const dayText = (day: string): string => day.split('-').reverse().join('/');

/**
 * Folds a text for searching: compatibility decomposition (NFKD), marks removed, case folded, runs of white space to one
 * blank. The four Turkish i's become one. The SQL function `fold_text` takes the same steps, and a test compares both.
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    // Upper case makes "ss" of ß, but keeps a capital ẞ.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    // Lower case writes another sigma at the end of a word.
    .replace(/ς/g, 'σ')
    .replace(/[ \t\n\r]+/g, ' ')
    .replace(/^ | $/g, '');

/** Returns a person's whole name; people without a last name have the first one alone. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim();

/** Returns the first name with the initial of the last one, such as "Ayşe Y.". */
export const shortName = ({ firstName, lastName }: { firstName: string; lastName: string }): string => {
  const [initial] = lastName;
  return initial === undefined ? firstName : `${firstName} ${initial}.`;
};

/** Invisible characters: soft hyphens, zero-width ones, Korean fillers, and those that change the direction of writing. */
const UNSEEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0]/g;
/** Joiners outside the scripts in which they change a letter. */
const JOINERS =
  /(?<![\p{M}\p{Script=Arabic}\p{Script=Bengali}\p{Script=Devanagari}\p{Script=Malayalam}\p{Script=Sinhala}])[\u200c\u200d]/gu;

/** Removes invisible characters from a name, a mail address or a number, where they hide what was typed. */
export const withoutUnseen = (text: string): string => text.replace(UNSEEN, '').replace(JOINERS, '');

/** The zeros of digits that phones type: Arabic-Indic, Persian, Devanagari, Bengali, full width. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];

/** Returns a number with the digits 0 to 9 for those of other scripts. */
export const withLatinDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    const zero = ZEROS.find((one) => code >= one && code < one + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** Returns a mail address without invisible characters and without the Turkish i's of a keyboard: no address has them. */
export const asEmail = (text: string): string =>
  withoutUnseen(text)
    .replace(/\u0130/g, 'I')
    .replace(/\u0131/g, 'i');
