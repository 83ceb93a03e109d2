import {
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
} from 'react';
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import type { ApplicationRow } from '../../domains/applications';
import { useText } from '../../ui/text';
import { ApplicationCard } from './ApplicationCard';
import { CardBone } from './CardBone';
import { useCardKeys } from './useCardKeys';
import type { ApplicantAddress } from './useOpenApplicant';
import { useRowHeight, type ListLayout } from './useRowHeight';
import styles from './ApplicationList.module.css';

/** Rows drawn beyond the window on either side. */
const OVERSCAN = 3;

/** Rows not yet seen that are left when the next ones are asked for: always before the last 1 % of the height. */
const PREFETCH = 25;

/** Skeleton rows under a list that goes on. */
const BONES = 6;

/** What sticks over and under the list, in px: a row that gets the focus is scrolled clear of it. */
const STICKY_ABOVE = 132;
const STICKY_BELOW = 76;

interface RowsProps {
  layout: ListLayout;
  rows: readonly ApplicationRow[];
  /** The rows are of more than one job. */
  showsJob: boolean;
  /** A number when the exact count is known. */
  total: number | null;
  pendingIds: ReadonlySet<number>;
  holidays: readonly string[] | null;
  /** The application that is open beside the list. */
  selectedId: number | null;
  addressOf: (id: number, index: number) => ApplicantAddress;
  onOpen: (event: MouseEvent<HTMLAnchorElement>) => void;
  onToggle: (row: ApplicationRow) => void;
}

interface DrawnRowsProps extends RowsProps {
  items: readonly VirtualItem[];
  size: number;
  top: number;
}

/** The rows that are in the document. */
const DrawnRows = memo(({ items, size, top, rows, pendingIds, total, selectedId, ...card }: DrawnRowsProps) =>
  items.map((item) => {
    const row = rows[item.index];
    return (
      <div
        key={item.key}
        className={styles.item}
        style={{ height: size, transform: `translateY(${item.start - top}px)` }}
      >
        {row ? (
          <ApplicationCard
            row={row}
            {...card}
            pending={pendingIds.has(row.id)}
            index={item.index}
            total={total ?? -1}
            selected={row.id === selectedId}
          />
        ) : (
          <CardBone layout={card.layout} />
        )}
      </div>
    );
  }),
);
DrawnRows.displayName = 'DrawnRows';

interface ApplicationListProps extends RowsProps {
  hasMore: boolean;
  onNearEnd: () => void;
}

/** The rows of the list; only those in and around the window are in the document. */
export const ApplicationList = ({ hasMore, onNearEnd, ...drawn }: ApplicationListProps) => {
  const { rows, layout } = drawn;
  const t = useText();
  const [size, probe] = useRowHeight(layout);
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    if (box) setTop(Math.round(box.top + window.scrollY));
  }, [size]);

  const virtualizer = useWindowVirtualizer({
    count: rows.length + (hasMore ? BONES : 0),
    estimateSize: useCallback(() => size, [size]),
    // Another function would mean another list: every row would be measured anew on each frame.
    getItemKey: useCallback((index: number) => rows[index]?.id ?? -index, [rows]),
    overscan: OVERSCAN,
    scrollMargin: top,
    scrollPaddingStart: STICKY_ABOVE,
    scrollPaddingEnd: STICKY_BELOW,
    useFlushSync: false,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, size]);
  const { total, pendingIds, holidays, showsJob, selectedId, addressOf, onOpen, onToggle } = drawn;
  // Keys move the one that is open, where there is one.
  useCardKeys(list, selectedId === null ? rows.length : 0, (index) => virtualizer.scrollToIndex(index));
  const selectedAt = selectedId === null ? -1 : rows.findIndex(({ id }) => id === selectedId);
  useEffect(() => {
    const start = (list.current?.getBoundingClientRect().top ?? 0) + selectedAt * size;
    const isInSight = start >= STICKY_ABOVE && start + size <= window.innerHeight - STICKY_BELOW;
    // The page of a row that is in sight does not move: its title and its tools would go out of it.
    if (selectedAt >= 0 && !isInSight) virtualizer.scrollToIndex(selectedAt);
  }, [virtualizer, selectedAt, size]);

  const items = virtualizer.getVirtualItems();
  // Rows are drawn in slices between frames, so that nothing (a fast scroll, a count that arrives) is held up by them.
  const inSight = useDeferredValue(
    useMemo(
      () => ({ layout, items, rows, total, pendingIds, holidays, showsJob, selectedId, addressOf, onOpen, onToggle }),
      [layout, items, rows, total, pendingIds, holidays, showsJob, selectedId, addressOf, onOpen, onToggle],
    ),
  );
  const last = items.at(-1)?.index ?? 0;
  // Read ahead for whoever scrolls; whoever only looks has the first page, and its number in the address.
  const hasScrolled = (virtualizer.scrollOffset ?? 0) > 0;
  const seen = virtualizer.range?.endIndex ?? 0;
  const nearEnd = hasMore && (hasScrolled ? last >= rows.length - PREFETCH : seen >= rows.length - 1);
  // Asked again for each list, not for each length: two lists may be as long as one another.
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, rows, onNearEnd]);

  return (
    <div
      ref={list}
      role="feed"
      aria-busy={inSight.items.length === 0 || undefined}
      aria-label={t('applications.list.label')}
      className={styles.list}
      data-layout={layout}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {layout === 'beside' && <div ref={probe} className={styles.probe} aria-hidden="true" />}
      <DrawnRows {...inSight} size={size} top={top} />
    </div>
  );
};
