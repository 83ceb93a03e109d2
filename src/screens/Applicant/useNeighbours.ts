import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { endReached, keyOfQuery, pagesOf, selectApplications } from '../../domains/applications';
import {
  endReached as appointmentsEndReached,
  listLeft as appointmentsLeft,
  listOpened as appointmentsOpened,
  selectAppointments,
} from '../../domains/appointments';
import type { Loadable } from '../../domains/kit/loadable';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/hooks';
import { WIDE, useMedia } from '../../ui/useMedia';
import { partOf, useApplicantAddress } from './address';

/** Of a list without pages more is asked for when fewer rows than these come after the applicant. */
const AHEAD = 3;

/** The next page of the list is on its way: its first (or last) applicant comes then. */
interface Crossing {
  page: number;
  step: 1 | -1;
}

/** The list that the applicant was chosen from. */
interface Order {
  /** Another list has another key. */
  key: string;
  /** The applications as they stand in it. */
  ids: readonly number[];
  isLoaded: boolean;
  /** 1 of 1 where it has no pages. */
  page: number;
  pages: number;
  /** It has no pages and goes on. */
  hasMore: boolean;
  more: Loadable<null>;
  onMore: () => void;
}

const useApplicationOrder = (): Order => {
  const dispatch = useAppDispatch();
  const { items, list, more, next, query, counts } = useAppSelector(selectApplications);
  const page = query.only ?? 1;
  const hasPages = query.only !== undefined && counts.status === 'loaded';
  return {
    key: keyOfQuery(query),
    ids: useMemo(() => items.map(({ id }) => id), [items]),
    isLoaded: list.status === 'loaded',
    page,
    pages: hasPages ? pagesOf(counts.data.filtered) : page,
    hasMore: next !== null,
    more,
    onMore: useCallback(() => void dispatch(endReached()), [dispatch]),
  };
};

/** The appointments: on a narrow window nobody else asks for those that a link names. */
const useAppointmentOrder = (isOn: boolean, jobId: number | null): Order => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const isAlone = !useMedia(WIDE);
  const { items, list, more, next } = useAppSelector(selectAppointments);
  useEffect(() => {
    const { query, list: held } = selectAppointments(store.getState());
    if (!isOn || !isAlone || (query.jobId === jobId && held.status !== 'init')) return undefined;
    dispatch(appointmentsOpened({ jobId }));
    return () => void dispatch(appointmentsLeft());
  }, [isOn, isAlone, jobId, dispatch, store]);
  return {
    key: `appointments|${jobId}`,
    // Somebody may have two.
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
 * Who stands before and after the applicant in the list, over the edges of its pages, and the ways there; a list without
 * pages goes on by itself. Going on takes the place of the address, so that one step back is the list.
 */
export const useNeighbours = () => {
  const navigate = useNavigate();
  const { jobId, applicationId, tab, search, state } = useApplicantAddress();
  const isAppointments = new URLSearchParams(search).get('activeTab') === 'appointment';
  const applications = useApplicationOrder();
  const appointments = useAppointmentOrder(isAppointments, jobId || null);
  const { key, ids, isLoaded, page, pages, hasMore, more, onMore } = isAppointments ? appointments : applications;
  const crossing = useRef<Crossing | null>(null);
  const isAwaited = useRef(false);
  const [last, setLast] = useState({ key, at: -1 });
  const lastAt = last.key === key ? last.at : -1;

  const found = ids.indexOf(applicationId);
  if (found >= 0 && found !== lastAt) setLast({ key, at: found });

  const goTo = useCallback(
    (id: number, address = search) =>
      navigate(`${paths.jobDetail(jobId, id, partOf(tab))}${address}`, { replace: true, state }),
    [navigate, jobId, tab, search, state],
  );
  // Whoever left the list (the shortlist's, say) left a gap: the one after stands in the place now.
  const after = found >= 0 ? found + 1 : Math.max(0, lastAt);
  const before = found >= 0 ? found - 1 : lastAt - 1;
  const next = ids[after];
  const previous = ids[before];
  const isShort = isLoaded && hasMore && ids[after + AHEAD] === undefined;
  useEffect(() => {
    if (isShort && more.status !== 'loading' && more.status !== 'failed') onMore();
  }, [isShort, more.status, onMore]);

  const step = useCallback(
    (by: 1 | -1) => {
      const id = by === 1 ? next : previous;
      const across = page + by;
      if (id !== undefined) void goTo(id);
      else if (isLoaded && across >= 1 && across <= pages) {
        const params = new URLSearchParams(search);
        params.set('page', String(across));
        crossing.current = { page: across, step: by };
        void goTo(applicationId, `?${params.toString()}`);
      } else if (by === 1 && hasMore) {
        isAwaited.current = true;
        onMore();
      }
    },
    [next, previous, page, pages, isLoaded, hasMore, search, goTo, applicationId, onMore],
  );
  useEffect(() => {
    if (!crossing.current || !isLoaded || crossing.current.page !== page) return;
    const id = ids.at(crossing.current.step === 1 ? 0 : -1);
    crossing.current = null;
    if (id !== undefined) void goTo(id);
  }, [isLoaded, page, ids, goTo]);

  useEffect(() => {
    isAwaited.current = false;
  }, [applicationId, key]);
  // Who was asked for has come.
  useEffect(() => {
    if (isAwaited.current && next !== undefined) void goTo(next);
  }, [next, goTo]);

  return {
    step,
    /** Null where nobody is known to come next. */
    nextId: next ?? null,
    hasNext: next !== undefined || hasMore || page < pages,
    hasPrevious: previous !== undefined || page > 1,
  };
};
