import { setTimeout as pause } from 'node:timers/promises';
import { signSandbox } from '../../../server/adapters/payment/payments';
import type { ClientReply, ClientRequest, Client } from './http';
import { CARDS, type CardName } from './cards';
import type { Arrival, Attempt, Plan } from './plan';

/** The server's answers to a company, which must be true in the end. */
export interface BuyerReport {
  run: number;
  /** Baskets that the server reported as paid. */
  paid: Set<string>;
  /** Answers that no client may ever get. */
  faults: string[];
}

/** Shared data of all buyers in a run. */
export interface Market {
  send: Client;
  secret: string;
  productIds: ReadonlyMap<string, number>;
  planId: number;
  /** Returns the payments of a basket, which the bank knows by itself. */
  paymentsOf(basketId: string): Promise<string[]>;
}

/** Tries in half a minute until the basket is complete, since the servers die again and again. */
const TRIES = 300;
const TRY_AFTER_MS = 100;

/** Runs one company's plan and returns the answers that it got. */
export const buy = async (
  market: Market,
  { run, token }: { run: number; token: string },
  plan: Plan,
): Promise<BuyerReport> => {
  const report: BuyerReport = { run, paid: new Set(), faults: [] };
  let keys = 0;

  const send = async (request: ClientRequest): Promise<ClientReply | null> => {
    const answer = await market.send(request);
    // A 503 means that a connection to the store was not free in time, which says nothing about the money.
    if (answer && answer.status >= 500 && answer.status !== 503)
      report.faults.push(`${request.method ?? 'GET'} ${request.path.split('?')[0]}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const sendAsBuyer = (request: ClientRequest) => send({ ...request, token });

  const sendUntilAnswered = async (request: ClientRequest): Promise<ClientReply | null> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answer = await sendAsBuyer(request);
      if (answer && answer.status < 500) return answer;
      await pause(TRY_AFTER_MS);
    }
    report.faults.push(`${request.path}: never answered`);
    return null;
  };

  const fill = async (): Promise<string | null> => {
    const basket = (await sendUntilAnswered({ method: 'POST', path: '/api/basket' }))?.body.payload?.basket;
    if (!basket) return null;
    const items = `/api/basket/${basket._id}/item`;
    if ('plan' in plan.wish) {
      await sendUntilAnswered({ method: 'POST', path: items, body: { planId: market.planId } });
      return basket._id as string;
    }
    for (const { key, quantity } of plan.wish.products) {
      const productId = market.productIds.get(key);
      const filled = await sendUntilAnswered({ method: 'POST', path: items, body: { productId } });
      const item = filled?.body.payload?.basket.items.find(
        (one: { product: { id: number } | null }) => one.product?.id === productId,
      );
      if (item && quantity > 1)
        await sendUntilAnswered({ method: 'PUT', path: `${items}/${item._id}`, body: { quantity } });
    }
    return basket._id as string;
  };

  const payOnce = (basketId: string, card: CardName, key: string | null, hangUpAfter?: number) =>
    sendAsBuyer({
      method: 'POST',
      path: '/api/payment/card',
      headers: key === null ? {} : { 'idempotency-key': key },
      body: {
        basketId,
        cardHolderName: 'Ayşe Yılmaz',
        cardNumber: CARDS[card],
        cvc: '123',
        expireMonth: '12',
        expireYear: '39',
      },
      hangUpAfter,
    });

  const pay = async (
    basketId: string,
    { card, hasKey, copies, repeats, hangUpAfter }: Attempt,
  ): Promise<ClientReply | null> => {
    const key = hasKey ? `${run}-${(keys += 1)}` : null;
    let answer: ClientReply | null = null;
    for (let tries = 0; tries <= repeats; tries += 1) {
      const answers = await Promise.all(
        Array.from({ length: copies }, (_, copy) =>
          payOnce(basketId, card, key, copy === 0 && tries === 0 ? hangUpAfter : undefined),
        ),
      );
      answer = answers.find((one) => one?.status === 200) ?? answers.find((one) => one !== null) ?? null;
      // Repeats only a changed price and a request that runs or died; any other answer is final.
      if (answer && answer.status !== 409) break;
      await pause(TRY_AFTER_MS * tries);
    }
    return answer;
  };

  const sync = async (basketId: string) => {
    const answer = await sendAsBuyer({ method: 'POST', path: '/api/payment/sync', body: { basketId } });
    if (answer?.body.payload?.status === 'success') report.paid.add(basketId);
    return answer;
  };

  const webhook = async (ids: string[], secret: string) => {
    for (const paymentId of ids) {
      const body = { paymentId };
      const signature = signSandbox(secret, Buffer.from(JSON.stringify(body)));
      await send({
        method: 'POST',
        path: '/api/payment/webhook/sandbox',
        headers: { 'x-sandbox-signature': signature },
        body,
      });
    }
  };

  const applyArrival = async (what: Arrival, basketId: string): Promise<unknown> => {
    const ids = await market.paymentsOf(basketId);
    const back = (id: string) => `/api/payment/checkout/sandbox/callback?id=${id}`;
    switch (what) {
      case 'callback':
        return Promise.all(ids.map((id) => send({ path: back(id) })));
      case 'formCallback':
        return Promise.all(
          ids.map((id) => send({ method: 'POST', path: back(id), body: 'status=success&mdStatus=1' })),
        );
      case 'webhook':
        return webhook(ids, market.secret);
      case 'forgedWebhook':
        return webhook(ids, 'another secret');
      case 'sync':
        return sync(basketId);
      case 'change': {
        const productId = market.productIds.get('single');
        return sendAsBuyer({ method: 'POST', path: `/api/basket/${basketId}/item`, body: { productId } });
      }
      case 'payAgain':
        return payOnce(basketId, 'success', null);
    }
  };
  const applyArrivals = (arrivals: [Arrival, number][], basketId: string) =>
    Promise.all(arrivals.map(async ([what, ms]) => (await pause(ms), applyArrival(what, basketId))));

  const answerBank = async (attempt: Attempt, basketId: string, page: string | null) => {
    if (page !== null && attempt.opensPage) await send({ path: page });
    const ids = await market.paymentsOf(basketId);
    // Gives the answers in order: a cancellation is final even when the customer approves later.
    for (const answer of attempt.answers)
      for (const id of ids)
        await sendUntilAnswered({ method: 'POST', path: `/api/payment/sandbox/bank/${id}`, body: `answer=${answer}` });
  };

  const basketId = await fill();
  if (basketId === null) return report;
  for (const attempt of plan.attempts) {
    const answer = await pay(basketId, attempt);
    await applyArrivals(attempt.before, basketId);
    await answerBank(attempt, basketId, (answer?.body.payload?.result as string | null | undefined) ?? null);
    await applyArrivals(attempt.after, basketId);
  }
  return report;
};
