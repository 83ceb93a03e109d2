import type { ApplicationSearchQuery } from '../../../contract/schemas/applications';
import type { Failure } from '../kit/failure';

/** The parameters of the search for applications, without those of its pages. */
export type ExportQuery = Omit<ApplicationSearchQuery, 'limit' | 'page' | 'before'>;

/** Every status but those that are in no list: who was rejected is in the workbook too. Spec 1, point 7. */
const EXPORTED = 'accepted,in_progress,rejected';

/** What a workbook holds: `createdAt` is the first day of it, `YYYY-MM-DD`. */
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

/** A text that is equal for queries that ask for the same. */
export const keyOf = (query: ExportQuery): string => JSON.stringify(query);

/** Milliseconds between two looks at an export that is being made. */
export const EXPORT_POLL = 2000;

/** Rows of a call for the ids: the most that the server gives at once. */
export const ID_PAGE = 500;

/** A look that says nothing about the export: no answer, or one that asks to come again. */
export const saysNothing = ({ status }: Failure): boolean => status === 0 || status === 429 || status >= 500;
