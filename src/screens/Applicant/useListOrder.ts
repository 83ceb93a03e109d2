import { useCallback, useEffect, useMemo } from 'react';
import {
  endReached,
  queryKey,
  PAGE_SIZE,
  selectApplications,
  selectShortlisted,
  type ApplicationRow,
} from '../../domains/applications';
import {
  endReached as appointmentsEndReached,
  listLeft as appointmentsLeft,
  listOpened as appointmentsOpened,
  selectAppointments,
} from '../../domains/appointments';
import type { Loadable } from '../../domains/kit/loadable';
import { todayBranchOf, type ListOrigin } from '../../lib/listOrigin';
import { useAppDispatch, useAppSelector, useAppStore, useFields } from '../../store/hooks';
import { WIDE, useMedia } from '../../ui/useMedia';
import { useTodayOrder } from './useTodayOrder';

/** The list from which the user opened the applicant. Places in it count from 0 over all pages. */
export interface Order {
  key: string;
  /** The loaded rows, with those ahead of a page; empty while another page loads. */
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

const NO_IDS: readonly number[] = [];
const NONE: ReadonlySet<number> = new Set();

const isDecided = ({ status, decision, appointment }: ApplicationRow): boolean =>
  status !== 'in_progress' || decision !== null || appointment !== null;

const useApplicationOrder = (): Order => {
  const dispatch = useAppDispatch();
  const fields = useFields(
    selectApplications,
    'items',
    'ahead',
    'isCurrent',
    'list',
    'more',
    'next',
    'query',
    'counts',
  );
  const shortlisted = useAppSelector(selectShortlisted);
  const { items, ahead, isCurrent, list, more, next, query, counts } = fields;
  const { onlyPage, ...listQuery } = query;
  const hasPages = onlyPage !== undefined;
  const first = ((onlyPage ?? 1) - 1) * PAGE_SIZE;
  const filtered = hasPages && counts.status === 'loaded' ? counts.data.filtered : 0;
  return {
    key: queryKey(listQuery),
    ids: useMemo(() => (isCurrent ? [...items, ...ahead].map(({ id }) => id) : NO_IDS), [items, ahead, isCurrent]),
    decidedIds: useMemo(
      () => new Set([...items, ...ahead].filter((row) => shortlisted[row.id] || isDecided(row)).map(({ id }) => id)),
      [items, ahead, shortlisted],
    ),
    isLoaded: list.status === 'loaded',
    first,
    // Rows ahead of a page are places too: the page may hold more than those that the server still counts.
    count: next === null ? Math.max(filtered, first + items.length + ahead.length) : Infinity,
    hasPages,
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
