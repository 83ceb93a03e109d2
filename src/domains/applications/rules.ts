import { HIGH_MATCH_SCORE, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import { answerTimeLeft, type WorkingCalendar } from '../../../contract/constants/workingTime';
import { filtersToSearchParams, type ApplicationFilters } from './filters';

export interface ApplicationsQuery {
  tab: 'all' | 'shortListed' | 'declined';
  jobId: number | null;
  filters: ApplicationFilters;
  /** Shows only this page, counted from 1; without it the list loads more rows while the user scrolls. */
  onlyPage?: number;
}

/** Rows on a page that the address names. See docs/API.md#paging. */
export const PAGE_SIZE = PAGE_LIMIT_DEFAULT;

export const pageCount = (rows: number): number => Math.max(1, Math.ceil(rows / PAGE_SIZE));

/** Returns the same text for equal queries. */
export const queryKey = ({ tab, jobId, filters, onlyPage }: ApplicationsQuery): string =>
  `${tab}|${jobId ?? ''}|${onlyPage ?? ''}|${filtersToSearchParams(filters).toString()}`;

export const isSameQuery = (a: ApplicationsQuery, b: ApplicationsQuery): boolean => queryKey(a) === queryKey(b);

/** Returns the limit that loads pages 1 to `page` in one call, at most the server's limit. */
export const limitFor = (page: number): number => Math.min(PAGE_LIMIT_MAX, Math.max(1, page) * PAGE_LIMIT_DEFAULT);

/** True for a score of 0.60 or more. See docs/PRODUCT.md#match-score. */
export const isHighScore = (matchScore: number): boolean => matchScore >= HIGH_MATCH_SCORE;

/** Floating point may give 56.99… for 0.57 * 100; this addition keeps the percent. */
const FLOAT_ERROR = 1e-9;

/** Returns a score in whole percent, rounded down, so that only a high score appears as 60 or more. */
export const scorePercent = (matchScore: number): number => Math.floor(matchScore * 100 + FLOAT_ERROR);

interface RemainingOptions extends WorkingCalendar {
  /** ISO. */
  createdAt: string;
  isShortListed: boolean;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Returns the milliseconds of working time left to answer. 0 hides the counter, and so does a place on the shortlist.
 * See docs/PRODUCT.md#remaining-time.
 */
export const remainingMs = ({ createdAt, isShortListed, now, ...calendar }: RemainingOptions): number => {
  const created = Date.parse(createdAt);
  return isShortListed || Number.isNaN(created) ? 0 : answerTimeLeft(created, now, calendar);
};
