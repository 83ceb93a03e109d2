import { setTimeout as pause } from 'node:timers/promises';
import { signSandbox } from '../../../server/adapters/payment/sandbox/sandbox';
import type { Answered, Asked, Client } from './http';
import { CARDS, type CardName } from './cards';
import type { Arrival, Attempt, Plan } from './plan';

/** The server's answers to a company, which must be true in the end. */
export interface Told {
  run: number;
  /** Baskets that the server reported as paid. */
  paid: Set<string>;
  /** Answers that no client may ever get. */
  faults: string[];
}

/** Shared data of all buyers in a run. */
export interface Market {
  ask: Client;
  secret: string;
  productIds: ReadonlyMap<string, number>;
  planId: number;
  /** Returns the payments of a basket, which the bank knows by itself. */
  paymentsOf(basketId: string): Promise<string[]>;
}

/** Tries until the basket is complete, since the servers die again and again. */
const TRIES = 30;
const TRY_AFTER_MS = 100;

/** Runs one company's plan and returns the answers that it got. */
export const buy = async (
  market: Market,
  { run, token }: { run: number; token: string },
  plan: Plan,
): Promise<Told> => {
  const told: Told = { run, paid: new Set(), faults: [] };
  let keys = 0;

  const ask = async (asked: Asked): Promise<Answered | null> => {
    const answer = await market.ask(asked);
    // A 503 means that a connection to the store was not free in time, which says nothing about the money.
    if (answer && answer.status >= 500 && answer.status !== 503)
      told.faults.push(`${asked.method ?? 'GET'} ${asked.path.split('?')[0]}: ${answer.status} ${answer.text}`);
    return answer;
  };
  const own = (asked: Asked) => ask({ ...asked, token });

  const insist = async (asked: Asked): Promise<Answered | null> => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answer = await own(asked);
      if (answer && answer.status < 500) return answer;
      await pause(TRY_AFTER_MS);
    }
    told.faults.push(`${asked.path}: never answered`);
    return null;
  };

  const fill = async (): Promise<string | null> => {
    const basket = (await insist({ method: 'POST', path: '/api/basket' }))?.body.payload?.basket;
    if (!basket) return null;
    const items = `/api/basket/${basket._id}/item`;
    if ('plan' in plan.wish) {
      await insist({ method: 'POST', path: items, body: { planId: market.planId } });
      return basket._id as string;
    }
    for (const { key, quantity } of plan.wish.products) {
      const productId = market.productIds.get(key);
      const filled = await insist({ method: 'POST', path: items, body: { productId } });
      const item = filled?.body.payload?.basket.items.find(
        (one: { product: { id: number } | null }) => one.product?.id === productId,
      );
      if (item && quantity > 1) await insist({ method: 'PUT', path: `${items}/${item._id}`, body: { quantity } });
    }
    return basket._id as string;
  };

  const payOnce = (basketId: string, card: CardName, key: string | null, hangUpAfter?: number) =>
    own({
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
  ): Promise<Answered | null> => {
    const key = hasKey ? `${run}-${(keys += 1)}` : null;
    let answer: Answered | null = null;
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
    const answer = await own({ method: 'POST', path: '/api/payment/sync', body: { basketId } });
    if (answer?.body.payload?.status === 'success') told.paid.add(basketId);
    return answer;
  };

  const webhook = async (ids: string[], secret: string) => {
    for (const paymentId of ids) {
      const body = { paymentId };
      const signature = signSandbox(secret, Buffer.from(JSON.stringify(body)));
      await ask({
        method: 'POST',
        path: '/api/payment/webhook/sandbox',
        headers: { 'x-sandbox-signature': signature },
        body,
      });
    }
  };

  const arrive = async (what: Arrival, basketId: string): Promise<unknown> => {
    const ids = await market.paymentsOf(basketId);
    const back = (id: string) => `/api/payment/checkout/sandbox/callback?id=${id}`;
    switch (what) {
      case 'callback':
        return Promise.all(ids.map((id) => ask({ path: back(id) })));
      case 'formCallback':
        return Promise.all(ids.map((id) => ask({ method: 'POST', path: back(id), body: 'status=success&mdStatus=1' })));
      case 'webhook':
        return webhook(ids, market.secret);
      case 'forgedWebhook':
        return webhook(ids, 'another secret');
      case 'sync':
        return sync(basketId);
      case 'change': {
        const productId = market.productIds.get('single');
        return own({ method: 'POST', path: `/api/basket/${basketId}/item`, body: { productId } });
      }
      case 'payAgain':
        return payOnce(basketId, 'success', null);
    }
  };
  const arriveAll = (arrivals: [Arrival, number][], basketId: string) =>
    Promise.all(arrivals.map(async ([what, ms]) => (await pause(ms), arrive(what, basketId))));

  const answerBank = async (attempt: Attempt, basketId: string, page: string | null) => {
    if (page !== null && attempt.opensPage) await ask({ path: page });
    const ids = await market.paymentsOf(basketId);
    // Gives the answers in order: a cancellation is final even when the customer approves later.
    for (const answer of attempt.answers)
      for (const id of ids)
        await insist({ method: 'POST', path: `/api/payment/sandbox/bank/${id}`, body: `answer=${answer}` });
  };

  const basketId = await fill();
  if (basketId === null) return told;
  for (const attempt of plan.attempts) {
    const answer = await pay(basketId, attempt);
    await arriveAll(attempt.before, basketId);
    await answerBank(attempt, basketId, (answer?.body.payload?.result as string | null | undefined) ?? null);
    await arriveAll(attempt.after, basketId);
  }
  return told;
};
