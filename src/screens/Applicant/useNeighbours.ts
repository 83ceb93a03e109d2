import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { pagesOf, selectApplications } from '../../domains/applications';
import {
  endReached as appointmentsEndReached,
  listOpened as appointmentsOpened,
  selectAppointments,
} from '../../domains/appointments';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector, useAppStore } from '../../store/hooks';
import { partOf, useApplicantAddress } from './address';

/** So many before the end of what is loaded the next appointments are asked for. */
const NEAR_END = 3;

/** The next page of the list is on its way: its first (or last) applicant comes then. */
interface Crossing {
  page: number;
  step: 1 | -1;
}

interface Order {
  /** The applications as they stand in the list that was chosen from. */
  ids: readonly number[];
  page: number;
  pages: number;
  isLoaded: boolean;
}

/** The open page of the numbered list. */
const useNumberedOrder = (): Order => {
  const { items, list, query, counts } = useAppSelector(selectApplications);
  const page = query.only ?? 1;
  return {
    ids: useMemo(() => items.map(({ id }) => id), [items]),
    page,
    pages: counts.status === 'loaded' ? pagesOf(counts.data.filtered) : page,
    isLoaded: list.status === 'loaded',
  };
};

/** The appointments as far as they are loaded: more come when their end is near, and all of them by a link. */
const useAppointmentOrder = (isOn: boolean, jobId: number | null, applicationId: number): Order => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const { items, list, more, nextPage } = useAppSelector(selectAppointments);
  // Somebody may have two.
  const ids = useMemo(() => [...new Set(items.map((item) => item.applicationId))], [items]);
  useEffect(() => {
    const { query, list: held } = selectAppointments(store.getState());
    if (isOn && (query.jobId !== jobId || held.status === 'init')) dispatch(appointmentsOpened({ jobId }));
  }, [isOn, jobId, dispatch, store]);
  const isNearEnd = isOn && nextPage !== null && ids.indexOf(applicationId) >= ids.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd && more.status !== 'loading' && more.status !== 'failed') dispatch(appointmentsEndReached());
  }, [isNearEnd, more.status, dispatch]);
  return { ids, page: 1, pages: 1, isLoaded: list.status === 'loaded' };
};

/**
 * Who stands before and after the applicant in the list, over the edges of its pages, and the ways there. Going on takes the
 * place of the address, so that one step back is the list.
 */
export const useNeighbours = () => {
  const navigate = useNavigate();
  const { jobId, applicationId, tab, search, state } = useApplicantAddress();
  const isAppointments = new URLSearchParams(search).get('activeTab') === 'appointment';
  const numbered = useNumberedOrder();
  const appointments = useAppointmentOrder(isAppointments, jobId || null, applicationId);
  const { ids, page, pages, isLoaded } = isAppointments ? appointments : numbered;
  const crossing = useRef<Crossing | null>(null);
  const [lastAt, setLastAt] = useState(-1);

  const found = ids.indexOf(applicationId);
  if (found >= 0 && found !== lastAt) setLastAt(found);

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
      }
    },
    [next, previous, page, pages, isLoaded, search, goTo, applicationId],
  );
  useEffect(() => {
    if (!crossing.current || !isLoaded || crossing.current.page !== page) return;
    const id = ids.at(crossing.current.step === 1 ? 0 : -1);
    crossing.current = null;
    if (id !== undefined) void goTo(id);
  }, [isLoaded, page, ids, goTo]);

  return {
    step,
    /** Null where nobody is known to come next. */
    nextId: next ?? null,
    hasNext: next !== undefined || page < pages,
    hasPrevious: previous !== undefined || page > 1,
  };
};
