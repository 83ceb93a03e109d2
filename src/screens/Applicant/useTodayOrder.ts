import { useCallback, useEffect, useMemo, useState } from 'react';
import { groupsOf, moreRequested, selectToday, todayLeft, todayOpened, type NeedRow } from '../../domains/today';
import { useAppDispatch, useAppStore, useFields } from '../../store/hooks';
import { serverNow } from '../../lib/serverClock';
import { todayKey } from '../../widgets/ApplicationList/lastPlace';
import type { Order } from './useListOrder';

const NO_IDS: readonly number[] = [];
const NONE: ReadonlySet<number> = new Set();

/** Returns the rows that wait, as Today shows them. A row that went on to another group is as good as gone. */
const idsOf = (rows: readonly NeedRow[], kinds: ReadonlyMap<number, string>, now: number): number[] =>
  groupsOf(rows, now)
    .groups.flatMap((group) => group.rows.map(({ row }) => row))
    .filter(({ id, need }) => (kinds.get(id) ?? need.kind) === need.kind)
    .map(({ id }) => id);

/** Returns the rows of Today as an order; `branchId` is undefined for another list. After a reload it loads them. */
export const useTodayOrder = (branchId: number | null | undefined): Order => {
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
