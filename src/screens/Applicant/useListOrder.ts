import { useCallback, useEffect, useMemo, useState } from 'react';
import { groupsOf, moreRequested, selectToday, todayLeft, todayOpened, type NeedRow } from '../../domains/today';
import { useAppDispatch, useAppStore, useFields } from '../../store/hooks';
import { serverNow } from '../../lib/serverClock';
import { endReached, queryKey, PAGE_SIZE, selectApplications, type ApplicationRow } from '../../domains/applications';
import {
  endReached as appointmentsEndReached,
  listLeft as appointmentsLeft,
  listOpened as appointmentsOpened,
  selectAppointments,
} from '../../domains/appointments';
import type { Loadable } from '../../domains/kit/loadable';
import { todayBranchOf, type ListOrigin } from '../../lib/pageKey';
import { WIDE, useMedia } from '../../ui/useMedia';
import { todayKey } from '../../widgets/ApplicationList/lastPlace';

const NO_IDS: readonly number[] = [];
const NONE: ReadonlySet<number> = new Set();

/** Returns the ids of the waiting rows in Today's order, without rows that have moved to another group since. */
const idsOf = (rows: readonly NeedRow[], kinds: ReadonlyMap<number, string>, now: number): number[] =>
  groupsOf(rows, now)
    .groups.flatMap((group) => group.rows.map(({ row }) => row))
    .filter(({ id, need }) => (kinds.get(id) ?? need.kind) === need.kind)
    .map(({ id }) => id);

/** Returns Today's rows as an order, and loads them after a reload; `branchId` is undefined for another list. */
const useTodayOrder = (branchId: number | null | undefined): Order => {
  const dispatch = useAppDispatch();
  const store = useAppStore();
  const isOn = branchId !== undefined;
  const fields = useFields(selectToday, 'rows', 'list', 'more', 'next', 'branchId');
  const { rows, list, more, next } = fields;
  // The page may have shown other branches since.
  const isShown = isOn && fields.branchId === branchId;
  const [now] = useState(serverNow);
  const [kinds] = useState(() => new Map(rows.map(({ id, need }) => [id, need.kind])));
  useEffect(() => {
    const shown = selectToday(store.getState());
    if (!isOn || (shown.list.status !== 'init' && shown.branchId === branchId)) return undefined;
    dispatch(todayOpened({ branchId }));
    return () => void dispatch(todayLeft());
  }, [isOn, branchId, dispatch, store]);
  const ids = useMemo(() => (isShown ? idsOf(rows, kinds, now) : NO_IDS), [isShown, rows, kinds, now]);
  return {
    key: todayKey(branchId ?? null),
    ids,
    decidedIds: NONE,
    isLoaded: isShown && list.status === 'loaded',
    first: 0,
    count: next === null ? ids.length : Infinity,
    hasPages: false,
    hasMore: next !== null,
    more,
    onMore: useCallback(() => void dispatch(moreRequested()), [dispatch]),
  };
};

/** The list from which the user opened the applicant. Places in it count from 0 over all pages. */
interface Order {
  key: string;
  /** The loaded rows, with the prefetched ones; empty while another page loads. */
  ids: readonly number[];
  /** Applicants who are shortlisted, declined or invited already. */
  decidedIds: ReadonlySet<number>;
  isLoaded: boolean;
  /** The place of the first loaded row. */
  first: number;
  /** The number of places; infinite while a list without pages has more rows. */
  count: number;
  hasPages: boolean;
  /** More rows can load after the known ones; a list without pages then has more places. */
  hasMore: boolean;
  more: Loadable<null>;
  onMore: () => void;
}

const isDecided = ({ status, decision, appointment, isShortListed }: ApplicationRow): boolean =>
  isShortListed || status !== 'in_progress' || decision !== null || appointment !== null;

const useApplicationOrder = (): Order => {
  const dispatch = useAppDispatch();
  const fields = useFields(
    selectApplications,
    'items',
    'prefetched',
    'isCurrent',
    'list',
    'more',
    'next',
    'query',
    'counts',
  );
  const { items, prefetched, isCurrent, list, more, next, query, counts } = fields;
  const { onlyPage, ...listQuery } = query;
  const hasPages = onlyPage !== undefined;
  const first = ((onlyPage ?? 1) - 1) * PAGE_SIZE;
  const filtered = hasPages && counts.status === 'loaded' ? counts.data.filtered : 0;
  return {
    key: queryKey(listQuery),
    ids: useMemo(
      () => (isCurrent ? [...items, ...prefetched].map(({ id }) => id) : NO_IDS),
      [items, prefetched, isCurrent],
    ),
    decidedIds: useMemo(
      () => new Set([...items, ...prefetched].filter(isDecided).map(({ id }) => id)),
      [items, prefetched],
    ),
    isLoaded: list.status === 'loaded',
    first,
    // Prefetched rows count too: there may be more of them than the server still counts.
    count: next === null ? Math.max(filtered, first + items.length + prefetched.length) : Infinity,
    hasPages,
    hasMore: next !== null,
    more,
    onMore: useCallback(() => void dispatch(endReached()), [dispatch]),
  };
};

/**
 * Returns the appointments as an order. On a narrow window no list is mounted, so the hook loads the appointments
 * itself.
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
  // An applicant may have two appointments.
  const ids = useMemo(() => [...new Set(items.map((item) => item.applicationId))], [items]);
  return {
    key: `appointments|${jobId}`,
    ids,
    decidedIds: NONE,
    isLoaded: list.status === 'loaded',
    first: 0,
    count: next === null ? ids.length : Infinity,
    hasPages: false,
    hasMore: next !== null,
    more,
    onMore: useCallback(() => void dispatch(appointmentsEndReached()), [dispatch]),
  };
};

/** Returns the list from which the user came: Today, or the appointments or applications of the address. */
export const useListOrder = (origin: ListOrigin | null, isAppointments: boolean, jobId: number | null): Order => {
  const branchId = todayBranchOf(origin);
  const today = useTodayOrder(branchId);
  const applications = useApplicationOrder();
  const appointments = useAppointmentOrder(isAppointments, jobId);
  if (branchId !== undefined) return today;
  return isAppointments ? appointments : applications;
};
