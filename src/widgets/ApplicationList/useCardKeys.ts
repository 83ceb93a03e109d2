import { useEffect, useRef, type RefObject } from 'react';
import { selectHasPageKeys } from '../../domains/preferences';
import { pageKey } from '../../lib/pageKey';
import { useAppSelector } from '../../store/hooks';

const STEPS: Record<string, number> = { j: 1, arrowdown: 1, k: -1, arrowup: -1 };

/** Frames to wait until the list has scrolled to a row and rendered it. */
const MAX_FRAMES = 10;

const cardAt = (list: HTMLElement, index: number) => list.querySelector<HTMLElement>(`[data-index="${index}"]`);

const firstVisible = (list: HTMLElement): number => {
  const cards = [...list.querySelectorAll<HTMLElement>('[data-index]')];
  return Number(cards.find((card) => card.getBoundingClientRect().top >= 56)?.dataset.index ?? 0);
};

/** Focuses the card of a row as soon as the list has rendered it. */
export const focusWhenRendered = (list: HTMLElement, index: number, tries = MAX_FRAMES) => {
  const card = cardAt(list, index);
  if (card) card.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusWhenRendered(list, index, tries - 1));
};

/** The buttons that letters press, if the card has them: the star and Decline. */
const BUTTONS: Record<string, string> = { s: 'button[aria-pressed]', r: 'button[data-decline]' };

interface CardKeys {
  /** The number of rows. */
  count: number;
  /** False while an applicant is open beside the list: then the keys are the applicant's. */
  isOn: boolean;
  scrollTo: (index: number) => void;
}

/**
 * J and K (and the arrow keys, once a card has the focus) move the focus between cards. S presses the star of the
 * focused card, R declines it, and Enter opens it. Letters do nothing if the user turned shortcuts off.
 */
export const useCardKeys = (list: RefObject<HTMLElement | null>, { count, isOn, scrollTo }: CardKeys) => {
  const hasShortcuts = useAppSelector(selectHasPageKeys);
  const scroll = useRef(scrollTo);
  useEffect(() => {
    scroll.current = scrollTo;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const handleKey = (event: KeyboardEvent) => {
      const key = pageKey(event);
      if (key === null || !list.current || (!hasShortcuts && key.length === 1)) return;
      const step = STEPS[key];
      const button = BUTTONS[key];
      const target = event.target as HTMLElement;
      const card = target.closest?.<HTMLElement>('[data-index]');
      // A held key would decide about the next cards too.
      if (button && !event.repeat) card?.querySelector<HTMLElement>(button)?.click();
      if (key === 'enter' && card === target) card.querySelector('a')?.click();
      if (!step || (!card && key.startsWith('arrow'))) return;
      const next = card ? Number(card.dataset.index) + step : firstVisible(list.current);
      if (next < 0 || next >= count) return;
      event.preventDefault();
      scroll.current(next);
      focusWhenRendered(list.current, next);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [list, count, isOn, hasShortcuts]);
};
