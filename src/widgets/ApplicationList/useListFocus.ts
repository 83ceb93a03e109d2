import { useCallback, useState, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { PAGE_SIZE, queryKey, selectApplications, type ApplicationRow } from '../../domains/applications';
import { useFields } from '../../store/hooks';
import { takePlace } from './lastPlace';
import type { ApplicationsAddress } from './useApplicationsAddress';
import { pageQuery } from './useOpenList';
import { cardAt, focusWhenFound } from './useCardKeys';

interface Options {
  address: ApplicationsAddress;
  isNumbered: boolean;
  selectedId: number | null;
}

interface ReturnRow {
  index: number;
  id: number;
}

/**
 * Returns the row to which the user has come back from an applicant, or the row in its place if it has left the list.
 * Each return gives a new object. Null after a link.
 */
export const useReturnRow = ({ address, isNumbered, selectedId }: Options): ReturnRow | null => {
  const type = useNavigationType();
  const { items, isCurrent, list, query } = useFields(selectApplications, 'items', 'isCurrent', 'list', 'query');
  const [returned, setReturned] = useState<ReturnRow | null>(null);
  const { onlyPage: _page, ...whole } = pageQuery(address);
  const key = queryKey(whole);
  const shown = queryKey(isNumbered ? pageQuery(address) : whole);
  const isReady = selectedId === null && isCurrent && list.status === 'loaded' && queryKey(query) === shown;
  useEffect(() => {
    if (!isReady) return;
    const last = takePlace(key);
    if (!last || type !== 'POP') return;
    const found = items.findIndex(({ id }) => id === last.id);
    const nearest = last.place - ((query.onlyPage ?? 1) - 1) * PAGE_SIZE;
    const index = found >= 0 ? found : Math.min(Math.max(nearest, 0), items.length - 1);
    const row = items[index];
    // The page restores its scroll offset first (useScrollMemory).
    if (row) requestAnimationFrame(() => setReturned({ index, id: row.id }));
  }, [isReady, key, type, items, query]);
  return returned;
};

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
