import { dictionary } from '../../platform/messages';
import { LANGUAGES } from '../../../contract/constants/options';

const countedFrom = (first: number, words: string): Record<string, number> =>
  Object.fromEntries(words.split(' ').map((word, at) => [word, first + at]));

/** Number words of the three languages, without accents. */
const UNITS = dictionary<number>({
  ...countedFrom(0, 'sifir bir iki uc dort bes alti yedi sekiz dokuz'),
  ...countedFrom(0, 'zero one two three four five six seven eight nine'),
  ...countedFrom(0, 'cero uno dos tres cuatro cinco seis siete ocho nueve'),
  oh: 0,
});
const TENS = dictionary<number>({
  ...countedFrom(1, 'on yirmi otuz kirk elli altmis yetmis seksen doksan'),
  ...countedFrom(2, 'twenty thirty forty fifty sixty seventy eighty ninety'),
  ...countedFrom(2, 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa'),
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
      const wordCount = pendingWords.filter((word) => !/^\d+$/.test(word)).length;
      result += wordCount > 0 && pendingWords.length > 1 ? digitsOf(pendingWords) : pendingWords.join(' ');
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
/** Three groups of digits with dots between them that begin with 6 or 7 are a mobile number, not an amount. */
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
const holdsPhone = (text: string): boolean => {
  const normalised = withDigits(withoutLetters(text));
  if (DOTTED_MOBILE.test(normalised)) return true;
  const remaining = HARMLESS.reduce((rest, pattern) => rest.replace(pattern, ' | '), normalised);
  return (remaining.match(RUN) ?? []).some(isPhone);
};

/** Characters that replace letters to evade the check: wh4tsapp, inst@gram. */
const LOOKALIKES: Record<string, string> = { '4': 'a', '@': 'a', '3': 'e', '1': 'i', '0': 'o', $: 's', '5': 's' };

/** Removes invisible characters and replaces variants of letters by the plain ones. */
const readable = (text: string): string => text.normalize('NFKC').replace(/[\u200B-\u200D\u2060\uFEFF]/g, '');

/** Returns a readable text in lower case, without accents and Turkish dots, and with plain apostrophes. */
const plain = (text: string): string =>
  text
    .replace(/[İIı]/g, 'i')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`´]/g, "'");

/** Joins single letters that follow one another: "w h a t s a p p", "T.e.l.e.g.r.a.m". */
const squeezed = (text: string): string =>
  text.replace(/(?<![\p{L}\d])(?:[\p{L}\d][\s.\-_*]{1,2}){3,}[\p{L}\d](?![\p{L}\d])/gu, (run) =>
    run.replace(/[\s.\-_*]/g, ''),
  );

/** Replaces lookalike characters in words by letters. Numbers stay. */
const withoutLookalikes = (text: string): string =>
  text.replace(/[\p{L}\d@$]+/gu, (word) =>
    /\p{L}{2}/u.test(word) && /[\d@$]/.test(word) ? [...word].map((sign) => LOOKALIKES[sign] ?? sign).join('') : word,
  );

/** Host endings that are not words: after a dot they always belong to a host. */
const ENDINGS = 'com|org|edu|xyz|io|gg|gl|gle|ly|co|mx|tr|uk';
/** Host endings that are also words, as in "Merhaba.biz sizi bekliyoruz" and "Hola.me interesa". */
const WORDS = 'net|info|biz|shop|online|site|app|link|example|tv|me|us|de|es';
/** A DNS label has at most 63 characters. The limit keeps the expressions linear. */
const LABEL = '[a-z0-9-]{1,63}';

/** Expects a name of two characters or more before the ending, with a letter: "18.00.de" is a time. */
const NAME = String.raw`(?=[a-z0-9-]*[a-z])[a-z0-9-]{2,63}`;
const START = String.raw`(?<![a-z0-9-])(?:${LABEL}\.){0,8}?`;

const LINKS: readonly RegExp[] = [
  /https?:\/\/|\bwww\./,
  new RegExp(String.raw`${START}${NAME}\.(?:${ENDINGS}|(?:${WORDS})\.(?:${ENDINGS}))(?![a-z0-9])`),
  new RegExp(String.raw`${START}${NAME}\.(?:${WORDS})\/[a-z0-9]`),
  // A bracketed "at" and a spelt-out "dot" are certain. After a plain "at" the ending must not be a word: "at noon. me
  // too".
  new RegExp(String.raw`[a-z0-9]\s?[[(]\s?(?:at|arroba|@)\s?[\])]\s?${LABEL}\s?\.\s?(?:${ENDINGS}|${WORDS})\b`),
  new RegExp(
    String.raw`[a-z0-9]\s?(?:[[(]\s?(?:at|arroba|@)\s?[\])]|\s(?:at|arroba)\s)\s?${LABEL}\s?[[(]?\s?(?:dot|nokta|punto)\s?[\])]?\s?(?:${ENDINGS}|${WORDS})\b`,
  ),
  new RegExp(String.raw`[a-z0-9]\s(?:at|arroba)\s\s?${LABEL}\s?\.\s?(?:${ENDINGS})\b`),
];

const WORD_HOSTS = new RegExp(
  String.raw`(?<![a-z0-9-])(?:${LABEL}\.){0,8}?(${NAME})\.(?:${WORDS})(?![a-z0-9-]|\.[a-z0-9])`,
  'g',
);

/** Words that end a sentence or are one, so that what follows the dot is a word and not an ending. */
const SENTENCES = new Set(
  [
    'merhaba merhabalar selam slm gunaydin tamam tamamdir ok okey olur olmaz evet hayir tesekkurler tesekkur sagol sagolun',
    'gunler aksamlar geceler gelsin gorusuruz hoscakalin anladim anlastik',
    'peki var yok uygun uygunum lutfen bin lira tl saat geldim geldik',
    'hola buenas buenos dias tardes noches manana usted si no vale gracias claro bien perfecto favor saludo saludos',
    'hello hi hey you soon tomorrow tonight today yes yeah thanks thank sure okay great fine good please',
  ].flatMap((words) => words.split(' ')),
);

/** Days and months: "Pazartesi-Cuma.biz" is a range. The first days of a year's months fall on every weekday. */
const DATES = new Set(
  LANGUAGES.flatMap((language) =>
    (['long', 'short'] as const).flatMap((width) =>
      Array.from({ length: 12 }, (_, at) => new Date(2024, at)).flatMap((date) => [
        plain(date.toLocaleDateString(language, { weekday: width })),
        plain(date.toLocaleDateString(language, { month: width })),
      ]),
    ),
  ),
);

/** Words before the name of a page: "sitemiz kafe.net", "web: kafe.info", "visit ourcafe.net". */
const BEFORE =
  /(?:\b(?:visit|check(?:\sout)?|see|go\sto|apply\s(?:at|on|via)|order\s(?:at|on|from)|(?:web\s?)?(?:site|page)(?:s?i?miz|m)?|website|web|link|visita|mira|entra\sen|pagina|sitio|enlace)(?:\s(?:is|es|at))?:?|\b(?:adres\w*|address|direccion|site\w*|sayfa\w*|link\w*)\s?:)\s?$/;

/** Words after the name of a page: "kafe.biz adresinde", "kafe.net'ten", "ourcafe.net has the form". */
const AFTER =
  /^(?:'[a-z]|\s(?:adresin|sitesi|sayfasi|linki|uzerinden)|\s(?:is|has|es|tiene|esta)\s(?:[a-z]+\s){0,3}(?:apply|form|site|website|page|link|web|pagina|formulario|sitio)\b)/;
/** Longer than any expected text before or after a name. */
const AROUND = 60;

/**
 * Returns whether the dot of such a host is only a full stop without its space: there are other words before or after
 * it, and none of them is about a page.
 */
const isExplained = (text: string, name: string, at: number, end: number): boolean => {
  if (SENTENCES.has(name)) return true;
  const before = text.slice(Math.max(0, at - AROUND), at);
  const after = text.slice(end, end + AROUND);
  if (AFTER.test(after) || BEFORE.test(before)) return false;
  if (name.includes('-') && !name.endsWith('-time')) return name.split('-').every((word) => DATES.has(word));
  return (
    /[a-z]'$/.test(before) ||
    /^\s+\S*[a-z0-9]/.test(after) ||
    (/[a-z0-9]\s+$/.test(before) && !/\b(?:at|via|is|arroba|icin)\s+$/.test(before))
  );
};

/** People called Edu sign with an ending that is otherwise no word: "Gracias.Edu". */
const SIGNATURE = /\.Edu(?![\w/-]|\.\w)/g;

/**
 * Returns whether a readable text contains a link: a scheme, "www", a host with a path, a host with an ending that is
 * not a word, or any other host, typed in ASCII letters, that the sentence around it does not explain.
 */
const holdsLink = (readableText: string): boolean => {
  const typed = readableText.replace(SIGNATURE, '.me');
  const text = plain(typed);
  return (
    LINKS.some((pattern) => pattern.test(text)) ||
    Array.from(text.matchAll(WORD_HOSTS)).some(
      ({ 0: host, 1: name = '', index }) =>
        typed.toLowerCase().includes(host) && !isExplained(text, name, index, index + host.length),
    )
  );
};

/** Names of outside apps, with common misspellings and short forms. In "can't.Me too", "t.me" is no host. */
const APPS: readonly RegExp[] = [
  /(?<![a-z])(?:w+h?|v|gu)[ao]t?s{1,2}\s?ap/,
  /\b(?:wp|wpp|wsp|wapp|wa\.me|(?<![a-z]')t\.me)(?![a-z])|\bt\.me\//,
  /tele?gr[ae]m/,
  /\btg\b\s?[:@]/,
  /inst[ae]?gr[ae]m/,
  /\binsta(?:'?(?:da|dan|ya))?\b/,
  /\b(?:on|en|por|my|mi|add|al)\s(?:ig|fb|snap)\b|\b(?:ig|fb|snap)\s?[:@]/,
  /\bdm(?:'|\b)/,
  /\bfacebook(?:'?(?:tan|ta|dan|da))?\b|\bface(?:'|\s)?(?:den|ten|te)\b/,
  /\b(?:messenger|skype|viber|discord|tik\s?tok|snapchat|linkedin|wechat|imessage|facetime|google meet)/,
  /\bsnap\s(?:me|at)\b/,
  /\b(?:on|via|over|through|use|using|por|en|usas?|tienes|kullan\w*)\s(?:el\s)?signal\b|\bsignal(?:'?d[ae]n?\b|\s(?:kullan|app|uygulama|uzerinden|var))/,
  /\bbip'?(?:ten|te|den|e)\b/,
  /\b(?:baska|another|outside|other|otra)\s(?:bir\s)?(?:uygulama|app)/,
];

const MAILS: readonly RegExp[] = [
  /[a-z0-9._-]@[a-z0-9-]{1,63}\.[a-z]/,
  /\b(?:gmail|hotmail|outlook|yahoo|icloud|yandex|protonmail)\b/,
  /\be-?mail\sme\b|\b(?:e-?mail|mail|e-?posta|correo)\s?(?:adresi\w*|adresime|address)\b/,
  /\b(?:e-?mail|mail|e-?posta\w*|correo)\b.{0,20}\b(?:at(?:in|ar|abil\w*|iver)|yaz\w*|gonder\w*|yolla\w*)\b/,
  /\b(?:tu|su)\scorreo\b|\b(?:send|drop|write)\s(?:me\s|us\s)?an?\s(?:e-?)mail\b/,
];

/** A social media handle such as "@ayse.k". */
const HANDLE = /(?:^|[\s:])@[a-z0-9][a-z0-9._]{2}/;

/** Requests for a phone number or an e-mail address. */
const CONTACT_REQUESTS: readonly RegExp[] = [
  /\b(?:telefon|cep|tel|gsm)\b.{0,15}\b(?:numara|no)\w*.{0,15}\b(?:yaz|at|gonder|paylas|ver|birak|alabil)/,
  /(?<!beden )(?<!ayakkabi )\bnumara(?:ni|nizi)\b.{0,20}\b(?:yaz|at|gonder|paylas|ver|birak|al)/,
  /\bcep\stelefon\w*.{0,15}\b(?:yaz|gonder|paylas|ver)/,
  /\b(?:give|send|share|tell|text|drop)\s(?:me\s|us\s)?your\s(?:(?:phone|mobile|cell|telephone|whatsapp)\s?)?(?:number|digits|phone|mobile|cell)\b/,
  /\byour\s(?:phone|mobile|cell|telephone)\snumber\b/,
  /\b(?:pasa|da|manda|facilita|envia|comparte|deja)(?:me|nos)?\s(?:tu|su)\s(?:numero|movil|telefono|celular|cel|correo)\b/,
  /\b(?:tu|su)\snumero\sde\s(?:telefono|movil|celular)\b/,
];

const OUTSIDE_PATTERNS: readonly RegExp[] = [...MAILS, HANDLE, ...CONTACT_REQUESTS];

/**
 * Returns whether a text leads to an outside app: by a phone number, a link, an e-mail address or the name or short
 * form of an app, in Turkish, English and Spanish, also with spaced letters and digits. See
 * docs/PRODUCT.md#message-check.
 */
export const isSteering = (text: string): boolean => {
  const typed = readable(text);
  const read = plain(typed);
  const joined = squeezed(read);
  const letters = withoutLookalikes(joined);
  return (
    OUTSIDE_PATTERNS.some((pattern) => pattern.test(read)) ||
    APPS.some((pattern) => pattern.test(read) || pattern.test(joined) || pattern.test(letters)) ||
    holdsLink(typed) ||
    holdsPhone(read)
  );
};
