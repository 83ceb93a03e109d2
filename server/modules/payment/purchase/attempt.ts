import type { FastifyRequest } from 'fastify';
import type { CheckoutBody } from '../../../../contract/schemas/commerce';
import type { Deps } from '../../../platform/deps';
import type { RepeatableCall } from '../../../platform/http/idempotency';
import { baskets, chargedPrice, findProduct, type BasketRecord, type Caller } from '../../commerce';
import { findAttempt } from './attemptRepository';

/** The items and prices of a basket as text; two baskets with the same text cost the same. */
export const contentsOf = ({ currency, items }: Pick<BasketRecord, 'currency' | 'items'>): string =>
  JSON.stringify([
    currency,
    ...items.map(({ id, product, plan, quantity, unitPriceMinor }) => [
      id,
      product?.id ?? null,
      plan?.id ?? null,
      quantity,
      unitPriceMinor,
    ]),
  ]);

/** The subject of a payment and its price: a basket as it stands now, or one package at today's price. */
const subjectOf = async ({ db, clock }: Deps, { user }: Caller, body: CheckoutBody) => {
  if ('basketId' in body) {
    const basket = await baskets.findBasket(db, user, body.basketId);
    return { basketId: body.basketId, contents: basket ? contentsOf(basket) : null };
  }
  const product = await findProduct(db, user, body.packageId);
  const price = product ? [product.currency, chargedPrice(product, clock.now())] : null;
  return { packageId: body.packageId, price };
};

/** An attempt to pay, with its header `Idempotency-Key`. */
export interface Attempt {
  call: RepeatableCall;
  key: string | undefined;
  /** The contents that the fingerprint covers; undefined where the payment makes the basket itself. */
  contents: string | undefined;
}

/**
 * A payment as a write that a client may repeat. Its fingerprint covers the basket's items, quantities, prices and currency,
 * and nothing of the card, not even a hash.
 */
export const attemptOf = async (
  deps: Deps,
  caller: Caller,
  {
    route,
    opensForm,
    body,
    request,
  }: { route: string; opensForm: boolean; body: CheckoutBody; request: FastifyRequest },
): Promise<Attempt> => {
  const header = request.headers['idempotency-key'];
  const key = typeof header === 'string' ? header : undefined;
  const userId = caller.user.id;
  const subject = await subjectOf(deps, caller, body);
  const isOver = async () => {
    const payment = key === undefined ? undefined : await findAttempt(deps.db, { userId, key, opensForm });
    return payment?.state === 'failed';
  };
  const contents = 'contents' in subject ? (subject.contents ?? undefined) : undefined;
  return { call: { userId, route, key: header, body: subject, isOver }, key, contents };
};
