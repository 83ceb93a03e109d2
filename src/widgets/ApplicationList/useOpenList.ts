import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import {
  keyOfQuery as keyOf,
  listLeft,
  listOpened,
  selectApplications,
  type ApplicationsQuery,
  type ApplicationsState,
} from '../../domains/applications';
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/hooks';
import { useScrollMemory } from '../../ui/useScrollMemory';
import type { ApplicationsAddress } from './useApplicationsAddress';

/** Rows on a page of the address: docs/PRODUCT.md#paging. */
const PAGE = 10;

/** True if the store holds all rows up to this page of the list. */
const holds = ({ list, query, items, next }: ApplicationsState, key: string, page: number): boolean =>
  list.status === 'loaded' && keyOf(query) === key && (next === null || items.length > (page - 1) * PAGE);

/**
 * Opens the list that the address names, and writes the number of loaded pages to the address. A link loads the list
 * again; the way back reuses the list in the store and restores its scroll offset. Returns a function that loads the
 * list again.
 */
export const useOpenList = ({ tab, jobId, filters, page, notePage }: ApplicationsAddress) => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const { key: entry } = useLocation();
  const type = useNavigationType();
  const query = useMemo(
    (): ApplicationsQuery => ({ tab: tab === 'shortListed' ? 'shortListed' : 'all', jobId, filters }),
    [tab, jobId, filters],
  );
  const key = keyOf(query);
  const wanted = useRef({ query, page });
  useEffect(() => {
    wanted.current = { query, page };
  });

  const open = useCallback(() => void dispatch(listOpened(wanted.current)), [dispatch]);
  const opened = useRef<{ key: string; entry: string } | null>(null);
  useEffect(() => {
    const before = opened.current;
    opened.current = { key, entry };
    // Replacing the address of an open list only changes its page number.
    if (before?.key === key && (before.entry === entry || type === 'REPLACE')) return;
    const isLink = before === null ? type !== 'POP' : type === 'PUSH';
    if (isLink || !holds(selectApplications(store.getState()), key, wanted.current.page)) open();
  }, [store, open, key, entry, type]);
  useEffect(
    () => () => {
      opened.current = null;
      dispatch(listLeft());
    },
    [dispatch],
  );

  const loadedPage = useAppSelector((state) => {
    const { list, items, query: held } = selectApplications(state);
    return list.status === 'loaded' && keyOf(held) === key ? Math.max(1, Math.ceil(items.length / PAGE)) : null;
  });
  const isComplete = useAppSelector((state) => holds(selectApplications(state), key, page));
  useEffect(() => {
    const isOpening = selectApplications(store.getState()).list.status === 'loading';
    if (loadedPage !== null && loadedPage !== page && !isOpening) notePage(loadedPage);
  }, [store, loadedPage, page, notePage]);

  useScrollMemory(key, isComplete);
  return open;
};
