import type { ApplicationSort } from '../../../contract/constants/decisions';
import { HIGH_MATCH_SCORE, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import { answerTimeLeft, type WorkingCalendar } from '../../../contract/rules/workingTime';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import { filtersToSearchParams, type ApplicationFilters } from './filters';

export interface ApplicationsQuery {
  tab: 'all' | 'shortListed' | 'declined';
  jobId: number | null;
  filters: ApplicationFilters;
  /** The newest application comes first without it. */
  sort?: ApplicationSort;
  /** ISO. When the list was opened: rows change places in the order by time left as their counters end. */
  sortedAt?: string;
  /** Shows only this page, counted from 1; without it the list loads more rows while the user scrolls. */
  onlyPage?: number;
  /** The application after which the numbered page starts; without it the server counts the rows before the page. */
  after?: number;
}

/** Rows on a page that the address names. See docs/API.md#paging. */
export const PAGE_SIZE = PAGE_LIMIT_DEFAULT;

export const pageCount = (rows: number): number => Math.max(1, Math.ceil(rows / PAGE_SIZE));

/** True for an application that the employer can decline. See docs/PRODUCT.md#deciding. */
export const canDecline = ({
  status,
  decision,
  job,
  user,
}: Pick<ApplicationRow, 'status' | 'decision' | 'job' | 'user'>): boolean =>
  status === 'in_progress' &&
  decision === null &&
  (job.status === 'active' || job.status === 'closed') &&
  !user.isErased;

/** True for an application that can go to the shortlist or leave it. See docs/PRODUCT.md#shortlist. */
export const canShortlist = ({ status, job, user }: Pick<ApplicationRow, 'status' | 'job' | 'user'>): boolean =>
  status !== 'rejected' && job.status === 'active' && !user.isErased;

/** True for an application that the worker withdrew: the organisation's rejections have a decision. */
export const hasWithdrawn = ({ status, decision }: Pick<ApplicationRow, 'status' | 'decision'>): boolean =>
  status === 'rejected' && !decision;

/** True for a row that a decision or a shortlist change leaves in a list; declined rows have a list of their own. */
export const isInTab = (tab: ApplicationsQuery['tab'], row: ApplicationRow): boolean => {
  if (tab === 'declined') return row.decision !== null;
  return row.status !== 'rejected' && (tab === 'all' || row.isShortListed);
};

/** Returns the same text for equal queries. */
export const queryKey = ({ tab, jobId, filters, sort = 'newest', onlyPage }: ApplicationsQuery): string =>
  `${tab}|${jobId ?? ''}|${sort}|${onlyPage ?? ''}|${filtersToSearchParams(filters).toString()}`;

/** True for lists where only the server can tell whether an application belongs. */
export const isNarrowed = ({ tab, jobId, filters }: ApplicationsQuery): boolean =>
  tab !== 'all' || jobId !== null || filtersToSearchParams({ ...filters, branchId: null }).size > 0;

export const isSameQuery = (a: ApplicationsQuery, b: ApplicationsQuery): boolean => queryKey(a) === queryKey(b);

/** True if both lists show the same numbers by stage. */
export const countSameStages = (a: ApplicationsQuery, b: ApplicationsQuery): boolean =>
  a.jobId === b.jobId && a.filters.branchId === b.filters.branchId;

/** Returns the limit that loads pages 1 to `page` in one call, at most the server's limit. */
export const limitFor = (page: number): number => Math.min(PAGE_LIMIT_MAX, Math.max(1, page) * PAGE_LIMIT_DEFAULT);

/** True for a score of 0.60 or more. See docs/PRODUCT.md#match-score. */
export const isHighScore = (matchScore: number): boolean => matchScore >= HIGH_MATCH_SCORE;

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
