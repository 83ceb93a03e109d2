import { useCallback, useEffect, useRef } from 'react';
import type { ApplicationRow } from '../../domains/applications';

/** Frames to wait until the dialog has closed and the rows have rendered: about a second. */
const MAX_FRAMES = 60;

interface Leaving {
  id: number;
  index: number;
}

const focusInPlaceOf = (left: Leaving, tries = MAX_FRAMES) => {
  const card = document.querySelector<HTMLElement>(`[data-index="${left.index}"]`);
  const isGone = document.getElementById(`application-${left.id}`) === null;
  if (card && isGone && document.activeElement === document.body) card.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusInPlaceOf(left, tries - 1));
};

/**
 * Moves the focus to the row that takes the place of a removed row. Returns a function that names the row before its
 * removal.
 */
export const useFocusAfterRemoval = (rows: readonly ApplicationRow[]) => {
  const leaving = useRef<Leaving | null>(null);
  useEffect(() => {
    const left = leaving.current;
    if (!left || rows.some(({ id }) => id === left.id)) return;
    leaving.current = null;
    if (rows.length > 0) focusInPlaceOf({ ...left, index: Math.min(left.index, rows.length - 1) });
  }, [rows]);
  return useCallback(
    ({ id }: ApplicationRow) => {
      leaving.current = { id, index: rows.findIndex((row) => row.id === id) };
    },
    [rows],
  );
};
