import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Language } from '../../../../contract/constants/options';
import type { Settings } from '../../../platform/settings';
import { escapeHtml, readTexts } from '../../../platform/messages';
import type paymentTexts from '../../../texts/payment.json';
import type { PaymentMessage } from '../../../../contract/schemas/commerce';
import type { BankPage } from '../../../platform/ports/payments';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { Deps } from '../../../platform/deps';
import { notFound } from '../../../platform/errors';
import { closeForm } from '../purchase';
import * as repository from '../repository';
import type { PaymentRecord } from '../repository';
import { advance, charge, fail, orderOf } from '../settlement';

const texts = readTexts<typeof paymentTexts>('payment.json');
export const textsIn = (language: Language) => texts()[language];
export type TextName = keyof ReturnType<typeof textsIn>;

/** Returns JSON for an inline script. Its escapes keep the text from ending the script. */
const inScript = (value: unknown): string =>
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

/** Returns the origins that may frame these pages beside their own: every origin of the dashboard. */
const parentsOf = ({ publicUrl, corsOrigins }: Settings): string[] => [new URL(publicUrl).origin, ...corsOrigins];

/**
 * Returns who may frame these pages, for their policy. `'self'` is a second name of this server, such as localhost
 * beside 127.0.0.1.
 */
const frameAncestors = (settings: Settings) => ["frame-ancestors 'self'", ...parentsOf(settings)].join(' ');

/** Sends a complete page with its own policy: it loads nothing from elsewhere, and only the dashboard may frame it. */
export const send = (reply: FastifyReply, settings: Settings, { language, title, body, script, formAction }: Page) => {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script ? [`script-src 'nonce-${nonce}'`] : []),
    `form-action ${formAction ?? "'self'"}`,
    "base-uri 'none'",
    frameAncestors(settings),
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

/** The permissions of a bank's own document: those of the dashboard's frame, without our origin. */
const SANDBOX =
  'sandbox allow-forms allow-scripts allow-modals allow-popups allow-popups-to-escape-sandbox allow-top-navigation';

/**
 * Sends the bank's step: a form or link that opens by itself, or the bank's own document in a sandbox with a foreign
 * origin.
 */
export const sendBankPage = (reply: FastifyReply, settings: Settings, language: Language, page: BankPage) => {
  const texts = textsIn(language);
  if (page.kind === 'html') {
    reply.removeHeader('x-frame-options');
    return reply
      .headers({
        'content-security-policy': `${SANDBOX}; default-src https: data: 'unsafe-inline'; form-action https: ${new URL(settings.publicUrl).origin}; ${frameAncestors(settings)}`,
        'cross-origin-opener-policy': 'unsafe-none',
      })
      .type('text/html; charset=utf-8')
      .send(page.html);
  }
  if (page.kind === 'link') {
    return send(reply, settings, {
      language,
      title: texts.waitTitle,
      body: `<a class="button main" href="${escapeHtml(page.url)}">${escapeHtml(texts.goOn)}</a>`,
      script: `location.replace(${inScript(page.url)})`,
    });
  }
  const fields = Object.entries(page.fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const isOurs = page.action.startsWith('/');
  const method = isOurs && fields.length === 0 ? 'get' : 'post';
  return send(reply, settings, {
    language,
    title: texts.waitTitle,
    body: `<form id="bank" method="${method}" action="${escapeHtml(page.action)}">${fields.join('')}<button class="main">${escapeHtml(texts.goOn)}</button></form>`,
    script: "document.getElementById('bank').submit()",
    formAction: isOurs ? "'self'" : new URL(page.action).origin,
  });
};

/** Sends the 404 page for an unknown bank page. It says nothing final, because the payment may have gone through. */
export const sendUnknownPage = (reply: FastifyReply, settings: Settings, language: Language) => {
  const { usedTitle, usedText, usedLink } = textsIn(language);
  const link = `<a class="button main" target="_top" href="/dashboard/packages/statement">${escapeHtml(usedLink)}</a>`;
  return send(reply.code(404), settings, {
    language,
    title: usedTitle,
    body: `<p>${escapeHtml(usedText)}</p>${link}`,
  });
};

/**
 * Sends a page that posts the result of the payment to the dashboard around the frame, and to no other origin. When the
 * bank's page has left the frame, it leads to the result.
 */
export const sendResultToParent = (
  reply: FastifyReply,
  settings: Settings,
  { language, message, to }: { language: Language; message: PaymentMessage; to: string },
) => {
  const texts = textsIn(language);
  const origins = `new Set([location.origin,...${inScript(parentsOf(settings))}])`;
  const post = `for(const origin of ${origins})parent.postMessage(${inScript(message)},origin)`;
  const script = `if(parent===self)location.replace(${inScript(to)});else ${post}`;
  return send(reply, settings, {
    language,
    title: texts.backTitle,
    body: `<a class="button main" target="_top" href="${escapeHtml(to)}">${escapeHtml(texts.goOn)}</a>`,
    script,
  });
};

export const PAYMENT_ID = /^[0-9a-f]{32}$/;

/** Returns the id of a payment, which is too random to guess. Throws 404 for any other text. */
export const paymentIdOf = (value: unknown): string => {
  if (typeof value !== 'string' || !PAYMENT_ID.test(value)) throw notFound();
  return value;
};

/** Marks a payment as failed unless it has left the challenge meanwhile. */
const failChallenge = (deps: Deps, id: string) =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await repository.lockPayment(trx, id);
    if (payment?.state === 'challenge')
      await fail(trx, deps, payment, { key: ERROR_KEYS.challengeFailed, by: 'provider' });
    return repository.findPayment(trx, id);
  });

/**
 * Handles the browser's return from the bank or the provider's form. It trusts a form that the provider signed and
 * otherwise asks the provider. Returns the current payment; undefined when it does not exist.
 */
export const receiveReturn = async (
  deps: Deps,
  id: string,
  form: URLSearchParams,
): Promise<PaymentRecord | undefined> => {
  const payment = await repository.findPayment(deps.db, id);
  if (!payment || payment.provider !== deps.payments.name) return payment;
  if (payment.state === 'challenge' && !payment.opensForm) {
    const answer = deps.payments.readReturn?.(orderOf(payment), payment.reference, form) ?? null;
    if (answer === 'authorised') return charge(deps, payment);
    if (answer === 'failed') return failChallenge(deps, id);
  }
  if (payment.state === 'failed') await closeForm(deps, payment).catch(() => undefined);
  return advance(deps, id, { hasReturned: true });
};

/** Handles a signed webhook about a payment. It never trusts the content and only asks the provider. */
export const receiveWebhook = async (deps: Deps, id: string): Promise<PaymentRecord | undefined> => {
  const payment = await advance(deps, id);
  if (payment?.state === 'failed') await closeForm(deps, payment);
  return payment;
};
