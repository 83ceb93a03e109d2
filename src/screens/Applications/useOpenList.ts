import { useCallback, useEffect, useMemo, useRef } from 'react';
import {
  filtersToSearchParams,
  listLeft,
  listOpened,
  selectApplications,
  type ApplicationsQuery,
} from '../../domains/applications';
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/hooks';
import { useScrollMemory } from '../../ui/useScrollMemory';
import type { ApplicationsAddress } from './useApplicationsAddress';

/** Rows on a page of the address. API contract, section 1. */
const PAGE = 10;

const keyOf = ({ tab, jobId, filters }: ApplicationsQuery) =>
  `${tab}|${jobId}|${filtersToSearchParams(filters).toString()}`;

/**
 * Opens the list that the address names, unless the store still holds it (Back), and notes in the address how many pages
 * are loaded. Coming back finds the old place in the list. Answers a function that opens it again.
 */
export const useOpenList = ({ tab, jobId, filters, page, notePage }: ApplicationsAddress) => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
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
  useEffect(() => {
    const held = selectApplications(store.getState());
    const isHeld = held.list.status === 'loaded' && keyOf(held.query) === key;
    if (!isHeld) open();
  }, [store, open, key]);
  useEffect(() => () => void dispatch(listLeft()), [dispatch]);

  const loadedPage = useAppSelector((state) => {
    const { list, items, query: held } = selectApplications(state);
    return list.status === 'loaded' && keyOf(held) === key ? Math.max(1, Math.ceil(items.length / PAGE)) : null;
  });
  useEffect(() => {
    if (loadedPage !== null && loadedPage !== page) notePage(loadedPage);
  }, [loadedPage, page, notePage]);

  useScrollMemory(key, loadedPage !== null);
  return open;
};
