import type { JobSortField } from '../../../contract/constants/options';
import { PAGE_LIMIT_DEFAULT, PAGE_LIMIT_MAX } from '../../../contract/constants/limits';

export interface JobSorting {
  field: JobSortField;
  direction: 'asc' | 'desc';
}

export interface JobsQuery {
  branchId: number | null;
  q: string;
  /** Null is the order of the server: newest opened first. */
  sorting: JobSorting | null;
}

/** A column cycles through ascending, descending, off; a new column starts ascending. Spec 1, point 4. */
export const nextSorting = (current: JobSorting | null, field: JobSortField): JobSorting | null => {
  if (current?.field !== field) return { field, direction: 'asc' };
  return current.direction === 'asc' ? { field, direction: 'desc' } : null;
};

export const sameQuery = (a: JobsQuery, b: JobsQuery): boolean =>
  a.branchId === b.branchId &&
  a.q === b.q &&
  a.sorting?.field === b.sorting?.field &&
  a.sorting?.direction === b.sorting?.direction;

/** Rows to ask for so that a list comes back as long as it was: whole pages, at most the server's limit. */
export const limitFor = (held: number): number =>
  Math.min(PAGE_LIMIT_MAX, Math.max(1, Math.ceil(held / PAGE_LIMIT_DEFAULT)) * PAGE_LIMIT_DEFAULT);

/** The page after `held` rows, null after an answer that was not full. */
export const pageAfter = (held: number, answered: number, limit: number): number | null =>
  answered < limit ? null : Math.floor(held / PAGE_LIMIT_DEFAULT) + 1;
