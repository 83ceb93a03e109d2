import { createRandom, type Random } from '../../../server/seeds/insert';
import type { CardName } from './cards';

/** The content of a company's basket: keys of products, or a plan. */
export type Wish = { products: { key: string; quantity: number }[] } | { plan: true };

/** The customer's answers on the bank's page, one after the other. */
type BankAnswer = 'approve' | 'cancel';

/** Requests that may arrive at any time, in any order and number. */
export const ARRIVALS = ['callback', 'formCallback', 'webhook', 'forgedWebhook', 'sync', 'change', 'payAgain'] as const;
export type Arrival = (typeof ARRIVALS)[number];

/** One card payment, with its repeats and aborts. */
export interface Attempt {
  card: CardName;
  hasKey: boolean;
  copies: number;
  /** How often it is repeated without a response. */
  repeats: number;
  hangUpAfter: number | undefined;
  answers: BankAnswer[];
  /** Whether the customer opens the bank's page at the address in the answer. */
  opensPage: boolean;
  /** Requests before and after the bank's answer, with a delay in milliseconds each. */
  before: [Arrival, number][];
  after: [Arrival, number][];
}

/** Every action of one company in a run. The servers may receive them in another order. */
export interface Plan {
  wish: Wish;
  attempts: Attempt[];
}

const CARD_WEIGHTS: readonly (readonly [CardName, number])[] = [
  ['challenge', 9],
  ['success', 5],
  ['cancel', 2],
  ['late', 2],
  ['review', 2],
  ['declined', 1],
  ['expired', 1],
  ['cvc', 1],
  ['funds', 1],
];
const ARRIVAL_WEIGHTS: readonly (readonly [Arrival, number])[] = [
  ['callback', 5],
  ['formCallback', 2],
  ['webhook', 4],
  ['forgedWebhook', 1],
  ['sync', 5],
  ['change', 1],
  ['payAgain', 1],
];
const ANSWERS: readonly (readonly [BankAnswer[], number])[] = [
  [['approve'], 8],
  [['approve', 'approve'], 1],
  [['approve', 'cancel'], 1],
  [['cancel', 'approve'], 2],
  [['cancel'], 2],
  [[], 1],
];

const wishOf = (random: Random): Wish => {
  if (random.chance(0.12)) return { plan: true };
  const [key, addons] = random.pick([
    ['single', []],
    ['triple', ['one-more', 'three-more']],
    ['growing', ['three-more']],
  ] as const);
  const products = [{ key: key as string, quantity: random.chance(0.4) ? random.int(2, 3) : 1 }];
  for (const addon of addons) if (random.chance(0.4)) products.push({ key: addon, quantity: random.int(1, 2) });
  return { products };
};

const arrivals = (random: Random, most: number): [Arrival, number][] =>
  Array.from({ length: random.int(0, most) }, () => [random.weighted(ARRIVAL_WEIGHTS), random.int(0, 40)]);

const attemptOf = (random: Random, card = random.weighted(CARD_WEIGHTS)): Attempt => ({
  card,
  hasKey: random.chance(0.7),
  copies: random.chance(0.2) ? 2 : 1,
  repeats: random.int(0, 4),
  hangUpAfter: random.chance(0.2) ? random.int(0, 40) : undefined,
  answers: card === 'cancel' ? ['cancel'] : random.weighted(ANSWERS),
  opensPage: random.chance(0.5),
  before: random.chance(0.3) ? arrivals(random, 2) : [],
  after: arrivals(random, 3),
});

const PAID_BY_THEMSELVES: readonly CardName[] = ['success', 'late', 'review'];

/**
 * Whether a plan can never take money, because it has only refused cards and cancelled challenges. An approval in one
 * attempt may belong to the challenge of another whose answer was lost.
 */
export const cannotSucceed = ({ attempts }: Plan): boolean =>
  attempts.every(
    ({ card, answers, before, after }) =>
      !PAID_BY_THEMSELVES.includes(card) &&
      answers[0] !== 'approve' &&
      [...before, ...after].every(([what]) => what !== 'payAgain'),
  );

/** Returns the plan of a run, which depends on the seed only. */
export const planOf = (seed: number, run: number): Plan => {
  const random = createRandom(seed * 1_000_003 + run);
  return {
    wish: wishOf(random),
    attempts: Array.from(
      {
        length: random.weighted([
          [1, 8],
          [2, 2],
          [3, 1],
        ]),
      },
      () => attemptOf(random),
    ),
  };
};
