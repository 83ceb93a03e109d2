import type { Language } from '../../../../contract/constants/options';
import { dayAt, nextDay } from '../../../../contract/zone';
import { dateLocale } from '../../../platform/dateLocale';
import { zoneName } from '../../../platform/outgoing/zoneName';
import type { Say } from './texts';

/** How one page writes times: wall times of the marketplace in one language. */
export interface Times {
  /** Writes `Tuesday 24 November`, with "Today" or "Tomorrow" in front. */
  day(at: Date): string;
  /** Writes `24 November 2026`. */
  date(at: Date): string;
  /** Writes `14:00`. */
  time(at: Date): string;
  /** Writes `Tue 24 Nov, 14:00`. */
  moment(at: Date): string;
  /** Returns the name of the zone, such as "Türkiye time". */
  zone(at: Date): string;
}

export const createTimes = (language: Language, timeZone: string, { say, now }: { say: Say; now: Date }): Times => {
  const locale = dateLocale(language);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone, hourCycle: 'h23' });
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const day = format({ weekday: 'long', day: 'numeric', month: 'long' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  const time = format(clock);
  const moment = format({ weekday: 'short', day: 'numeric', month: 'short', ...clock });
  const today = dayAt(now, timeZone);
  const near = (at: Date): string => {
    const on = dayAt(at, timeZone);
    if (on === today) return `${say('today')} · `;
    return on === nextDay(today) ? `${say('tomorrow')} · ` : '';
  };
  return {
    day: (at) => near(at) + day.format(at),
    date: (at) => date.format(at),
    time: (at) => time.format(at),
    moment: (at) => moment.format(at),
    zone: (at) => zoneName(at, timeZone, language),
  };
};
