import { act, renderHook } from '@testing-library/react';
import { useListFocus } from '../../../src/widgets/ApplicationList/useListFocus';
import { applicationRows } from '../../support/builders';

// The list draws its rows later than it gets them (useDeferredValue), so the document may still show the old ones.
const draw = (ids: readonly number[]) => {
  document.body.innerHTML = `<h1 tabindex="-1">Applications</h1><button>Filters</button>${ids
    .map((id, index) => `<article tabindex="-1" data-index="${index}"><h3 id="application-${id}"></h3></article>`)
    .join('')}`;
};

const focusedId = () => document.activeElement?.querySelector('h3')?.id;
const frames = (count: number) => act(() => jest.advanceTimersByTime(count * 17));

const whole = applicationRows(1000, 996);
const without998 = whole.filter(({ id }) => id !== 998);

describe('the focus after a return', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    draw(whole.map(({ id }) => id));
    document.querySelector('h1')?.focus();
  });
  afterEach(() => jest.useRealTimers());

  test('waits for the row itself, not for another at its place', () => {
    draw([1000, 999, 998]);
    renderHook(() => useListFocus(without998, { index: 2, id: 997 }));
    frames(2);
    expect(focusedId()).not.toBe('application-998');
    draw(without998.map(({ id }) => id));
    frames(2);
    expect(focusedId()).toBe('application-997');
  });

  test('goes to the row in its place, if the row leaves before it is focused', () => {
    renderHook(() => useListFocus(without998, { index: 2, id: 998 }));
    draw(without998.map(({ id }) => id));
    document.querySelector('h1')?.focus();
    frames(2);
    expect(focusedId()).toBe('application-997');
  });

  test('goes to the row in its place, if the row leaves after it was focused', () => {
    const returned = { index: 2, id: 998 };
    const { rerender } = renderHook(({ rows }) => useListFocus(rows, returned), { initialProps: { rows: whole } });
    expect(focusedId()).toBe('application-998');
    rerender({ rows: without998 });
    frames(2);
    expect(focusedId()).toBe('application-998');
    draw(without998.map(({ id }) => id));
    frames(2);
    expect(focusedId()).toBe('application-997');
  });

  test('stays where the user put it meanwhile', () => {
    const returned = { index: 2, id: 998 };
    const { rerender } = renderHook(({ rows }) => useListFocus(rows, returned), { initialProps: { rows: whole } });
    rerender({ rows: without998 });
    draw(without998.map(({ id }) => id));
    document.querySelector('button')?.focus();
    frames(70);
    expect(document.activeElement).toHaveProperty('tagName', 'BUTTON');
  });
});
