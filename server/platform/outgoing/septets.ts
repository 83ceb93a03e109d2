/** GSM 03.38, its extension table and the Turkish single shift table; the last two cost an escape each (3GPP 23.038). */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const SHIFTED = new Set('\f^{}\\[~]|€ĞİŞçğış');

/** Septets of one text message that names a shift table, which takes 5 of 160. */
const SMS_SEPTETS = 155;
/** Characters of one text message in UCS-2. */
const SMS_UCS2 = 70;

const costOf = (character: string): number => {
  if (BASIC.has(character)) return 1;
  return SHIFTED.has(character) ? 2 : Number.NaN;
};

/** Returns the septets of a text, or null for a text that only UCS-2 can write. */
export const septetsOf = (text: string): number | null => {
  const septets = [...text].reduce((sum, character) => sum + costOf(character), 0);
  return Number.isNaN(septets) ? null : septets;
};

/** Returns whether a text fits into one text message. */
export const isOneSms = (text: string): boolean => {
  const septets = septetsOf(text);
  return septets === null ? text.length <= SMS_UCS2 : septets <= SMS_SEPTETS;
};

const SIGNS: Record<string, string> = { '’': "'", '‘': "'", '“': '"', '”': '"', '–': '-', '—': '-', '…': '...' };

const inSeptets = (character: string): string => {
  if (!Number.isNaN(costOf(character))) return character;
  const plain = SIGNS[character] ?? character.normalize('NFKD').replace(/\p{M}/gu, '');
  return septetsOf(plain) === null ? '' : plain;
};

/** Replaces what needs UCS-2, as "á" by "a", and leaves out what has no replacement: UCS-2 holds half the text. */
export const withoutUcs2 = (text: string): string => [...text.normalize('NFC')].map(inSeptets).join('');
