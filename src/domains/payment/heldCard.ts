import type { CardBody } from '../../../contract/schemas/commerce';

/** What is sent of a card. */
export type Card = Omit<CardBody, 'basketId' | 'referrer'>;

let held: { handle: number; card: Card } | null = null;
let last = 0;

/**
 * Keeps a card outside of the store, on its way from the form to the call, and answers a number that an event may carry in
 * its place: nothing that is dispatched, stored, traced or replayed holds the card itself. A newer one takes its place.
 */
export const holdCard = (card: Card): number => {
  last += 1;
  held = { handle: last, card };
  return last;
};

/** Takes the card of that number out; null when it is not there (any more). */
export const takeCard = (handle: number): Card | null => {
  if (held?.handle !== handle) return null;
  const { card } = held;
  held = null;
  return card;
};

/** Forgets a card that nobody took. */
export const dropCard = (): void => {
  held = null;
};
