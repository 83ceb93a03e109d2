import type { ApplicationSearchQuery } from '../../../contract/schemas/applicationSearch';
import type { Failure } from '../kit/failure';

export type ExportQuery = Omit<ApplicationSearchQuery, 'limit' | 'page' | 'before'>;

/** The statuses of the lists, and rejected applications. See docs/PRODUCT.md#excel-download. */
const EXPORTED_STATUSES = 'accepted,in_progress,rejected';

/** Returns the query of a workbook's rows: `createdAt` is the first day, `YYYY-MM-DD`. */
export const exportQuery = (
  jobId: number | null,
  filters: ExportQuery,
  { createdAt, onlyShortlisted }: { createdAt: string | null; onlyShortlisted: boolean },
): ExportQuery => ({
  status: EXPORTED_STATUSES,
  ...(jobId !== null && { jobId }),
  ...filters,
  ...(createdAt !== null && { createdAt }),
  ...(onlyShortlisted && { isShortlisted: true }),
});

/** Returns the same text for equal queries. */
export const queryKey = (query: ExportQuery): string => JSON.stringify(query);

/** The text of the refusal: a workbook in the background has no exceptions. */
export const TOO_MANY_FOR_EXCEPTIONS = 'bulk.exportTooMany';

/** Milliseconds between two polls of an export in progress. */
export const EXPORT_POLL_MS = 2000;

/** Rows of a call for ids: the server's limit. */
export const ID_PAGE_SIZE = 500;

/** True for a failed poll that says nothing about the export: no response, a rate limit or a server error. */
export const isInconclusive = ({ status }: Failure): boolean => status === 0 || status === 429 || status >= 500;
