import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { endReached, pagesOf, selectApplications } from '../../domains/applications';
import { paths } from '../../lib/paths';
import { useAppDispatch, useAppSelector } from '../../store/hooks';
import { partOf, useApplicantAddress } from './address';

/** Of a list without pages more is asked for when fewer rows than these come after the applicant. */
const AHEAD = 3;

/** The next page of the list is on its way: its first (or last) applicant comes then. */
interface Crossing {
  page: number;
  step: 1 | -1;
}

/**
 * Who stands before and after the applicant in the list, over the edges of its pages, and the ways there; a list without
 * pages goes on by itself. Going on takes the place of the address, so that one step back is the list.
 */
export const useNeighbours = () => {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const { jobId, applicationId, tab, search, state } = useApplicantAddress();
  const { items, list, more, hasMore, query, counts } = useAppSelector(selectApplications);
  const crossing = useRef<Crossing | null>(null);
  const [lastAt, setLastAt] = useState(-1);

  const isLoaded = list.status === 'loaded';
  const page = query.only ?? 1;
  const hasPages = query.only !== undefined && counts.status === 'loaded';
  const pages = hasPages ? pagesOf(counts.data.filtered) : page;
  const found = items.findIndex(({ id }) => id === applicationId);
  if (found >= 0 && found !== lastAt) setLastAt(found);

  const goTo = useCallback(
    (id: number, address = search) =>
      navigate(`${paths.jobDetail(jobId, id, partOf(tab))}${address}`, { replace: true, state }),
    [navigate, jobId, tab, search, state],
  );
  // Whoever left the list (the shortlist's, say) left a gap: the one after stands in the place now.
  const after = found >= 0 ? found + 1 : Math.max(0, lastAt);
  const before = found >= 0 ? found - 1 : lastAt - 1;
  const next = items[after]?.id;
  const previous = items[before]?.id;
  const isShort = isLoaded && hasMore && items[after + AHEAD] === undefined;
  useEffect(() => {
    if (isShort && more.status !== 'loading' && more.status !== 'failed') dispatch(endReached());
  }, [dispatch, isShort, more.status]);

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
      } else if (by === 1 && hasMore) dispatch(endReached());
    },
    [next, previous, page, pages, isLoaded, hasMore, search, goTo, applicationId, dispatch],
  );
  useEffect(() => {
    if (!crossing.current || !isLoaded || crossing.current.page !== page) return;
    const id = items.at(crossing.current.step === 1 ? 0 : -1)?.id;
    crossing.current = null;
    if (id !== undefined) void goTo(id);
  }, [isLoaded, page, items, goTo]);

  return {
    step,
    /** Null where nobody is known to come next. */
    nextId: next ?? null,
    hasNext: next !== undefined || hasMore || page < pages,
    hasPrevious: previous !== undefined || page > 1,
  };
};
