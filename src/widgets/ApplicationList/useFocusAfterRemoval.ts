import { useCallback, useEffect, useRef } from 'react';
import type { ApplicationRow } from '../../domains/applications';

/** Frames to wait until the dialog has closed and the rows have rendered: about a second. */
const MAX_FRAMES = 60;

interface RemovedRow {
  id: number;
  index: number;
}

const focusReplacement = (removed: RemovedRow, tries = MAX_FRAMES) => {
  const card = document.querySelector<HTMLElement>(`[data-index="${removed.index}"]`);
  const isRemoved = document.getElementById(`application-${removed.id}`) === null;
  if (card && isRemoved && document.activeElement === document.body) card.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusReplacement(removed, tries - 1));
};

/**
 * Moves the focus to the row that takes the place of a removed row. Returns a function that names the row before its
 * removal.
 */
export const useFocusAfterRemoval = (rows: readonly ApplicationRow[]) => {
  const removedRow = useRef<RemovedRow | null>(null);
  useEffect(() => {
    const removed = removedRow.current;
    if (!removed || rows.some(({ id }) => id === removed.id)) return;
    removedRow.current = null;
    if (rows.length > 0) focusReplacement({ ...removed, index: Math.min(removed.index, rows.length - 1) });
  }, [rows]);
  return useCallback(
    ({ id }: ApplicationRow) => {
      removedRow.current = { id, index: rows.findIndex((row) => row.id === id) };
    },
    [rows],
  );
};
