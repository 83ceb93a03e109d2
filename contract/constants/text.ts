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
