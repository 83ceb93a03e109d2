import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';
import type { CvBody, CvSendBody, ExcelSendBody } from '../../../contract/schemas/exports';
import type { Api } from '../../lib/api';
import { ID_PAGE, type ExportQuery } from './rules';

export const getExportCount = async (api: Api, query: ExportQuery, signal?: AbortSignal): Promise<number> =>
  (await api.envelope('GET /search/application/all', { query: { ...query, limit: 0 }, signal })).total ?? 0;

/** Returns the ids of all applications that match a query, newest first, without gaps or repeats. */
export const getExportIds = async (api: Api, query: ExportQuery, signal?: AbortSignal): Promise<{ id: number }[]> => {
  const found: { id: number }[] = [];
  let isFull = true;
  while (isFull) {
    const page = { limit: ID_PAGE, before: found.at(-1)?.id };
    const rows = await api.call('GET /search/application/all', { query: { ...query, ...page }, signal });
    found.push(...rows.map(({ id }) => ({ id })));
    isFull = rows.length === ID_PAGE;
  }
  return found;
};

export const postWorkbook = (
  api: Api,
  body: { applications: { id: number }[]; language: Language },
  signal?: AbortSignal,
) => api.file('POST /job/application/export/excel', { body, accept: MEDIA_TYPES.workbook, signal });

/** Starts a workbook of all applications that match the query and returns its id. */
export const postExport = async (api: Api, body: { query: ExportQuery; language: Language }, signal?: AbortSignal) =>
  (await api.call('POST /job/application/export/excel', { body, signal })).exportId;

export const getExport = (api: Api, id: string, signal?: AbortSignal) =>
  api.call('GET /job/application/export/:id', { params: { id }, signal });

export const getExportFile = (api: Api, id: string, signal?: AbortSignal) =>
  api.file('GET /job/application/export/:id/file', { params: { id }, accept: MEDIA_TYPES.workbook, signal });

export const sendExcel = (api: Api, body: ExcelSendBody) =>
  api.call('POST /job/application/export/excel/send', { body });

export const sendCv = (api: Api, jobId: number, body: CvSendBody) =>
  api.call('POST /job/detail/:jobId/export-pdf', { params: { jobId }, body });

/** Returns the CV as a PDF. */
export const exportCv = (api: Api, body: CvBody, signal?: AbortSignal) =>
  api.file('POST /export/pdf/cv', { body, accept: MEDIA_TYPES.pdf, signal });
