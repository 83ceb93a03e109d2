import type { FastifyRequest } from 'fastify';
import type { CheckoutBody } from '../../../../contract/schemas/commerce';
import type { Deps } from '../../../platform/deps';
import type { RepeatableCall } from '../../../platform/http/idempotency';
import { baskets, chargedPrice, findProduct, type BasketRecord, type Caller } from '../../commerce';
import { findAttempt } from './attemptRepository';

/** Returns the items and prices of a basket as text. Baskets with equal texts cost the same. */
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

/** Returns what is paid for and its price: a basket in its current state, or one package at its current price. */
const subjectOf = async ({ db, clock }: Deps, { user }: Caller, body: CheckoutBody) => {
  if ('basketId' in body) {
    const basket = await baskets.findBasket(db, user, body.basketId);
    return { basketId: body.basketId, contents: basket ? contentsOf(basket) : null };
  }
  const product = await findProduct(db, user, body.packageId);
  const price = product ? [product.currency, chargedPrice(product, clock.now())] : null;
  return { packageId: body.packageId, price };
};

/** One attempt to pay, with its `Idempotency-Key` header. */
export interface Attempt {
  call: RepeatableCall;
  key: string | undefined;
  /** The basket contents in the fingerprint; undefined when the payment creates the basket itself. */
  contents: string | undefined;
}

/**
 * Describes a payment as a call that a client may repeat. Its fingerprint covers the basket's items, quantities,
 * prices and currency, and no card data, not even a hash.
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
