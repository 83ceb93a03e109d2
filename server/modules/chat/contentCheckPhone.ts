import { dictionary } from '../../platform/messages';

/** Number words of the three languages, without accents. */
const UNITS = dictionary<number>({
  sifir: 0,
  bir: 1,
  iki: 2,
  uc: 3,
  dort: 4,
  bes: 5,
  alti: 6,
  yedi: 7,
  sekiz: 8,
  dokuz: 9,
  zero: 0,
  oh: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  cero: 0,
  uno: 1,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  seis: 6,
  siete: 7,
  ocho: 8,
  nueve: 9,
});
const TENS = dictionary<number>({
  on: 1,
  yirmi: 2,
  otuz: 3,
  kirk: 4,
  elli: 5,
  altmis: 6,
  yetmis: 7,
  seksen: 8,
  doksan: 9,
  twenty: 2,
  thirty: 3,
  forty: 4,
  fifty: 5,
  sixty: 6,
  seventy: 7,
  eighty: 8,
  ninety: 9,
  veinte: 2,
  treinta: 3,
  cuarenta: 4,
  cincuenta: 5,
  sesenta: 6,
  setenta: 7,
  ochenta: 8,
  noventa: 9,
});
const HUNDRED = new Set(['yuz', 'hundred']);
const REPEATS = dictionary<number>({ double: 2, triple: 3, doble: 2 });

const isNumberWord = (word: string): boolean =>
  word in UNITS || word in TENS || HUNDRED.has(word) || word in REPEATS || /^\d+$/.test(word);

/**
 * Returns the digits of number words as people say phone numbers: "bes yuz otuz iki" gives 532, "otuz iki" gives 32.
 */
const digitsOf = (words: readonly string[]): string => {
  let digits = '';
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!;
    const next = words[at + 1] ?? '';
    const isHundreds = HUNDRED.has(word) || (word in UNITS && HUNDRED.has(next));
    if (isHundreds) {
      digits += HUNDRED.has(word) ? '1' : String(UNITS[word]);
      if (!HUNDRED.has(word)) at += 1;
      const [tens = '', unit = ''] = [words[at + 1], words[at + 2]];
      if (tens in TENS) {
        digits += `${TENS[tens]}${unit in UNITS ? UNITS[unit] : 0}`;
        at += unit in UNITS ? 2 : 1;
      } else {
        digits += `0${tens in UNITS ? UNITS[tens] : 0}`;
        at += tens in UNITS ? 1 : 0;
      }
    } else if (word in TENS) {
      digits += `${TENS[word]}${next in UNITS ? UNITS[next] : 0}`;
      if (next in UNITS) at += 1;
    } else if (word in REPEATS) {
      digits += String(UNITS[next] ?? next).repeat(REPEATS[word]!);
      at += 1;
    } else digits += String(UNITS[word] ?? word);
  }
  return digits;
};

/** Replaces two or more number words in a row, and the digits among them, by digits. */
const withDigits = (text: string): string =>
  text.replace(/(?<![a-z0-9])[a-z0-9]+(?:[\s,.-]+[a-z0-9]+)+/g, (run) => {
    const parts = run.split(/([\s,.-]+)/);
    let result = '';
    let pendingWords: string[] = [];
    let gap = '';
    const flush = () => {
      const said = pendingWords.filter((word) => !/^\d+$/.test(word)).length;
      result += said > 0 && pendingWords.length > 1 ? digitsOf(pendingWords) : pendingWords.join(' ');
      pendingWords = [];
    };
    // A run without number words keeps its separators.
    if (!parts.some((word) => !/^\d+$/.test(word) && isNumberWord(word))) return run;
    for (let at = 0; at < parts.length; at += 2) {
      const word = parts[at]!;
      if (isNumberWord(word)) {
        if (pendingWords.length === 0) result += gap;
        pendingWords.push(word);
      } else {
        flush();
        result += gap + word;
      }
      gap = parts[at + 1] ?? '';
    }
    flush();
    return result;
  });

const UNIT_AFTER = String.raw`\s?(?:tl|lira|try|euros?|eur|usd|dolar|₺|€|\$|kg|kisi|koli|adet|cajas|boxes)`;
/** Dates, times, amounts and numbers of years, which look like phone numbers. */
const HARMLESS: readonly RegExp[] = [
  /(?<![\d.])\d{1,2}[./-]\d{1,2}[./-](?:19|20)\d{2}(?!\d)/g,
  /(?<!\d)(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2}(?!\d)/g,
  /(?<!\d)(?:19|20)\d{2}\s?[-–]\s?(?:19|20)\d{2}(?!\d)/g,
  /(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)/g,
  /(?<![\d.])\d{1,2}\.\d{2}(?!\.?\d)(?!\s\d{2}\s\d{2})/g,
  new RegExp(String.raw`(?<![\d.,])\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?(?![.,]?\d)${UNIT_AFTER}?`, 'g'),
  new RegExp(String.raw`(?<!\d)\d+${UNIT_AFTER}\b`, 'g'),
];

const RUN = /(?:\+\s?|\b)\(?\d(?:[\s.\-()/_*]{0,3}\d){6,16}/g;
/** Three groups of digits with dots between are a mobile number here, not an amount. */
const DOTTED_MOBILE = /(?<![\d.])[67]\d{2}\.\d{3}\.\d{3}(?![.\d])/;

const isPhone = (run: string): boolean => {
  const digits = run.replace(/\D/g, '');
  if (run.startsWith('+') || digits.startsWith('00')) return digits.length >= 9;
  if (digits.startsWith('0')) return digits.length >= 10 || /^05\d{5}/.test(digits);
  if (digits.length === 9) return /^[6-9]/.test(digits);
  if (digits.length === 10) return /^[2-9]/.test(digits);
  return digits.length >= 11 && digits.length <= 15;
};

/** Reads O and l among digits as 0 and 1: "O532 l23". */
const withoutLetters = (text: string): string =>
  text.replace(/[a-z\d]+/g, (word) =>
    /^[ol\d]+$/.test(word) && /\d/.test(word) ? word.replace(/o/g, '0').replace(/l/g, '1') : word,
  );

/** Returns whether a text (lower case, without accents) holds a phone number in any notation. */
export const holdsPhone = (text: string): boolean => {
  const normalised = withDigits(withoutLetters(text));
  if (DOTTED_MOBILE.test(normalised)) return true;
  const remaining = HARMLESS.reduce((rest, pattern) => rest.replace(pattern, ' | '), normalised);
  return (remaining.match(RUN) ?? []).some(isPhone);
};
