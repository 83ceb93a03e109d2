import { useRef } from 'react';
import { fireEvent, screen } from '@testing-library/react';
import { RowSwipe, isSwipeStart, swipeOf } from '../../../src/widgets/ApplicationList/RowSwipe';
import { anApplication } from '../../support/builders';
import { renderScreen } from '../../support/renderScreen';

const both = { decline: true, shortlist: true };

test.each([
  ['a short move to the left', -95, both, -95, null],
  ['a long move to the left', -96, both, -96, 'decline'],
  ['a long move to the right', 120, both, 120, 'shortlist'],
  ['a move towards nothing', -200, { ...both, decline: false }, 0, null],
  ['a move towards nothing', 200, { ...both, shortlist: false }, 0, null],
])('%s of %d px', (_name, deltaX, offer, offset, action) => {
  expect(swipeOf(deltaX, offer)).toEqual({ offset, action });
});

test.each([
  [10, false],
  [32, true],
  [343, true],
  [370, false],
])('a swipe that starts at %d px of 375 moves a row: %s', (x, moves) => expect(isSwipeStart(x, 375)).toBe(moves));

const rows = [anApplication({ id: 1 }), anApplication({ id: 2, job: { status: 'closed' } })];

const show = async () => {
  const pressed: unknown[] = [];
  const List = () => {
    const list = useRef<HTMLDivElement>(null);
    return (
      <div ref={list}>
        {rows.map(({ id }, index) => (
          <div key={id}>
            <article data-index={index}>{`row ${id}`}</article>
          </div>
        ))}
        <RowSwipe
          list={list}
          rows={rows}
          onToggle={({ id }) => pressed.push(['shortlist', id])}
          onDecline={({ id }) => pressed.push(['decline', id])}
        />
      </div>
    );
  };
  await renderScreen(<List />);
  const swipe = (id: number, [x, y]: [number, number], { from = 200, ends = true } = {}) => {
    const row = screen.getByText(`row ${id}`);
    const at = (clientX: number, clientY: number) => ({ touches: [{ clientX, clientY }] });
    fireEvent.touchStart(row, at(from, 100));
    fireEvent.touchMove(row, at(from + x / 2, 100 + y / 2));
    fireEvent.touchMove(row, at(from + x, 100 + y));
    if (ends) fireEvent.touchEnd(row);
    return row;
  };
  return { pressed, swipe };
};

test('the row follows the finger, says what its release does, and returns', async () => {
  const { pressed, swipe } = await show();
  const row = swipe(1, [-120, 6], { ends: false });
  expect(row).toHaveStyle({ transform: 'translateX(-120px)' });
  expect(row.parentElement).toHaveAttribute('data-swipe-label', 'Decline');
  fireEvent.touchEnd(row);
  expect(row).not.toHaveStyle({ transform: 'translateX(-120px)' });
  expect(row.parentElement).not.toHaveAttribute('data-swipe');
  swipe(1, [120, 6]);
  expect(pressed).toEqual([
    ['decline', 1],
    ['shortlist', 1],
  ]);
});

test.each<[string, number, [number, number], { from?: number }]>([
  ['a scroll', 1, [-40, 200], {}],
  ['a short swipe', 1, [-60, 0], {}],
  ['the back gesture of the browser', 1, [200, 0], { from: 12 }],
  ['a shortlist that a closed job does not have', 2, [200, 0], {}],
])('%s does nothing', async (_name, id, move, options) => {
  const { pressed, swipe } = await show();
  swipe(id, move, options);
  expect(pressed).toEqual([]);
});

test('a gesture that the browser takes over does nothing', async () => {
  const { pressed, swipe } = await show();
  const row = swipe(1, [-150, 0], { ends: false });
  fireEvent.touchCancel(row);
  fireEvent.touchEnd(row);
  expect(row).not.toHaveStyle({ transform: 'translateX(-150px)' });
  expect(pressed).toEqual([]);
});
