import type { FastifyRequest } from 'fastify';
import { wallTime } from '../../../contract/zone';
import { BRANDS_OF_PROVIDER, numberProblem } from '../../../contract/constants/cards';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { PaymentProvider } from '../../../contract/constants/payment';
import type { CardBody, CheckoutBody } from '../../../contract/schemas/commerce';
import { HOUR } from '../../../contract/constants/time';
import { AppError, conflict, invalid, tooManyRequests } from '../../platform/errors';
import type { Card, DeclineKey } from '../../platform/ports/payments';
import type { Deps } from '../../platform/deps';
import type { RepeatableCall } from '../../platform/http/idempotency';
import { audit, userActor } from '../../platform/audit';
import type { AuthUser } from '../../platform/auth/tokens';
import type { Trx } from '../../platform/database/schema';
import { randomHex } from '../../platform/secrets';
import { baskets, chargedPrice, findProduct, type BasketRecord, type Caller, limitOf, lockUnpaid } from '../commerce';
import { hasLiveSubscription } from '../product';
import * as repository from './repository';
import {
  type Grants,
  type NewPayment,
  findAttempt,
  listFailedCards,
  findBuyerFields,
  type PaymentRecord,
} from './repository';
import { fail, releaseBasket, forEachSettled, orderOf } from './settlement';

/**
 * Returns the card of a request. Throws 400 with the key of its first problem: a brand that the provider does not
 * accept, a wrong number, or a month in the past.
 */
export const cardOf = (
  body: CardBody,
  { provider, now, timeZone }: { provider: PaymentProvider; now: Date; timeZone: string },
): Card => {
  const problem = numberProblem(body.cardNumber, BRANDS_OF_PROVIDER[provider]);
  if (problem !== null) throw new AppError(400, problem === 'brand' ? ERROR_KEYS.cardBrand : ERROR_KEYS.cardNumber);
  const [thisYear = 0, thisMonth = 0] = wallTime(now, timeZone).slice(0, 7).split('-').map(Number);
  const year =
    body.expireYear.length === 2 ? Math.floor(thisYear / 100) * 100 + Number(body.expireYear) : Number(body.expireYear);
  const month = Number(body.expireMonth);
  if (year < thisYear || (year === thisYear && month < thisMonth)) throw new AppError(400, ERROR_KEYS.cardExpired);
  return { holderName: body.cardHolderName.trim(), number: body.cardNumber, cvc: body.cvc, month, year };
};

/** Returns the items and prices of a basket as text. Baskets with equal texts cost the same. */
const contentsOf = ({ currency, items }: Pick<BasketRecord, 'currency' | 'items'>): string =>
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

/** Returns what is to be paid for: a basket in its current state, or one package at its current price. */
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

const grantsOf = ({ items }: BasketRecord): Grants => ({
  jobCredits: items.reduce(
    (sum, { quantity, product, plan }) => sum + quantity * ((product ?? plan)?.jobCredits ?? 0),
    0,
  ),
  givesDashboardAccess: items.some(({ product, plan }) => plan !== null || product?.givesDashboardAccess),
  planId: items.find(({ plan }) => plan !== null)?.plan?.id ?? null,
  items: items.map(({ product, plan, quantity, unitPriceMinor }) => {
    const titles = product?.title ?? plan!.product.title;
    return { title: titles.en, titles, quantity, unitPriceMinor };
  }),
});

/**
 * Updates the items to the current prices. Returns true when a price has changed. An item that is now priced in
 * another currency leaves the basket, because one sum is charged.
 */
const updatePrices = async (trx: Trx, { items, currency }: BasketRecord, now: Date): Promise<boolean> => {
  const foreign = items.filter(({ product, plan }) => (product ?? plan)?.currency !== currency).map(({ id }) => id);
  if (foreign.length > 0) await baskets.deleteItems(trx, foreign);
  let changed = foreign.length > 0;
  for (const { id, unitPriceMinor, product, plan } of items) {
    if (foreign.includes(id)) continue;
    const price = product ? chargedPrice(product, now) : plan!.priceMinor;
    if (price === unitPriceMinor) continue;
    changed = true;
    await baskets.setUnitPrice(trx, id, price);
  }
  return changed;
};

/** Throws 400 `payment.buyer_incomplete` with the empty profile fields that the provider needs. */
export const assertBuyer = async ({ db, payments }: Deps, { id }: { id: number }): Promise<void> => {
  if (!payments.needsBuyer) return;
  const { identityNumber, address, city } = await findBuyerFields(db, id);
  const fields = {
    ...(identityNumber === null && { taxOfficeNumber: ERROR_KEYS.fieldRequired }),
    ...(address === null && { companyAddress: ERROR_KEYS.fieldRequired }),
    ...(city === null && { location: ERROR_KEYS.fieldRequired }),
  };
  if (Object.keys(fields).length > 0) throw invalid(fields, ERROR_KEYS.buyerIncomplete);
};

/** Failed cards of one company per ten minutes. */
const FAILED_CARDS_MAX = 10;
const FAILED_CARDS_MS = 600_000;

/**
 * Throws 429 with the seconds until the company may try a card again. The caller holds the basket's lock, so that
 * parallel attempts cannot pass the limit.
 */
const assertMayTryCard = async (trx: Trx, user: AuthUser, now: Date): Promise<void> => {
  const since = new Date(now.getTime() - FAILED_CARDS_MS);
  const failures = await listFailedCards(trx, user, { since, limit: FAILED_CARDS_MAX });
  const oldest = failures[FAILED_CARDS_MAX - 1];
  if (oldest) throw tooManyRequests(Math.max(1, Math.ceil((oldest.getTime() - since.getTime()) / 1000)));
};

/**
 * Throws 409 for items that the company could no longer add: withdrawn ones, ones for other companies, more than the
 * limit, or a plan beside a running subscription. The items stay, so that the company sees which ones to remove.
 */
const assertSellable = async (trx: Trx, user: AuthUser, { items }: BasketRecord): Promise<void> => {
  if (items.some(({ isOffered }) => !isOffered)) throw conflict(ERROR_KEYS.itemWithdrawn);
  if (items.some((item) => item.quantity > limitOf(item))) throw conflict(ERROR_KEYS.purchaseLimit);
  const hasPlan = items.some(({ plan }) => plan !== null);
  if (hasPlan && (await hasLiveSubscription(trx, user))) throw conflict(ERROR_KEYS.subscriptionExists);
};

/**
 * Stores a payment of the current basket before the call to the provider. Returns `changed` when the prices have
 * changed or the basket no longer matches `contents`.
 */
export const beginPurchase = (
  deps: Deps,
  { user, requestId, ip }: Caller,
  body: { basketId: string; referrer?: string; opensForm?: boolean; attemptKey?: string; contents?: string },
) =>
  deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const basket = await lockUnpaid(trx, user, body.basketId);
    if (basket.items.length === 0) throw new AppError(400, ERROR_KEYS.basketEmpty);
    if (!body.opensForm) await assertMayTryCard(trx, user, now);
    if (body.contents !== undefined && body.contents !== contentsOf(basket)) return 'changed' as const;
    await releaseBasket(trx, deps, basket.id);
    await assertSellable(trx, user, basket);
    // Returns instead of throwing, because an exception would roll the new prices back.
    if (await updatePrices(trx, basket, now)) return 'changed' as const;
    const payment: NewPayment = {
      id: randomHex(),
      organisationId: user.organisationId,
      userId: user.id,
      basketId: basket.id,
      subscriptionId: null,
      provider: deps.payments.name,
      amountMinor: basket.items.reduce((sum, item) => sum + item.quantity * item.unitPriceMinor, 0),
      currency: basket.currency,
      grants: grantsOf(basket),
      state: 'started',
      referrer: body.referrer ?? null,
      attemptKey: body.attemptKey ?? null,
      opensForm: body.opensForm ?? false,
      buyerIp: ip ?? null,
    };
    await repository.insertPayment(trx, payment, now);
    await baskets.setStatus(trx, basket.id, 'paying', now);
    const details = { paymentId: payment.id, basketId: basket.id, amountMinor: payment.amountMinor };
    const actor = userActor({ user, requestId });
    await audit({ trx, clock: deps.clock }, actor, 'payment.started', ['payment', null], details);
    return repository.findPayment(trx, payment.id);
  });

/** Marks a payment as failed if it has only started. */
export const endStarted = (deps: Deps, id: string, key: DeclineKey) =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await repository.lockPayment(trx, id);
    if (payment?.state === 'started') await fail(trx, deps, payment, { key, by: 'server' });
  });

/**
 * The server checks an open form for this long after the payment failed, because the form may still be open in another
 * tab.
 */
const WATCH_HOURS = 24;

/**
 * Closes the provider's form of a failed payment, and makes the provider refund what the form took anyway. It does
 * nothing for any other payment. Throws when the provider does not refund; the server then tries again later.
 */
export const closeForm = async (deps: Deps, payment: PaymentRecord): Promise<void> => {
  const { id, state, opensForm, provider, organisationId, amountMinor, currency } = payment;
  if (!opensForm || state !== 'failed' || provider !== deps.payments.name) return;
  const now = deps.clock.now();
  if (!(await repository.markFormChecked(deps.db, id, now))) return;
  const closed = await deps.payments.closeForm(orderOf(payment), payment.reference);
  if (closed === 'open') return;
  await deps.db.transaction().execute(async (trx) => {
    await repository.markFormClosed(trx, id, now);
    const details = { paymentId: id, amountMinor, currency, provider };
    const actor = { kind: 'clock', organisationId } as const;
    await audit({ trx, clock: deps.clock }, actor, `payment.form_${closed}`, ['payment', null], details);
  });
};

/**
 * Closes the open forms of failed payments. Returns how many it checked. Throws the first error after the last form.
 */
export const watchForms = async (deps: Deps): Promise<number> => {
  const now = deps.clock.now();
  const since = new Date(now.getTime() - WATCH_HOURS * HOUR);
  const ids = await repository.listOpenForms(deps.db, { provider: deps.payments.name, since, now });
  await forEachSettled(ids, async (id) => {
    const payment = await repository.findPayment(deps.db, id);
    if (payment) await closeForm(deps, payment);
  });
  return ids.length;
};
