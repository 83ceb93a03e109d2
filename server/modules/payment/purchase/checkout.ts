import { ERROR_KEYS } from '../../../../contract/constants/errorKeys';
import type { CheckoutBody, CheckoutPayload } from '../../../../contract/schemas/commerce';
import type { Deps } from '../../../platform/deps';
import { conflict, notFound } from '../../../platform/errors';
import type { KeepAnswer } from '../../../platform/http/idempotency';
import type { LimitRule } from '../../../platform/limiter';
import type { OpenedForm } from '../../../platform/ports/payments';
import { mayMove } from '../../../platform/ports/paymentStates';
import { putOnePackage, type Caller } from '../../commerce';
import type { Attempt } from './attempt';
import { assertBuyer, beginPurchase, endStarted } from './begin';
import * as repository from '../repository';
import type { PaymentRecord } from '../repository';
import { declined, openChallenge } from './service';
import { orderOf, releaseBasket } from '../settlement';

/** Forms that one company may open per ten minutes. The provider limits the cards inside a form. */
const FORM_LIMIT: LimitRule = { name: 'payment-form', points: 30, seconds: 600 };

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
    const locked = await repository.lockPayment(trx, id);
    if (!locked || !mayMove(locked.state, 'challenge', 'server')) throw conflict(ERROR_KEYS.basketBusy);
    await repository.updatePayment(trx, id, { state: 'challenge', by: 'server', reference }, deps.clock.now());
    await keep(trx, answer);
    return answer;
  });

/**
 * Opens the provider's own form for a package or a basket. Throws 400 `payment.buyer_incomplete` for missing profile
 * fields, 400 `data.payment.error.init` when the form cannot open, 400 for an empty basket, and 409 for changed
 * prices.
 */
export const startCheckout = async (
  deps: Deps,
  caller: Caller,
  body: CheckoutBody,
  { keep, key, contents }: Pick<Attempt, 'key' | 'contents'> & { keep: KeepAnswer },
): Promise<CheckoutPayload> => {
  await assertBuyer(deps, caller.user);
  await deps.limiter.take(FORM_LIMIT, String(caller.user.id));
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
