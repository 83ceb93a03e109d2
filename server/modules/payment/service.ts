import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { PaymentState } from '../../../contract/constants/payment';
import type { CardBody, SyncPayload } from '../../../contract/schemas/commerce';
import { audit } from '../../platform/audit';
import type { Database } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { AppError, conflict, notFound } from '../../platform/errors';
import type { KeepAnswer } from '../../platform/http/idempotency';
import type { LimitRule } from '../../platform/limiter';
import type { DeclineKey, Started } from '../../platform/payment/provider';
import type { Caller } from '../commerce/basket';
import * as baskets from '../commerce/basketRepository';
import type { BasketRecord } from '../commerce/basketRepository';
import { chargedPrice } from '../commerce/prices';
import { cardOf } from './card';
import { assertBuyer } from './purchase';
import * as repository from './repository';
import type { Grants, NewPayment, PaymentRecord } from './repository';
import { releaseBasket } from './release';
import { advance, charge, fail, orderOf } from './settle';

/** Cards that one company may try in ten minutes. */
export const CARD_LIMIT: LimitRule = { name: 'card', points: 10, seconds: 600 };

/** 400 with the key of a declined payment. */
export const declined = (key: DeclineKey) => new AppError(400, key);

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** What the items of a basket give. */
const grantsOf = ({ items }: BasketRecord): Grants => ({
  jobCredits: items.reduce(
    (sum, { quantity, product, plan }) => sum + quantity * ((product ?? plan)?.jobCredits ?? 0),
    0,
  ),
  givesDashboardAccess: items.some(({ product, plan }) => plan !== null || product?.givesDashboardAccess),
  planId: items.find(({ plan }) => plan !== null)?.plan?.id ?? null,
  items: items.map(({ product, plan, quantity }) => ({ title: (product?.title ?? plan!.product.title).en, quantity })),
});

/** Brings the items to the prices of this moment; true when one of them was another. */
const updatePrices = async (trx: Transaction<Database>, { items }: BasketRecord, now: Date): Promise<boolean> => {
  let changed = false;
  for (const { id, unitPriceMinor, product, plan } of items) {
    const price = product ? chargedPrice(product, now) : plan!.priceMinor;
    if (price === unitPriceMinor) continue;
    changed = true;
    await baskets.setUnitPrice(trx, id, price);
  }
  return changed;
};

/**
 * Notes a payment of the basket as it stands, before anybody is asked; or 'changed' when prices
 * had to be told first.
 */
export const begin = (
  deps: Deps,
  { user, requestId, ip }: Caller,
  body: { basketId: string; referrer?: string; opensForm?: boolean },
) =>
  deps.db.transaction().execute(async (trx) => {
    const now = deps.clock.now();
    const basket = await baskets.lockBasket(trx, user, body.basketId);
    if (!basket || basket.status === 'paid') throw notFound();
    if (basket.items.length === 0) throw new AppError(400, ERROR_KEYS.basketEmpty);
    await releaseBasket(trx, deps, basket.id);
    // The new prices are kept, so the answer cannot be an exception of this transaction.
    if (await updatePrices(trx, basket, now)) return 'changed' as const;
    const payment: NewPayment = {
      id: randomBytes(16).toString('hex'),
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
      opensForm: body.opensForm ?? false,
      buyerIp: ip ?? null,
    };
    await repository.insertPayment(trx, payment, now);
    await repository.setBasketStatus(trx, basket.id, 'paying', now);
    const details = { paymentId: payment.id, basketId: basket.id, amountMinor: payment.amountMinor };
    const entry = { action: 'payment.started', subjectType: 'payment', subjectId: null, details };
    await audit(trx, deps.clock, { kind: 'user', user, requestId }, entry);
    return repository.findPayment(trx, payment.id);
  });

/** Ends a payment that has only been started. */
export const end = (deps: Deps, id: string, key: DeclineKey) =>
  deps.db.transaction().execute(async (trx) => {
    const payment = await repository.lockPayment(trx, id);
    if (payment?.state === 'started') await fail(trx, deps, payment, key);
  });

type CardAnswer = { provider: PaymentRecord['provider']; result: string | null };

/** Keeps the bank's page and answers where it is served, once. */
export const openChallenge = (
  deps: Deps,
  payment: PaymentRecord,
  started: Started & { kind: 'challenge' },
  keep?: KeepAnswer,
): Promise<CardAnswer & { result: string }> =>
  deps.db.transaction().execute(async (trx) => {
    const locked = await repository.lockPayment(trx, payment.id);
    if (locked?.state !== 'started') throw conflict(ERROR_KEYS.basketBusy);
    const token = randomBytes(32).toString('base64url');
    const { reference, page } = started;
    await repository.updatePayment(trx, payment.id, { state: 'challenge', reference }, deps.clock.now());
    await repository.keepPage(trx, payment.id, hashOf(token), page);
    const answer = { provider: payment.provider, result: `/api/payment/3ds/${token}` };
    await keep?.(trx, answer);
    return answer;
  });

const withoutChallenge = async (deps: Deps, payment: PaymentRecord, keep: KeepAnswer): Promise<CardAnswer> => {
  const settled = await charge(deps, payment);
  if (settled?.state === 'failed') throw declined((settled.errorKey ?? ERROR_KEYS.cardDeclined) as DeclineKey);
  const answer = { provider: payment.provider, result: null };
  await deps.db.transaction().execute((trx) => keep(trx, answer));
  return answer;
};

/**
 * Pays a basket by card: answers the address of the bank's step, or null when none is needed. 400 with the key of a declined
 * card, 400 for an empty basket, 409 `basket.price_changed` when the basket now has other prices than were shown.
 */
export const payByCard = async (deps: Deps, caller: Caller, body: CardBody, keep: KeepAnswer): Promise<CardAnswer> => {
  const card = cardOf(body, deps.clock.now(), deps.settings.timeZone);
  await assertBuyer(deps, caller.user);
  await deps.limiter.take(CARD_LIMIT, String(caller.user.id));
  const payment = await begin(deps, caller, body);
  if (payment === 'changed') throw conflict(ERROR_KEYS.priceChanged);
  if (!payment) throw notFound();
  const callbackUrl = `${deps.settings.publicUrl}/api/payment/checkout/${payment.provider}/callback?id=${payment.id}`;
  let started: Started;
  try {
    started = await deps.payments.startCard(orderOf(payment), card, { callbackUrl });
  } catch {
    // Nothing is taken before `complete`: a start that failed is over.
    await end(deps, payment.id, ERROR_KEYS.paymentInit);
    throw declined(ERROR_KEYS.paymentInit);
  }
  if (started.kind === 'declined') {
    await end(deps, payment.id, started.key);
    throw declined(started.key);
  }
  return started.kind === 'challenge'
    ? openChallenge(deps, payment, started, keep)
    : withoutChallenge(deps, { ...payment, reference: started.reference }, keep);
};

/** What a company is told of a stored state. */
export const shownState = ({ state }: Pick<PaymentRecord, 'state'>): PaymentState => {
  if (state === 'succeeded') return 'success';
  return state === 'failed' ? 'failure' : 'pending';
};

/** What became of the payment of a basket; asks the provider where it is not settled. 404 without a payment of the caller's. */
export const syncPayment = async (deps: Deps, { user }: Caller, basketId: string): Promise<SyncPayload> => {
  const found = await repository.findPaymentOfBasket(deps.db, user, basketId);
  if (!found) throw notFound();
  const payment = (await advance(deps, found.id)) ?? found;
  const status = shownState(payment);
  const jobCreationBalance = await repository.balanceOf(deps.db, user.id);
  return { status, jobCreationBalance, ...(status === 'failure' && { errorKey: payment.errorKey ?? undefined }) };
};

/** The bank's page of a token, served once. */
export const takeBankPage = ({ db }: Deps, token: string) => repository.takePage(db, hashOf(token));

/** Settles what nobody asks about: after a crash, a lost way back, a late word of the provider. Answers how many it looked at. */
export const advanceUnsettled = async (deps: Deps, { quietMs = 15_000, limit = 50 } = {}): Promise<number> => {
  const before = new Date(deps.clock.now().getTime() - quietMs);
  const ids = await repository.listUnsettled(deps.db, before, limit);
  for (const id of ids) await advance(deps, id);
  return ids.length;
};
