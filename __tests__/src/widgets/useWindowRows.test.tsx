import { act, renderHook } from '@testing-library/react';
import { useDeferredValue, useEffect } from 'react';
import { useLastVisible, useWindowRows } from '../../../src/widgets/ApplicationList/useWindowRows';

test('the rows in the window and three more are there in the first render, before anything is measured', () => {
  const seen: number[][] = [];
  renderHook(() => {
    const { items } = useWindowRows({ count: 100, size: 96, top: 0, keyOf: (index) => index, above: 0, below: 0 });
    seen.push(items.map(({ index }) => index));
  });
  expect(window.innerHeight).toBe(768);
  expect(seen[0]).toEqual(Array.from({ length: 11 }, (_, index) => index));
});

test('no effect sees rows counted by an old place of the list, because that would load the next page', () => {
  const seen: [top: number, isSeven: boolean][] = [];
  const { rerender } = renderHook(
    ({ top }) => {
      const isSeven = useLastVisible({ size: 96, top }, (last) => last === 7);
      useEffect(() => void seen.push([top, isSeven]));
    },
    { initialProps: { top: 0 } },
  );
  rerender({ top: 192 });
  expect(seen).toEqual([
    [0, true],
    [192, false],
  ]);
});

test('the last row in the window renders the list only when its answer changes, also for the same scroll position', () => {
  let renders = 0;
  const { result, rerender } = renderHook(
    ({ count }) => {
      renders += 1;
      return useLastVisible({ size: 96, top: 0 }, (last, hasScrolled) => hasScrolled && last >= count - 25);
    },
    { initialProps: { count: 50 } },
  );
  const scrollTo = (y: number) =>
    act(() => {
      Object.defineProperty(window, 'scrollY', { configurable: true, value: y });
      window.dispatchEvent(new Event('scroll'));
    });
  for (const row of [3, 6, 9, 12, 15]) scrollTo(row * 96);
  expect([result.current, renders]).toEqual([false, 1]);
  scrollTo(18 * 96);
  expect([result.current, renders]).toEqual([true, 2]);
  rerender({ count: 100 });
  expect(result.current).toBe(false);
  scrollTo(0);
});

describe('a scroll', () => {
  const SIZE = 96;
  /** Rows to the middle of which the list begins, so that a scroll of a few pixels changes no row. */
  const TOP = 40;
  const keyOf = (index: number) => index;
  /** Milliseconds of the last event, and of the program, which may still be drawing what an event changed. */
  let at = 1000;
  let now = at;
  beforeEach(() => {
    jest.useFakeTimers();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
    Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 });
  });

  /** Renders a list whose rows take `cost` milliseconds to draw. */
  const start = (cost: number) => {
    let drawn: unknown;
    const { result, rerender } = renderHook(
      ({ top }) => {
        const rows = useWindowRows({ count: 1000, size: SIZE, top, keyOf, above: 0, below: 0 });
        const shown = useDeferredValue(rows.items);
        if (shown !== drawn) now += cost;
        drawn = shown;
        return rows;
      },
      { initialProps: { top: TOP } },
    );
    const pass = (milliseconds: number) => {
      at += milliseconds;
      now = at;
      act(() => jest.advanceTimersByTime(milliseconds));
    };
    /** Scrolls so many milliseconds after the last step, to `y` in px. */
    const scrollTo = (y: number, after: number) => {
      pass(after);
      act(() => {
        Object.defineProperty(window, 'scrollY', { configurable: true, value: y });
        window.dispatchEvent(Object.defineProperty(new Event('scroll'), 'timeStamp', { value: at }));
      });
    };
    /** Time in which a busy program runs no timer and hears no event. */
    const holdUp = (milliseconds: number) => {
      at += milliseconds;
      now = at;
    };
    return {
      scrollTo,
      pass,
      holdUp,
      moveList: (top: number) => rerender({ top }),
      first: () => result.current.items[0]!.index,
    };
  };

  test('that lets its rows stay until they are drawn draws them at once', () => {
    const { scrollTo, first } = start(10);
    for (let row = 100; row < 160; row += 2) {
      scrollTo(TOP + row * SIZE, 16);
      expect(first()).toBe(row - 3);
    }
  });

  test.each([
    ['a jump', 3000],
    ['a jump long after a slow scroll', 400],
  ])('that is %s draws its rows at once, however far it goes', (_what, after) => {
    const { scrollTo, first } = start(100);
    scrollTo(TOP + 10 * SIZE, 1000);
    scrollTo(TOP + 900 * SIZE, after);
    expect(first()).toBe(897);
  });

  test.each([
    ['a screen every 16 ms', 800, 16, 10],
    ['less than a row a frame on a slow device', 60, 16, 140],
    ['a few rows a tenth of a second on a slow device', 400, 100, 140],
  ])('whose rows would be gone before they are drawn draws those where it ends: %s', (_what, px, ms, cost) => {
    const { scrollTo, pass, first } = start(cost);
    scrollTo(20_000, 1000);
    const drawn = first();
    for (let step = 1; step < 20; step += 1) scrollTo(20_000 + step * px, ms);
    const end = Math.floor((20_000 + 19 * px - TOP) / SIZE);
    expect(end).toBeGreaterThan(drawn + 3);
    expect(first()).toBe(drawn);
    pass(149);
    expect(first()).toBe(drawn);
    pass(1);
    expect(first()).toBe(end - 3);
  });

  test('that slows down draws its rows at once, without a pause', () => {
    const { scrollTo, first } = start(20);
    scrollTo(20_000, 1000);
    for (let step = 1; step < 9; step += 1) scrollTo(20_000 + step * 800, 16);
    expect(first()).toBe(204);
    scrollTo(20_000 + 8 * 800 + 100, 16);
    expect(first()).toBe(Math.floor((20_000 + 8 * 800 + 100 - TOP) / SIZE) - 3);
  });

  test('goes on after an event that drawing held up', () => {
    const { scrollTo, holdUp, first } = start(140);
    scrollTo(20_000, 1000);
    for (let step = 1; step < 4; step += 1) {
      holdUp(200);
      scrollTo(20_000 + step * 800, 0);
    }
    expect(first()).toBe(204);
  });

  test('keeps no row away because one draw took long', () => {
    const { scrollTo, first } = start(2000);
    scrollTo(20_000, 1000);
    scrollTo(20_200, 100);
    expect(first()).toBe(Math.floor((20_200 - TOP) / SIZE) - 3);
  });

  test('does not count the time after one that changed no row', () => {
    const { scrollTo, pass, moveList, first } = start(10);
    scrollTo(5, 1000);
    moveList(TOP);
    pass(5000);
    for (let row = 1; row < 9; row += 1) scrollTo(TOP + row * SIZE, 16);
    expect(first()).toBe(5);
  });

  test('that was too fast draws its rows at once where the list moves', () => {
    const { scrollTo, moveList, first } = start(20);
    scrollTo(20_000, 1000);
    for (let step = 1; step < 9; step += 1) scrollTo(20_000 + step * 800, 16);
    moveList(TOP + 10 * SIZE);
    expect(first()).toBe(Math.floor((20_000 + 8 * 800 - TOP) / SIZE) - 13);
  });
});
