import type { Language } from '../../../contract/constants/options';
import { escapeHtml } from '../../platform/escapeHtml';
import type outboxTexts from '../../texts/outbox.json';
import { readTexts } from '../../platform/readTexts';

export interface OutboxMessage {
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
}

export interface OutboxPage {
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
  { channel, to, subject, text, attachment, at }: OutboxMessage,
  { language, timeZone }: OutboxPage,
): string => {
  const words = texts()[language];
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  return `<article>
<h2>${escapeHtml(words[channel].replace('{to}', () => to))}</h2>
<p><time datetime="${at}">${time.format(new Date(at))}</time>${subject === null ? '' : ` · <strong>${escapeHtml(subject)}</strong>`}</p>
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
export const outboxHtml = (outbox: OutboxPage): string => {
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
export const OUTBOX_STYLE = `:root{color-scheme:light dark}
body{margin:0;background:#f6f7f9;color:#1b1f2a;font:16px/1.5 system-ui,sans-serif}
main{max-width:720px;margin:0 auto;padding:24px 16px}
article{margin:16px 0;padding:16px;border-radius:12px;background:#fff}
h1{font-size:24px;line-height:1.25}h2{margin:0;font-size:16px;overflow-wrap:anywhere}
p{margin:4px 0;color:#5b6472;overflow-wrap:anywhere}
.demo{margin:0;padding:4px 8px;background:#fff3dc;color:#855000;font-size:12px;text-align:center}
pre{margin:8px 0 0;white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}a{color:#d90f2b}
nav{display:flex;gap:24px}nav a,p a{display:inline-block;padding:8px 0}
@media(prefers-color-scheme:dark){body{background:#14161b;color:#e7e9ee}article{background:#1d2027}p{color:#9aa3b2}a{color:#ff5c72}.demo{background:#362a14;color:#f0b45a}}`;
