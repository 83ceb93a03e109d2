import { renderHook } from '@testing-library/react';
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
