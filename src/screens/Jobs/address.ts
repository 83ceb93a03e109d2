import { SEARCH_MAX } from '../../../contract/constants/limits';
import type { JobSorting } from '../../domains/jobs';
import { columnsFor } from './columns';

/**
 * What the job list's address says: `?q=…&sort={field}:{asc|desc}`. Anything else is left out, and so is a column that the
 * user does not see: a link of root's may come to anyone.
 */
export const readAddress = (
  params: URLSearchParams,
  seesBranches: boolean,
): { q: string; sorting: JobSorting | null } => {
  const [name, direction] = (params.get('sort') ?? '').split(':');
  const field = columnsFor(seesBranches).find((column) => column.field === name)?.field;
  return {
    q: (params.get('q') ?? '').slice(0, SEARCH_MAX),
    sorting: field && (direction === 'asc' || direction === 'desc') ? { field, direction } : null,
  };
};

/** The address of a search and a sorting; what is not set is not in it. */
export const writeAddress = ({ q, sorting }: { q: string; sorting: JobSorting | null }): URLSearchParams => {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (sorting) params.set('sort', `${sorting.field}:${sorting.direction}`);
  return params;
};
