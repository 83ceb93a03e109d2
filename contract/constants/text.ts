// How the dashboard and the server's files both write texts, and how both search them.

/** Floating point may give 56.99… for 0.57 * 100; this addition keeps the percent. */
const FLOAT_ERROR = 1e-9;

/** Returns a match score in whole percent, rounded down, so that only a high score appears as 60 or more. */
export const scorePercent = (matchScore: number): number => Math.floor(matchScore * 100 + FLOAT_ERROR);

/** Formats a Turkish number, with or without a space after +90, as "+90 532 123 45 67"; returns any other unchanged. */
export const phoneText = (phone: string): string =>
  phone.replace(/^\+90 ?(\d{3})(\d{3})(\d{2})(\d{2})$/, '+90 $1 $2 $3 $4');

/** Returns a day (`YYYY-MM-DD`) as `DD/MM/YYYY`, independent of the zone. */
export const dayText = (day: string): string => day.split('-').reverse().join('/');

/**
 * Folds a text for searching: compatibility decomposition (NFKD), marks removed, case folded, runs of white space to
 * one blank. The four Turkish i's become one. The SQL function `fold_text` takes the same steps, and a test compares
 * both.
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
