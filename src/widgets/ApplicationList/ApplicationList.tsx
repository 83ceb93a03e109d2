import { useEffect, useRef, useState, memo, useCallback, useDeferredValue, useLayoutEffect, useMemo } from 'react';
import type { ApplicationRow } from '../../domains/applications';
import { lazyPart } from '../../ui/lazyPart';
import { useText } from '../../ui/text';
import { usePrinting } from '../../ui/useMedia';
import { useLongPress, useSelectionKeys } from '../Bulk/useSelectionKeys';
import { ApplicationCard, type SharedCardProps } from './ApplicationCard';
import { CardSkeleton, type ListLayout } from './CardSkeleton';
import { useCardKeys } from './useCardKeys';
import { useLastVisible, useWindowRows, type RowPlace } from './useWindowRows';
import styles from './ApplicationList.module.css';

/**
 * Height of a row with its divider, in px: across the page, beside an applicant, and as a card on a phone. The card's
 * style sheet has the same numbers.
 */
const ROW: Record<ListLayout, number> = { page: 92, beside: 96, phone: 180 };

/**
 * Returns the height of a row. Beside an applicant the style sheet makes rows higher for large text, and the text may
 * grow while the list is open, so the hook also returns a `ref` for an element to measure.
 */
const useRowHeight = (
  layout: ListLayout,
): [height: number, ref: (element: HTMLElement | null) => (() => void) | undefined] => {
  const [measured, setMeasured] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setMeasured(element.offsetHeight));
    observer.observe(element);
    return () => {
      observer.disconnect();
      setMeasured(0);
    };
  }, []);
  return [measured || ROW[layout], ref];
};

// Only phones need it, and not for their first view.
const RowSwipe = lazyPart(async () => (await import('./RowSwipe')).RowSwipe, null, 'nothing');

/** Loads the next rows when fewer unseen rows are left. */
const PREFETCH_ROWS = 25;

/** Skeleton rows at the end of a list with more rows. */
const SKELETON_ROWS = 6;

/** Sticky bars above and below the list, in px. A focused row scrolls clear of them. */
const STICKY_ABOVE = 132;
const STICKY_BELOW = 76;

interface RowsProps {
  rows: readonly ApplicationRow[];
  /** Null while the exact count is unknown. */
  total: number | null;
  selectedId: number | null;
  /** Must be stable. */
  card: SharedCardProps;
}

interface VisibleRowsProps extends RowsProps {
  items: readonly RowPlace<number>[];
  size: number;
}

const VisibleRows = memo(({ items, size, rows, total, selectedId, card }: VisibleRowsProps) =>
  items.map((item) => {
    const row = rows[item.index];
    return (
      <div
        key={item.key}
        className={styles.item}
        style={{ height: size, transform: `translateY(${item.index * size}px)` }}
      >
        {row ? (
          <ApplicationCard
            row={row}
            {...card}
            index={item.index}
            total={total ?? -1}
            selected={row.id === selectedId}
          />
        ) : (
          <CardSkeleton layout={card.layout} />
        )}
      </div>
    );
  }),
);
VisibleRows.displayName = 'VisibleRows';

interface ApplicationListProps extends RowsProps {
  hasMore: boolean;
  /** The row to which the user has come back. */
  returnRow: { index: number } | null;
  onNearEnd: () => void;
}

/** The row's key and index for print, which renders all rows. */
const asItem = ({ id }: ApplicationRow, index: number) => ({ key: id, index });

/** The rows of the list. Only rows in and near the window are in the document, except on paper. */
export const ApplicationList = ({ hasMore, returnRow, onNearEnd, ...rowsProps }: ApplicationListProps) => {
  const { rows, total, selectedId, card } = rowsProps;
  const { layout } = card;
  const t = useText();
  const isPrinted = usePrinting();
  const [size, probe] = useRowHeight(layout);
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState<number | null>(null);
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect();
    if (box) setTop(Math.round(box.top + window.scrollY));
  }, [size]);

  const count = rows.length + (hasMore ? SKELETON_ROWS : 0);
  const { items, scrollToIndex } = useWindowRows({
    count,
    size,
    top: top ?? 0,
    keyOf: useCallback((index: number) => rows[index]?.id ?? -index, [rows]),
    above: STICKY_ABOVE,
    below: STICKY_BELOW,
  });
  useCardKeys(list, {
    count: rows.length,
    isOn: selectedId === null,
    scrollTo: scrollToIndex,
  });
  useSelectionKeys(list, { rows, selectedId });
  useLongPress(list, rows);
  const selectedAt = selectedId === null ? -1 : rows.findIndex(({ id }) => id === selectedId);
  const bringIntoView = useCallback(
    (index: number) => {
      const start = (list.current?.getBoundingClientRect().top ?? 0) + index * size;
      const isVisible = start >= STICKY_ABOVE && start + size <= window.innerHeight - STICKY_BELOW;
      // A visible row needs no scroll, which would move the page's title and tools out of view.
      if (!isVisible) scrollToIndex(index);
    },
    [scrollToIndex, size],
  );
  useEffect(() => {
    if (selectedAt < 0) return undefined;
    // A new page scrolls to its top first (useScrollToTop).
    const frame = requestAnimationFrame(() => bringIntoView(selectedAt));
    return () => cancelAnimationFrame(frame);
  }, [bringIntoView, selectedAt]);
  useEffect(() => {
    if (returnRow) bringIntoView(returnRow.index);
  }, [bringIntoView, returnRow]);

  // A deferred value renders the rows between frames, so that they do not block a fast scroll or a new count.
  const deferred = useDeferredValue(
    useMemo(() => ({ items, rows, total, selectedId, card }), [items, rows, total, selectedId, card]),
  );
  // Rows that seem to be in the window because the list's place is not known yet would load the next page. Prefetches
  // only for users who scroll; others keep the first page and its number in the address.
  const nearEnd = useLastVisible(
    { size, top: top ?? 0 },
    (last, hasScrolled) => hasMore && top !== null && last >= rows.length - (hasScrolled ? PREFETCH_ROWS : 1),
  );
  // Depends on `rows` and not on their number, because two lists may have the same length.
  useEffect(() => {
    if (nearEnd) onNearEnd();
  }, [nearEnd, rows, onNearEnd]);

  return (
    <div
      ref={list}
      role="feed"
      aria-label={t('applications.list.label')}
      className={styles.list}
      data-layout={layout}
      style={{ height: count * size }}
    >
      {layout === 'beside' && <div ref={probe} className={styles.probe} aria-hidden="true" />}
      <VisibleRows {...(isPrinted ? { ...rowsProps, items: rows.map(asItem) } : deferred)} size={size} />
      {layout === 'phone' && <RowSwipe list={list} rows={rows} onToggle={card.onToggle} onDecline={card.onDecline} />}
    </div>
  );
};
