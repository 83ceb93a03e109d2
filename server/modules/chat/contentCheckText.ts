/** Signs that stand for letters in words that are to be overlooked: wh4tsapp, inst@gram. */
const LOOKALIKES: Record<string, string> = { '4': 'a', '@': 'a', '3': 'e', '1': 'i', '0': 'o', $: 's', '5': 's' };

/** Lower case without accents; Turkish dots fall as well, and typographic apostrophes become plain ones. */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[İIı]/g, 'i')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`´]/g, "'")
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '');

/** Joins letters that stand alone one after another: "w h a t s a p p", "T.e.l.e.g.r.a.m". */
export const squeezed = (text: string): string =>
  text.replace(/(?<![\p{L}\d])(?:[\p{L}\d][\s.\-_*]{1,2}){3,}[\p{L}\d](?![\p{L}\d])/gu, (run) =>
    run.replace(/[\s.\-_*]/g, ''),
  );

/** Words in which signs stand for letters, read as letters; numbers stay. */
export const withoutLookalikes = (text: string): string =>
  text.replace(/[\p{L}\d@$]+/gu, (word) =>
    /\p{L}{2}/u.test(word) && /[\d@$]/.test(word) ? [...word].map((sign) => LOOKALIKES[sign] ?? sign).join('') : word,
  );
