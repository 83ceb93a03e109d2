import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { Order, Outcome, PaymentProvider, Purchase, Started } from '../../../platform/ports/payments';
import type { IyzicoSettings } from '../../../platform/providerSettings';
import {
  assertKnown,
  checkPaid,
  SignatureError,
  nothingKnown,
  outcomeOf,
  paidOutcome,
  declineOf,
  isDecline,
  isUncertain,
  closeForm,
  readIyzicoWebhook,
  iyzicoClient,
  type Answer,
  type Call,
  BuyerIncomplete,
  cardFields,
  orderFields,
  priceOf,
  isSigned,
} from './client';

interface IyzicoNeeds {
  settings: IyzicoSettings;
  /** Reads the buyer and the items when iyzico needs them. */
  purchaseOf(orderId: string): Promise<Purchase>;
  timeoutMs?: number;
}

/** Prefix of a reference that is a form's token. Other payments are looked up by iyzico's payment id or by ours. */
const FORM = 'form:';
/**
 * Returns whether an address is a page of iyzico. Checked although iyzico sent it: nothing else may open in the frame.
 */
const isPage = (url: unknown): url is string =>
  typeof url === 'string' && URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol);

const signedStart = (answer: Answer, secretKey: string, values: unknown[]): void => {
  if (!isSigned(secretKey, values, answer.signature)) throw new SignatureError('iyzico: a wrong signature');
};

/** Returns the outcome of a payment with its stored `reference`. */
const retrieveWith =
  (call: Call, { secretKey }: IyzicoSettings) =>
  async (order: Order, reference: string | null, hasReturned = false): Promise<Outcome> => {
    const conversationId = order.id;
    if (!reference?.startsWith(FORM)) {
      const which = reference === null ? {} : { paymentId: reference };
      const query = { locale: 'en', conversationId, ...which, paymentConversationId: conversationId };
      return outcomeOf(await call('/payment/detail', query), order, secretKey);
    }
    const token = reference.slice(FORM.length);
    const path = '/payment/iyzipos/checkoutform/auth/ecom/detail';
    const outcome = outcomeOf(await call(path, { locale: 'en', conversationId, token }), order, secretKey);
    // The form shows a declined try and allows another one until the browser comes back.
    return outcome.state === 'failed' && !hasReturned ? { state: 'waiting' } : outcome;
  };

/**
 * Creates the iyzico provider: card payments with a challenge, iyzico's form, and stored cards. It checks each response
 * that reports money against its signature, the order and the amount. https://docs.iyzico.com/en/payment-methods
 */
export const createIyzico = ({ settings, purchaseOf, timeoutMs }: IyzicoNeeds): PaymentProvider => {
  const call = iyzicoClient(settings, timeoutMs);
  const { secretKey } = settings;
  const retrieve = retrieveWith(call, settings);

  /**
   * Returns the outcome of a call that takes money. After a failure without a bank's decision it asks iyzico, because
   * the money may already have been taken.
   */
  const settled = async (answer: Answer, order: Order, reference: string | null): Promise<Outcome> => {
    assertKnown(answer, order);
    if (answer.status === 'success') {
      checkPaid(answer, order, secretKey);
      return paidOutcome(answer);
    }
    const known = await retrieve(order, reference);
    // iyzico refused the call but still reports the payment as authorised: another call or the bank may be charging it
    // now.
    if (known.state === 'authorised' && !isDecline(answer)) throw nothingKnown(answer, order);
    // The bank may have taken the money although iyzico does not know the payment yet.
    if (known.state === 'waiting' && isUncertain(answer)) throw nothingKnown(answer, order);
    return known.state === 'succeeded' || known.state === 'review'
      ? known
      : { state: 'failed', key: declineOf(answer) };
  };

  return {
    name: 'iyzico',
    needsBuyer: true,
    // "Majority of iyzico services" are not idempotent:
    // https://docs.iyzico.com/en/getting-started/preliminaries/idempotency
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
      if (typeof threeDSHtmlContent !== 'string') throw new Error('iyzico: the bank’s page is missing');
      const html = Buffer.from(threeDSHtmlContent, 'base64').toString();
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
      if (answer.status !== 'success' || !isPage(paymentPageUrl))
        throw new Error('iyzico: the form could not be opened');
      signedStart(answer, secretKey, [order.id, token]);
      const url = new URL(paymentPageUrl);
      url.searchParams.set('iframe', 'true');
      return { kind: 'page', page: { kind: 'link', url: url.href }, reference: `${FORM}${String(token)}` };
    },
    complete: async (order, reference) => {
      // A form takes the money itself, and a call before a crash may have taken it too.
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
      // The profile was emptied since the purchase; the renewal fails visibly and is retried.
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

/** Returns the fields of an order, or null for a buyer with an incomplete profile. */
const completeFields = (order: Order, purchase: Purchase): ReturnType<typeof orderFields> | null => {
  try {
    return orderFields(order, purchase);
  } catch (error) {
    if (error instanceof BuyerIncomplete) return null;
    throw error;
  }
};

/** Returns iyzico's names of a stored card, or null for a token of another provider. */
const keptCard = (customerToken: string): { cardUserKey: string; cardToken: string } | null => {
  try {
    const { cardUserKey, cardToken } = JSON.parse(customerToken) as Record<string, unknown>;
    return typeof cardUserKey === 'string' && typeof cardToken === 'string' ? { cardUserKey, cardToken } : null;
  } catch {
    return null;
  }
};
