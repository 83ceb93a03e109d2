import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { endReached, queryKey, pageCount, selectApplications } from '../../domains/applications';
import {
  endReached as appointmentsEndReached,
  listLeft as appointmentsLeft,
  listOpened as appointmentsOpened,
  selectAppointments,
} from '../../domains/appointments';
import type { Loadable } from '../../domains/kit/loadable';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppStore, useFields } from '../../store/hooks';
import { WIDE, useMedia } from '../../ui/useMedia';
import { pathSegmentOf, useApplicantAddress } from './address';

/** A list without pages loads more when fewer rows than these follow the applicant. */
const PREFETCH_ROWS = 3;

/** The next or previous page is loading; its first or last applicant opens then. */
interface PageChange {
  page: number;
  step: 1 | -1;
}

/** The list from which the user opened the applicant. */
interface Order {
  key: string;
  ids: readonly number[];
  isLoaded: boolean;
  /** The page number; 1 of 1 for a list without pages. */
  page: number;
  pages: number;
  /** A list without pages has more rows. */
  hasMore: boolean;
  more: Loadable<null>;
  onMore: () => void;
}

const useApplicationOrder = (): Order => {
  const dispatch = useAppDispatch();
  const { items, list, more, next, query, counts } = useFields(
    selectApplications,
    'items',
    'list',
    'more',
    'next',
    'query',
    'counts',
  );
  const page = query.onlyPage ?? 1;
  const hasPages = query.onlyPage !== undefined && counts.status === 'loaded';
  return {
    key: queryKey(query),
    ids: useMemo(() => items.map(({ id }) => id), [items]),
    isLoaded: list.status === 'loaded',
    page,
    pages: hasPages ? pageCount(counts.data.filtered) : page,
    hasMore: next !== null,
    more,
    onMore: useCallback(() => void dispatch(endReached()), [dispatch]),
  };
};

/**
 * Returns the appointments as an order. On a narrow window no list is mounted, so the hook loads those that a link
 * names.
 */
const useAppointmentOrder = (isOn: boolean, jobId: number | null): Order => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const isListHidden = !useMedia(WIDE);
  const { items, list, more, next } = useFields(selectAppointments, 'items', 'list', 'more', 'next');
  useEffect(() => {
    const { query, list: loadState } = selectAppointments(store.getState());
    if (!isOn || !isListHidden || (query.jobId === jobId && loadState.status !== 'init')) return undefined;
    dispatch(appointmentsOpened({ jobId }));
    return () => void dispatch(appointmentsLeft());
  }, [isOn, isListHidden, jobId, dispatch, store]);
  return {
    key: `appointments|${jobId}`,
    // An applicant may have two appointments.
    ids: useMemo(() => [...new Set(items.map((item) => item.applicationId))], [items]),
    isLoaded: list.status === 'loaded',
    page: 1,
    pages: 1,
    hasMore: next !== null,
    more,
    onMore: useCallback(() => void dispatch(appointmentsEndReached()), [dispatch]),
  };
};

/**
 * Returns the applicants before and after this one, across the list's pages, and functions that open them; a list
 * without pages loads more rows by itself. A step replaces the history entry, so that one step back leads to the list.
 */
export const useNeighbours = () => {
  const navigate = useNavigate();
  const { jobId, applicationId, tab, search, state } = useApplicantAddress();
  const isAppointments = new URLSearchParams(search).get('activeTab') === 'appointment';
  const applications = useApplicationOrder();
  const appointments = useAppointmentOrder(isAppointments, jobId || null);
  const { key, ids, isLoaded, page, pages, hasMore, more, onMore } = isAppointments ? appointments : applications;
  const pageChange = useRef<PageChange | null>(null);
  const isWaitingForNext = useRef(false);
  const [lastPosition, setLastPosition] = useState({ key, at: -1 });
  const lastIndex = lastPosition.key === key ? lastPosition.at : -1;

  const found = ids.indexOf(applicationId);
  if (found >= 0 && found !== lastIndex) setLastPosition({ key, at: found });

  const goTo = useCallback(
    (id: number, address = search) =>
      navigate(`${paths.jobDetail(jobId, id, pathSegmentOf(tab))}${address}`, { replace: true, state }),
    [navigate, jobId, tab, search, state],
  );
  // If the applicant has left the list, such as the shortlist, the next one is now in the old place.
  const after = found >= 0 ? found + 1 : Math.max(0, lastIndex);
  const before = found >= 0 ? found - 1 : lastIndex - 1;
  const next = ids[after];
  const previous = ids[before];
  const needsMore = isLoaded && hasMore && ids[after + PREFETCH_ROWS] === undefined;
  useEffect(() => {
    if (needsMore && more.status !== 'loading' && more.status !== 'failed') onMore();
  }, [needsMore, more.status, onMore]);

  const step = useCallback(
    (direction: 1 | -1) => {
      const id = direction === 1 ? next : previous;
      const targetPage = page + direction;
      if (id !== undefined) void goTo(id);
      else if (isLoaded && targetPage >= 1 && targetPage <= pages) {
        const params = new URLSearchParams(search);
        params.set('page', String(targetPage));
        pageChange.current = { page: targetPage, step: direction };
        void goTo(applicationId, `?${params.toString()}`);
      } else if (direction === 1 && hasMore) {
        isWaitingForNext.current = true;
        onMore();
      }
    },
    [next, previous, page, pages, isLoaded, hasMore, search, goTo, applicationId, onMore],
  );
  useEffect(() => {
    if (!pageChange.current || !isLoaded || pageChange.current.page !== page) return;
    const id = ids.at(pageChange.current.step === 1 ? 0 : -1);
    pageChange.current = null;
    if (id !== undefined) void goTo(id);
  }, [isLoaded, page, ids, goTo]);

  useEffect(() => {
    isWaitingForNext.current = false;
  }, [applicationId, key]);
  useEffect(() => {
    if (isWaitingForNext.current && next !== undefined) void goTo(next);
  }, [next, goTo]);

  return {
    step,
    /** Null while the next applicant is unknown. */
    nextId: next ?? null,
    hasNext: next !== undefined || hasMore || page < pages,
    hasPrevious: previous !== undefined || page > 1,
  };
};
