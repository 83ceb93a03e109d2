import type { ApplicationRow } from '../../../contract/schemas/applications';
import type { CvBody, CvSendBody, ExcelSendBody, ExportPayload } from '../../../contract/schemas/exports';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Language } from '../../../contract/constants/options';
import type { HttpFile, QueryValue } from '../../lib/http';
import type { Ports } from '../kit/ports';
import { ID_PAGE, type ExportQuery } from './rules';

type Api = Ports['api'];

const search = ({ main }: Api, query: Record<string, QueryValue>, signal?: AbortSignal) =>
  main.request<ApplicationRow[]>({ method: 'GET', path: '/search/application/all', query, signal });

/** How many applications a query finds. */
export const getExportCount = async (api: Api, query: ExportQuery, signal?: AbortSignal): Promise<number> =>
  (await search(api, { ...query, limit: 0 }, signal)).total ?? 0;

/** The ids of all that a query finds, newest first, none of them twice or skipped. */
export const getExportIds = async (api: Api, query: ExportQuery, signal?: AbortSignal): Promise<{ id: number }[]> => {
  const found: { id: number }[] = [];
  let isFull = true;
  while (isFull) {
    const page = { limit: ID_PAGE, before: found.at(-1)?.id };
    const rows = (await search(api, { ...query, ...page }, signal)).payload;
    found.push(...rows.map(({ id }) => ({ id })));
    isFull = rows.length === ID_PAGE;
  }
  return found;
};

const EXCEL = '/job/application/export/excel';

/** The workbook of those applications. */
export const postWorkbook = (
  { main }: Api,
  body: { applications: { id: number }[]; language: Language },
  signal?: AbortSignal,
): Promise<HttpFile> => main.file({ method: 'POST', path: EXCEL, body, accept: MEDIA_TYPES.workbook, signal });

/** Begins a workbook of all that the query finds; answers its id. */
export const postExport = async (
  { main }: Api,
  body: { query: ExportQuery; language: Language },
  signal?: AbortSignal,
): Promise<string> =>
  (await main.request<{ exportId: string }>({ method: 'POST', path: EXCEL, body, signal })).payload.exportId;

export const getExport = async ({ main }: Api, id: string, signal?: AbortSignal): Promise<ExportPayload> =>
  (await main.request<ExportPayload>({ method: 'GET', path: `/job/application/export/${id}`, signal })).payload;

export const getExportFile = ({ main }: Api, id: string, signal?: AbortSignal): Promise<HttpFile> =>
  main.file({ method: 'GET', path: `/job/application/export/${id}/file`, accept: MEDIA_TYPES.workbook, signal });

export const sendExcel = async ({ main }: Api, body: ExcelSendBody): Promise<void> => {
  await main.request({ method: 'POST', path: `${EXCEL}/send`, body });
};

export const sendCv = async ({ main }: Api, jobId: number, body: CvSendBody): Promise<void> => {
  await main.request({ method: 'POST', path: `/job/detail/${jobId}/export-pdf`, body });
};

/** The CV as a PDF. */
export const exportCv = ({ main }: Api, body: CvBody, signal?: AbortSignal): Promise<HttpFile> =>
  main.file({ method: 'POST', path: '/export/pdf/cv', body, accept: MEDIA_TYPES.pdf, signal });
