import { ANSWER_HOURS, HIGH_MATCH_SCORE, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import { dayAt, dayStart, nextDay } from '../../../contract/zone';
import { filtersToSearchParams, type ApplicationFilters } from './filters';

export interface ApplicationsQuery {
  tab: 'all' | 'shortListed';
  jobId: number | null;
  filters: ApplicationFilters;
  /** This page of the list alone, from 1; without it the list goes on for as long as one scrolls. */
  only?: number;
}

/** Rows on a page of the address. API contract, section 1. */
export const PAGE = PAGE_LIMIT_DEFAULT;

/** Pages that so many rows fill; at least one. */
export const pagesOf = (rows: number): number => Math.max(1, Math.ceil(rows / PAGE));

/** A text that is equal for queries that ask for the same. */
export const keyOfQuery = ({ tab, jobId, filters, only }: ApplicationsQuery): string =>
  `${tab}|${jobId ?? ''}|${only ?? ''}|${filtersToSearchParams(filters).toString()}`;

export const sameQuery = (a: ApplicationsQuery, b: ApplicationsQuery): boolean => keyOfQuery(a) === keyOfQuery(b);

/** Rows that bring pages 1 to `page` of the address in one call, at most the server's limit. API contract, section 6. */
export const limitFor = (page: number): number => Math.min(PAGE_LIMIT_MAX, Math.max(1, page) * PAGE_LIMIT_DEFAULT);

/** A score at or over 0.60 is high. Spec 1, point 9. */
export const isHighScore = (matchScore: number): boolean => matchScore >= HIGH_MATCH_SCORE;

/** Keeps a product such as 0.57 * 100, which a computer takes for 56.99…, from losing a whole per cent. */
const FLOAT_ERROR = 1e-9;

/** A score in whole per cents, rounded down: what is shown as 60 is high, and what is not high is not shown as 60. */
export const scorePercent = (matchScore: number): number => Math.floor(matchScore * 100 + FLOAT_ERROR);

const ANSWER_TIME = ANSWER_HOURS * 3_600_000;

/** Saturday and Sunday by `Date.getUTCDay`. */
const WEEKEND: readonly number[] = [6, 0];

const isWorkingDay = (day: string, holidays: readonly string[]): boolean =>
  !WEEKEND.includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !holidays.includes(day.replaceAll('-', '.'));

/** The instants at which days begin, by zone and day: they never change, and a clock asks each second. */
const starts = new Map<string, number>();

const startOf = (day: string, timeZone: string): number => {
  const key = `${timeZone} ${day}`;
  let start = starts.get(key);
  if (start === undefined) {
    start = dayStart(day, timeZone);
    starts.set(key, start);
  }
  return start;
};

interface Remaining {
  /** ISO. */
  createdAt: string;
  isShortListed: boolean;
  /** Milliseconds since 1970. */
  now: number;
  /** `YYYY.MM.DD`, days of the zone. */
  holidays: readonly string[];
  timeZone: string;
}

/**
 * Milliseconds of working time left to answer: 24 hours minus what has passed of working days (all hours of Monday to Friday
 * but holidays). 0 hides the counter, as being shortlisted does. Spec 1, point 4.
 */
export const remainingMs = ({ createdAt, isShortListed, now, holidays, timeZone }: Remaining): number => {
  const created = Date.parse(createdAt);
  if (isShortListed || Number.isNaN(created)) return 0;
  let left = ANSWER_TIME;
  let from = created;
  let day = dayAt(created, timeZone);
  while (left > 0 && from < now) {
    const next = nextDay(day);
    const until = Math.min(now, startOf(next, timeZone));
    if (isWorkingDay(day, holidays)) left -= until - from;
    from = until;
    day = next;
  }
  return Math.max(0, left);
};
