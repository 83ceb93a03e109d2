import type { FastifyInstance, FastifyRequest } from 'fastify';
import { BRANDS_OF_PROVIDER, numberProblem } from '../../../../contract/constants/cards';
import type { Language } from '../../../../contract/constants/options';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { Deps } from '../../../platform/deps';
import { formatMoney } from '../../../platform/money';
import { notFound } from '../../../platform/errors';
import { answerChallenge, answerForm, type FormAnswer } from '../../../adapters/payment/sandbox/sandbox';
import { findChallenge, type SandboxStep } from '../../../adapters/payment/sandbox/chargeRepository';
import { paymentIdOf } from './bankPages';
import * as pages from './sandboxPages';

interface Post {
  Params: { id: string };
  Body: Buffer | undefined;
}

const CALLBACK = '/api/payment/checkout/sandbox/callback';
const callbackOf = (id: string) => `${CALLBACK}?id=${id}`;
const fieldsOf = (request: FastifyRequest<Post>) => new URLSearchParams(request.body?.toString() ?? '');

/** Registers the bank and form pages of the sandbox. Call it only when the sandbox is the provider. */
export const registerSandboxPages = (app: FastifyInstance, deps: Deps): void => {
  const { settings } = deps;
  const stepOf = async (request: FastifyRequest<{ Params: { id: string } }>) => {
    const id = paymentIdOf(request.params.id);
    const step = await findChallenge(deps.db, id);
    if (!step) throw notFound();
    return { id, step };
  };
  const amountOf = (language: Language, { amountMinor, currency }: SandboxStep): string =>
    formatMoney(amountMinor, currency, language);

  app.get<{ Params: { id: string } }>('/api/payment/sandbox/bank/:id', async (request, reply) => {
    const { id, step } = await stepOf(request);
    const { language } = request;
    const { isOpen } = step;
    return pages.sendSandboxBank(reply, settings, {
      language,
      amount: amountOf(language, step),
      isOpen,
      continueUrl: callbackOf(id),
    });
  });
  app.post<Post>('/api/payment/sandbox/bank/:id', async (request, reply) => {
    const id = paymentIdOf(request.params.id);
    const answer = fieldsOf(request).get('answer') === 'approve' ? 'approve' : 'cancel';
    if (!(await answerChallenge(deps, id, answer))) throw notFound();
    return reply.redirect(callbackOf(id), 303);
  });
  app.get<{ Params: { id: string } }>('/api/payment/sandbox/form/:id', async (request, reply) => {
    const { id, step } = await stepOf(request);
    if (!step.isForm || !step.isOpen) return reply.redirect(callbackOf(id), 303);
    const { language } = request;
    return pages.sendSandboxForm(reply, settings, { language, amount: amountOf(language, step), error: null });
  });
  app.post<Post>('/api/payment/sandbox/form/:id', async (request, reply) => {
    const { id, step } = await stepOf(request);
    const number = (fieldsOf(request).get('number') ?? '').replace(/ /g, '');
    const isNumber = /^\d+$/.test(number) && numberProblem(number, BRANDS_OF_PROVIDER.sandbox) === null;
    const answer: FormAnswer | null = isNumber
      ? await answerForm(deps, id, number)
      : { next: 'again', key: ERROR_KEYS.cardNumber };
    if (!answer) throw notFound();
    if (answer.next === 'back') return reply.redirect(callbackOf(id), 303);
    if (answer.next === 'bank') return reply.redirect(`/api/payment/sandbox/bank/${id}`, 303);
    const { language } = request;
    const error = deps.messages.ofKey(answer.key, language);
    return pages.sendSandboxForm(reply.code(400), settings, { language, amount: amountOf(language, step), error });
  });
};
