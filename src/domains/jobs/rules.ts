import type { JobSortField } from '../../../contract/constants/options';
import type { JobStatus } from '../../../contract/constants/statuses';

/** The statuses by which the list can be filtered; it never shows deleted jobs. */
export const LISTED_STATUSES = ['active', 'closed', 'draft'] as const satisfies readonly JobStatus[];
export type ListedStatus = (typeof LISTED_STATUSES)[number];

export interface JobSorting {
  field: JobSortField;
  direction: 'asc' | 'desc';
}

export interface JobsQuery {
  branchId: number | null;
  q: string;
  /** Null is the server's order: newest first by opening date. */
  sorting: JobSorting | null;
  /** Absent for all statuses. */
  status?: ListedStatus | undefined;
}

/**
 * Returns the next sorting: ascending, descending, off; a new column starts ascending. See docs/PRODUCT.md#job-list.
 */
export const nextSorting = (current: JobSorting | null, field: JobSortField): JobSorting | null => {
  if (current?.field !== field) return { field, direction: 'asc' };
  return current.direction === 'asc' ? { field, direction: 'desc' } : null;
};

export const sameQuery = (a: JobsQuery, b: JobsQuery): boolean =>
  a.branchId === b.branchId &&
  a.q === b.q &&
  a.status === b.status &&
  a.sorting?.field === b.sorting?.field &&
  a.sorting?.direction === b.sorting?.direction;
