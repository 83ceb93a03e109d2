import type { ApplicationSearchQuery } from '../../../contract/schemas/applications';
import type { Failure } from '../kit/failure';

export type ExportQuery = Omit<ApplicationSearchQuery, 'limit' | 'page' | 'before'>;

/** The statuses of the lists, and rejected applications. See docs/PRODUCT.md#excel-download. */
const EXPORTED = 'accepted,in_progress,rejected';

/** Returns the query of a workbook's rows: `createdAt` is the first day, `YYYY-MM-DD`. */
export const exportQuery = (
  jobId: number | null,
  filters: ExportQuery,
  { createdAt, onlyShortlisted }: { createdAt: string | null; onlyShortlisted: boolean },
): ExportQuery => ({
  status: EXPORTED,
  ...(jobId !== null && { jobId }),
  ...filters,
  ...(createdAt !== null && { createdAt }),
  ...(onlyShortlisted && { isShortlisted: true }),
});

/** Returns the same text for equal queries. */
export const keyOf = (query: ExportQuery): string => JSON.stringify(query);

/** Milliseconds between two polls of an export in progress. */
export const EXPORT_POLL = 2000;

/** Rows of a call for ids: the server's limit. */
export const ID_PAGE = 500;

/** True for a failed poll that says nothing about the export: no response, a rate limit or a server error. */
export const saysNothing = ({ status }: Failure): boolean => status === 0 || status === 429 || status >= 500;
