import { useCallback, useEffect, useRef, type RefObject } from 'react';
import { selectApplications } from '../../domains/applications';
import {
  rangeOf,
  rowsTicked,
  selectIsChosen,
  selectSelection,
  selectIsChoosing,
  selectionCleared,
} from '../../domains/bulks';
import { useAppDispatch, useAppStore, useAppSelector } from '../../store/hooks';
import { selectHasPageKeys } from '../../domains/preferences';
import { pageKey } from '../../lib/pageKey';

/** Returns a function that ticks or unticks a row; with a range, also the rows since the last one. */
export const useTick = () => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  return useCallback(
    (id: number, hasRange: boolean) => {
      const state = store.getState();
      const isChosen = selectIsChosen(id)(state);
      const { anchor } = selectSelection(state);
      const listed = selectApplications(state).items.map((row) => row.id);
      const ids = hasRange ? rangeOf(listed, anchor, id) : [id];
      dispatch(rowsTicked({ ids, isTicked: hasRange || !isChosen, anchor: id }));
    },
    [dispatch, store],
  );
};

/** Shorter than the browser's own long press, which would open the menu of the row's link. */
const LONG_PRESS_MS = 400;
/** A finger that moves further scrolls or swipes. */
const MOVE_MAX = 10;

/** Ticks the row under a long press of a finger. The click at its end does not open the row. */
export const useLongPress = (list: RefObject<HTMLElement | null>, rows: readonly { id: number }[]) => {
  const tick = useTick();
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  useEffect(() => {
    const box = list.current;
    if (!box) return undefined;
    let start: { x: number; y: number } | null = null;
    let timer: ReturnType<typeof setTimeout>;
    let hasTicked = false;
    const end = () => {
      clearTimeout(timer);
      start = null;
    };
    const handleStart = ({ pointerType, isPrimary, clientX, clientY, target }: PointerEvent) => {
      end();
      hasTicked = false;
      const index = (target as Element).closest<HTMLElement>('[data-index]')?.dataset.index;
      if (pointerType !== 'touch' || !isPrimary || index === undefined) return;
      start = { x: clientX, y: clientY };
      timer = setTimeout(() => {
        const row = latest.current[Number(index)];
        end();
        if (!row) return;
        hasTicked = true;
        tick(row.id, false);
      }, LONG_PRESS_MS);
    };
    const handleMove = ({ clientX, clientY }: PointerEvent) => {
      if (start && Math.hypot(clientX - start.x, clientY - start.y) > MOVE_MAX) end();
    };
    const handleMenu = (event: Event) => {
      if (start || hasTicked) event.preventDefault();
    };
    const handleClick = (event: Event) => {
      if (!hasTicked) return;
      hasTicked = false;
      event.preventDefault();
      event.stopPropagation();
    };
    const listeners = [
      ['pointerdown', handleStart],
      ['pointermove', handleMove],
      ['pointerup', end],
      ['pointercancel', end],
      ['contextmenu', handleMenu],
      ['click', handleClick],
    ] as [string, EventListener][];
    // The click must not reach the row's link.
    for (const [type, listener] of listeners) box.addEventListener(type, listener, true);
    return () => {
      end();
      for (const [type, listener] of listeners) box.removeEventListener(type, listener, true);
    };
  }, [list, tick]);
};

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
