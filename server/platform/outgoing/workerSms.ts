import { dateLocale } from '../dateLocale';
import { smsText, type WorkerSmsName } from './mails';
import { isOneSms, withoutUcs2 } from './septets';
import { zoneNote, type ZoneLength, type ZoneReader } from './zoneName';

/** Characters of a company's name that stay even where the text needs a second message. */
const NAME_MIN = 8;
/** The same for the title of a job. */
const TITLE_MIN = 12;

interface WhenOptions extends ZoneReader {
  timeZone: string;
}

/** How a time is written, from the clearest to the shortest. */
const STYLES = [
  { day: 'long', zone: 'long' },
  { day: 'long', zone: 'short' },
  { day: 'short', zone: 'short' },
] as const satisfies { day: 'long' | 'short'; zone: ZoneLength }[];

/** Returns weekday, date and time. A text that is read late would mislead with "tomorrow". */
const whenOf = (
  at: Date,
  { language, country, timeZone }: WhenOptions,
  { day, zone }: (typeof STYLES)[number],
): string => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dateLocale(language), { ...options, timeZone }).format(at);
  const time = format({ timeStyle: 'short' }) + zoneNote(at, timeZone, { language, country }, zone);
  return smsText('when', language, {
    day: `${format({ weekday: day })} ${format({ day: 'numeric', month: day })}`,
    time,
  });
};

/** Returns the weekday, date and time of an instant, with the zone for a reader who might misread it. */
export const longWhen = (at: Date, { timeZone, ...reader }: WhenOptions): string => {
  const format = { dateStyle: 'full', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat(dateLocale(reader.language), format).format(at) + zoneNote(at, timeZone, reader);
};

export interface WorkerSmsText extends WhenOptions {
  name: WorkerSmsName;
  /** The name of the branch or company that writes. */
  company: string;
  /** When what the text is about begins; null for a text without a time. */
  at: Date | null;
  link: string;
  /** The title of the job that the text names. */
  job?: string;
}

/** Shortens the title, then the sender, until the text fits into one message or both are as short as they may be. */
const fit = (textOf: (sender: string, title: string) => string, sender: string, title: string): string => {
  let [name, job] = [sender, title];
  while (job.length > TITLE_MIN && !isOneSms(textOf(name, job))) job = job.slice(0, -1).trimEnd();
  while (name.length > NAME_MIN && !isOneSms(textOf(name, job))) name = name.slice(0, -1).trimEnd();
  return textOf(name, job);
};

/**
 * Returns a text message with a link. A long name, then the zone, then the day, is shortened until the text fits into one message, and
 * what only UCS-2 can write is replaced.
 */
export const workerSms = ({ name, company, at, link, job = '', ...options }: WorkerSmsText): string => {
  const { language } = options;
  const title = withoutUcs2(job).replace(/\s+/g, ' ').trim();
  const sender = withoutUcs2(company).trim() || smsText('employer', language);
  const textIn = (style: (typeof STYLES)[number]): string => {
    const values = { when: at === null ? '' : whenOf(at, options, style), link };
    return fit(
      (of, about) => withoutUcs2(smsText(name, language, { company: of, job: about, ...values })),
      sender,
      title,
    );
  };
  const texts = STYLES.map(textIn);
  return texts.find(isOneSms) ?? texts.at(-1)!;
};
