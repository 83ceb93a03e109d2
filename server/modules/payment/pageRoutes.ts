import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PAYMENT_PROVIDERS } from '../../../contract/constants/payment';
import type { Deps } from '../../platform/deps';
import { notFound } from '../../platform/errors';
import { answerChallenge, findChallenge } from '../../platform/payment/sandbox';
import { toMain } from '../commerce/prices';
import * as pages from './pages';
import { shownState, takeBankPage } from './service';
import { advance } from './settle';

const PAYMENT_ID = /^[0-9a-f]{32}$/;
const TOKEN = /^[\w-]{43}$/;
/** Longest form or message that a bank sends, in bytes. */
const FORM_LIMIT = 65_536;

const idOf = (value: unknown): string => {
  if (typeof value !== 'string' || !PAYMENT_ID.test(value)) throw notFound();
  return value;
};

const callbackOf = (id: string) => `/api/payment/checkout/sandbox/callback?id=${id}`;

/** The bank's way back: finds out what came of it, and tells the dashboard. */
const goBack = async (deps: Deps, request: FastifyRequest, reply: FastifyReply, id: string) => {
  const payment = await advance(deps, id);
  if (!payment) throw notFound();
  const status = shownState(payment);
  const told: Record<string, string> = { status };
  if (status === 'failure' && payment.errorKey !== null) told.errorKey = payment.errorKey;
  if (payment.basketId !== null) told.basketId = payment.basketId;
  const to = `${deps.settings.publicUrl}/dashboard/packages/payment-result?${new URLSearchParams(told)}`;
  if (request.headers['sec-fetch-dest'] !== 'iframe') return reply.redirect(to, 303);
  return pages.sendResultToParent(reply, deps.settings, {
    language: request.language,
    message: { type: 'payment', ...told },
    to,
  });
};

const registerSandboxBank = (app: FastifyInstance, deps: Deps): void => {
  const { settings } = deps;
  app.get<{ Params: { id: string } }>('/api/payment/sandbox/bank/:id', async (request, reply) => {
    const id = idOf(request.params.id);
    const challenge = await findChallenge(deps.db, id);
    if (!challenge) throw notFound();
    const { language } = request;
    const amount = new Intl.NumberFormat(language, { style: 'currency', currency: challenge.currency }).format(
      toMain(challenge.amountMinor),
    );
    return pages.sendSandboxBank(reply, settings, { language, amount, isOpen: challenge.isOpen, goOn: callbackOf(id) });
  });
  app.post<{ Params: { id: string }; Body: Buffer }>('/api/payment/sandbox/bank/:id', async (request, reply) => {
    const id = idOf(request.params.id);
    const answer = new URLSearchParams(request.body.toString()).get('answer') === 'approve' ? 'approve' : 'cancel';
    if (!(await answerChallenge(deps, id, answer))) throw notFound();
    return reply.redirect(callbackOf(id), 303);
  });
};

/** Pages and messages of banks and providers: no token of ours comes with them, an id that nobody guesses does. */
export const registerPaymentPages = (app: FastifyInstance, deps: Deps): void => {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    scope.get<{ Params: { token: string } }>('/api/payment/3ds/:token', async (request, reply) => {
      const { token } = request.params;
      const page = TOKEN.test(token) ? await takeBankPage(deps, token) : undefined;
      return page
        ? pages.sendBankPage(reply, deps.settings, request.language, page)
        : pages.sendUsedPage(reply, deps.settings, request.language);
    });
    scope.route<{ Params: { provider: string }; Querystring: { id?: unknown } }>({
      method: ['GET', 'POST'],
      exposeHeadRoute: false,
      url: '/api/payment/checkout/:provider/callback',
      handler: async (request, reply) => {
        if (!PAYMENT_PROVIDERS.some((name) => name === request.params.provider)) throw notFound();
        return goBack(deps, request, reply, idOf(request.query.id));
      },
    });
    scope.post<{ Params: { provider: string }; Body: Buffer | undefined }>(
      '/api/payment/webhook/:provider',
      async (request) => {
        if (request.params.provider !== deps.payments.name || !request.body) throw notFound();
        const id = deps.payments.readWebhook(request.body, request.headers);
        if (id === null || !(await advance(deps, idOf(id)))) throw notFound();
        return { ok: true, payload: null };
      },
    );
    if (deps.payments.name === 'sandbox') registerSandboxBank(scope, deps);
  });
};
