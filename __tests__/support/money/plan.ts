import { createRandom, type Random } from '../../../server/db/seeds/random';
import type { CardName } from './cards';

/** What a company puts into its basket: keys of products, or a plan. */
export type Wish = { products: { key: string; quantity: number }[] } | { plan: true };

/** What whoever sits before the bank's page answers, one after the other. */
export type BankAnswer = 'approve' | 'cancel';

/** What may arrive at any time, in any order and any number. */
export const ARRIVALS = ['callback', 'formCallback', 'webhook', 'forgedWebhook', 'sync', 'change', 'payAgain'] as const;
export type Arrival = (typeof ARRIVALS)[number];

/** One call for paying by card, as it is repeated and broken off. */
export interface Attempt {
  card: CardName;
  hasKey: boolean;
  /** How often it is sent at the same time. */
  copies: number;
  /** How often it is sent again when nobody knows what became of it. */
  repeats: number;
  hangUpAfter: number | undefined;
  answers: BankAnswer[];
  /** Whether the bank's page is fetched through the address in the answer. */
  opensPage: boolean;
  /** Before the bank's answer, and after it; with the milliseconds after which each comes. */
  before: [Arrival, number][];
  after: [Arrival, number][];
}

/** All that one company does in a run; the order in which the servers see it is their own. */
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
 * Whether nothing in a plan can ever take money: only refused cards, and challenges that are cancelled. What is approved in
 * one attempt may be the challenge of another, whose answer was lost.
 */
export const isHopeless = ({ attempts }: Plan): boolean =>
  attempts.every(
    ({ card, answers, before, after }) =>
      !PAID_BY_THEMSELVES.includes(card) &&
      answers[0] !== 'approve' &&
      [...before, ...after].every(([what]) => what !== 'payAgain'),
  );

/** The plan of a run: always the same for the same seed. */
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
