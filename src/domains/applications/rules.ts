import { HIGH_MATCH_SCORE, PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../contract/constants/limits';
import { answerTimeLeft, type WorkingCalendar } from '../../../contract/rules/workingTime';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { ApplicationsQuery } from './query';

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

/** True for a row that a decision or a shortlist change leaves in a list; rejected rows have lists of their own. */
export const isInTab = (tab: ApplicationsQuery['tab'], row: ApplicationRow): boolean => {
  if (tab === 'declined') return row.status === 'rejected';
  return row.status !== 'rejected' && (tab === 'all' || row.isShortListed);
};

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
