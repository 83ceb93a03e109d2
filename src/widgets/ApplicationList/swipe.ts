/** Width of the window's edges in px, where a swipe belongs to the browser's back gesture. */
const EDGE = 32;

/** Pixels after which a released row carries out its action. */
const ACTION_DISTANCE = 96;

export type SwipeAction = 'decline' | 'shortlist';

/** What a row offers: to the left and to the right. */
export interface SwipeOffer {
  decline: boolean;
  shortlist: boolean;
}

/** True if a touch that starts at `x` px may move a row. */
export const isSwipeStart = (x: number, windowWidth: number): boolean => x >= EDGE && x <= windowWidth - EDGE;

/**
 * Returns how far a row follows the finger and which action its release carries out. A row does not move towards an
 * action that it does not offer.
 */
export const swipeOf = (deltaX: number, offer: SwipeOffer): { offset: number; action: SwipeAction | null } => {
  const side: SwipeAction = deltaX < 0 ? 'decline' : 'shortlist';
  if (!offer[side]) return { offset: 0, action: null };
  return { offset: deltaX, action: Math.abs(deltaX) >= ACTION_DISTANCE ? side : null };
};
