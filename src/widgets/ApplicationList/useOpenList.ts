import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useNavigationType, useLocation } from 'react-router-dom';
import {
  queryKey,
  listLeft,
  listOpened,
  selectApplications,
  type ApplicationsQuery,
  pageCount,
  PAGE_SIZE,
  type ListedApplications,
} from '../../domains/applications';
import { useAppDispatch, useAppStore, useAppSelector } from '../../store/hooks';
import { serverNow } from '../../lib/serverClock';
import { useScrollMemory, useStoredPages } from '../../ui/useMedia';
import type { ApplicationsAddress } from './useApplicationsAddress';

export type NumberedAddress = Pick<ApplicationsAddress, 'tab' | 'jobId' | 'filters' | 'sort' | 'page'>;

/**
 * Returns the query of an address with numbered pages; the appointments show the list of all applications beside them.
 * A list of new applications has no pages: it shrinks while the user opens them, so its second page would skip as many
 * as were opened.
 */
export const pageQuery = ({ tab, jobId, filters, sort, page }: NumberedAddress): ApplicationsQuery => ({
  tab: tab === 'appointment' ? 'all' : tab,
  jobId,
  filters,
  sort,
  ...(filters.isSeen === null && { onlyPage: page }),
});

/** Returns the query of a list that opens now: docs/API.md#application-list. */
export const sortedNow = (query: ApplicationsQuery): ApplicationsQuery =>
  query.sort === 'deadline' ? { ...query, sortedAt: new Date(serverNow()).toISOString() } : query;

/**
 * Milliseconds without a further page before the address names the last one, because each change of the address renders
 * the whole page.
 */
const WRITE_DELAY = 300;

/** True if the store holds all rows up to this page of the list. */
const hasLoaded = ({ list, query, items, next }: ListedApplications, key: string, page: number): boolean =>
  list.status === 'loaded' && queryKey(query) === key && (next === null || items.length > (page - 1) * PAGE_SIZE);

/**
 * Opens the list that the address names, and writes the number of loaded pages to the address. A link loads the list
 * again; the way back reuses the list in the store and restores its scroll offset. Returns a function that loads the
 * list again.
 */
export const useOpenList = ({ tab, jobId, filters, sort, page, writePage }: ApplicationsAddress) => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const { key: entry } = useLocation();
  const type = useNavigationType();
  const query = useMemo(
    (): ApplicationsQuery => ({ tab: tab === 'appointment' ? 'all' : tab, jobId, filters, sort }),
    [tab, jobId, filters, sort],
  );
  const key = queryKey(query);
  const wanted = Math.max(page, useStoredPages());
  const latest = useRef({ query, page: wanted });
  useEffect(() => {
    latest.current = { query, page: wanted };
  });

  const open = useCallback(
    () => void dispatch(listOpened({ ...latest.current, query: sortedNow(latest.current.query) })),
    [dispatch],
  );
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
  const isComplete = useAppSelector((state) => hasLoaded(selectApplications(state), key, wanted));
  useEffect(() => {
    const isOpening = selectApplications(store.getState()).list.status === 'loading';
    if (loadedPage === null || loadedPage === page || isOpening) return undefined;
    const timer = setTimeout(() => writePage(loadedPage), WRITE_DELAY);
    return () => clearTimeout(timer);
  }, [store, loadedPage, page, writePage]);

  useScrollMemory(key, isComplete, loadedPage ?? wanted);
  return open;
};
