import type { FastifyInstance } from 'fastify';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { contentDisposition } from '../../platform/http/headers';
import { workbookName } from './workbookFile';
import { findMailedFile } from './repository';
import {
  exportCv,
  exportExcel,
  getExport,
  getExportFile,
  sendCv,
  sendExcel,
} from '../../../contract/routes/applications';
import { route } from '../../platform/http/route';
import { makeCv, mailCv } from './cvService';
import * as service from './service';

export * from './workbookFile';
export * from './cvFacts';
export * from './service';

const ID = /^[0-9a-f]{32}$/;
const UNTIL = /^\d{1,15}$/;

const registerMailedFiles = (app: FastifyInstance, deps: Deps): void => {
  app.get<{ Params: { id: string }; Querystring: { until?: unknown; s?: unknown } }>(
    '/files/exports/:id',
    async (request, reply) => {
      const { id } = request.params;
      const { until, s } = request.query;
      if (!ID.test(id) || typeof until !== 'string' || !UNTIL.test(until) || typeof s !== 'string') throw notFound();
      if (!deps.files.isSignatureOf(service.signed(id, until), s) || Number(until) < deps.clock.now().getTime())
        throw notFound();
      const found = await findMailedFile(deps.db, id);
      const file = found?.fileKey ? await deps.fileStore.open(found.fileKey) : null;
      if (!found || !file) throw notFound();
      const name = workbookName(found.createdAt, deps.settings.timeZone);
      const headers = { 'cache-control': 'no-store', 'content-disposition': contentDisposition(name) };
      return reply.headers(headers).type(MEDIA_TYPES.workbook).send(file.stream);
    },
  );
};

/** Returns whether the request prefers the PDF: its `Accept` names the type, and JSON not before it. */
const wantsPdf = (accept: string | undefined): boolean => {
  const types = (accept ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';')[0]?.trim());
  const [pdf, json] = [types.indexOf(MEDIA_TYPES.pdf), types.indexOf('application/json')];
  return pdf >= 0 && (json < 0 || pdf < json);
};

export const registerExports = (app: FastifyInstance, deps: Deps): void => {
  route(app, sendExcel, async ({ user, requestId, body, language: asked }) => {
    const { jobId, email: recipient, language = asked } = body;
    const query = jobId === null ? {} : { jobId };
    await service.queueExport(deps, { user, requestId }, { query, language, recipient });
  });

  route(app, exportExcel, async ({ user, requestId, body }) => {
    const caller = { user, requestId };
    if ('applications' in body) {
      const ids = body.applications.map(({ id }) => id);
      return { file: await service.exportSelected(deps, caller, ids, body.language) };
    }
    const exportId = await service.queueExport(deps, caller, { ...body, recipient: null });
    return { status: 202, payload: { exportId } };
  });

  route(app, getExport, async ({ user, params }) => ({ payload: await service.getExport(deps, user, params.id) }));

  route(app, getExportFile, async ({ user, params }) => ({
    file: await service.getExportFile(deps, user, params.id),
  }));

  route(app, sendCv, async ({ user, requestId, params, body, language }) => {
    const { applicationId, email: to, languageCode = language } = body;
    const wanted = { applicationId, jobId: params.jobId, language: languageCode, to };
    await mailCv(deps, { user, requestId }, wanted);
  });

  route(app, exportCv, async ({ user, requestId, body, request }) => {
    const { applicationId } = body.userInformation;
    const { name, content } = await makeCv(deps, { user, requestId }, { applicationId, language: body.languageCode });
    if (wantsPdf(request.headers.accept)) return { file: { name, type: MEDIA_TYPES.pdf, content } };
    return { payload: { fileName: name, result: content.toString('base64') } };
  });

  registerMailedFiles(app, deps);
};
