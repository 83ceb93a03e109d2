import { getCountries } from 'libphonenumber-js/mobile';
import type { Language } from '../../../contract/constants/options';
import { wallTime } from '../../../contract/zone';
import { dateFormat } from '../messages';
import { smsText, type WorkerSmsName } from './mails';

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

interface ZoneLists {
  /** The older form, up to Node 22. */
  timeZones?: string[];
  getTimeZones?: () => string[];
}

const canonical = (timeZone: string): string => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;

const zonesByCountry = new Map<string, readonly string[]>();
/** Returns the zones of a country. They are kept, because reading them takes 0.3 ms. */
const zonesOf = (country: string): readonly string[] => {
  const kept = zonesByCountry.get(country);
  if (kept) return kept;
  const locale: Intl.Locale & ZoneLists = new Intl.Locale('und', { region: country });
  const found = locale.getTimeZones?.() ?? locale.timeZones ?? [];
  zonesByCountry.set(country, found);
  return found;
};

let countries: Map<string, string> | undefined;
const countryOfZone = (timeZone: string): string | undefined => {
  countries ??= new Map(
    getCountries().flatMap((country) => zonesOf(country).map((zone) => [canonical(zone), country] as const)),
  );
  return countries.get(canonical(timeZone));
};

/** Returns whether all clocks of a country show the wall time of the zone. */
const isClockOf = (country: string, timeZone: string, at: Date): boolean => {
  const zones = zonesOf(country);
  const meant = wallTime(at, timeZone);
  return zones.length > 0 && zones.every((zone) => wallTime(at, zone) === meant);
};

const nameOf = (at: Date, timeZone: string, language: Language, style: 'shortGeneric' | 'shortOffset'): string =>
  dateFormat(language, { timeZone, timeZoneName: style })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;

/** The words around the place in a zone's name, by language. */
const AROUND_PLACE: Record<Language, RegExp> = { tr: / Saati$/, en: / Time$/, es: /^hora de / };

/** Returns the city of a zone in the language, or as the zone spells it. */
const cityOf = (at: Date, timeZone: string, { language, country }: { language: Language; country: string }): string => {
  const generic = nameOf(at, timeZone, language, 'shortGeneric');
  const place = generic.replace(AROUND_PLACE[language], '');
  // Not an abbreviation such as CET, which few people know, nor the country, which has several clocks.
  if (place !== generic && place !== country) return place;
  return canonical(timeZone).split('/').at(-1)!.replaceAll('_', ' ');
};

/**
 * Returns the everyday name of a zone, such as "Türkiye time": after its country if all clocks there agree, otherwise
 * after its city.
 */
export const zoneName = (at: Date, timeZone: string, language: Language): string => {
  const code = countryOfZone(timeZone);
  if (code === undefined) return nameOf(at, timeZone, language, 'shortOffset');
  const country = new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code;
  const place = isClockOf(code, timeZone, at) ? country : cityOf(at, timeZone, { language, country });
  return smsText('zone', language, { place });
};

export interface ZoneReader {
  language: Language;
  /** The country of the reader's phone; null if it is not known. */
  country: string | null;
}

/** The name of a zone, or its offset where a text would need a second message. */
type ZoneLength = 'long' | 'short';

/**
 * Returns ` (Türkiye time)` for a reader in whose country some clocks show another time than the zone, else an empty
 * text. The short note is the offset.
 */
export const zoneNote = (
  at: Date,
  timeZone: string,
  { language, country }: ZoneReader,
  length: ZoneLength = 'long',
): string => {
  if (country === null || isClockOf(country, timeZone, at)) return '';
  const name = length === 'long' ? zoneName(at, timeZone, language) : nameOf(at, timeZone, language, 'shortOffset');
  return ` (${name})`;
};

/** The fewest characters of a company's name, even if the text then needs a second message. */
const NAME_MIN = 8;
/** The fewest characters of a job's title. */
const TITLE_MIN = 12;

interface WhenOptions extends ZoneReader {
  timeZone: string;
}

/** The formats of a time, from the clearest to the shortest. */
const STYLES = [
  { day: 'long', zone: 'long' },
  { day: 'long', zone: 'short' },
  { day: 'short', zone: 'short' },
] as const satisfies { day: 'long' | 'short'; zone: ZoneLength }[];

/** Returns weekday, date and time. "Tomorrow" would mislead somebody who reads the text late. */
const whenOf = (
  at: Date,
  { language, country, timeZone }: WhenOptions,
  { day, zone }: (typeof STYLES)[number],
): string => {
  const format = (options: Intl.DateTimeFormatOptions) => dateFormat(language, { ...options, timeZone }).format(at);
  const time = format({ timeStyle: 'short' }) + zoneNote(at, timeZone, { language, country }, zone);
  return smsText('when', language, {
    day: format({ weekday: day }),
    date: format({ day: 'numeric', month: day }),
    time,
  });
};

/** Returns the weekday, date and time of an instant, with the zone for a reader who might misread it. */
export const longWhen = (at: Date, { timeZone, ...reader }: WhenOptions): string => {
  const format = { dateStyle: 'full', timeStyle: 'short', timeZone } as const;
  return dateFormat(reader.language, format).format(at) + zoneNote(at, timeZone, reader);
};

export interface WorkerSmsText extends WhenOptions {
  name: WorkerSmsName;
  /** The name of the branch or company that writes. */
  company: string;
  /** The start that the text names; null for a text without a time. */
  at: Date | null;
  link: string;
  /** The previous start; only for a text that names both. */
  before?: Date;
  /** The title of the job that the text names. */
  job?: string;
}

/** Cuts a name to a length; the dots say that it goes on. */
const cut = (name: string, length: number): string =>
  length < name.length ? `${name.slice(0, length - 3).trimEnd()}...` : name;

/** Shortens the title, then the sender, until the text fits into one message or both have their shortest form. */
const fit = (textOf: (sender: string, title: string) => string, sender: string, title: string): string => {
  let [nameLength, jobLength] = [sender.length, title.length];
  const text = () => textOf(cut(sender, nameLength), cut(title, jobLength)).replace('....', '...');
  while (jobLength > TITLE_MIN && !isOneSms(text())) jobLength -= 1;
  while (nameLength > NAME_MIN && !isOneSms(text())) nameLength -= 1;
  return text();
};

/**
 * Returns a text message with a link. It shortens a long name, then the zone, then the day until the text fits into one
 * message, and replaces characters that would need UCS-2.
 */
export const workerSms = ({ name, company, at, before, link, job = '', ...options }: WorkerSmsText): string => {
  const { language } = options;
  const title = withoutUcs2(job).replace(/\s+/g, ' ').trim();
  const sender = withoutUcs2(company).trim() || smsText('employer', language);
  const textIn = (style: (typeof STYLES)[number]): string => {
    const values = {
      when: at === null ? '' : whenOf(at, options, style),
      // Only the new time names the zone.
      before: before ? whenOf(before, { ...options, country: null }, style) : '',
      link,
    };
    return fit(
      (of, about) => withoutUcs2(smsText(name, language, { company: of, job: about, ...values })),
      sender,
      title,
    );
  };
  const texts = STYLES.map(textIn);
  return texts.find(isOneSms) ?? texts.at(-1)!;
};
