import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import type { DeclineKey, Order, Outcome, PaymentProvider, Started } from './provider';

/** What the test cards do, by their last four digits. API contract, section 9. */
const BEHAVIOURS: Record<string, string> = {
  '4242': 'success',
  '3220': 'challenge',
  '0002': ERROR_KEYS.cardDeclined,
  '0069': ERROR_KEYS.cardExpired,
  '0127': ERROR_KEYS.cardCvc,
  '9995': ERROR_KEYS.cardFunds,
  '0341': 'challenge',
  '7726': 'review',
  '0259': 'late',
};
const DECLINES: readonly string[] = [
  ERROR_KEYS.cardDeclined,
  ERROR_KEYS.cardExpired,
  ERROR_KEYS.cardCvc,
  ERROR_KEYS.cardFunds,
];

/** Milliseconds after which the bank has looked at a payment under review, and after which a late message comes. */
export const REVIEW_MS = 120_000;
export const LATE_MS = 10_000;

interface Charge {
  id: string;
  behaviour: string;
  state: 'challenge' | 'authorised' | 'charged' | 'review' | 'failed';
  errorKey: DeclineKey | null;
  changedAt: Date;
}

const CHARGE = sql`id, behaviour, state, error_key as "errorKey", changed_at as "changedAt"`;

const find = async (db: Kysely<Database>, id: string): Promise<Charge | undefined> => {
  const { rows } = await sql<Charge>`select ${CHARGE} from sandbox_charges where id = ${id}`.execute(db);
  return rows[0];
};

/** Moves a charge from one state on; nothing when it is somewhere else. */
const move = async (
  db: Kysely<Database>,
  id: string,
  change: { from: string; to: string; key?: string; now: Date },
) => {
  const { from, to, key, now } = change;
  await sql`
    update sandbox_charges set state = ${to}, error_key = ${key ?? null}, changed_at = ${now}
    where id = ${id} and state = ${from}`.execute(db);
};

const insert = (
  db: Kysely<Database>,
  { id, amountMinor, currency }: Order,
  more: { behaviour: string; state: string; now: Date },
) =>
  sql`
    insert into sandbox_charges (id, amount_minor, currency, behaviour, state, created_at, changed_at)
    values (${id}, ${amountMinor}, ${currency}, ${more.behaviour}, ${more.state}, ${more.now}, ${more.now})
    on conflict (id) do nothing`.execute(db);

/** What the challenge's page of the sandbox may answer. */
export type ChallengeAnswer = 'approve' | 'cancel';

/** The answer of whoever sits before the bank's page; false when there is no such challenge. */
export const answerChallenge = async (
  { db, clock }: { db: Kysely<Database>; clock: Clock },
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

/** The sandbox's challenge as its page shows it; undefined when there is none. */
export const findChallenge = async (db: Kysely<Database>, id: string) => {
  const { rows } = await sql<{ amountMinor: number; currency: string; isOpen: boolean }>`
    select amount_minor as "amountMinor", currency, state = 'challenge' as "isOpen" from sandbox_charges
    where id = ${id}`.execute(db);
  return rows[0];
};

/** The signature of the sandbox's messages. */
export const signSandbox = (secret: string, body: Buffer): string =>
  createHmac('sha256', `sandbox/${secret}`).update(body).digest('hex');

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** A provider for trying out: test cards, a bank page of its own, no money. */
export const createSandbox = ({
  db,
  clock,
  secret,
}: {
  db: Kysely<Database>;
  clock: Clock;
  secret: string;
}): PaymentProvider => {
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
    startCard: (order, { number }) => start(order, BEHAVIOURS[number.slice(-4)]),
    complete: ({ id }) => charge(id),
    retrieve: async ({ id }) => outcomeOf(await find(db, id)),
    chargeAgain: async (order, customerToken) => {
      // A card that was declined since: the token says so in tests.
      const behaviour = customerToken.replace(/^sandbox-/, '');
      if (DECLINES.includes(behaviour)) return { state: 'failed', key: behaviour as DeclineKey };
      await insert(db, order, { behaviour: 'success', state: 'authorised', now: clock.now() });
      return charge(order.id);
    },
    readWebhook: (body, { 'x-sandbox-signature': signature }) => {
      if (typeof signature !== 'string' || !isSame(signature, signSandbox(secret, body))) return null;
      try {
        const { paymentId } = JSON.parse(body.toString()) as { paymentId?: unknown };
        return typeof paymentId === 'string' ? paymentId : null;
      } catch {
        return null;
      }
    },
  };
};
