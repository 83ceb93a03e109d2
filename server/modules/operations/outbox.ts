import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/deps';

/** Messages that the page shows. */
const SHOWN = 50;

export interface OutboxMessage {
  id: number;
  channel: 'sms' | 'mail';
  to: string;
  subject: string | null;
  text: string | null;
  html: string | null;
  /** When it was written, ISO 8601. */
  at: string;
}

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

/** Addresses in a text as links; nothing else of it becomes markup. */
const linked = (text: string): string =>
  escape(text).replace(/https?:\/\/[^\s<>"']+/g, (address) => `<a href="${address}">${address}</a>`);

const item = ({ channel, to, subject, text, at }: OutboxMessage): string => `<article>
<h2>${channel === 'sms' ? 'SMS' : 'Mail'} to ${escape(to)}</h2>
<p><time datetime="${at}">${at}</time>${subject === null ? '' : ` · <strong>${escape(subject)}</strong>`}</p>
<pre>${text === null ? '(sent)' : linked(text)}</pre>
</article>`;

const page = (messages: readonly OutboxMessage[]): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox of the demo</title>
<link rel="stylesheet" href="/dev/outbox.css"></head>
<body><main><h1>Outbox of the demo</h1>
<p>What would have left by SMS and mail, the newest first. <a href="/dev/outbox">Look again</a></p>
${messages.length === 0 ? '<p>Nothing has left yet.</p>' : messages.map(item).join('\n')}
</main></body></html>`;

const STYLE = `body{margin:0;background:#f6f7f9;color:#1b1f2a;font:16px/1.5 system-ui,sans-serif}
main{max-width:720px;margin:0 auto;padding:24px 16px}
article{margin:16px 0;padding:16px;border-radius:12px;background:#fff}
h1{font-size:24px}h2{margin:0;font-size:16px;overflow-wrap:anywhere}p{margin:4px 0;color:#5b6472}
pre{margin:8px 0 0;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}a{color:#d90f2b}
@media(prefers-color-scheme:dark){body{background:#14161b;color:#e7e9ee}article{background:#1d2027}p{color:#9aa3b2}a{color:#ff5c72}}`;

const POLICY = "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What would have left by SMS and mail, for whoever tries the demo; nowhere else. */
export const registerOutbox = (app: FastifyInstance, { db, settings }: Deps): void => {
  if (!settings.demo) return;
  const newest = async (): Promise<OutboxMessage[]> => {
    const rows = await db
      .selectFrom('outgoing_messages')
      .select(['id', 'channel', 'recipient as to', 'subject', 'body_text as text', 'body_html as html', 'created_at'])
      .orderBy('id', 'desc')
      .limit(SHOWN)
      .execute();
    return rows.map(({ created_at: at, ...row }) => ({ ...row, at: at.toISOString() }));
  };
  app.get('/dev/outbox', async (request, reply) => {
    const messages = await newest();
    void reply.header('cache-control', 'no-store');
    if (request.headers.accept?.includes('application/json')) return { ok: true, payload: messages };
    return reply.header('content-security-policy', POLICY).type('text/html; charset=utf-8').send(page(messages));
  });
  app.get('/dev/outbox.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
};
