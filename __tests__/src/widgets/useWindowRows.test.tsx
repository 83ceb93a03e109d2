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
    return { scrollTo, pass, first: () => result.current.items[0]!.index, last: () => result.current.lastVisible };
  };

  test('that jumps once, or goes on by less than half of the window, draws its rows at once', () => {
    const { scrollTo, first } = start();
    scrollTo(500, 1000);
    expect(first()).toBe(497);
    for (let row = 501; row < 520; row += 3) {
      scrollTo(row, 16);
      expect(first()).toBe(row - 3);
    }
    scrollTo(700, 1000);
    expect(first()).toBe(697);
  });

  test('too fast to read draws its rows where it ends, and the list knows the rows in sight meanwhile', () => {
    const { scrollTo, pass, first, last } = start();
    scrollTo(8, 1000);
    scrollTo(16, 16);
    scrollTo(24, 16);
    expect([first(), last()]).toEqual([5, 31]);
    pass(149);
    expect(first()).toBe(5);
    scrollTo(32, 0);
    pass(149);
    expect(first()).toBe(5);
    pass(1);
    expect(first()).toBe(29);
    scrollTo(40, 1000);
    scrollTo(48, 16);
    // Slower, so the rows are drawn at once.
    scrollTo(49, 16);
    expect(first()).toBe(46);
  });

  test('is fast too when a slow device needs longer for the rows than the pause between two jumps', () => {
    const { scrollTo, first } = start();
    const now = jest.spyOn(performance, 'now');
    const clock = performance.now();
    // The rows of the jump are there 140 ms after it.
    now.mockReturnValueOnce(clock + 1000).mockReturnValue(clock + 1140);
    scrollTo(8, 0);
    now.mockReturnValue(clock + 1200);
    scrollTo(16, 0);
    expect(first()).toBe(5);
    now.mockRestore();
  });
});
