import { createHmac, timingSafeEqual } from 'node:crypto';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { DAY } from '../../../contract/constants/time';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/schema';
import type { DeclineKey, Order, Outcome, PaymentProvider, Started, Purchase } from '../../platform/ports/payments';
import { BEHAVIOURS, DECLINES, find, FORM, giveCard, move, insert, type Charge } from './sandbox/chargeRepository';
import { createIyzico } from './iyzico/iyzico';
import type { PaymentSettings } from '../../platform/providerSettings';
import { createStripe } from './stripe/stripe';

export type FormAnswer = { next: 'back' } | { next: 'bank' } | { next: 'again'; key: DeclineKey };

/** Enters a card in the sandbox's form; after a declined card another one may be entered. Null without such a form. */
export const answerForm = async (
  { db, clock }: { db: Db; clock: Clock },
  id: string,
  number: string,
): Promise<FormAnswer | null> => {
  const charge = await find(db, id);
  if (!charge) return null;
  if (charge.behaviour !== FORM || charge.state !== 'challenge') return { next: 'back' };
  const behaviour = BEHAVIOURS[number.slice(-4)];
  if (behaviour === undefined) return { next: 'again', key: ERROR_KEYS.cardNumber };
  if (DECLINES.includes(behaviour)) return { next: 'again', key: behaviour as DeclineKey };
  const state = behaviour === 'challenge' ? 'challenge' : 'authorised';
  await giveCard(db, id, { behaviour, state, now: clock.now() });
  return behaviour === 'challenge' ? { next: 'bank' } : { next: 'back' };
};

type ChallengeAnswer = 'approve' | 'cancel';

/** Applies the choice on the bank page; returns false without such a challenge. */
export const answerChallenge = async (
  { db, clock }: { db: Db; clock: Clock },
  id: string,
  answer: ChallengeAnswer,
): Promise<boolean> => {
  const charge = await find(db, id);
  if (!charge) return false;
  const to = answer === 'approve' ? 'authorised' : 'failed';
  const key = answer === 'approve' ? undefined : ERROR_KEYS.challengeFailed;
  await move(db, id, { from: 'challenge', to, key, now: clock.now() });
  return true;
};

/** Milliseconds until the sandbox's bank has reviewed a payment, and until it sends a late webhook. */
export const REVIEW_MS = 120_000;
export const LATE_MS = 10_000;

export const signSandbox = (secret: string, body: Buffer): string =>
  createHmac('sha256', `sandbox/${secret}`).update(body).digest('hex');

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** Creates a provider for tests and demos: test cards and its own bank page, without real money. */
export const createSandbox = ({ db, clock, secret }: { db: Db; clock: Clock; secret: string }): PaymentProvider => {
  const outcomeOf = (charge: Charge | undefined): Outcome => {
    if (!charge || charge.state === 'challenge') return { state: 'waiting' };
    if (charge.state === 'authorised') return { state: 'authorised' };
    if (charge.state === 'failed') return { state: 'failed', key: charge.errorKey ?? ERROR_KEYS.cardDeclined };
    const age = clock.now().getTime() - charge.changedAt.getTime();
    const hidden = charge.behaviour === 'late' ? LATE_MS : charge.state === 'review' ? REVIEW_MS : 0;
    if (age < hidden) return { state: 'review' };
    return { state: 'succeeded', reference: `sandbox-${charge.id}`, customerToken: `sandbox-${charge.behaviour}` };
  };

  const start = async (order: Order, behaviour: string | undefined): Promise<Started> => {
    if (behaviour === undefined) return { kind: 'declined', key: ERROR_KEYS.cardNumber };
    if (DECLINES.includes(behaviour)) return { kind: 'declined', key: behaviour as DeclineKey };
    const state = behaviour === 'challenge' ? 'challenge' : 'authorised';
    await insert(db, order, { behaviour, state, now: clock.now() });
    if (state === 'authorised') return { kind: 'authorised', reference: null };
    const action = `/api/payment/sandbox/bank/${order.id}`;
    return { kind: 'challenge', page: { kind: 'form', action, fields: {} }, reference: null };
  };

  const charge = async (id: string): Promise<Outcome> => {
    const before = await find(db, id);
    const to = before?.behaviour === 'review' ? 'review' : 'charged';
    await move(db, id, { from: 'authorised', to, now: clock.now() });
    return outcomeOf(await find(db, id));
  };

  return {
    name: 'sandbox',
    needsBuyer: false,
    repeatsSafelyMs: DAY,
    startCard: (order, { number }) => start(order, BEHAVIOURS[number.slice(-4)]),
    startForm: async (order) => {
      await insert(db, order, { behaviour: FORM, state: 'challenge', now: clock.now() });
      const action = `/api/payment/sandbox/form/${order.id}`;
      return { kind: 'page', page: { kind: 'form', action, fields: {} }, reference: null };
    },
    complete: ({ id }) => charge(id),
    retrieve: async ({ id }) => outcomeOf(await find(db, id)),
    chargeAgain: async (order, customerToken) => {
      // Tests can decline a stored card later by changing its token.
      const behaviour = customerToken.replace(/^sandbox-/, '');
      if (DECLINES.includes(behaviour)) return { state: 'failed', key: behaviour as DeclineKey };
      await insert(db, order, { behaviour: 'success', state: 'authorised', now: clock.now() });
      return charge(order.id);
    },
    findCharge: async ({ id }) => outcomeOf(await find(db, id)),
    closeForm: async ({ id }) => {
      const before = await find(db, id);
      const now = clock.now();
      for (const from of ['challenge', 'authorised', 'charged', 'review'] as const)
        await move(db, id, { from, to: 'failed', now });
      return before && before.state !== 'challenge' && before.state !== 'failed' ? 'given_back' : 'closed';
    },
    readWebhook: (body, { 'x-sandbox-signature': signature }) => {
      if (typeof signature !== 'string' || !isSame(signature, signSandbox(secret, body))) return null;
      try {
        const { paymentId } = JSON.parse(body.toString()) as { paymentId?: unknown };
        return { paymentId: typeof paymentId === 'string' ? paymentId : null };
      } catch {
        return null;
      }
    },
  };
};

interface PaymentNeeds {
  payment: PaymentSettings;
  db: Db;
  clock: Clock;
  /** Signs the sandbox's messages. */
  secret: string;
  purchaseOf(orderId: string): Promise<Purchase>;
}

/** Creates the provider that `PAYMENT_PROVIDER` names. */
export const createPayments = ({ payment, db, clock, secret, purchaseOf }: PaymentNeeds): PaymentProvider => {
  if (payment.provider === 'iyzico') return createIyzico({ settings: payment, purchaseOf });
  if (payment.provider === 'stripe') return createStripe({ settings: payment, purchaseOf });
  return createSandbox({ db, clock, secret });
};
