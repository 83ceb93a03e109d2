import { JOB_SORT_FIELDS, type JobSortField } from '../../../contract/constants/options';
import { SEARCH_MAX } from '../../../contract/constants/limits';
import type { JobSorting } from '../../domains/jobs';

/** What the job list's address says: `?q=…&sort={field}:{asc|desc}`. Anything else is left out. */
export const readAddress = (params: URLSearchParams): { q: string; sorting: JobSorting | null } => {
  const [field, direction] = (params.get('sort') ?? '').split(':');
  const known = JOB_SORT_FIELDS.includes(field as JobSortField) && (direction === 'asc' || direction === 'desc');
  return {
    q: (params.get('q') ?? '').slice(0, SEARCH_MAX),
    sorting: known ? { field: field as JobSortField, direction } : null,
  };
};

/** The address of a search and a sorting; what is not set is not in it. */
export const writeAddress = ({ q, sorting }: { q: string; sorting: JobSorting | null }): URLSearchParams => {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (sorting) params.set('sort', `${sorting.field}:${sorting.direction}`);
  return params;
};
