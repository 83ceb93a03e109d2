import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import {
  queryKey,
  listLeft,
  listOpened,
  pageCount,
  PAGE_SIZE,
  selectApplications,
  type ApplicationsQuery,
  type ApplicationsState,
} from '../../domains/applications';
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/hooks';
import { useScrollMemory } from '../../ui/useScrollMemory';
import type { ApplicationsAddress } from './useApplicationsAddress';

/** True if the store holds all rows up to this page of the list. */
const hasLoaded = ({ list, query, items, next }: ApplicationsState, key: string, page: number): boolean =>
  list.status === 'loaded' && queryKey(query) === key && (next === null || items.length > (page - 1) * PAGE_SIZE);

/**
 * Opens the list that the address names, and writes the number of loaded pages to the address. A link loads the list
 * again; the way back reuses the list in the store and restores its scroll offset. Returns a function that loads the
 * list again.
 */
export const useOpenList = ({ tab, jobId, filters, page, writePage }: ApplicationsAddress) => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const { key: entry } = useLocation();
  const type = useNavigationType();
  const query = useMemo(
    (): ApplicationsQuery => ({ tab: tab === 'appointment' ? 'all' : tab, jobId, filters }),
    [tab, jobId, filters],
  );
  const key = queryKey(query);
  const latest = useRef({ query, page });
  useEffect(() => {
    latest.current = { query, page };
  });

  const open = useCallback(() => void dispatch(listOpened(latest.current)), [dispatch]);
  const opened = useRef<{ key: string; entry: string } | null>(null);
  useEffect(() => {
    const previous = opened.current;
    opened.current = { key, entry };
    // Replacing the address of an open list only changes its page number.
    if (previous?.key === key && (previous.entry === entry || type === 'REPLACE')) return;
    const isLink = previous === null ? type !== 'POP' : type === 'PUSH';
    if (isLink || !hasLoaded(selectApplications(store.getState()), key, latest.current.page)) open();
  }, [store, open, key, entry, type]);
  useEffect(
    () => () => {
      opened.current = null;
      dispatch(listLeft());
    },
    [dispatch],
  );

  const loadedPage = useAppSelector((state) => {
    const { list, items, query: current } = selectApplications(state);
    return list.status === 'loaded' && queryKey(current) === key ? pageCount(items.length) : null;
  });
  const isComplete = useAppSelector((state) => hasLoaded(selectApplications(state), key, page));
  useEffect(() => {
    const isOpening = selectApplications(store.getState()).list.status === 'loading';
    if (loadedPage !== null && loadedPage !== page && !isOpening) writePage(loadedPage);
  }, [store, loadedPage, page, writePage]);

  useScrollMemory(key, isComplete);
  return open;
};
