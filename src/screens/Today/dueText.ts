import { dayOf, formatDay, formatTime, wallTimeOf } from '../../lib/dates';
import type { useText } from '../../ui/text';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns in words when something is due or since when it is late. `now` in ms since 1970. */
export const dueText = (t: ReturnType<typeof useText>, at: string, now: number): string => {
  const left = Date.parse(at) - now;
  if (left <= -DAY) return t('today.due.late', { count: Math.floor(-left / DAY) });
  if (left <= -HOUR) return t('today.due.hours', { count: Math.floor(-left / HOUR) });
  if (left <= 0) return t('today.due.now');
  if (left < HOUR) return t('today.due.minutes', { count: Math.ceil(left / MINUTE) });
  return dayTimeText(t, 'due', at, now);
};

const dayTimeText = (t: ReturnType<typeof useText>, kind: 'at' | 'due', at: string, now: number): string => {
  const time = formatTime(at);
  const day = dayOf(wallTimeOf(at), now);
  if (day === 'other') return t('today.due.day', { date: formatDay(at).slice(0, 5), time });
  return t(`today.${kind}.${day}`, { time });
};

/** Returns in words when something happens, with its day unless that is today. */
export const atText = (t: ReturnType<typeof useText>, at: string, now: number): string => dayTimeText(t, 'at', at, now);
