// What RFC 5987 lets stand unescaped, and encodeURIComponent leaves alone, does not agree in these.
const NOT_PLAIN = /['()*]/g;
const NOT_ASCII = /[^\x20-\x7e]/g;
const QUOTED = /["\\/%]/g;

const percent = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * The header of a file that is to be saved under this name: the name itself as RFC 5987 writes it, and before it one in
 * ASCII for what cannot read that (letters without their marks, anything else as `_`).
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
