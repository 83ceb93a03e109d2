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

/** What an address of numbered pages asks for; beside the appointments stands the list of all. */
export const pageQuery = ({ tab, jobId, filters, page }: Asked): ApplicationsQuery => ({
  tab: tab === 'shortListed' ? 'shortListed' : 'all',
  jobId,
  filters,
  only: page,
});

/**
 * Opens the one page of the list that the address names: anew for a link, not for the way back to one that is still held.
 * Answers a function that opens it again.
 */
export const useOpenPage = ({ tab, jobId, filters, page }: Asked) => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const type = useNavigationType();
  const query = useMemo(() => pageQuery({ tab, jobId, filters, page }), [tab, jobId, filters, page]);
  const key = keyOfQuery(query);
  const wanted = useRef({ query, type });
  useEffect(() => {
    wanted.current = { query, type };
  });
  const open = useCallback(() => void dispatch(listOpened({ query: wanted.current.query, page: 1 })), [dispatch]);
  useEffect(() => {
    const { list, query: held } = selectApplications(store.getState());
    const isHeld = list.status === 'loaded' && keyOfQuery(held) === key;
    if (!isHeld || wanted.current.type !== 'POP') open();
  }, [store, open, key]);
  useEffect(() => () => void dispatch(listLeft()), [dispatch]);
  return open;
};
