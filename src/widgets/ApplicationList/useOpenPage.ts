import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useNavigationType } from 'react-router-dom';
import {
  keyOfQuery,
  listLeft,
  listOpened,
  selectApplications,
  type ApplicationsQuery,
} from '../../domains/applications';
import { useAppDispatch, useAppStore } from '../../store/hooks';
import type { ApplicationsAddress } from './useApplicationsAddress';

type Asked = Pick<ApplicationsAddress, 'tab' | 'jobId' | 'filters' | 'page'>;

/**
 * What an address of numbered pages asks for; beside the appointments stands the list of all. A list of new ones grows
 * shorter while one works through it, so that the second page would skip as many as were opened: it goes on without pages.
 */
export const pageQuery = ({ tab, jobId, filters, page }: Asked): ApplicationsQuery => ({
  tab: tab === 'shortListed' ? 'shortListed' : 'all',
  jobId,
  filters,
  ...(filters.isSeen === null && { only: page }),
});

/**
 * Opens the page of the list that the address names: anew for a link, not for the way back to one that is still held. A
 * list without pages is the one that the applicant was chosen from: it stays as it is. Answers a function that opens it again.
 */
export const useOpenPage = ({ tab, jobId, filters, page }: Asked) => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const type = useNavigationType();
  const query = useMemo(() => pageQuery({ tab, jobId, filters, page }), [tab, jobId, filters, page]);
  const key = keyOfQuery(query);
  const wanted = useRef({ query, page, type });
  useEffect(() => {
    wanted.current = { query, page, type };
  });
  const open = useCallback(() => {
    const { query: asked, page: from } = wanted.current;
    dispatch(listOpened({ query: asked, page: from }));
  }, [dispatch]);
  useEffect(() => {
    const { list, query: held } = selectApplications(store.getState());
    const isHeld = list.status === 'loaded' && keyOfQuery(held) === key;
    if (!isHeld || (wanted.current.type !== 'POP' && held.only !== undefined)) open();
  }, [store, open, key]);
  useEffect(() => () => void dispatch(listLeft()), [dispatch]);
  return open;
};
