import type { FastifyInstance } from 'fastify';
import type { Language } from '../../../contract/constants/options';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { dateFormat, escapeHtml, readTexts, negotiateLanguage } from '../../platform/messages';
import type { Deps } from '../../platform/deps';
import { AppError, notFound } from '../../platform/errors';
import { contentDisposition, constantAnswer } from '../../platform/http/headers';
import type outboxTexts from '../../texts/outbox.json';
import { findAttachment, listMessages, isStoreReachable } from './repository';
import { registerDocs, openApiDocument } from './openApi';
import { createMetrics, mayReadMetrics, addStoreMetrics } from '../../platform/metrics';
export * from './repository';

interface OutboxMessage {
  id: number;
  channel: 'sms' | 'mail';
  to: string;
  subject: string | null;
  /** Null once a provider has accepted the message or delivery was abandoned. */
  text: string | null;
  html: string | null;
  /** The file attached to a mail. The URL is null once the file is deleted. */
  attachment: { name: string; url: string | null } | null;
  at: string;
  /** When a message that waits, for the morning or for another try, is sent (ISO). */
  waitsUntil: string | null;
}

interface OutboxPage {
  messages: readonly OutboxMessage[];
  page: number;
  hasOlder: boolean;
  language: Language;
  timeZone: string;
}

const texts = readTexts<typeof outboxTexts>('outbox.json');

/** Turns the addresses in a text into links and escapes the rest. */
const linked = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/)
    .map((part, at) => (at % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');

const file = (attachment: OutboxMessage['attachment'], template: string): string => {
  if (attachment === null) return '';
  const { name, url } = attachment;
  const shown = url === null ? escapeHtml(name) : `<a href="${escapeHtml(url)}" download>${escapeHtml(name)}</a>`;
  return `<p>${template.replace('{name}', () => shown)}</p>`;
};

const item = (
  { channel, to, subject, text, attachment, at, waitsUntil }: OutboxMessage,
  { language, timeZone }: OutboxPage,
): string => {
  const words = texts()[language];
  const format = dateFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  const timeOf = (iso: string) => format.format(new Date(iso));
  const waits = waitsUntil === null ? '' : ` · ${words.waits.replace('{time}', () => timeOf(waitsUntil))}`;
  return `<article>
<h2>${escapeHtml(words[channel].replace('{to}', () => to))}</h2>
<p><time datetime="${at}">${timeOf(at)}</time>${waits}${subject === null ? '' : ` · <strong>${escapeHtml(subject)}</strong>`}</p>
${text === null ? `<p>${words.gone}</p>` : `<pre>${linked(text)}</pre>`}
${file(attachment, words.attachment)}
</article>`;
};

const pages = ({ page, hasOlder, language }: OutboxPage): string => {
  const words = texts()[language];
  const links = [
    page > 1 ? `<a href="/dev/outbox?page=${page - 1}" rel="prev">${words.newer}</a>` : '',
    hasOlder ? `<a href="/dev/outbox?page=${page + 1}" rel="next">${words.older}</a>` : '',
  ].filter(Boolean);
  return links.length > 0 ? `<nav aria-label="${words.pages}">${links.join('\n')}</nav>` : '';
};

/** Returns the outbox page, without scripts. It shows the text of a mail instead of its HTML. */
const outboxHtml = (outbox: OutboxPage): string => {
  const { messages, page, language } = outbox;
  const words = texts()[language];
  const nothing = `<p>${page === 1 ? words.empty : words.noneLeft}</p>`;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${words.title}</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="/dev/outbox.css"></head>
<body><p class="demo">${words.demo}</p>
<main><h1>${words.title}</h1>
<p>${words.intro} <a href="/dev/outbox">${words.refresh}</a></p>
${messages.length === 0 ? nothing : messages.map((message) => item(message, outbox)).join('\n')}
${pages(outbox)}
</main></body></html>`;
};

/** Styles the page in the dashboard's colours, light and dark. */
const OUTBOX_STYLE = `:root{color-scheme:light dark}
body{margin:0;background:#f6f7f9;color:#1b1f2a;font:16px/1.5 system-ui,sans-serif}
main{max-width:720px;margin:0 auto;padding:24px 16px}
article{margin:16px 0;padding:16px;border-radius:12px;background:#fff}
h1{font-size:24px;line-height:1.25}h2{margin:0;font-size:16px;overflow-wrap:anywhere}
p{margin:4px 0;color:#5b6472;overflow-wrap:anywhere}
.demo{margin:0;padding:4px 8px;background:#fff3dc;color:#855000;font-size:12px;text-align:center}
pre{margin:8px 0 0;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}a{color:#d90f2b}
nav{display:flex;gap:24px}nav a,p a{display:inline-block;padding:8px 0}
@media(prefers-color-scheme:dark){body{background:#14161b;color:#e7e9ee}article{background:#1d2027}p{color:#9aa3b2}a{color:#ff5c72}.demo{background:#362a14;color:#f0b45a}}`;

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
const registerOutbox = (app: FastifyInstance, { db, settings, fileStore, clock }: Deps): void => {
  if (!settings.demo) return;

  // Reads one message more than a page shows, to know whether there are older ones.
  const messagesOf = async (page: number): Promise<OutboxMessage[]> => {
    const rows = await listMessages(db, { limit: LIMIT + 1, offset: (page - 1) * LIMIT });
    return rows.map(({ createdAt: at, attachmentKey: key, attachmentName: name, sentAt, nextAttemptAt, ...row }) => ({
      ...row,
      attachment: name === null ? null : { name, url: key === null ? null : `/dev/outbox/${row.id}/attachment` },
      at: at.toISOString(),
      waitsUntil: sentAt === null && nextAttemptAt > clock.now() ? nextAttemptAt.toISOString() : null,
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

/** Registers health, readiness, metrics and the OpenAPI document with its viewer, for operators and their tools. */
export const registerOperations = (
  app: FastifyInstance,
  deps: Deps,
  isMigrated: () => Promise<boolean> = async () => true,
): void => {
  const { db, settings } = deps;
  const metrics = createMetrics(app);
  const refreshQueueMetrics = addStoreMetrics(metrics, deps);

  const checkReadiness = async () => {
    const store = await isStoreReachable(db);
    return { store, migrations: store && (await isMigrated().catch(() => false)) };
  };
  let pendingCheck: ReturnType<typeof checkReadiness> | null = null;
  /** Concurrent requests share one query. */
  const readiness = () => (pendingCheck ??= checkReadiness().finally(() => (pendingCheck = null)));

  // Load balancers and operators need these while the server is flooded, and each response is cheap.
  const unlimited = { config: { rate: 'none' } } as const;

  app.get('/healthz', unlimited, async () => ({ status: 'ok' }));

  app.get('/readyz', unlimited, async (_request, reply) => {
    const { store, migrations } = await readiness();
    if (!migrations) void reply.status(503).header('retry-after', '2');
    return { status: migrations ? 'ready' : 'unavailable', store, migrations };
  });

  app.get('/metrics', unlimited, async (request, reply) => {
    if (!mayReadMetrics(request, settings.metricsToken)) throw notFound();
    await refreshQueueMetrics();
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });

  app.get('/openapi.json', constantAnswer(openApiDocument()));
  registerDocs(app);

  registerOutbox(app, deps);
};
