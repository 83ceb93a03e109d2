import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DECLINES, GOOD_CARD, INIT_FAILS, isAuthorised, sign, type Fields } from './iyzicoWorld';

interface Stored {
  order: Fields;
  paymentId: string;
  token?: string;
  paymentStatus?: string;
  mdStatus?: string;
  fraudStatus: number;
  decline?: Fields;
  cancelled?: 'cancel' | 'refund';
  card?: { cardUserKey: string; cardToken: string };
  /** The amount it reports as taken, when that differs from the requested one. */
  paidPrice?: number;
}

export interface IyzicoCounterpart {
  url: string;
  calls: { path: string; body: Fields }[];
  payments: Map<string, Stored>;
  /** How it answers from now on: correctly, with a wrong signature, without the bank's page, not at all, or with a bare 500. */
  mood: 'well' | 'wrongly signed' | 'pageless' | 'silent' | 'broken';
  /** A call that is answered with an error, after it is done or instead. */
  trouble: { path: string; errorCode: string; isRefused?: boolean } | null;
  /** The next call to this path waits at the bank until `finish`; later ones are refused meanwhile. */
  slowPath: string | null;
  finish(): void;
  /** Pays in the form or at the bank; `mdStatus` 1 is a passed challenge. */
  pay(conversationId: string, by: { number?: string; mdStatus?: string }): void;
  /** Returns the form with which the bank sends the browser back. */
  returnForm(conversationId: string, status?: 'success' | 'failure'): URLSearchParams;
  close(): Promise<void>;
}

/**
 * Starts a stand-in for iyzico's documented calls, which checks the signature of each request and signs its answers.
 */
export const iyzicoCounterpart = async (): Promise<IyzicoCounterpart> => {
  const payments = new Map<string, Stored>();
  let lastId = 22_484_291;
  const failure = (errorCode: string, errorMessage: string): Fields => ({ status: 'failure', errorCode, errorMessage });
  const stored = ({ paymentId, paymentConversationId, token }: Fields): Stored | undefined =>
    [...payments.values()].find((one) =>
      token
        ? one.token === token
        : paymentId
          ? one.paymentId === paymentId
          : one.order.conversationId === paymentConversationId,
    );

  const detailOf = (one: Stored): Fields => {
    const { order, paymentId, token, paymentStatus, mdStatus, fraudStatus, decline, card } = one;
    const { currency, basketId, conversationId } = order;
    const price = Number(order.price);
    const paidPrice = one.paidPrice ?? price;
    const values = [paymentId, currency, basketId, conversationId, paidPrice, price];
    const signed = token ? [paymentStatus, ...values, token] : values;
    const signature = sign(signed.join(':'));
    const money = { currency, basketId, conversationId, price, paidPrice, paymentId, fraudStatus, signature };
    // As in the documentation's example, only the form's answer holds the status of a taken payment.
    const isTaken = paymentStatus === 'SUCCESS';
    const taken = isTaken ? { itemTransactions: [{ itemId: basketId, transactionStatus: 2 }] } : {};
    const seen = {
      ...taken,
      ...(paymentStatus && (token || !isTaken) && { paymentStatus }),
      ...(mdStatus && { mdStatus }),
      ...(token && { token }),
    };
    return { status: 'success', ...money, ...seen, ...decline, ...card };
  };

  const begin = (order: Fields, more: Partial<Stored> = {}): Stored => {
    const one: Stored = { order, paymentId: String((lastId += 1)), fraudStatus: 1, ...more };
    payments.set(String(order.conversationId), one);
    return one;
  };

  /** Charges a kept card, or a card after a passed challenge. */
  const charge = (one: Stored): Fields => {
    if (one.decline) return { status: 'failure', ...one.decline };
    one.paymentStatus = 'SUCCESS';
    return detailOf(one);
  };

  const answers: Record<string, (body: Fields) => Fields> = {
    '/payment/3dsecure/initialize': (body) => {
      const { cardNumber, registerCard } = body.paymentCard as Fields;
      if (cardNumber === INIT_FAILS) return failure('10000', '3dsecure initialize failed');
      const card = registerCard === 1 ? { card: { cardUserKey: 'user-key', cardToken: 'card-token' } } : {};
      const decline = DECLINES[String(cardNumber)];
      const one = begin(body, { paymentStatus: 'INIT_THREEDS', ...card, ...(decline && { decline }) });
      const html = `<html><body><form id="acs" action="https://bank.example/acs" method="post"></form></body></html>`;
      const threeDSHtmlContent = Buffer.from(html).toString('base64');
      const signature = sign([one.paymentId, body.conversationId].join(':'));
      return {
        status: 'success',
        paymentId: one.paymentId,
        conversationId: body.conversationId,
        ...(self.mood !== 'pageless' && { threeDSHtmlContent }),
        signature,
      };
    },
    '/payment/v2/3dsecure/auth': (body) => {
      const one = stored(body);
      if (one?.paymentStatus !== 'CALLBACK_THREEDS') return failure('5093', 'not to be completed');
      return charge(one);
    },
    '/payment/detail': (body) => {
      const one = stored(body);
      return one ? detailOf(one) : failure('5115', 'not found');
    },
    '/payment/auth': (body) => {
      const { cardUserKey, cardToken } = body.paymentCard as Fields;
      const isKept = cardUserKey === 'user-key' && cardToken === 'card-token';
      const decline = isKept ? {} : { decline: DECLINES['4111111111111129'] };
      return charge(begin(body, decline));
    },
    '/payment/iyzipos/checkoutform/initialize/auth/ecom': (body) => {
      const token = randomUUID();
      begin(body, { token });
      const signature = sign([body.conversationId, token].join(':'));
      const paymentPageUrl = `https://sandbox-cpp.iyzipay.com?token=${token}&lang=tr`;
      return {
        status: 'success',
        conversationId: body.conversationId,
        token,
        tokenExpireTime: 1800,
        paymentPageUrl,
        signature,
      };
    },
    '/payment/iyzipos/checkoutform/auth/ecom/detail': (body) => {
      const one = stored({ token: body.token });
      return one ? detailOf(one) : failure('5122', 'not found');
    },
    '/payment/cancel': (body) => {
      const one = stored({ paymentId: body.paymentId });
      if (one?.paymentStatus !== 'SUCCESS' || one.order.noCancel) return failure('5093', 'not to be cancelled');
      one.cancelled = 'cancel';
      return { status: 'success', paymentId: one.paymentId };
    },
    '/v2/payment/refund': (body) => {
      const one = stored({ paymentId: body.paymentId })!;
      one.cancelled = 'refund';
      return { status: 'success', paymentId: one.paymentId };
    },
  };

  let finishHeld: (() => void) | null = null;
  /** Runs a call; a refused one changes nothing. */
  const carryOut = (path: string, body: Fields): Fields => {
    const { trouble } = self;
    if (trouble?.path !== path) return answers[path]!(body);
    if (!trouble.isRefused) answers[path]!(body);
    return failure(trouble.errorCode, 'System error');
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (data: Buffer) => chunks.push(data));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      const path = String(request.url);
      if (self.mood === 'silent') return;
      if (self.mood === 'broken') return void response.writeHead(500).end('<html>');
      const body = JSON.parse(text) as Fields;
      self.calls.push({ path, body });
      const send = (done: Fields) => {
        const answer = self.mood === 'wrongly signed' ? { ...done, signature: sign('of something else') } : done;
        // iyzico writes amounts with trailing zeros.
        const json = JSON.stringify(answer).replace(/"(price|paidPrice)":(\d+)([,}])/g, '"$1":$2.00000000$3');
        response.writeHead(200, { 'content-type': 'application/json' }).end(json);
      };
      if (!isAuthorised(request, path, text)) return send(failure('1000', 'wrong signature'));
      if (self.slowPath !== path) return send(carryOut(path, body));
      if (finishHeld) return send(failure('5093', 'in hand already'));
      finishHeld = () => send(carryOut(path, body));
    });
  });
  const self: IyzicoCounterpart = {
    url: '',
    calls: [],
    payments,
    mood: 'well',
    trouble: null,
    slowPath: null,
    finish: () => {
      self.slowPath = null;
      finishHeld?.();
      finishHeld = null;
    },
    pay: (conversationId, { number = GOOD_CARD, mdStatus }) => {
      const one = payments.get(conversationId)!;
      if (mdStatus) return void Object.assign(one, { paymentStatus: 'CALLBACK_THREEDS', mdStatus });
      const decline = DECLINES[number];
      Object.assign(
        one,
        decline ? { paymentStatus: 'FAILURE', decline } : { paymentStatus: 'SUCCESS', decline: undefined },
      );
    },
    returnForm: (conversationId, status = 'success') => {
      const { paymentId, mdStatus = '0' } = payments.get(conversationId)!;
      const values = { conversationData: '', conversationId, mdStatus, paymentId, status };
      return new URLSearchParams({ ...values, signature: sign(Object.values(values).join(':')) });
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
