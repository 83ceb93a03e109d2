// The characters that encodeURIComponent leaves alone but RFC 5987 wants escaped.
const NOT_PLAIN = /['()*]/g;
const NOT_ASCII = /[^\x20-\x7e]/g;
const QUOTED = /["\\/%]/g;

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * Returns the header of a file to be saved under this name: an ASCII form first (letters without their marks, other
 * characters as `_`), then the name itself in the form of RFC 5987.
 */
export const contentDisposition = (name: string): string => {
  const wellFormed = name.replace(/\p{Surrogate}/gu, '\ufffd');
  const ascii = wellFormed
    .replaceAll('\u0131', 'i')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(NOT_ASCII, '_')
    .replace(QUOTED, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(wellFormed).replace(NOT_PLAIN, percent)}`;
};
