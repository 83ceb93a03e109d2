import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { Order, Outcome, PaymentProvider, Purchase, Started } from '../../../platform/ports/payments';
import type { IyzicoSettings } from '../../../platform/paymentSettings';
import { assertTelling, checkPaid, Mistrusted, nothingKnown, outcomeOf, paidOutcome } from './answers';
import { iyzicoClient, type Answer, type Call } from './client';
import { declineOf, isDecline } from './declines';
import { closeForm } from './closeForm';
import { BuyerIncomplete, cardFields, orderFields, priceOf } from './requests';
import { isSigned } from './signature';
import { readIyzicoWebhook } from './webhook';

export interface IyzicoNeeds {
  settings: IyzicoSettings;
  /** Who buys what: read when iyzico asks for it. */
  purchaseOf(orderId: string): Promise<Purchase>;
  timeoutMs?: number;
}

/** A payment by the form is asked about by its token, any other by iyzico's own id of it, or by ours. */
const FORM = 'form:';
/** Nothing but iyzico's page opens in the frame: its address comes from iyzico, and is looked at all the same. */
const isPage = (url: unknown): url is string =>
  typeof url === 'string' && URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol);

const signedStart = (answer: Answer, secretKey: string, values: unknown[]): void => {
  if (!isSigned(secretKey, values, answer.signature)) throw new Mistrusted('iyzico: a wrong signature');
};

/** What a payment came to; `reference` as it was kept. */
const retrieveWith =
  (call: Call, { secretKey }: IyzicoSettings) =>
  async (order: Order, reference: string | null, hasReturned = false): Promise<Outcome> => {
    const conversationId = order.id;
    if (!reference?.startsWith(FORM)) {
      const which = reference === null ? {} : { paymentId: reference };
      const ask = { locale: 'en', conversationId, ...which, paymentConversationId: conversationId };
      return outcomeOf(await call('/payment/detail', ask), order, secretKey);
    }
    const token = reference.slice(FORM.length);
    const path = '/payment/iyzipos/checkoutform/auth/ecom/detail';
    const outcome = outcomeOf(await call(path, { locale: 'en', conversationId, token }), order, secretKey);
    // The form shows a refused try by itself and lets one try again, until the browser comes back.
    return outcome.state === 'failed' && !hasReturned ? { state: 'waiting' } : outcome;
  };

/**
 * Card payments with a challenge, iyzico's own form, and kept cards. Each answer that says that money was taken is held against
 * its signature, the order and its amount. https://docs.iyzico.com/en/payment-methods
 */
export const createIyzico = ({ settings, purchaseOf, timeoutMs }: IyzicoNeeds): PaymentProvider => {
  const call = iyzicoClient(settings, timeoutMs);
  const { secretKey } = settings;
  const retrieve = retrieveWith(call, settings);

  /** An answer to a call that takes money. A failure without a bank's word may be that it was taken before: it is asked. */
  const settled = async (answer: Answer, order: Order, reference: string | null): Promise<Outcome> => {
    assertTelling(answer, order);
    if (answer.status === 'success') {
      checkPaid(answer, order, secretKey);
      return paidOutcome(answer);
    }
    const known = await retrieve(order, reference);
    // Refused, and authorised still: another call, or the bank, may have the charge in hand.
    if (known.state === 'authorised' && !isDecline(answer)) throw nothingKnown(answer, order);
    return known.state === 'succeeded' || known.state === 'review'
      ? known
      : { state: 'failed', key: declineOf(answer) };
  };

  return {
    name: 'iyzico',
    needsBuyer: true,
    // "Majority of iyzico services" are not idempotent: https://docs.iyzico.com/en/getting-started/preliminaries/idempotency
    repeatsSafelyMs: 0,
    startCard: async (order, card, { callbackUrl }): Promise<Started> => {
      const purchase = await purchaseOf(order.id);
      const answer = await call('/payment/3dsecure/initialize', {
        locale: 'en',
        ...orderFields(order, purchase),
        installment: 1,
        paymentChannel: 'WEB',
        paymentCard: cardFields(card, purchase.renews),
        callbackUrl,
      });
      if (answer.status !== 'success') return { kind: 'declined', key: declineOf(answer) };
      const { paymentId, threeDSHtmlContent } = answer;
      signedStart(answer, secretKey, [paymentId, order.id]);
      const html = Buffer.from(String(threeDSHtmlContent), 'base64').toString();
      return { kind: 'challenge', page: { kind: 'html', html }, reference: String(paymentId) };
    },
    startForm: async (order, { callbackUrl, language }) => {
      const answer = await call('/payment/iyzipos/checkoutform/initialize/auth/ecom', {
        locale: language === 'tr' ? 'tr' : 'en',
        ...orderFields(order, await purchaseOf(order.id)),
        callbackUrl,
        enabledInstallments: [1],
        forceThreeDS: 1,
      });
      const { token, paymentPageUrl } = answer;
      if (answer.status !== 'success' || !isPage(paymentPageUrl)) throw new Error('iyzico: no form');
      signedStart(answer, secretKey, [order.id, token]);
      const url = new URL(paymentPageUrl);
      url.searchParams.set('iframe', 'true');
      return { kind: 'page', page: { kind: 'link', url: url.href }, reference: `${FORM}${String(token)}` };
    },
    complete: async (order, reference) => {
      // A form has taken the money by itself, and a call before a crash may have taken it too.
      const known = await retrieve(order, reference);
      const isOpen = known.state === 'authorised' || known.state === 'waiting';
      if (!isOpen || reference === null || reference.startsWith(FORM)) return known;
      const answer = await call('/payment/v2/3dsecure/auth', {
        locale: 'en',
        conversationId: order.id,
        paymentId: reference,
        paidPrice: priceOf(order),
        basketId: order.id,
        currency: order.currency,
      });
      return settled(answer, order, reference);
    },
    retrieve,
    chargeAgain: async (order, customerToken) => {
      const token = keptCard(customerToken);
      if (!token) return { state: 'failed', key: ERROR_KEYS.cardDeclined };
      const purchase = await purchaseOf(order.id);
      const fields = completeFields(order, purchase);
      // The profile was emptied since: a renewal that fails is told, and tried again.
      if (!fields) return { state: 'failed', key: ERROR_KEYS.paymentInit };
      const how = { locale: 'en', installment: 1, paymentChannel: 'WEB', paymentCard: token };
      const answer = await call('/payment/auth', { ...fields, ...how });
      return settled(answer, order, null);
    },
    findCharge: (order) => retrieve(order, null),
    closeForm: async (order, reference) =>
      reference?.startsWith(FORM) ? closeForm(call, settings, order, reference.slice(FORM.length)) : 'closed',
    readReturn: (_order, reference, form) => {
      const [conversationData, conversationId, mdStatus, paymentId, status] = [
        'conversationData',
        'conversationId',
        'mdStatus',
        'paymentId',
        'status',
      ].map((name) => form.get(name) ?? '');
      const values = [conversationData, conversationId, mdStatus, paymentId, status];
      if (reference === null || paymentId !== reference || !isSigned(secretKey, values, form.get('signature')))
        return null;
      return status === 'success' && mdStatus === '1' ? 'authorised' : 'failed';
    },
    readWebhook: (body, headers) => readIyzicoWebhook(secretKey, body, headers['x-iyz-signature-v3']),
  };
};

/** The fields of an order, or null for a buyer whose profile lacks some of them. */
const completeFields = (order: Order, purchase: Purchase): ReturnType<typeof orderFields> | null => {
  try {
    return orderFields(order, purchase);
  } catch (error) {
    if (error instanceof BuyerIncomplete) return null;
    throw error;
  }
};

/** The names of a card that iyzico keeps; null for what another provider, or nobody, has given out. */
const keptCard = (customerToken: string): { cardUserKey: string; cardToken: string } | null => {
  try {
    const { cardUserKey, cardToken } = JSON.parse(customerToken) as Record<string, unknown>;
    return typeof cardUserKey === 'string' && typeof cardToken === 'string' ? { cardUserKey, cardToken } : null;
  } catch {
    return null;
  }
};
