import Stripe from 'stripe';
import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type {
  DeclineKey,
  Order,
  Outcome,
  PaymentProvider,
  Purchase,
  WebhookMessage,
} from '../../../platform/ports/payments';
import { dictionary } from '../../../platform/messages';
import { fullName } from '../../../../contract/constants/text';
import { HOUR } from '../../../../contract/constants/time';
import type { StripeSettings } from '../../../platform/providerSettings';

/** By `decline_code`, or by `code` when the bank gives none. https://docs.stripe.com/declines/codes */
const CODES = dictionary<DeclineKey>({
  insufficient_funds: ERROR_KEYS.cardFunds,
  expired_card: ERROR_KEYS.cardExpired,
  invalid_expiry_month: ERROR_KEYS.cardExpired,
  invalid_expiry_year: ERROR_KEYS.cardExpired,
  incorrect_cvc: ERROR_KEYS.cardCvc,
  invalid_cvc: ERROR_KEYS.cardCvc,
  incorrect_number: ERROR_KEYS.cardNumber,
  invalid_number: ERROR_KEYS.cardNumber,
  authentication_required: ERROR_KEYS.challengeFailed,
  payment_intent_authentication_failure: ERROR_KEYS.challengeFailed,
});

const declineOf = ({ decline_code, code }: { decline_code?: string; code?: string }): DeclineKey =>
  CODES[decline_code ?? ''] ?? CODES[code ?? ''] ?? ERROR_KEYS.cardDeclined;

const idOf = (value: string | { id: string } | null): string | null =>
  typeof value === 'string' ? value : (value?.id ?? null);

/** Returns the token for later charges: the customer and Stripe's stored card. */
const tokenOf = ({ customer, payment_method, setup_future_usage }: Stripe.PaymentIntent): string | null => {
  const [customerId, methodId] = [idOf(customer), idOf(payment_method)];
  const isKept = setup_future_usage === 'off_session' && customerId !== null && methodId !== null;
  return isKept ? JSON.stringify({ customer: customerId, paymentMethod: methodId }) : null;
};

const isOf = (intent: Stripe.PaymentIntent, order: Order): boolean =>
  intent.metadata.paymentId === order.id &&
  intent.amount === order.amountMinor &&
  intent.currency === order.currency.toLowerCase();

/**
 * Returns the outcome of an intent. `hasReturned`: the browser has left the payment element, so no further try follows
 * a declined one. Throws for an intent of another order, amount or currency, so that nothing is granted or ended.
 */
const outcomeOf = (intent: Stripe.PaymentIntent, order: Order, hasReturned = false): Outcome => {
  if (!isOf(intent, order)) throw new Error(`stripe: the intent belongs to another payment than ${order.id}`);
  switch (intent.status) {
    case 'succeeded':
      if (intent.amount_received !== order.amountMinor)
        throw new Error(`stripe: the received amount differs from the amount of ${order.id}`);
      return { state: 'succeeded', reference: intent.id, customerToken: tokenOf(intent) };
    case 'requires_capture':
      return { state: 'authorised' };
    case 'processing':
      return { state: 'review' };
    case 'canceled':
      return { state: 'failed', key: ERROR_KEYS.challengeFailed };
    case 'requires_payment_method': {
      const error = intent.last_payment_error;
      return hasReturned && error ? { state: 'failed', key: declineOf(error) } : { state: 'waiting' };
    }
    default:
      return { state: 'waiting' };
  }
};

interface StripeNeeds {
  settings: StripeSettings;
  /** Reads the buyer and the items when a form is opened. */
  purchaseOf(orderId: string): Promise<Purchase>;
  timeoutMs?: number;
}

/** Longest time of a Stripe response in milliseconds; Stripe waits for a bank. */
const TIMEOUT_MS = 20_000;
/** The SDK repeats a request with the same key after a connection error, a 409 and a 5xx. */
const RETRIES = 2;
/**
 * Stripe keeps a key for at least 24 hours; after that the same request would charge again.
 * https://docs.stripe.com/api/idempotent_requests
 */
const KEY_MS = 23 * HOUR;
/** The only payment method that supports authorisation and later capture everywhere. */
const METHODS = { allowed_payment_method_types: ['card' as const] };

const clientOf = ({ secretKey, apiUrl }: StripeSettings, timeout: number): Stripe => {
  const { protocol, hostname, port } = new URL(apiUrl);
  return new Stripe(secretKey, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  });
};

const amountOf = ({ amountMinor, currency, id }: Order) => ({
  amount: amountMinor,
  currency: currency.toLowerCase(),
  metadata: { paymentId: id },
});

/** Returns Stripe's names of a stored card, or null for a token of another provider. */
const keptCard = (customerToken: string): { customer: string; paymentMethod: string } | null => {
  try {
    const { customer, paymentMethod } = JSON.parse(customerToken) as Record<string, unknown>;
    return typeof customer === 'string' && typeof paymentMethod === 'string' ? { customer, paymentMethod } : null;
  } catch {
    return null;
  }
};

const isCardError = (error: unknown): error is Stripe.errors.StripeCardError =>
  error instanceof Stripe.errors.StripeCardError;

/**
 * Creates the Stripe provider with the official SDK and the payment element only: it never sends raw card data. The
 * browser authorises the payment and this server captures it (manual capture), so that a forgotten open form cannot
 * pay for an ended purchase. Each call carries an idempotency key of the order.
 * https://docs.stripe.com/payments/place-a-hold-on-a-payment-method
 */
export const createStripe = ({ settings, purchaseOf, timeoutMs = TIMEOUT_MS }: StripeNeeds): PaymentProvider => {
  const stripe = clientOf(settings, timeoutMs);

  const customerOf = async (order: Order, { buyer }: Purchase): Promise<string> => {
    const name = fullName(buyer);
    const fields = { email: buyer.email, name, metadata: { userId: buyer.id } };
    return (await stripe.customers.create(fields, { idempotencyKey: `${order.id}-customer` })).id;
  };

  const retrieve = async (order: Order, reference: string | null, hasReturned = false): Promise<Outcome> =>
    reference === null
      ? { state: 'waiting' }
      : outcomeOf(await stripe.paymentIntents.retrieve(reference), order, hasReturned);

  return {
    name: 'stripe',
    needsBuyer: false,
    repeatsSafelyMs: KEY_MS,
    startCard: () => Promise.resolve({ kind: 'declined', key: ERROR_KEYS.paymentInit }),
    startForm: async (order) => {
      const purchase = await purchaseOf(order.id);
      const kept = purchase.renews
        ? { customer: await customerOf(order, purchase), setup_future_usage: 'off_session' as const }
        : {};
      const intent = await stripe.paymentIntents.create(
        {
          ...amountOf(order),
          ...kept,
          description: purchase.title.slice(0, 500),
          capture_method: 'manual',
          ...METHODS,
        },
        { idempotencyKey: order.id },
      );
      if (intent.client_secret === null) throw new Error('stripe: the payment intent has no client secret');
      const { publishableKey } = settings;
      return { kind: 'element', clientSecret: intent.client_secret, publishableKey, reference: intent.id };
    },
    complete: async (order, reference) => {
      const known = await retrieve(order, reference);
      if (known.state !== 'authorised' || reference === null) return known;
      const key = { idempotencyKey: `${order.id}-capture` };
      return outcomeOf(await stripe.paymentIntents.capture(reference, {}, key), order);
    },
    retrieve,
    chargeAgain: async (order, customerToken) => {
      const card = keptCard(customerToken);
      if (!card) return { state: 'failed', key: ERROR_KEYS.cardDeclined };
      const { customer, paymentMethod } = card;
      const how = { customer, payment_method: paymentMethod, ...METHODS };
      const fields = { ...amountOf(order), ...how, off_session: true, confirm: true };
      try {
        return outcomeOf(await stripe.paymentIntents.create(fields, { idempotencyKey: order.id }), order, true);
      } catch (error) {
        if (isCardError(error)) return { state: 'failed', key: declineOf(error) };
        throw error;
      }
    },
    findCharge: async (order, customerToken) => {
      const card = keptCard(customerToken);
      if (!card) return { state: 'waiting' };
      // The list is up to date at once, unlike the search.
      const intents = stripe.paymentIntents.list({ customer: card.customer, limit: 100 });
      for await (const intent of intents)
        if (intent.metadata.paymentId === order.id) return outcomeOf(intent, order, true);
      return { state: 'waiting' };
    },
    closeForm: async (order, reference) => {
      if (reference === null) return 'closed';
      const { status } = await stripe.paymentIntents.retrieve(reference);
      if (status === 'canceled') return 'closed';
      if (status === 'succeeded') {
        await stripe.refunds.create({ payment_intent: reference }, { idempotencyKey: `${order.id}-refund` });
        return 'given_back';
      }
      // Cancelling also releases the held money.
      await stripe.paymentIntents.cancel(reference);
      return status === 'requires_capture' ? 'given_back' : 'closed';
    },
    readWebhook: (body, { 'stripe-signature': signature }): WebhookMessage | null => {
      if (typeof signature !== 'string') return null;
      try {
        const event = stripe.webhooks.constructEvent(body, signature, settings.webhookSecret);
        const paymentId = event.type.startsWith('payment_intent.')
          ? (event.data.object as Stripe.PaymentIntent).metadata.paymentId
          : undefined;
        return { paymentId: paymentId ?? null };
      } catch {
        return null;
      }
    },
  };
};
