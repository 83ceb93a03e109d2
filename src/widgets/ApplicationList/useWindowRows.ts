import { useCallback, useDeferredValue, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';

/** Rows rendered above and below the window. */
const OVERSCAN = 3;

/** Milliseconds after the last scroll event until the rows are drawn that a fast scroll has left out. */
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
}

const rangeIn = (size: number, top: number): Range => {
  const first = Math.max(0, Math.floor((window.scrollY - top) / size));
  const last = Math.max(first, Math.ceil((window.scrollY + window.innerHeight - top) / size) - 1);
  return { of: { size, top }, first, last };
};

/** Returns the range before if nothing changed, so that React renders nothing. */
const changed = (before: Range, next: Range): Range =>
  before.first === next.first && before.last === next.last ? before : next;

const subscribeToWindow = (update: (event: Event) => void) => {
  addEventListener('scroll', update, { passive: true });
  addEventListener('resize', update);
  return () => {
    removeEventListener('scroll', update);
    removeEventListener('resize', update);
  };
};

/** Returns what `test` says of the last row in the window. The caller renders again only when that changes. */
export const useLastVisible = (
  { size, top }: Pick<Options<never>, 'size' | 'top'>,
  test: (last: number, hasScrolled: boolean) => boolean,
): boolean => useSyncExternalStore(subscribeToWindow, () => test(rangeIn(size, top).last, window.scrollY > 0));

/**
 * Returns which rows of equal height are in and near the window, and a function that scrolls to one. Rows that would
 * have left the window before they are drawn are left out; a fast scroll draws those where it ends.
 */
export const useWindowRows = <K>({ count, size, top, keyOf, above, below }: Options<K>) => {
  // The first rows come with the list, not after it: an answer that arrives meanwhile would make them wait.
  const [drawn, setDrawn] = useState(() => rangeIn(size, top));
  if (drawn.of.size !== size || drawn.of.top !== top) setDrawn(rangeIn(size, top));
  /** How long the last rows took until they were drawn, and since when others wait for that (0: none do), in ms. */
  const drawing = useRef({ took: 0, since: 0 });
  useLayoutEffect(() => {
    let before = window.scrollY;
    let scrolledAt = -Infinity;
    let calm: ReturnType<typeof setTimeout> | undefined;
    const update = ({ timeStamp }: Event) => {
      const next = rangeIn(size, top);
      const { took, since } = drawing.current;
      // On a slow device the first rows of a scroll are still being drawn.
      const wait = Math.max(took, since && timeStamp - since);
      const pause = Math.max(1, timeStamp - scrolledAt);
      const passed = (Math.abs(window.scrollY - before) / pause) * wait;
      [before, scrolledAt] = [window.scrollY, timeStamp];
      clearTimeout(calm);
      const draw = () => setDrawn((old) => changed(old, next));
      // A jump ends where it is. Drawing may have held up its event, so that time is no pause.
      const isJump = pause > CALM + took;
      // Rows that stay for half a window are worth drawing.
      if (isJump || passed <= window.innerHeight / 2) draw();
      else calm = setTimeout(draw, CALM);
    };
    const unsubscribe = subscribeToWindow(update);
    return () => {
      clearTimeout(calm);
      unsubscribe();
    };
  }, [size, top]);

  const end = count - 1;
  const first = Math.max(0, Math.min(drawn.first, end) - OVERSCAN);
  const last = Math.min(end, drawn.last + OVERSCAN);
  const items = useMemo(
    (): RowPlace<K>[] =>
      Array.from({ length: Math.max(0, last + 1 - first) }, (_, at) => ({ index: first + at, key: keyOf(first + at) })),
    [first, last, keyOf],
  );
  useLayoutEffect(() => {
    drawing.current.since ||= performance.now();
  }, [first, last]);
  // The list defers its rows too, and React draws all deferred values of a render together.
  const shown = useDeferredValue(items);
  useLayoutEffect(() => {
    const { since } = drawing.current;
    // Rows need not stay away for longer than after a scroll.
    if (since > 0) drawing.current = { took: Math.min(CALM, performance.now() - since), since: 0 };
  }, [shown]);
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
  return { items, scrollToIndex };
};
