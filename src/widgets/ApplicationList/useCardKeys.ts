import { useEffect, useRef, type RefObject } from 'react';
import { selectHasPageKeys } from '../../domains/preferences';
import { pageKey, UNSEEN_MS } from '../../lib/pageKey';
import { useAppSelector } from '../../store/hooks';

const STEPS: Record<string, number> = { j: 1, arrowdown: 1, k: -1, arrowup: -1 };

/** Frames to wait until the list has rendered a row: about a second. */
const MAX_FRAMES = 60;

/** Returns the card at a place in the list, if it is rendered. */
export const cardAt = (list: ParentNode, index: number) => list.querySelector<HTMLElement>(`[data-index="${index}"]`);

/** Returns the first card in sight; none after a fast scroll, until its rows are drawn. */
const firstVisible = (list: HTMLElement) =>
  scrollY === 0
    ? cardAt(list, 0)
    : [...list.querySelectorAll<HTMLElement>('[data-index]')].find((card) => {
        const { top } = card.getBoundingClientRect();
        return top >= 56 && top < innerHeight;
      });

/** Focuses the element as soon as `find` returns it. The list renders its rows later than it gets them. */
export const focusWhenFound = (find: () => HTMLElement | null | undefined, tries = MAX_FRAMES) => {
  const found = find();
  if (found) found.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusWhenFound(find, tries - 1));
};

/** The buttons that letters press, if the card has them: the star, Decline and "No reply needed". */
const BUTTONS: Record<string, string> = {
  s: 'button[aria-pressed]',
  r: 'button[data-decline]',
  e: 'button[data-settle]',
};

interface CardKeys {
  /** The number of rows. */
  count: number;
  /** False while an applicant is open beside the list: then the keys are the applicant's. */
  isOn: boolean;
  /** A letter that presses a button also moves the focus to the next card. */
  goesOn?: boolean;
  scrollTo: (index: number) => void;
}

/**
 * J and K (and the arrow keys, once a card has the focus) move the focus between cards. S presses the star of the
 * focused card, R declines it, E settles it, and Enter opens it. Letters do nothing if the user turned shortcuts off.
 */
export const useCardKeys = (
  list: RefObject<HTMLElement | null>,
  { count, isOn, goesOn = false, scrollTo }: CardKeys,
) => {
  const hasShortcuts = useAppSelector(selectHasPageKeys);
  const scroll = useRef(scrollTo);
  const wentOnAt = useRef(-Infinity);
  useEffect(() => {
    scroll.current = scrollTo;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      const key = pageKey(event);
      const { current } = list;
      if (key === null || !current || (!hasShortcuts && key.length === 1)) return;
      const step = STEPS[key];
      const button = BUTTONS[key];
      const target = event.target as HTMLElement;
      const card = target.closest?.<HTMLElement>('[data-index]');
      const moveTo = (next: number) => {
        if (next < 0 || next >= count) return;
        event.preventDefault();
        scroll.current(next);
        focusWhenFound(() => cardAt(current, next));
      };
      const moveToFirst = () => {
        event.preventDefault();
        const { activeElement } = document;
        focusWhenFound(() => {
          // The user may have moved the focus while the rows were drawn.
          if (document.activeElement !== activeElement) return null;
          const first = firstVisible(current);
          if (first) scroll.current(Number(first.dataset.index));
          return first;
        });
      };
      // A held key, or a second press, would decide about the next cards too.
      const isUnseen = event.timeStamp - wentOnAt.current < UNSEEN_MS;
      const pressed = button && !event.repeat && !isUnseen ? card?.querySelector<HTMLElement>(button) : null;
      if (card && pressed) {
        pressed.click();
        if (!goesOn) return;
        wentOnAt.current = event.timeStamp;
        moveTo(Number(card.dataset.index) + 1);
      }
      if (key === 'enter' && card === target) card.querySelector('a')?.click();
      if (!step || (!card && key.startsWith('arrow'))) return;
      if (card) moveTo(Number(card.dataset.index) + step);
      else moveToFirst();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [list, count, isOn, goesOn, hasShortcuts]);
};
