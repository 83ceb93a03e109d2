import { useEffect, useRef, type RefObject } from 'react';
import { useSwipeable, type SwipeEventData } from 'react-swipeable';
import { canDecline, canShortlist, type ApplicationRow } from '../../domains/applications';
import { selectIsChoosing } from '../../domains/bulks';
import { useAppStore } from '../../store/hooks';
import { useText } from '../../ui/text';

/** Width of the window's edges in px, where a swipe belongs to the browser's back gesture. */
const EDGE = 32;

/** Pixels after which a released row carries out its action. */
const ACTION_DISTANCE = 96;

type SwipeAction = 'decline' | 'shortlist';

/** What a row offers: to the left and to the right. */
interface SwipeOffer {
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

interface RowSwipeProps {
  list: RefObject<HTMLElement | null>;
  rows: readonly ApplicationRow[];
  onToggle: (row: ApplicationRow) => void;
  onDecline: (row: ApplicationRow) => void;
}

interface MovedRow {
  card: HTMLElement;
  row: ApplicationRow;
}

const offerOf = (row: ApplicationRow): SwipeOffer => ({
  decline: canDecline(row),
  shortlist: canShortlist(row),
});

const reset = ({ card }: MovedRow) => {
  card.style.transform = '';
  delete card.parentElement?.dataset.swipe;
  delete card.parentElement?.dataset.swipeLabel;
};

/**
 * Lets the user decline a row by a swipe to the left, and change its place on the shortlist by one to the right. One
 * listener serves the whole list. The style sheet leaves vertical gestures to the browser.
 */
export const RowSwipe = ({ list, rows, onToggle, onDecline }: RowSwipeProps) => {
  const t = useText();
  const store = useAppStore();
  const moved = useRef<MovedRow | null>(null);
  const labelOf = ({ isShortListed }: ApplicationRow, action: SwipeAction): string => {
    if (action === 'decline') return t('applications.swipe.decline');
    return t(isShortListed ? 'applications.swipe.remove' : 'applications.swipe.shortlist');
  };
  const end = () => {
    if (moved.current) reset(moved.current);
    moved.current = null;
  };
  const handleStart = ({ dir, initial, event }: SwipeEventData) => {
    const card = (event.target as Element).closest<HTMLElement>('[data-index]');
    const row = rows[Number(card?.dataset.index)];
    const isHorizontal = dir === 'Left' || dir === 'Right';
    // A long press has begun a choice of rows.
    if (selectIsChoosing(store.getState())) return;
    if (card && row && isHorizontal && isSwipeStart(initial[0], window.innerWidth)) moved.current = { card, row };
  };
  const handleMove = ({ deltaX }: SwipeEventData) => {
    if (!moved.current) return;
    const { card, row } = moved.current;
    const { offset } = swipeOf(deltaX, offerOf(row));
    card.style.transform = offset === 0 ? '' : `translateX(${offset}px)`;
    const side = offset < 0 ? 'decline' : 'shortlist';
    if (offset !== 0) Object.assign(card.parentElement?.dataset ?? {}, { swipe: side, swipeLabel: labelOf(row, side) });
  };
  const handleEnd = ({ deltaX }: SwipeEventData) => {
    if (!moved.current) return;
    const { row } = moved.current;
    const { action } = swipeOf(deltaX, offerOf(row));
    end();
    if (action === 'decline') onDecline(row);
    if (action === 'shortlist') onToggle(row);
  };
  const { ref } = useSwipeable({ onSwipeStart: handleStart, onSwiping: handleMove, onSwiped: handleEnd, delta: 12 });
  useEffect(() => {
    const element = list.current;
    ref(element);
    // Runs when the browser takes over the gesture, for example to scroll.
    const cancel = () => {
      if (moved.current) reset(moved.current);
      moved.current = null;
    };
    element?.addEventListener('touchcancel', cancel);
    return () => element?.removeEventListener('touchcancel', cancel);
  }, [list, ref]);
  return null;
};
