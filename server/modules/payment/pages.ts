import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../contract/constants/options';
import type { Settings } from '../../platform/settings';
import type { BankPage } from '../../platform/payment/provider';
import { fromRoot } from '../../platform/root';

type TextName =
  | 'bankTitle'
  | 'bankText'
  | 'approve'
  | 'cancel'
  | 'bankOver'
  | 'goOn'
  | 'waitTitle'
  | 'backTitle'
  | 'usedTitle'
  | 'usedText';
type Texts = Record<Language, Record<TextName, string>>;

let read: Texts | null = null;
const textsIn = (language: Language) =>
  (read ??= JSON.parse(readFileSync(fromRoot('server/texts/payment.json'), 'utf8')) as Texts)[language];

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
/** JSON inside a script: nothing in it can end the script. */
const inScript = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const STYLE =
  'body{margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1b1f2a;background:#fff;text-align:center}' +
  'h1{font-size:20px}form{display:inline-block;margin:8px}' +
  'button,a.button{min-height:44px;padding:0 20px;border-radius:8px;border:1px solid #767d8a;background:#fff;color:#1b1f2a;font:inherit;cursor:pointer;display:inline-block;line-height:44px;text-decoration:none}' +
  '.main{background:#d90f2b!important;border-color:#d90f2b!important;color:#fff!important}' +
  '@media(prefers-color-scheme:dark){body{background:#14161b;color:#e7e9ee}}';

interface Page {
  language: Language;
  title: string;
  body: string;
  script?: string;
  formAction?: string;
}

/** Who may frame these pages: the dashboard, wherever it is served. */
const parentsOf = ({ publicUrl, corsOrigins }: Settings): string[] => [new URL(publicUrl).origin, ...corsOrigins];

const send = (reply: FastifyReply, settings: Settings, { language, title, body, script, formAction }: Page) => {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script ? [`script-src 'nonce-${nonce}'`] : []),
    `form-action ${formAction ?? "'self'"}`,
    "base-uri 'none'",
    `frame-ancestors ${parentsOf(settings).join(' ')}`,
  ].join('; ');
  const html =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escape(title)}</title><style nonce="${nonce}">${STYLE}</style></head><body><h1>${escape(title)}</h1>${body}` +
    `${script ? `<script nonce="${nonce}">${script}</script>` : ''}</body></html>`;
  // The policy says who may frame it; the older header knows no list.
  reply.removeHeader('x-frame-options');
  return reply
    .headers({
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'unsafe-none',
      'cross-origin-resource-policy': 'cross-origin',
    })
    .type('text/html; charset=utf-8')
    .send(html);
};

/** The bank's step: its form, sent by itself, or its own document, which runs as a stranger to our origin. */
export const sendBankPage = (reply: FastifyReply, settings: Settings, language: Language, page: BankPage) => {
  const texts = textsIn(language);
  if (page.kind === 'html') {
    reply.removeHeader('x-frame-options');
    return reply
      .headers({
        'content-security-policy': `sandbox allow-forms allow-scripts allow-top-navigation-by-user-activation; default-src https: data: 'unsafe-inline'; form-action https: ${new URL(settings.publicUrl).origin}; frame-ancestors ${parentsOf(settings).join(' ')}`,
        'cross-origin-opener-policy': 'unsafe-none',
      })
      .type('text/html; charset=utf-8')
      .send(page.html);
  }
  const fields = Object.entries(page.fields).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  const isOurs = page.action.startsWith('/');
  const method = isOurs && fields.length === 0 ? 'get' : 'post';
  return send(reply, settings, {
    language,
    title: texts.waitTitle,
    body: `<form id="bank" method="${method}" action="${escape(page.action)}">${fields.join('')}<button class="main">${escape(texts.goOn)}</button></form>`,
    script: "document.getElementById('bank').submit()",
    formAction: isOurs ? "'self'" : new URL(page.action).origin,
  });
};

/** Where a page is asked for that was served before, or never was. */
export const sendUsedPage = (reply: FastifyReply, settings: Settings, language: Language) => {
  const { usedTitle, usedText } = textsIn(language);
  return send(reply.code(404), settings, { language, title: usedTitle, body: `<p>${escape(usedText)}</p>` });
};

/** The sandbox's own bank page: two answers. */
export const sendSandboxBank = (
  reply: FastifyReply,
  settings: Settings,
  { language, amount, isOpen, goOn }: { language: Language; amount: string; isOpen: boolean; goOn: string },
) => {
  const texts = textsIn(language);
  const answer = (value: string, label: string, look: string) =>
    `<form method="post"><input type="hidden" name="answer" value="${value}"><button class="${look}">${escape(label)}</button></form>`;
  const body = isOpen
    ? `<p>${escape(texts.bankText.replace('{amount}', amount))}</p>${answer('approve', texts.approve, 'main')}${answer('cancel', texts.cancel, '')}`
    : `<p>${escape(texts.bankOver)}</p><a class="button main" href="${escape(goOn)}">${escape(texts.goOn)}</a>`;
  return send(reply, settings, { language, title: texts.bankTitle, body });
};

/** Tells the dashboard around the frame, and only it, what came of the payment. */
export const sendResultToParent = (
  reply: FastifyReply,
  settings: Settings,
  { language, message, to }: { language: Language; message: Record<string, string>; to: string },
) => {
  const texts = textsIn(language);
  const tell = parentsOf(settings)
    .map((origin) => `parent.postMessage(${inScript(message)},${inScript(origin)});`)
    .join('');
  return send(reply, settings, {
    language,
    title: texts.backTitle,
    body: `<a class="button main" target="_top" href="${escape(to)}">${escape(texts.goOn)}</a>`,
    script: tell,
  });
};
