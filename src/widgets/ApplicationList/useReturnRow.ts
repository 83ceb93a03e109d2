import { useEffect, useState } from 'react';
import { useNavigationType } from 'react-router-dom';
import { PAGE_SIZE, queryKey, selectApplications } from '../../domains/applications';
import { useFields } from '../../store/hooks';
import { takePlace } from './lastPlace';
import type { ApplicationsAddress } from './useApplicationsAddress';
import { pageQuery } from './useOpenPage';

interface Options {
  address: ApplicationsAddress;
  isNumbered: boolean;
  selectedId: number | null;
}

export interface ReturnRow {
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
