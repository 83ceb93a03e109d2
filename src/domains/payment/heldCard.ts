import type { CardBody } from '../../../contract/schemas/commerce';

export type Card = Omit<CardBody, 'basketId' | 'referrer'>;

let held: { handle: number; card: Card } | null = null;
let last = 0;

/**
 * Keeps a card outside of the store between the form and the call; returns a handle for the event. The store, the
 * storage, traces and replays never contain the card. A newer card replaces the held one.
 */
export const holdCard = (card: Card): number => {
  last += 1;
  held = { handle: last, card };
  return last;
};

/** Returns and removes the card with that handle; null if there is none. */
export const takeCard = (handle: number): Card | null => {
  if (held?.handle !== handle) return null;
  const { card } = held;
  held = null;
  return card;
};

/** Deletes a card that no saga took. */
export const dropCard = (): void => {
  held = null;
};
