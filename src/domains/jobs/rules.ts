import type { JobSortField } from '../../../contract/constants/options';

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
