/** Characters that replace letters to evade the check: wh4tsapp, inst@gram. */
const LOOKALIKES: Record<string, string> = { '4': 'a', '@': 'a', '3': 'e', '1': 'i', '0': 'o', $: 's', '5': 's' };

/** Returns the text in lower case, without accents and Turkish dots, and with plain apostrophes. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[İIı]/g, 'i')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`´]/g, "'")
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '');

/** Joins single letters that follow one another: "w h a t s a p p", "T.e.l.e.g.r.a.m". */
export const squeezed = (text: string): string =>
  text.replace(/(?<![\p{L}\d])(?:[\p{L}\d][\s.\-_*]{1,2}){3,}[\p{L}\d](?![\p{L}\d])/gu, (run) =>
    run.replace(/[\s.\-_*]/g, ''),
  );

/** Replaces lookalike characters in words by letters. Numbers stay. */
export const withoutLookalikes = (text: string): string =>
  text.replace(/[\p{L}\d@$]+/gu, (word) =>
    /\p{L}{2}/u.test(word) && /[\d@$]/.test(word) ? [...word].map((sign) => LOOKALIKES[sign] ?? sign).join('') : word,
  );
