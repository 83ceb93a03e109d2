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
 * Returns whether the sentence reads on over the dot of such a host, so that only a space is missing: another word
 * follows, and nothing around it speaks of a page.
 */
const isExplained = (text: string, name: string, at: number, end: number): boolean => {
  if (SENTENCES.has(name)) return true;
  if (name.includes('-') && !name.endsWith('-time')) return false;
  const after = text.slice(end, end + AROUND);
  if (AFTER.test(after) || BEFORE.test(text.slice(Math.max(0, at - AROUND), at))) return false;
  return /^\s+\S*[a-z0-9]/.test(after);
};

/**
 * Returns whether a text (lower case, without accents) holds a link: a scheme, "www", a host with a path, an ending that
 * is no word, or a host that the sentence around it does not explain.
 */
export const holdsLink = (text: string): boolean =>
  LINKS.some((pattern) => pattern.test(text)) ||
  Array.from(text.matchAll(WORD_HOSTS)).some(
    ({ 0: host, 1: name = '', index }) => !isExplained(text, name, index, index + host.length),
  );
