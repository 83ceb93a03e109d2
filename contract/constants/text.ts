const FOLDED: Record<string, string> = {
  İ: 'i',
  I: 'i',
  ı: 'i',
  Ş: 's',
  ş: 's',
  Ğ: 'g',
  ğ: 'g',
  Ü: 'u',
  ü: 'u',
  Ö: 'o',
  ö: 'o',
  Ç: 'c',
  ç: 'c',
  Â: 'a',
  â: 'a',
  Î: 'i',
  î: 'i',
  Û: 'u',
  û: 'u',
  Á: 'a',
  á: 'a',
  É: 'e',
  é: 'e',
  Í: 'i',
  í: 'i',
  Ó: 'o',
  ó: 'o',
  Ú: 'u',
  ú: 'u',
  Ñ: 'n',
  ñ: 'n',
};

/**
 * Folds a text for searching: Turkish and Spanish letters to their base letter, ASCII to lower case, runs of white
 * space to one blank. The SQL function `fold_text` does the same for each letter, and a test compares both.
 */
export const fold = (text: string): string =>
  text
    .replace(/[İIıŞşĞğÜüÖöÇçÂâÎîÛûÁáÉéÍíÓóÚúÑñ]/g, (letter) => FOLDED[letter] ?? letter)
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[ \t\n\r]+/g, ' ')
    .replace(/^ | $/g, '');
