import { useCallback, useEffect, useRef } from 'react';
import type { ApplicationRow } from '../../domains/applications';
import { cardAt, focusWhenFound } from './useCardKeys';
import type { ReturnRow } from './useReturnRow';

const shownRow = (id: number) => document.getElementById(`application-${id}`);

/** Where the focus is when no control has it: a page that opens gives it to its heading. */
const isFree = () => document.activeElement?.matches('body, h1') ?? true;

/** Waits until the row is gone and the dialog that removed it has closed. */
const focusReplacement = ({ id, index }: ReturnRow) =>
  focusWhenFound(() => (shownRow(id) || !isFree() ? null : cardAt(document, index)));

/**
 * Moves the focus to the row to which the user has come back, and to the row that takes the place of a removed row.
 * Returns a function that names the row before its removal.
 */
export const useListFocus = (rows: readonly ApplicationRow[], returnRow: ReturnRow | null) => {
  const watched = useRef<ReturnRow | null>(null);
  useEffect(() => {
    if (!returnRow) return;
    focusWhenFound(() => shownRow(returnRow.id)?.closest<HTMLElement>('[data-index]'));
    // The refresh after a return may remove the row that has just got the focus.
    watched.current = returnRow;
  }, [returnRow]);
  useEffect(() => {
    const removed = watched.current;
    if (!removed || rows.some(({ id }) => id === removed.id)) return;
    watched.current = null;
    if (rows.length > 0) focusReplacement({ ...removed, index: Math.min(removed.index, rows.length - 1) });
  }, [rows, returnRow]);
  return useCallback(
    ({ id }: ApplicationRow) => {
      watched.current = { id, index: rows.findIndex((row) => row.id === id) };
    },
    [rows],
  );
};
