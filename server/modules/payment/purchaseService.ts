import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { PaymentState } from '../../../contract/constants/payment';
import type {
  CardBody,
  SyncBody,
  SyncPayload,
  CheckoutBody,
  CheckoutPayload,
} from '../../../contract/schemas/commerce';
import { newToken } from '../../platform/auth/tokens';
import type { Trx } from '../../platform/database/schema';
import type { Deps } from '../../platform/deps';
import { AppError, conflict, notFound } from '../../platform/errors';
import type { KeepAnswer } from '../../platform/http/idempotency';
import { type DeclineKey, type Started, type OpenedForm, mayMove, PAYMENT_STATES } from '../../platform/ports/payments';
import { type Caller, putOnePackage } from '../commerce';
import { advance, charge, orderOf, releaseBasket } from './settlement';
import { type Attempt, assertBuyer, beginPurchase, endStarted, cardOf } from './purchase';
import { findAttempt, findPaymentOfPage, storePage, takePageOnce, balanceOf, type PaymentRecord } from './repository';
import * as repository from './repository';
import { sha256 } from '../../platform/secrets';
import { LIMITS } from '../../platform/limits';

const declined = (key: DeclineKey) => new AppError(400, key);

type CardAnswer = { provider: PaymentRecord['provider']; result: string | null };

/** Lets a started payment wait for the user's step. Throws 409 when it moved on meanwhile. */
const beginChallenge = async (trx: Trx, deps: Deps, id: string, reference: string | null): Promise<void> => {
  const locked = await repository.lockPayment(trx, id);
  if (!locked || !mayMove(locked.state, 'challenge', 'server')) throw conflict(ERROR_KEYS.basketBusy);
  await repository.updatePayment(trx, id, { state: 'challenge', by: 'server', reference }, deps.clock.now());
};

/** Stores the bank's page and returns the address that serves it once. */
const openChallenge = (
  deps: Deps,
  payment: PaymentRecord,
  started: Started & { kind: 'challenge' },
  keep?: KeepAnswer,
): Promise<CardAnswer & { result: string }> =>
  deps.db.transaction().execute(async (trx) => {
    await beginChallenge(trx, deps, payment.id, started.reference);
    const token = newToken();
    await storePage(trx, payment.id, sha256(token), started.page);
    const answer = { provider: payment.provider, result: `/api/payment/3ds/${token}` };
    await keep?.(trx, answer);
    return answer;
  });

const answerSettled = async (deps: Deps, { provider }: PaymentRecord, keep: KeepAnswer): Promise<CardAnswer> => {
  const answer = { provider, result: null };
  await deps.db.transaction().execute((trx) => keep(trx, answer));
  return answer;
};

const withoutChallenge = async (deps: Deps, payment: PaymentRecord, keep: KeepAnswer): Promise<CardAnswer> => {
  const settled = await charge(deps, payment);
  if (settled?.state === 'failed') throw declined((settled.errorKey ?? ERROR_KEYS.cardDeclined) as DeclineKey);
  return answerSettled(deps, payment, keep);
};

/**
 * Finds the payment of an attempt that crashed before its response. A repeated request then gets the outcome of that
 * payment instead of a 404 for the basket. Returns undefined when the card still has to be charged.
 */
const resume = async (deps: Deps, { user }: Caller, attempt: { basketId: string; key: string | undefined }) => {
  if (attempt.key === undefined) return undefined;
  const found = await findAttempt(deps.db, { userId: user.id, key: attempt.key, opensForm: false });
  if (found?.basketId !== attempt.basketId || !PAYMENT_STATES[found.state].mayHoldMoney) return undefined;
  const payment = await advance(deps, found.id);
  return payment?.state === 'failed' ? undefined : payment;
};

/**
 * Pays a basket by card. Returns the address of the bank's step, or null when none is needed. Throws 400 with the key
 * of a declined card, 400 for an empty basket, 409 `basket.price_changed` when the prices differ from the shown ones,
 * and 429 after ten failed cards.
 */
export const payByCard = async (
  deps: Deps,
  caller: Caller,
  body: CardBody,
  { keep, key, contents }: Pick<Attempt, 'key' | 'contents'> & { keep: KeepAnswer },
): Promise<CardAnswer> => {
  const { clock, payments, settings } = deps;
  const card = cardOf(body, { provider: payments.name, now: clock.now(), timeZone: settings.timeZone });
  await assertBuyer(deps, caller.user);
  const resumed = await resume(deps, caller, { basketId: body.basketId, key });
  if (resumed) return answerSettled(deps, resumed, keep);
  const { basketId, referrer } = body;
  const payment = await beginPurchase(deps, caller, { basketId, referrer, attemptKey: key, contents });
  if (payment === 'changed') throw conflict(ERROR_KEYS.priceChanged);
  if (!payment) throw notFound();
  const callbackUrl = `${deps.settings.publicUrl}/api/payment/checkout/${payment.provider}/callback?id=${payment.id}`;
  let started: Started;
  try {
    started = await deps.payments.startCard(orderOf(payment), card, { callbackUrl });
  } catch {
    // No money moves before `complete`, so a failed start ends the payment.
    await endStarted(deps, payment.id, ERROR_KEYS.paymentInit);
    throw declined(ERROR_KEYS.paymentInit);
  }
  if (started.kind === 'declined') {
    await endStarted(deps, payment.id, started.key);
    throw declined(started.key);
  }
  return started.kind === 'challenge'
    ? openChallenge(deps, payment, started, keep)
    : withoutChallenge(deps, { ...payment, reference: started.reference }, keep);
};

export const shownState = ({ state }: Pick<PaymentRecord, 'state'>): PaymentState => PAYMENT_STATES[state].wireState;

/**
 * Returns the state of a basket's payment, or of one attempt to pay it. It asks the provider about a payment that is
 * not settled. Throws 404 without a payment of the caller.
 */
export const syncPayment = async (
  deps: Deps,
  { user }: Caller,
  { basketId, attemptKey }: SyncBody,
): Promise<SyncPayload> => {
  const found =
    attemptKey === undefined
      ? await repository.findPaymentOfBasket(deps.db, user, basketId)
      : await findAttempt(deps.db, { userId: user.id, basketId, key: attemptKey });
  if (!found) throw notFound();
  const payment = (await advance(deps, found.id)) ?? found;
  const status = shownState(payment);
  const jobCreationBalance = await balanceOf(deps.db, user.id);
  const errorKey = status === 'failure' ? (payment.errorKey ?? undefined) : undefined;
  return { status, jobCreationBalance, errorKey, mayStartAgain: payment.state === 'challenge' };
};

/** Returns the bank's page of a token: once in a frame and once as a full page. The full page ends both. */
export const takeBankPage = ({ db }: Deps, token: string, isFramed: boolean) =>
  takePageOnce(db, sha256(token), isFramed);

/** Returns the payment of a token whose bank page has been served. */
export const findPaymentOfToken = ({ db }: Deps, token: string) => findPaymentOfPage(db, sha256(token));

/** Returns the address to which the provider sends the browser back. */
const returnUrlOf = ({ settings, payments }: Deps, { id }: PaymentRecord): string => {
  const base = `${settings.publicUrl}/api/payment/checkout/${payments.name}`;
  return `${base}/${payments.name === 'stripe' ? 'finalize' : 'callback'}?id=${id}`;
};

const openForm = async (deps: Deps, { language }: Caller, payment: PaymentRecord): Promise<OpenedForm> => {
  const callbackUrl = returnUrlOf(deps, payment);
  try {
    return await deps.payments.startForm(orderOf(payment), { callbackUrl, language });
  } catch {
    // The user has not seen the form, so it cannot have taken money.
    await endStarted(deps, payment.id, ERROR_KEYS.paymentInit);
    throw declined(ERROR_KEYS.paymentInit);
  }
};

/** Stores the reference of the payment. From now on the provider's element may take the money. */
const openElement = (
  deps: Deps,
  { id }: PaymentRecord,
  { reference, answer }: { reference: string; answer: CheckoutPayload },
  keep: KeepAnswer,
): Promise<CheckoutPayload> =>
  deps.db.transaction().execute(async (trx) => {
    await beginChallenge(trx, deps, id, reference);
    await keep(trx, answer);
    return answer;
  });

/**
 * Opens the provider's own form for a package or a basket. Throws 400 `payment.buyer_incomplete` for missing profile
 * fields, 400 `data.payment.error.init` when the form cannot open, 400 for an empty basket, and 409 for changed prices.
 */
export const startCheckout = async (
  deps: Deps,
  caller: Caller,
  body: CheckoutBody,
  { keep, key, contents }: Pick<Attempt, 'key' | 'contents'> & { keep: KeepAnswer },
): Promise<CheckoutPayload> => {
  await assertBuyer(deps, caller.user);
  await deps.limiter.take(LIMITS.paymentForm, String(caller.user.id));
  const basketId =
    'basketId' in body ? body.basketId : await putOnePackage({ ...deps, releaseBasket }, caller, body.packageId);
  const { referrer } = body;
  const payment = await beginPurchase(deps, caller, { basketId, referrer, opensForm: true, attemptKey: key, contents });
  if (payment === 'changed') throw conflict(ERROR_KEYS.priceChanged);
  if (!payment) throw notFound();
  const opened = await openForm(deps, caller, payment);
  const { provider } = payment;
  if (opened.kind === 'element') {
    const { clientSecret, publishableKey, reference } = opened;
    const finalizeUrl = returnUrlOf(deps, payment);
    const answer: CheckoutPayload = { provider, result: clientSecret, basketId, publishableKey, finalizeUrl };
    return openElement(deps, payment, { reference, answer }, keep);
  }
  const { page, reference } = opened;
  const answerOf = (result: string): CheckoutPayload => {
    return { provider, result, basketId, publishableKey: null, finalizeUrl: null };
  };
  const { result } = await openChallenge(deps, payment, { kind: 'challenge', page, reference }, (trx, answer) =>
    keep(trx, answerOf((answer as { result: string }).result)),
  );
  return answerOf(result);
};
