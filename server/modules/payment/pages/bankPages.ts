import type { FastifyReply } from 'fastify';
import type { Language } from '../../../../contract/constants/options';
import type { PaymentMessage } from '../../../../contract/schemas/commerce';
import type { BankPage } from '../../../platform/ports/payments';
import type { Settings } from '../../../platform/settings';
import { inScript, parentsOf, send, textsIn } from './html';
import { escapeHtml } from '../../../platform/escapeHtml';

/** What a bank's own document may do: what the dashboard's frame allows, without our origin. */
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
        'content-security-policy': `${SANDBOX}; default-src https: data: 'unsafe-inline'; form-action https: ${new URL(settings.publicUrl).origin}; frame-ancestors ${parentsOf(settings).join(' ')}`,
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

/** Sends the 404 page for a bank page that nobody knows. Its payment may have gone through. */
export const sendUnknownPage = (reply: FastifyReply, settings: Settings, language: Language) => {
  const { usedTitle, usedText, usedLink } = textsIn(language);
  const link = `<a class="button main" target="_top" href="/dashboard/packages/statement">${escapeHtml(usedLink)}</a>`;
  return send(reply.code(404), settings, {
    language,
    title: usedTitle,
    body: `<p>${escapeHtml(usedText)}</p>${link}`,
  });
};

/** Sends a page that posts the result of the payment to the dashboard around the frame, and to no other origin. */
export const sendResultToParent = (
  reply: FastifyReply,
  settings: Settings,
  { language, message, to }: { language: Language; message: PaymentMessage; to: string },
) => {
  const texts = textsIn(language);
  const script = parentsOf(settings)
    .map((origin) => `parent.postMessage(${inScript(message)},${inScript(origin)});`)
    .join('');
  return send(reply, settings, {
    language,
    title: texts.backTitle,
    body: `<a class="button main" target="_top" href="${escapeHtml(to)}">${escapeHtml(texts.goOn)}</a>`,
    script,
  });
};
