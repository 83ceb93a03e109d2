import { dayAt, nextDay } from '../../../contract/zone';
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
  /** When the text is read. */
  now: Date;
}

/** Returns a time in words: today and tomorrow by name, other days by date. */
const shortWhen = (at: Date, { language, country, timeZone, now }: WhenOptions, zone: ZoneLength): string => {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dateLocale(language), { ...options, timeZone }).format(at);
  const time = format({ timeStyle: 'short' }) + zoneNote(at, timeZone, { language, country }, zone);
  const [day, today] = [dayAt(at, timeZone), dayAt(now, timeZone)];
  if (day === today) return smsText('today', language, { time });
  if (day === nextDay(today)) return smsText('tomorrow', language, { time });
  return `${format({ day: 'numeric', month: 'short', weekday: 'short' })} ${time}`;
};

/** Returns the weekday, date and time of an instant, with the zone for a reader who might misread it. */
export const longWhen = (at: Date, { timeZone, ...reader }: Omit<WhenOptions, 'now'>): string => {
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
 * Returns a text message with a link. A long name, then the zone, is shortened until the text fits into one message, and
 * what only UCS-2 can write is replaced.
 */
export const workerSms = ({ name, company, at, link, job = '', ...options }: WorkerSmsText): string => {
  const { language } = options;
  const title = withoutUcs2(job).replace(/\s+/g, ' ').trim();
  const sender = withoutUcs2(company).trim() || smsText('employer', language);
  const textWith = (zone: ZoneLength): string => {
    const when = at === null ? '' : shortWhen(at, options, zone);
    const values = { when, link };
    return fit(
      (of, about) => withoutUcs2(smsText(name, language, { company: of, job: about, ...values })),
      sender,
      title,
    );
  };
  const text = textWith('long');
  return isOneSms(text) ? text : textWith('short');
};
