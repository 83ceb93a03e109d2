import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FRAMED, PAYMENT_PROVIDERS } from '../../../../contract/constants/payment';
import type { PaymentMessage } from '../../../../contract/schemas/commerce';
import type { Deps } from '../../../platform/deps';
import { notFound } from '../../../platform/errors';
import * as pages from './bankPages';
import { PAYMENT_ID, paymentIdOf, receiveReturn, receiveWebhook } from './bankPages';
import { registerSandboxPages } from './sandboxPages';
import type { PaymentRecord } from '../repository';
import { findPaymentOfToken, shownState, takeBankPage } from '../purchaseService';

const TOKEN = /^[\w-]{43}$/;
/** Maximum size of a bank's form or message in bytes. */
const FORM_LIMIT = 65_536;

type Return = FastifyRequest<{ Querystring: { id?: unknown }; Body: Buffer | undefined }>;

/** On plain http at another address than the machine's own, browsers send no header; then `otherwise` holds. */
const isInFrame = ({ headers }: FastifyRequest, otherwise: boolean): boolean =>
  headers['sec-fetch-dest'] === undefined ? otherwise : headers['sec-fetch-dest'] === 'iframe';

interface Outcome {
  payment: PaymentRecord;
  isFramed: boolean;
}

/** Shows the outcome of a payment: redirects a whole page to it, and in a frame sends a message to the dashboard. */
const sendOutcome = (deps: Deps, request: FastifyRequest, reply: FastifyReply, { payment, isFramed }: Outcome) => {
  const { errorKey, basketId } = payment;
  const status = shownState(payment);
  const result: Omit<PaymentMessage, 'type'> = {
    status,
    ...(status === 'failure' && errorKey !== null && { errorKey }),
    ...(basketId !== null && { basketId }),
  };
  // The session belongs to the name by which the browser knows this server.
  const to = `/dashboard/packages/payment-result?${new URLSearchParams({ ...result })}`;
  if (!isFramed) return reply.redirect(to, 303);
  const message: PaymentMessage = { type: 'payment', ...result };
  return pages.sendResultToParent(reply, deps.settings, { language: request.language, message, to });
};

/** Answers the return from the bank or the provider's form and sends the outcome to the dashboard. */
const sendReturn = async (deps: Deps, request: Return, reply: FastifyReply) => {
  const form = new URLSearchParams(request.body?.toString() ?? '');
  const id = paymentIdOf(request.query.id);
  const payment = await receiveReturn(deps, id, form);
  if (!payment) throw notFound();
  // The page for a frame leads a whole page to the result, too.
  return sendOutcome(deps, request, reply, { payment, isFramed: isInFrame(request, true) });
};

/** Sends the bank's page once; later loads lead to the outcome of its payment. */
const sendBank = async (deps: Deps, request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
  const { token } = request.params;
  const isFramed = isInFrame(request, FRAMED in (request.query as object));
  const page = TOKEN.test(token) ? await takeBankPage(deps, token, isFramed) : undefined;
  if (page) return pages.sendBankPage(reply, deps.settings, request.language, page);
  const payment = TOKEN.test(token) ? await findPaymentOfToken(deps, token) : undefined;
  if (!payment) return pages.sendUnknownPage(reply, deps.settings, request.language);
  return sendOutcome(deps, request, reply, { payment, isFramed });
};

/**
 * Registers the pages and webhooks for banks and providers. Their requests carry no access token, only an id that is
 * too random to guess.
 */
export const registerPaymentPages = (app: FastifyInstance, deps: Deps): void => {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Keeps the raw body, because signatures cover the bytes.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    // A HEAD request would use up the page.
    scope.get<{ Params: { token: string } }>(
      '/api/payment/3ds/:token',
      { exposeHeadRoute: false },
      async (request, reply) => sendBank(deps, request, reply),
    );
    scope.route<{ Params: { provider: string }; Querystring: { id?: unknown }; Body: Buffer | undefined }>({
      method: ['GET', 'POST'],
      exposeHeadRoute: false,
      url: '/api/payment/checkout/:provider/callback',
      handler: async (request, reply) => {
        if (!PAYMENT_PROVIDERS.some((name) => name === request.params.provider)) throw notFound();
        return sendReturn(deps, request, reply);
      },
    });
    scope.get<{ Querystring: { id?: unknown }; Body: undefined }>(
      '/api/payment/checkout/stripe/finalize',
      { exposeHeadRoute: false },
      async (request, reply) => sendReturn(deps, request as Return, reply),
    );
    scope.post<{ Params: { provider: string }; Body: Buffer | undefined }>(
      '/api/payment/webhook/:provider',
      async (request) => {
        if (request.params.provider !== deps.payments.name || !request.body) throw notFound();
        const webhook = deps.payments.readWebhook(request.body, request.headers);
        if (!webhook) throw notFound();
        // Accepts signed messages about other subjects too. Otherwise the provider would repeat them for days.
        if (webhook.paymentId !== null && PAYMENT_ID.test(webhook.paymentId))
          await receiveWebhook(deps, webhook.paymentId);
        return { ok: true, payload: null };
      },
    );
    if (deps.payments.name === 'sandbox') registerSandboxPages(scope, deps);
  });
};
