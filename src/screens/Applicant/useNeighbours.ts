import { useCallback, useEffect, useRef, useState } from 'react';
import { pageCount, PAGE_SIZE } from '../../domains/applications';
import { listOriginOf, UNSEEN_MS } from '../../lib/pageKey';
import { paths } from '../../lib/paths';
import { WIDE, useMedia } from '../../ui/useMedia';
import { useNavigate } from '../../ui/router';
import { rememberPlace } from '../../widgets/ApplicationList/lastPlace';
import { pathSegmentOf, useApplicantAddress } from './address';
import { useListOrder } from './useListOrder';

/** A list without pages loads more when fewer rows than these follow the applicant. */
const PREFETCH_ROWS = 3;

type Direction = 1 | -1;

/** Returns the next or previous place; a place between two rows ends in one half. */
const placeAfter = (place: number, direction: Direction): number =>
  direction === 1 ? Math.floor(place + 1) : Math.ceil(place - 1);

/** The target of the pressed keys: a place, and its applicant once that row has loaded. */
interface Aim {
  place: number;
  id: number | null;
  direction: Direction;
  /** Looks for the first applicant without a decision from this place on. */
  seeksUndecided: boolean;
}

/**
 * Returns the applicants before and after this one, across the list's pages, and a function that opens them. Steps
 * faster than the pages load add up, so that none is lost; a list without pages loads more rows by itself. A step
 * replaces the history entry, so that one step back leads to the list.
 */
export const useNeighbours = () => {
  const navigate = useNavigate();
  const staysBeside = useMedia(WIDE);
  const { jobId, applicationId, tab, search, state } = useApplicantAddress();
  const isAppointments = new URLSearchParams(search).get('activeTab') === 'appointment';
  const order = useListOrder(listOriginOf(state), isAppointments, jobId || null);
  const { key, ids, decidedIds, isLoaded, first, count, hasPages, hasMore, more, onMore } = order;
  const aim = useRef<Aim | null>(null);
  const opened = useRef<number[]>([]);
  const [lastPosition, setLastPosition] = useState({ key, id: 0, place: NaN });

  const found = ids.indexOf(applicationId);
  if (found >= 0 && (lastPosition.key !== key || first + found !== lastPosition.place))
    setLastPosition({ key, id: applicationId, place: first + found });
  // The next applicant takes the index of the one who left the list, so the one who left counts as half a place before.
  const isLastKnown = lastPosition.key === key && lastPosition.place >= first;
  const lastPlace = isLastKnown && lastPosition.place <= first + ids.length ? lastPosition.place : first;
  const isLoading = ids.length === 0 && isLastKnown && lastPosition.id === applicationId;
  const unlistedPlace = isLoading ? lastPosition.place : lastPlace - 0.5;
  const place = found >= 0 ? first + found : unlistedPlace;
  useEffect(() => {
    if (isLastKnown) rememberPlace({ key, id: applicationId, place: lastPosition.place });
  }, [key, applicationId, isLastKnown, lastPosition.place]);
  const nextIndex = placeAfter(place, 1) - first;
  const hasNext = first + nextIndex < count;
  const isUndecided = (id: number) => id !== applicationId && !decidedIds.has(id);
  const undecidedBelow = ids.findIndex((id, index) => index >= nextIndex && isUndecided(id));
  // After the last row it continues with the undecided applicants above.
  const isWholeBelow = !hasMore && first + ids.length >= count;
  const undecidedIndex = undecidedBelow < 0 && isWholeBelow ? ids.findIndex(isUndecided) : undecidedBelow;
  // The earlier pages may hold undecided applicants.
  const startsOver = undecidedIndex < 0 && isWholeBelow && hasPages && first > 0;
  const needsMore = isLoaded && hasMore && ids[nextIndex + PREFETCH_ROWS] === undefined;
  useEffect(() => {
    if (needsMore && more.status !== 'loading' && more.status !== 'failed') onMore();
  }, [needsMore, more.status, onMore]);

  const goTo = useCallback(
    (id: number, page: number | null) => {
      const params = new URLSearchParams(search);
      const isOtherPage = page !== null && (params.get('page') ?? '1') !== String(page);
      if (isOtherPage) params.set('page', String(page));
      const address = isOtherPage ? `?${params.toString()}` : search;
      // The list beside the applicant keeps its scroll offset.
      const origin = { ...(state as object), stays: staysBeside };
      navigate(`${paths.jobDetail(jobId, id, pathSegmentOf(tab))}${address}`, {
        replace: true,
        state: origin,
        flushSync: true,
      });
    },
    [navigate, jobId, tab, search, state, staysBeside],
  );
  const open = useCallback(
    (wanted: number, direction: Direction, seeksUndecided = false) => {
      const isOnPage = hasPages && ids.length > 0 && pageCount(wanted + 1) === pageCount(first + 1);
      const missing = isOnPage ? wanted - first - ids.length : -1;
      // The page may have fewer rows than were counted; then the next page or this page's last row follows.
      const isShort = missing >= 0 && direction === 1 && first + PAGE_SIZE < count;
      const target = isShort ? first + PAGE_SIZE + missing : wanted;
      const id = ids[target - first] ?? (isOnPage && !isShort ? ids.at(-1) : undefined) ?? null;
      aim.current = { place: target, id, direction, seeksUndecided };
      if (id === null && !hasPages) onMore();
      else {
        // The current applicant stays until the target's page has loaded.
        const shown = id ?? opened.current.at(-1) ?? applicationId;
        opened.current.push(shown);
        goTo(shown, hasPages ? pageCount(target + 1) : null);
      }
    },
    [ids, first, count, hasPages, goTo, applicationId, onMore],
  );
  const step = useCallback(
    (direction: Direction) => {
      const { current } = aim;
      const index = current?.id == null ? -1 : ids.indexOf(current.id);
      const from = index >= 0 ? first + index : (current?.place ?? place);
      const to = placeAfter(from, direction);
      if (to >= 0 && to < count) open(to, direction);
    },
    [ids, first, count, place, open],
  );

  const goneOnAt = useRef(-Infinity);
  const isUnseen = useCallback(() => performance.now() - goneOnAt.current < UNSEEN_MS, []);
  const goOn = useCallback(() => {
    goneOnAt.current = performance.now();
    if (startsOver) open(0, -1, true);
    else if (undecidedIndex < 0) step(1);
    else open(first + undecidedIndex, undecidedIndex < nextIndex ? -1 : 1);
  }, [undecidedIndex, nextIndex, step, open, first, startsOver]);

  useEffect(() => {
    aim.current = null;
  }, [key]);
  useEffect(() => {
    // The last of several steps has arrived, or the user chose another applicant meanwhile.
    if (aim.current?.id === applicationId || !opened.current.includes(applicationId)) {
      aim.current = null;
      opened.current = [];
    }
  }, [applicationId]);
  useEffect(() => {
    const { current } = aim;
    if (current?.id !== null || ids.length === 0) return;
    const isPageOpen = !hasPages || pageCount(current.place + 1) === pageCount(first + 1);
    // The rows of the wanted place have loaded, or the list ended before it.
    if (!isPageOpen) return;
    const index = current.seeksUndecided ? ids.findIndex((id) => id !== applicationId && !decidedIds.has(id)) : -1;
    // One page more is a short wait; a search through all would be a long one.
    const isOnLaterPage = current.seeksUndecided && index < 0 && first === 0 && PAGE_SIZE < count;
    if (isOnLaterPage) open(first + PAGE_SIZE, 1, true);
    else open(index < 0 ? Math.min(current.place, count - 1) : first + index, current.direction);
  }, [ids, decidedIds, applicationId, first, count, hasPages, open]);

  return {
    step,
    /** Opens the next applicant without a decision, as far as the rows are loaded, otherwise the next one. */
    goOn,
    /** Returns true right after going on, when a decision would be about an applicant whom the user has not seen. */
    isUnseen,
    /** The applicant who is most likely opened next; null while unknown. */
    nextId: ids[undecidedIndex] ?? ids[nextIndex] ?? null,
    hasNext,
    canGoOn: hasNext || undecidedIndex >= 0 || startsOver,
    hasPrevious: placeAfter(place, -1) >= 0,
  };
};
