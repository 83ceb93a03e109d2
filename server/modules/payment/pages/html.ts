import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../../contract/constants/options';
import type { Settings } from '../../../platform/settings';
import { escapeHtml } from '../../../platform/escapeHtml';
import type paymentTexts from '../../../texts/payment.json';
import { readTexts } from '../../../platform/readTexts';

const texts = readTexts<typeof paymentTexts>('payment.json');
export const textsIn = (language: Language) => texts()[language];
export type TextName = keyof ReturnType<typeof textsIn>;

/** Returns JSON for an inline script. Its escapes keep the text from ending the script. */
export const inScript = (value: unknown): string =>
  JSON.stringify(value).replace(/[<\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const STYLE =
  'body{margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1b1f2a;background:#fff;text-align:center}' +
  'h1{font-size:20px}form{display:inline-block;margin:8px}' +
  'button,a.button{min-height:44px;padding:0 20px;border-radius:8px;border:1px solid #767d8a;background:#fff;color:#1b1f2a;font:inherit;cursor:pointer;display:inline-block;line-height:44px;text-decoration:none}' +
  '.main{background:#d90f2b!important;border-color:#d90f2b!important;color:#fff!important}' +
  'label{display:block;text-align:start;margin:0 0 12px}input{display:block;box-sizing:border-box;width:100%;min-height:44px;padding:0 12px;font:inherit;border:1px solid #767d8a;border-radius:8px;background:#fff;color:#1b1f2a}' +
  '.demo{margin:-24px -24px 16px;padding:4px 8px;background:#fff3dc;color:#855000;font-size:12px}' +
  '.card{width:100%;max-width:360px}.error{color:#b3001b;text-align:start}.cards{text-align:start;max-width:360px;margin:16px auto;font-size:14px}' +
  '@media(prefers-color-scheme:dark){body{background:#14161b;color:#e7e9ee}.error{color:#ff8f9c}input,button,a.button{background:#1d2027;border-color:#737c8c;color:#e7e9ee}.demo{background:#362a14;color:#f0b45a}.main{background:#ff5c72!important;border-color:#ff5c72!important;color:#14161b!important}}';

interface Page {
  language: Language;
  title: string;
  body: string;
  script?: string;
  formAction?: string;
}

/** Returns the origins that may frame these pages: every origin of the dashboard. */
export const parentsOf = ({ publicUrl, corsOrigins }: Settings): string[] => [
  new URL(publicUrl).origin,
  ...corsOrigins,
];

/** Sends a complete page with its own policy: it loads nothing from elsewhere, and only the dashboard may frame it. */
export const send = (reply: FastifyReply, settings: Settings, { language, title, body, script, formAction }: Page) => {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script ? [`script-src 'nonce-${nonce}'`] : []),
    `form-action ${formAction ?? "'self'"}`,
    "base-uri 'none'",
    `frame-ancestors ${parentsOf(settings).join(' ')}`,
    "trusted-types 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  const demo = settings.demo ? `<p class="demo">${escapeHtml(textsIn(language).demo)}</p>` : '';
  const html =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${escapeHtml(title)}</title><style nonce="${nonce}">${STYLE}</style></head><body>${demo}<h1>${escapeHtml(title)}</h1>${body}` +
    `${script ? `<script nonce="${nonce}">${script}</script>` : ''}</body></html>`;
  // The policy says who may frame the page. The older header cannot list several origins.
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
