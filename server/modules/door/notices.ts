import type { Challenge } from '../../../contract/schemas/challenge';
import type { Language } from '../../../contract/constants/options';
import { dayAt } from '../../../contract/zone';
import { dateLocale } from '../../platform/dateLocale';
import type { Deps } from '../../platform/deps';
import type { AppError, LimitOwner } from '../../platform/errors';
import type { Field, Problem, Problems } from './forms';
import type { WaitReason } from './limits';

/** Why a form has to wait: until when, and the work that allows it now. */
export interface StoredWait {
  reason: WaitReason;
  /** ISO 8601, UTC. */
  until: string;
  challenge: Challenge | null;
}

/** What a page says about a form that was sent; it is kept with the draft, because the page is read after a redirect. */
export interface Notice {
  problems: Problems;
  wait: StoredWait | null;
  /** The button that the form's work sends again. */
  press: string;
  /** The code was sent again. */
  isSent: boolean;
}

export const noticeOf = (more: Partial<Notice>): Notice => ({
  problems: {},
  wait: null,
  press: '',
  isSent: false,
  ...more,
});

const REASONS: Record<LimitOwner, WaitReason> = {
  phone: 'waitPhone',
  page: 'waitPage',
  country: 'waitCountry',
  network: 'waitNetwork',
  trap: 'trap',
};

/** Returns how long a refused form has to wait; null for another failure. */
export const waitOf = ({ clock }: Pick<Deps, 'clock'>, error: AppError): StoredWait | null => {
  if (error.status !== 429) return null;
  const { retryAfter = 0, challenge = null, limitOf = 'network' } = error.options;
  return {
    reason: REASONS[limitOf],
    until: new Date(clock.now().getTime() + retryAfter * 1000).toISOString(),
    challenge,
  };
};

/** A wait as a page says it. */
export interface Wait {
  /** The day of the next try; null for today. */
  day: string | null;
  time: string;
  challenge: Challenge | null;
}

/** Returns a wait in the reader's words. */
export const saidWait = (
  { clock, settings }: Pick<Deps, 'clock' | 'settings'>,
  { until, challenge }: StoredWait,
  language: Language,
): Wait => {
  const { timeZone } = settings;
  const at = new Date(until);
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(dateLocale(language), { ...options, timeZone }).format(at);
  const isToday = dayAt(at, timeZone) === dayAt(clock.now(), timeZone);
  return {
    day: isToday ? null : format({ weekday: 'long', day: 'numeric', month: 'long' }),
    time: format({ timeStyle: 'short' }),
    challenge,
  };
};

/** Returns the notice of a field that has to wait, or that is wrong. */
export const refusal = (field: Field, problem: Problem, wait: StoredWait | null, press = ''): Notice =>
  noticeOf({ problems: { [field]: problem }, wait, press });

/** The fields of both forms that are kept; a solved challenge works once. */
const KEPT = new Set(
  ['firstName', 'lastName', 'phone', 'from'].concat('code', 'days', 'parts', 'start', 'experience', 'adult', 'roster'),
);

/** Returns what is kept of a form. */
export const keptForm = (form: URLSearchParams): string =>
  new URLSearchParams([...form].filter(([name]) => KEPT.has(name))).toString();
