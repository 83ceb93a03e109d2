import { holdsPhone } from './contentCheckPhone';

/** Characters that replace letters to evade the check: wh4tsapp, inst@gram. */
const LOOKALIKES: Record<string, string> = { '4': 'a', '@': 'a', '3': 'e', '1': 'i', '0': 'o', $: 's', '5': 's' };

/** Returns the text without invisible characters and variants of letters. */
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

/** Endings of hosts that are no words: after a dot they are part of a host. */
const ENDINGS = 'com|org|edu|xyz|io|gg|gl|gle|ly|co|mx|tr|uk';
/** Endings that are words too, as in "Merhaba.biz sizi bekliyoruz" and "Hola.me interesa". */
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
  // A bracketed "at" and a said "dot" leave no doubt; after a plain "at" the ending must be no word: "at noon. me too".
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

/** Words that end or are a sentence, so that a word follows them and no ending. */
const SENTENCES = new Set(
  [
    'merhaba merhabalar selam slm gunaydin tamam tamamdir ok okey olur olmaz evet hayir tesekkurler tesekkur sagol sagolun',
    'gunler aksamlar geceler gelsin gorusuruz hoscakalin anladim anlastik',
    'peki var yok uygun uygunum lutfen bin lira tl saat geldim geldik',
    'hola buenas buenos dias tardes noches manana usted si no vale gracias claro bien perfecto favor',
    'hello hi hey you soon tomorrow tonight today yes yeah thanks thank sure okay great fine good please',
  ].flatMap((words) => words.split(' ')),
);

/** What stands before the name of a page: "sitemiz kafe.net", "web: kafe.info", "visit ourcafe.net". */
const BEFORE =
  /(?:\b(?:visit|check(?:\sout)?|see|go\sto|apply\s(?:at|on|via)|order\s(?:at|on|from)|(?:web\s?)?(?:site|page)(?:s?i?miz|m)?|website|web|link|visita|mira|entra\sen|pagina|sitio|enlace)(?:\s(?:is|es|at))?:?|\b(?:adres\w*|address|direccion|site\w*|sayfa\w*|link\w*)\s?:)\s?$/;

/** What stands after the name of a page: "kafe.biz adresinde", "kafe.net'ten", "ourcafe.net has the form". */
const AFTER =
  /^(?:'[a-z]|\s(?:adresin|sitesi|sayfasi|linki|uzerinden)|\s(?:is|has|es|tiene|esta)\s(?:[a-z]+\s){0,3}(?:apply|form|site|website|page|link|web|pagina|formulario|sitio)\b)/;
/** Longer than any expected text before or after a name. */
const AROUND = 60;

/**
 * Returns whether the sentence reads on over the dot of such a host, so that only a space is missing: other words stand
 * before or after it, and none of them speaks of a page.
 */
const isExplained = (text: string, name: string, at: number, end: number): boolean => {
  if (SENTENCES.has(name)) return true;
  if (name.includes('-') && !name.endsWith('-time')) return false;
  const before = text.slice(Math.max(0, at - AROUND), at);
  const after = text.slice(end, end + AROUND);
  if (AFTER.test(after) || BEFORE.test(before)) return false;
  return (
    /^\s+\S*[a-z0-9]/.test(after) || (/[a-z0-9]\s+$/.test(before) && !/\b(?:at|via|is|arroba|icin)\s+$/.test(before))
  );
};

/**
 * Returns whether a text (lower case, without accents) holds a link: a scheme, "www", a host with a path, an ending that
 * is no word, or a host in ASCII letters, as typed, that the sentence around it does not explain.
 */
const holdsLink = (text: string, typed: string): boolean =>
  LINKS.some((pattern) => pattern.test(text)) ||
  Array.from(text.matchAll(WORD_HOSTS)).some(
    ({ 0: host, 1: name = '', index }) =>
      typed.toLowerCase().includes(host) && !isExplained(text, name, index, index + host.length),
  );

/** Names of outside apps, with common misspellings and short forms. */
const APPS: readonly RegExp[] = [
  /(?<![a-z])(?:w+h?|v|gu)[ao]t?s{1,2}\s?ap/,
  /\b(?:wp|wpp|wsp|wapp|wa\.me|t\.me)(?![a-z])/,
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
    holdsLink(read, typed) ||
    holdsPhone(read)
  );
};
