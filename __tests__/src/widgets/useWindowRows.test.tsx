import { renderHook } from '@testing-library/react';
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
