import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import { queryKey, listLeft, listOpened, selectApplications, type ApplicationsQuery } from '../../domains/applications';
import { useAppDispatch, useAppStore } from '../../store/hooks';
import { serverNow } from '../../lib/serverClock';
import type { ApplicationsAddress } from './useApplicationsAddress';

type NumberedAddress = Pick<ApplicationsAddress, 'tab' | 'jobId' | 'filters' | 'sort' | 'page'>;

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
 * Opens the page of the list that the address names. A link loads it again; the way back reuses it if the store still
 * holds it. A list without pages is the one that the user chose the applicant from, so it stays unchanged. Returns a
 * function that loads the page again.
 */
export const useOpenPage = ({ tab, jobId, filters, sort, page }: NumberedAddress) => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const type = useNavigationType();
  const query = useMemo(() => pageQuery({ tab, jobId, filters, sort, page }), [tab, jobId, filters, sort, page]);
  const key = queryKey(query);
  const latest = useRef({ query, page, type });
  useEffect(() => {
    latest.current = { query, page, type };
  });
  const open = useCallback(() => {
    const { query: latestQuery, page: latestPage } = latest.current;
    dispatch(listOpened({ query: sortedNow(latestQuery), page: latestPage }));
  }, [dispatch]);
  useEffect(() => {
    const { list, query: current } = selectApplications(store.getState());
    const isLoaded = list.status === 'loaded' && queryKey(current) === key;
    if (!isLoaded || (latest.current.type !== 'POP' && current.onlyPage !== undefined)) open();
  }, [store, open, key]);
  useEffect(() => () => void dispatch(listLeft()), [dispatch]);
  return open;
};
