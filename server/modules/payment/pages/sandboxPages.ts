import type { FastifyReply, FastifyInstance, FastifyRequest } from 'fastify';
import type { Language } from '../../../../contract/constants/options';
import type { Settings } from '../../../platform/settings';
import { send, textsIn, type TextName, paymentIdOf } from './bankPages';
import { escapeHtml } from '../../../platform/messages';
import { BRANDS_OF_PROVIDER, numberProblem } from '../../../../contract/constants/cards';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { Deps } from '../../../platform/deps';
import { formatMoney } from '../../../platform/money';
import { notFound } from '../../../platform/errors';
import { answerChallenge, answerForm, type FormAnswer } from '../../../adapters/payment/payments';
import { findChallenge, type SandboxStep } from '../../../adapters/payment/sandbox/chargeRepository';

const sendSandboxBank = (
  reply: FastifyReply,
  settings: Settings,
  {
    language,
    amount,
    isOpen,
    continueUrl,
  }: { language: Language; amount: string; isOpen: boolean; continueUrl: string },
) => {
  const texts = textsIn(language);
  const answer = (value: string, label: string, look: string) =>
    `<form method="post"><input type="hidden" name="answer" value="${value}"><button class="${look}">${escapeHtml(label)}</button></form>`;
  const body = isOpen
    ? `<p>${escapeHtml(texts.bankText.replace('{amount}', amount))}</p>${answer('approve', texts.approve, 'main')}${answer('cancel', texts.cancel, '')}`
    : `<p>${escapeHtml(texts.bankOver)}</p><a class="button main" href="${escapeHtml(continueUrl)}">${escapeHtml(texts.goOn)}</a>`;
  return send(reply, settings, { language, title: texts.bankTitle, body });
};

/** The test cards in the form's list. The text key names the effect. */
const CARDS: readonly (readonly [string, string])[] = [
  ['4242 4242 4242 4242', 'cardSuccess'],
  ['4000 0000 0000 3220', 'cardChallenge'],
  ['4000 0000 0000 0002', 'cardDeclined'],
  ['4000 0000 0000 9995', 'cardFunds'],
  ['4000 0000 0000 7726', 'cardReview'],
];

/**
 * Sends the payment form of the sandbox. As on a real provider's form, a declined card shows an error there, and the
 * user can try another one.
 */
const sendSandboxForm = (
  reply: FastifyReply,
  settings: Settings,
  { language, amount, error }: { language: Language; amount: string; error: string | null },
) => {
  const texts = textsIn(language);
  const field = (name: string, label: string, attributes: string) =>
    `<label>${escapeHtml(label)}<input name="${name}" required ${attributes}${error === null ? '' : ' aria-describedby="error"'}></label>`;
  const alert = error === null ? '' : `<p class="error" id="error" role="alert">${escapeHtml(error)}</p>`;
  const cards = CARDS.map(([number, key]) => `<li>${number}: ${escapeHtml(texts[key as TextName])}</li>`).join('');
  const body =
    `<p>${escapeHtml(texts.formText.replace('{amount}', amount))}</p><form class="card" method="post">${alert}` +
    field('holder', texts.holder, 'autocomplete="cc-name" maxlength="100"') +
    field(
      'number',
      texts.number,
      'autocomplete="cc-number" inputmode="numeric" pattern="[0-9 ]{12,23}" maxlength="23"',
    ) +
    field(
      'expiry',
      texts.expiry,
      `autocomplete="cc-exp" inputmode="numeric" pattern="(0[1-9]|1[0-2])/[0-9]{2}" maxlength="5" placeholder="${escapeHtml(texts.expiryExample)}"`,
    ) +
    field('cvc', texts.cvc, 'autocomplete="cc-csc" inputmode="numeric" pattern="[0-9]{3,4}" maxlength="4"') +
    `<button class="main">${escapeHtml(texts.pay)}</button></form><div class="cards"><p>${escapeHtml(texts.cards)}</p><ul>${cards}</ul></div>`;
  return send(reply, settings, { language, title: texts.formTitle, body });
};

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
    return sendSandboxBank(reply, settings, {
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
    return sendSandboxForm(reply, settings, { language, amount: amountOf(language, step), error: null });
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
    return sendSandboxForm(reply.code(400), settings, { language, amount: amountOf(language, step), error });
  });
};
