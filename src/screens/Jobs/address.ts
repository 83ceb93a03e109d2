import { SEARCH_MAX } from '../../../contract/constants/limits';
import type { JobSorting } from '../../domains/jobs';
import { columnsFor } from './columns';

/**
 * Reads the job list's address: `?q=…&sort={field}:{asc|desc}`. It ignores anything else, and columns that the user
 * does not see, because any user may open a link of root's.
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

/** Returns the query string of a search and an order; unset values are left out. */
export const writeAddress = ({ q, sorting }: { q: string; sorting: JobSorting | null }): URLSearchParams => {
  const params = new URLSearchParams();
  if (q) params.set('q', q);
  if (sorting) params.set('sort', `${sorting.field}:${sorting.direction}`);
  return params;
};
