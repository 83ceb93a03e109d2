import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';
import type { CvBody } from '../../../contract/schemas/exports';
import type { Api } from '../../lib/api';
import { ID_PAGE_SIZE, type ExportQuery } from './rules';

export const getExportCount = async (api: Api, query: ExportQuery): Promise<number> =>
  (await api.envelope('GET /search/application/all', { query: { ...query, limit: 0 } })).total ?? 0;

/** Returns the ids of all applications that match a query, newest first, without gaps or repeats. */
export const getExportIds = async (api: Api, query: ExportQuery): Promise<{ id: number }[]> => {
  const found: { id: number }[] = [];
  let isFull = true;
  while (isFull) {
    const page = { limit: ID_PAGE_SIZE, before: found.at(-1)?.id };
    const rows = await api.call('GET /search/application/all', { query: { ...query, ...page } });
    found.push(...rows.map(({ id }) => ({ id })));
    isFull = rows.length === ID_PAGE_SIZE;
  }
  return found;
};

export const postWorkbook = (api: Api, body: { applications: { id: number }[]; language: Language }) =>
  api.file('POST /job/application/export/excel', { body, accept: MEDIA_TYPES.workbook });

/** Starts a workbook of all applications that match the query and returns its id. */
export const postExport = async (api: Api, body: { query: ExportQuery; language: Language }) =>
  (await api.call('POST /job/application/export/excel', { body })).exportId;

export const getExportFile = (api: Api, id: string) =>
  api.file('GET /job/application/export/:id/file', { params: { id }, accept: MEDIA_TYPES.workbook });

/** Returns the CV as a PDF. */
export const exportCv = (api: Api, body: CvBody) => api.file('POST /export/pdf/cv', { body, accept: MEDIA_TYPES.pdf });
