import { Profiler } from 'react';
import { act, screen } from '@testing-library/react';
import { ApplicationCard } from '../../../src/widgets/ApplicationList/ApplicationCard';
import type { ApplicationRow } from '../../../src/domains/applications';
import { anApplication } from '../../support/builders';
import { NOW } from '../../support/fakeClock';
import { renderScreen } from '../../support/renderScreen';

const nothing = () => {};
const HOLIDAYS: string[] = [];
const renders = jest.fn();

const show = (row: ApplicationRow, holidays: readonly string[] | null = HOLIDAYS) =>
  renderScreen(
    <Profiler id="card" onRender={renders}>
      <ApplicationCard
        row={row}
        layout="page"
        showsJob={false}
        showsBranch={false}
        index={0}
        total={1}
        selected={false}
        holidays={holidays}
        addressOf={() => ({ href: '/x', appointmentHref: '/y' }) as never}
        onOpen={nothing}
        onToggle={nothing}
        onDecline={nothing}
      />
    </Profiler>,
  );

// What the shared ticker of all rows calls each second.
const ticks: (() => void)[] = [];
beforeEach(() => {
  // A working day, on which the counter runs.
  jest.spyOn(Date, 'now').mockReturnValue(NOW);
  ticks.length = 0;
  const setInterval = window.setInterval.bind(window);
  jest.spyOn(window, 'setInterval').mockImplementation(((work: () => void, delay?: number) => {
    if (delay === 1000) ticks.push(work);
    return setInterval(work, delay);
  }) as never);
});
afterEach(() => jest.restoreAllMocks());

const now = () => new Date(NOW).toISOString();
const job = { id: 7, title: 'Barista', userId: 11, companyName: 'Mavi Fincan' };

test('a second changes the counter of a row and renders nothing', async () => {
  await show(anApplication({ createdAt: now() }));
  const timer = await screen.findByRole('timer');
  expect(ticks).toHaveLength(1);
  const before = timer.textContent;
  renders.mockClear();
  jest.spyOn(Date, 'now').mockReturnValue(NOW + 3_000);
  act(() => ticks[0]!());
  expect(timer.textContent).not.toBe(before);
  expect(renders).not.toHaveBeenCalled();
});

test.each([
  ['a shortlisted row', anApplication({ createdAt: now(), isShortListed: true })],
  ['a declined row', anApplication({ createdAt: now(), status: 'rejected' })],
  ['a row of a closed job', anApplication({ createdAt: now(), job: { ...job, status: 'closed' } })],
  ['a row whose time is over', anApplication({ createdAt: '2025-01-02T08:00:00.000Z' })],
])('%s is not in the ticker', async (_what, row) => {
  await show(row);
  expect(await screen.findByRole('article')).toBeVisible();
  expect(screen.queryByRole('timer')).not.toBeInTheDocument();
  expect(ticks).toEqual([]);
});

test('a row is not in the ticker before the holidays are known', async () => {
  await show(anApplication({ createdAt: now() }), null);
  expect(await screen.findByRole('article')).toBeVisible();
  expect(ticks).toEqual([]);
});
