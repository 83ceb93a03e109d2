import { useEffect, useRef, type RefObject } from 'react';
import { selectHasPageKeys } from '../../domains/preferences';
import { useAppSelector } from '../../store/hooks';

const STEPS: Record<string, number> = { j: 1, J: 1, ArrowDown: 1, k: -1, K: -1, ArrowUp: -1 };
const TYPING =
  'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], [role="tablist"]';

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

/**
 * J and K (and the arrow keys, once a card has the focus) move the focus between cards. S presses the star of the
 * focused card, R declines it, and Enter opens it. Letters do nothing if the user turned shortcuts off.
 */
export const useCardKeys = (list: RefObject<HTMLElement | null>, count: number, scrollTo: (index: number) => void) => {
  const hasShortcuts = useAppSelector(selectHasPageKeys);
  const scroll = useRef(scrollTo);
  useEffect(() => {
    scroll.current = scrollTo;
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!hasShortcuts && event.key.length === 1) return;
      const step = STEPS[event.key];
      const button = BUTTONS[event.key.toLowerCase()];
      const target = event.target as HTMLElement;
      if (
        !(step || button || event.key === 'Enter') ||
        !list.current ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        target.closest?.(TYPING)
      )
        return;
      const card = target.closest?.<HTMLElement>('[data-index]');
      // A held key would decide about the next cards too.
      if (button && !event.repeat) card?.querySelector<HTMLElement>(button)?.click();
      if (event.key === 'Enter' && card === target) card.querySelector('a')?.click();
      if (!step || (!card && event.key.startsWith('Arrow'))) return;
      const next = card ? Number(card.dataset.index) + step : firstVisible(list.current);
      if (next < 0 || next >= count) return;
      event.preventDefault();
      scroll.current(next);
      focusWhenRendered(list.current, next);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [list, count, hasShortcuts]);
};
