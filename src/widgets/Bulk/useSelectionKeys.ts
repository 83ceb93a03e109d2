import { useEffect, useRef, type RefObject } from 'react';
import { selectIsChoosing, selectionCleared } from '../../domains/bulks';
import { selectHasPageKeys } from '../../domains/preferences';
import { pageKey } from '../../lib/pageKey';
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/hooks';
import { useTick } from './useTick';

interface Rows {
  rows: readonly { id: number }[];
  /** The applicant that is open beside the list. */
  selectedId: number | null;
}

/**
 * X ticks the focused row, or the open one; Shift+X ticks a range. Escape clears the choice. The letter does nothing if
 * the user turned shortcuts off.
 */
export const useSelectionKeys = (list: RefObject<HTMLElement | null>, { rows, selectedId }: Rows) => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const tick = useTick();
  const hasShortcuts = useAppSelector(selectHasPageKeys);
  const latest = useRef({ rows, selectedId });
  useEffect(() => {
    latest.current = { rows, selectedId };
  });
  useEffect(() => {
    const rowOf = (target: Element): number | null => {
      const index = list.current?.contains(target) ? target.closest<HTMLElement>('[data-index]')?.dataset.index : null;
      return latest.current.rows[Number(index ?? -1)]?.id ?? latest.current.selectedId;
    };
    const handleKey = (event: KeyboardEvent) => {
      const { target, defaultPrevented } = event;
      const key = pageKey(event);
      if (defaultPrevented || !(target instanceof Element)) return;
      if (key === 'escape' && selectIsChoosing(store.getState())) dispatch(selectionCleared());
      const id = hasShortcuts && key === 'x' ? rowOf(target) : null;
      if (id === null) return;
      event.preventDefault();
      tick(id, event.shiftKey);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [list, dispatch, store, tick, hasShortcuts]);
};
