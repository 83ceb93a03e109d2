import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const STRIPE_KEYS = {
  secretKey: 'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  publishableKey: 'pk_test_TYooMQauvdEDq54NiTphI7jx',
  webhookSecret: 'whsec_test_secret',
};

type Fields = Record<string, unknown>;
type Intent = Fields & { id: string; status: string; amount: number };

/** Stripe's own test cards as payment methods, with the answer to a charge of each. */
const DECLINES: Record<string, Fields> = {
  pm_card_visa_chargeDeclinedInsufficientFunds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  pm_card_visa_chargeDeclined: { code: 'card_declined', decline_code: 'generic_decline' },
  pm_card_chargeDeclinedExpiredCard: { code: 'expired_card' },
  pm_card_chargeDeclinedIncorrectCvc: { code: 'incorrect_cvc' },
  pm_card_authenticationRequired: { code: 'authentication_required', decline_code: 'authentication_required' },
};

export interface StripeCounterpart {
  url: string;
  calls: { method: string; path: string; body: Record<string, string>; key: string | undefined }[];
  intents: Map<string, Intent>;
  refunds: string[];
  mood: 'well' | 'silent' | 'broken';
  /** Intents on a page of a list, whatever limit the request names. */
  pageSize: number;
  /** Confirms an intent with a payment method, as the browser does with the client secret. */
  confirm(id: string, paymentMethod?: string): void;
  close(): Promise<void>;
}

const numbersOf = (body: Record<string, string>, names: string[]) =>
  Object.fromEntries(names.filter((name) => body[name] !== undefined).map((name) => [name, Number(body[name])]));

/**
 * Starts a stand-in for Stripe's documented calls of intents, customers and refunds; a repeated key gets the first
 * answer.
 */
export const stripeCounterpart = async (): Promise<StripeCounterpart> => {
  const intents = new Map<string, Intent>();
  const answered = new Map<string, [number, Fields]>();
  let count = 0;

  const error = (type: string, more: Fields): [number, Fields] => [
    type === 'card_error' ? 402 : 400,
    { error: { type, message: 'Refused.', ...more } },
  ];
  /** Authorises the money, and captures it unless the intent asks for a later capture. */
  const authorise = (intent: Intent) => {
    const waits = intent.capture_method === 'manual';
    Object.assign(
      intent,
      waits ? { status: 'requires_capture' } : { status: 'succeeded', amount_received: intent.amount },
    );
  };

  const create = (body: Record<string, string>): [number, Fields] => {
    const id = `pi_${(count += 1)}`;
    const intent: Intent = {
      object: 'payment_intent',
      ...body,
      id,
      ...(numbersOf(body, ['amount']) as { amount: number }),
      metadata: { paymentId: body['metadata[paymentId]'] },
      customer: body.customer ?? null,
      payment_method: body.payment_method ?? null,
      amount_received: 0,
      last_payment_error: null,
      client_secret: `${id}_secret_x`,
      status: 'requires_payment_method',
    };
    intents.set(id, intent);
    if (body.confirm !== 'true') return [200, intent];
    const decline = DECLINES[String(body.payment_method)];
    if (decline) {
      intent.last_payment_error = { type: 'card_error', ...decline };
      return error('card_error', { ...decline, payment_intent: intent });
    }
    authorise(intent);
    return [200, intent];
  };

  const list = (resource: string): [number, Fields] => {
    const query = new URLSearchParams(resource.split('?')[1]);
    const mine = [...intents.values()].reverse().filter(({ customer }) => customer === query.get('customer'));
    const after = mine.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    const data = mine.slice(after, after + self.pageSize);
    return [200, { object: 'list', url: '/v1/payment_intents', data, has_more: after + data.length < mine.length }];
  };

  const answerTo = (method: string, path: string, body: Record<string, string>): [number, Fields] => {
    const [, , resource, id = '', action] = path.split('/');
    const intent = intents.get(id);
    if (resource === 'customers') return [200, { id: 'cus_1', object: 'customer' }];
    if (resource === 'refunds') {
      self.refunds.push(body.payment_intent!);
      return [200, { id: 're_1', object: 'refund', status: 'succeeded' }];
    }
    if (method === 'POST' && id === '') return create(body);
    if (method === 'GET' && resource?.startsWith('payment_intents?')) return list(resource);
    if (!intent)
      return [404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such' } }];
    if (action === 'capture') {
      if (intent.status !== 'requires_capture')
        return error('invalid_request_error', { code: 'payment_intent_unexpected_state' });
      Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
    }
    if (action === 'cancel') intent.status = 'canceled';
    return [200, intent];
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (data: Buffer) => chunks.push(data));
    request.on('end', () => {
      const body = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      const { method = '', url: path = '' } = request;
      const key = request.headers['idempotency-key'] as string | undefined;
      self.calls.push({ method, path, body, key });
      if (self.mood === 'silent') return;
      if (self.mood === 'broken') return void response.writeHead(500).end('<html>');
      const isKnown = request.headers.authorization === `Bearer ${STRIPE_KEYS.secretKey}`;
      const refused: [number, Fields] = [401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } }];
      const name = `${path} ${key}`;
      const answer = !isKnown ? refused : (key && answered.get(name)) || answerTo(method, path, body);
      // Stripe repeats the first answer of a key unchanged.
      if (key && isKnown) answered.set(name, structuredClone(answer));
      response.writeHead(answer[0], { 'content-type': 'application/json', 'request-id': 'req_1' });
      response.end(JSON.stringify(answer[1]));
    });
  });
  const self: StripeCounterpart = {
    url: '',
    calls: [],
    intents,
    refunds: [],
    mood: 'well',
    pageSize: 100,
    confirm: (id, paymentMethod = 'pm_card_visa') => {
      const intent = intents.get(id)!;
      const decline = DECLINES[paymentMethod];
      if (decline) return void Object.assign(intent, { last_payment_error: { type: 'card_error', ...decline } });
      Object.assign(intent, { payment_method: paymentMethod, last_payment_error: null });
      authorise(intent);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  self.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return self;
};
