import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** Rows rendered above and below the window. */
const OVERSCAN = 3;

/** Milliseconds after the last scroll event in which rows are drawn that a fast scroll has left out. */
const CALM = 150;

export interface RowPlace<K> {
  index: number;
  key: K;
}

interface Options<K> {
  count: number;
  /** Height of every row, in px. */
  size: number;
  /** Where the list begins on the page, in px. */
  top: number;
  /** Must be stable for the same rows. */
  keyOf: (index: number) => K;
  /** Sticky bars above and below the rows, in px. */
  above: number;
  below: number;
}

interface Range {
  /** The place of the list for which it was computed. */
  of: { size: number; top: number };
  first: number;
  last: number;
  hasScrolled: boolean;
}

const rangeIn = (size: number, top: number): Range => {
  const first = Math.max(0, Math.floor((window.scrollY - top) / size));
  const last = Math.max(first, Math.ceil((window.scrollY + window.innerHeight - top) / size) - 1);
  return { of: { size, top }, first, last, hasScrolled: window.scrollY > 0 };
};

/** Returns the range before if nothing changed, so that React renders nothing. */
const changed = (before: Range, next: Range): Range =>
  before.first === next.first && before.last === next.last && before.hasScrolled === next.hasScrolled ? before : next;

/**
 * Returns which rows of equal height are in and near the window, and a function that scrolls to one. Rows that would
 * have left the window before they are drawn are left out; a fast scroll draws those where it ends.
 */
export const useWindowRows = <K>({ count, size, top, keyOf, above, below }: Options<K>) => {
  // The first rows come with the list, not after it: an answer that arrives meanwhile would make them wait.
  const [range, setRange] = useState(() => rangeIn(size, top));
  const [drawn, setDrawn] = useState(range);
  // Rows that seem to be in the window because the list's place is not known yet would load the next page.
  if (range.of.size !== size || range.of.top !== top) {
    const now = rangeIn(size, top);
    setRange(now);
    setDrawn(now);
  }
  /** The range that is drawn or about to be, since when it waits for that, and how long the last one took, in ms. */
  const drawing = useRef({ range, since: 0, took: 0 });
  useLayoutEffect(() => {
    let before = rangeIn(size, top);
    drawing.current.range = before;
    let scrolledAt = 0;
    let calm: ReturnType<typeof setTimeout> | undefined;
    const update = ({ timeStamp }: Event) => {
      const next = rangeIn(size, top);
      const rowsPerMs = Math.abs(next.first - before.first) / Math.max(1, timeStamp - scrolledAt);
      const isFast = rowsPerMs * drawing.current.took > (next.last - next.first) / 2;
      [before, scrolledAt] = [next, timeStamp];
      setRange((old) => changed(old, next));
      clearTimeout(calm);
      const draw = () => {
        const { range: drawnRange, since } = drawing.current;
        if (changed(drawnRange, next) === drawnRange) return;
        Object.assign(drawing.current, { range: next, since: since || performance.now() });
        setDrawn(next);
      };
      if (isFast) calm = setTimeout(draw, CALM);
      else draw();
    };
    addEventListener('scroll', update, { passive: true });
    addEventListener('resize', update);
    return () => {
      clearTimeout(calm);
      removeEventListener('scroll', update);
      removeEventListener('resize', update);
    };
  }, [size, top]);

  const noteDrawn = useCallback(() => {
    const { since } = drawing.current;
    if (since > 0) Object.assign(drawing.current, { since: 0, took: Math.min(CALM, performance.now() - since) });
  }, []);

  const end = count - 1;
  const first = Math.max(0, Math.min(drawn.first, end) - OVERSCAN);
  const last = Math.min(end, drawn.last + OVERSCAN);
  const items = useMemo(
    (): RowPlace<K>[] =>
      Array.from({ length: Math.max(0, last + 1 - first) }, (_, at) => ({ index: first + at, key: keyOf(first + at) })),
    [first, last, keyOf],
  );
  const scrollToIndex = useCallback(
    (index: number) => {
      const start = top + index * size;
      const highest = start - above;
      const lowest = start + size + below - window.innerHeight;
      if (window.scrollY <= lowest) window.scrollTo({ top: lowest });
      else if (window.scrollY >= highest) window.scrollTo({ top: highest });
    },
    [size, top, above, below],
  );
  return {
    items,
    /** The last row in the window. */
    lastVisible: Math.min(end, range.last),
    hasScrolled: range.hasScrolled,
    scrollToIndex,
    /** Must be called in a layout effect after `items` were rendered. */
    noteDrawn,
  };
};
