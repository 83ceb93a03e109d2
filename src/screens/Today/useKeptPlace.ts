import { useEffect, useRef, type RefObject } from 'react';
import { cardAt, focusWhenFound } from '../../widgets/ApplicationList/useCardKeys';

interface Place {
  element: Element;
  /** The row with the focus; undefined for one that was put off. */
  id: number | undefined;
  index: number;
}

/**
 * Moves the focus to the row that takes the place of the focused one when that leaves its group, so that the keys go
 * on; to the heading when no row takes its place.
 */
export const useKeptPlace = (
  list: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
  ids: readonly number[],
) => {
  const focused = useRef<Place | null>(null);
  const known = useRef(ids);
  useEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    const handleFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset.index);
      focused.current = { element: target, id: known.current[index], index };
    };
    current.addEventListener('focusin', handleFocus);
    return () => current.removeEventListener('focusin', handleFocus);
  }, [list]);
  useEffect(() => {
    known.current = ids;
    const place = focused.current;
    const { current } = list;
    if (!place || !current) return;
    if (place.element.isConnected) {
      // Rows before it may have left.
      if (place.id !== undefined && ids.includes(place.id)) place.index = ids.indexOf(place.id);
      return;
    }
    if (document.activeElement !== document.body) return;
    if (place.id !== undefined && ids.length > 0)
      focusWhenFound(() => cardAt(current, Math.min(place.index, ids.length - 1)));
    else heading.current?.focus();
    if (document.activeElement === heading.current) focused.current = null;
  }, [list, heading, ids]);
};
