import type { FastifyInstance } from 'fastify';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Deps } from '../../platform/deps';
import { AppError, notFound } from '../../platform/errors';
import { contentDisposition } from '../../platform/http/contentDisposition';
import { negotiateLanguage } from '../../platform/messages';
import { OUTBOX_STYLE, outboxHtml, type OutboxMessage } from './outboxPage';
import { findAttachment, listMessages } from './outboxRepository';

const LIMIT = 50;

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageOf = (text: unknown): number => {
  if (text === undefined) return 1;
  if (typeof text !== 'string' || !/^[1-9]\d{0,5}$/.test(text)) throw new AppError(400, ERROR_KEYS.invalid);
  return Number(text);
};

/** Shows the SMS and mails that a real server would send. It exists only in the demo. */
export const registerOutbox = (app: FastifyInstance, { db, settings, fileStore }: Deps): void => {
  if (!settings.demo) return;

  // Reads one message more than a page shows, to know whether there are older ones.
  const messagesOf = async (page: number): Promise<OutboxMessage[]> => {
    const rows = await listMessages(db, { limit: LIMIT + 1, offset: (page - 1) * LIMIT });
    return rows.map(({ created_at: at, attachment_key: key, attachment_name: name, ...row }) => ({
      ...row,
      attachment: name === null ? null : { name, url: key === null ? null : `/dev/outbox/${row.id}/attachment` },
      at: at.toISOString(),
    }));
  };

  app.get<{ Querystring: { page?: unknown } }>('/dev/outbox', async (request, reply) => {
    const page = pageOf(request.query.page);
    const found = await messagesOf(page);
    const messages = found.slice(0, LIMIT);
    void reply.headers({ 'cache-control': 'no-store', vary: 'Accept, Accept-Language' });
    if (request.headers.accept?.includes('application/json'))
      return { ok: true, payload: messages, page, limit: LIMIT };
    const language = negotiateLanguage(request.headers['accept-language']);
    const html = outboxHtml({
      messages,
      page,
      hasOlder: found.length > LIMIT,
      language,
      timeZone: settings.timeZone,
    });
    return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(html);
  });

  app.get<{ Params: { id: string } }>('/dev/outbox/:id/attachment', async (request, reply) => {
    const { id } = request.params;
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound();
    const message = await findAttachment(db, Number(id));
    const file = message?.key ? await fileStore.open(message.key) : null;
    if (!message?.name || !file) throw notFound();
    const headers = { 'cache-control': 'no-store', 'content-disposition': contentDisposition(message.name) };
    return reply
      .headers(headers)
      .type(message.type ?? file.contentType)
      .send(file.stream);
  });

  app.get('/dev/outbox.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(OUTBOX_STYLE));
};
