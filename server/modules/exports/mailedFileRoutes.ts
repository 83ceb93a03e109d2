import type { FastifyInstance } from 'fastify';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import { EXPORT_HOURS } from '../../../contract/constants/limits';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { contentDisposition } from '../../platform/http/contentDisposition';
import { workbookName } from './names';
import { findMailedFile } from './repository';

const ID = /^[0-9a-f]{32}$/;
const UNTIL = /^\d{1,15}$/;

const signed = (id: string, until: string): string => `export/${id}/${until}`;

/**
 * Returns the signed address of a workbook that is too large for a mail. Anyone who has the address can fetch the
 * file, just as with the mail itself.
 */
export const mailedFileUrl = (
  { files, settings }: Deps,
  { id, createdAt }: { id: string; createdAt: Date },
): string => {
  const until = String(createdAt.getTime() + EXPORT_HOURS * 3_600_000);
  return `${settings.publicUrl}/files/exports/${id}?until=${until}&s=${files.sign(signed(id, until))}`;
};

export const registerMailedFiles = (app: FastifyInstance, deps: Deps): void => {
  app.get<{ Params: { id: string }; Querystring: { until?: unknown; s?: unknown } }>(
    '/files/exports/:id',
    async (request, reply) => {
      const { id } = request.params;
      const { until, s } = request.query;
      if (!ID.test(id) || typeof until !== 'string' || !UNTIL.test(until) || typeof s !== 'string') throw notFound();
      if (!deps.files.isSignatureOf(signed(id, until), s) || Number(until) < deps.clock.now().getTime())
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
