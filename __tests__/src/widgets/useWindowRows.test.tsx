import { act, renderHook } from '@testing-library/react';
import { useEffect } from 'react';
import { useWindowRows } from '../../../src/widgets/ApplicationList/useWindowRows';

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
  const seen: [top: number, lastVisible: number][] = [];
  const { rerender } = renderHook(
    ({ top }) => {
      const { lastVisible } = useWindowRows({ count: 100, size: 96, top, keyOf: (index) => index, above: 0, below: 0 });
      useEffect(() => void seen.push([top, lastVisible]));
    },
    { initialProps: { top: 0 } },
  );
  rerender({ top: 192 });
  expect(seen.filter(([top]) => top === 192).map(([, last]) => last)).toEqual([5]);
});

describe('a scroll', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    Object.defineProperty(window, 'scrollY', { configurable: true, value: 0 });
  });

  const start = () => {
    const options = { count: 1000, size: 96, top: 0, keyOf: (index: number) => index, above: 0, below: 0 };
    const { result } = renderHook(() => useWindowRows(options));
    const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
    /** Scrolls to a row so many milliseconds after the last step. */
    const scrollTo = (row: number, after: number) => {
      pass(after);
      act(() => {
        Object.defineProperty(window, 'scrollY', { configurable: true, value: row * 96 });
        const event = Object.defineProperty(new Event('scroll'), 'timeStamp', { value: performance.now() });
        window.dispatchEvent(event);
      });
    };
    /** The rows of the last step are there now. */
    const draw = () => result.current.noteDrawn();
    return {
      scrollTo,
      pass,
      draw,
      first: () => result.current.items[0]!.index,
      last: () => result.current.lastVisible,
    };
  };

  test('that jumps once, or lets its rows stay until they are drawn, draws them at once', () => {
    const { scrollTo, pass, draw, first } = start();
    scrollTo(500, 1000);
    expect(first()).toBe(497);
    pass(20);
    draw();
    for (let row = 501; row < 520; row += 3) {
      scrollTo(row, 16);
      expect(first()).toBe(row - 3);
      pass(1);
      draw();
    }
    scrollTo(700, 1000);
    expect(first()).toBe(697);
  });

  test.each([
    ['jumps', 8, 16],
    ['a slow device', 3, 100],
  ])('whose rows would be gone before they are drawn draws those where it ends: %s', (_what, rows, ms) => {
    const { scrollTo, pass, draw, first, last } = start();
    scrollTo(rows, 1000);
    expect(first()).toBe(Math.max(0, rows - 3));
    pass(160);
    draw();
    scrollTo(rows * 2, ms);
    const drawn = first();
    for (let step = 3; step < 8; step += 1) scrollTo(rows * step, ms);
    expect([first(), last()]).toEqual([drawn, rows * 7 + 7]);
    pass(149);
    expect(first()).toBe(drawn);
    pass(1);
    expect(first()).toBe(rows * 7 - 3);
  });
});
