import { act, screen } from '@testing-library/react';
import { freePlace, type Box } from '../../../src/ui/freePlace';
import { Toasts } from '../../../src/ui/Toasts';
import { renderUi } from '../../support/renderUi';

const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height });

const DESK = { width: 1280, height: 800 };
const CORNER = box(876, 724, 380, 52);
const PHONE = { width: 375, height: 667 };
const TOP = box(16, 12, 343, 52);

test.each([
  ['nothing in the way', DESK, CORNER, [], [876, 724]],
  ['a button elsewhere', DESK, CORNER, [box(40, 40, 120, 40)], [876, 724]],
  ['a button in the corner', DESK, CORNER, [box(1100, 740, 120, 40)], [450, 724]],
  ['buttons along the bottom', DESK, CORNER, [box(0, 740, 1280, 40)], [876, 676]],
  ['a bar at the top of a phone', PHONE, TOP, [box(0, 0, 375, 56)], [16, 68]],
])('with %s', (_name, view, usual, obstacles, [left, top]) => {
  expect(freePlace(usual, usual, view, obstacles)).toEqual({ ...usual, left, top });
});

test('stays where it is free', () => {
  const current = { ...CORNER, top: 400 };
  expect(freePlace(CORNER, current, DESK, [])).toEqual(current);
});

test('covers as little as possible where nothing is free', () => {
  const found = freePlace(TOP, TOP, PHONE, [box(0, 0, 375, 500), box(0, 500, 100, 167)]);
  expect(found.top).toBeGreaterThan(500);
});

test('a notice leaves a button that is below it, but not during a scroll', () => {
  jest.useFakeTimers();
  let button = box(0, 0, 100, 40);
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => ({
    ...button,
    x: button.left,
    y: button.top,
    right: button.left + button.width,
    bottom: button.top + button.height,
    toJSON: () => '',
  }));
  const sizes = { offsetLeft: 876, offsetTop: 700, offsetWidth: 380, offsetHeight: 52 };
  for (const [name, value] of Object.entries(sizes))
    jest.spyOn(HTMLElement.prototype, name as 'offsetLeft', 'get').mockReturnValue(value);
  jest.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1280);
  renderUi(
    <>
      <button type="button">Save</button>
      <Toasts toasts={[{ id: 1, kind: 'info', text: 'Saved', stays: true }]} onClose={() => undefined} />
    </>,
  );
  const region = screen.getByText('Saved').closest('ul')!;
  expect(region.style.translate).toBe('0px 0px');
  button = box(1000, 690, 100, 40);
  act(() => jest.advanceTimersByTime(200));
  window.dispatchEvent(new Event('scroll'));
  act(() => jest.advanceTimersByTime(100));
  expect(region.style.translate).toBe('0px 0px');
  act(() => jest.advanceTimersByTime(300));
  expect(region.style.translate).toBe('-426px 0px');
  jest.restoreAllMocks();
  jest.useRealTimers();
});
