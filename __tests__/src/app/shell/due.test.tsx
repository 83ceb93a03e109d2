import { screen, waitFor } from '@testing-library/react';
import { destinationsFor, NavItem } from '../../../../src/app/shell/Shell';
import { useTitleBadge } from '../../../../src/app/shell/useChat';
import { APP_ROUTES } from '../../../../src/app/routes';
import { aUser } from '../../../support/builders';
import { needCounts } from '../../../support/needs';
import { renderScreen } from '../../../support/renderScreen';
import { anInitialState, aSignedInState } from '../../../support/testStore';

const user = aUser({ id: 7 });

const waiting = (now: number, unread = 0) => {
  const { today, inbox } = anInitialState();
  const due = { status: 'loaded' as const, data: needCounts({ now }) };
  return { today: { ...today, due }, inbox: { ...inbox, unread } };
};

const Bar = () => {
  useTitleBadge();
  return <NavItem destination={destinationsFor(user)[0]!} />;
};

const badge = { set: jest.fn(() => Promise.resolve()), clear: jest.fn(() => Promise.resolve()) };
beforeEach(() => {
  Object.assign(navigator, { setAppBadge: badge.set, clearAppBadge: badge.clear });
  jest.clearAllMocks();
  document.head.innerHTML = '<title>Jobs</title>';
});

test.each([
  ['what is due comes before unread messages', 3, 9, '(3) Jobs'],
  ['unread messages show when nothing is due', 0, 9, '(9) Jobs'],
  ['a hundred is 99+', 100, 0, '(99+) Jobs'],
  ['nothing', 0, 0, 'Jobs'],
])('%s', async (_name, due, unread, title) => {
  await renderScreen(<Bar />, { user, state: { ...aSignedInState(user), ...waiting(due, unread) } });
  await waitFor(() => expect(document.title).toBe(title));
  if (due > 0) expect(badge.set).toHaveBeenLastCalledWith(due);
  else expect(badge.clear).toHaveBeenCalled();
});

test('a tab that becomes visible shows the number on the badge again, after a push without a number', async () => {
  await renderScreen(<Bar />, { user, state: { ...aSignedInState(user), ...waiting(3) } });
  await waitFor(() => expect(badge.set).toHaveBeenCalledWith(3));
  badge.set.mockClear();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(badge.set).toHaveBeenCalledWith(3);
});

test('Today is first in the menu, with the number that is due', async () => {
  await renderScreen(<Bar />, { user, state: { ...aSignedInState(user), ...waiting(3) } });
  expect(screen.getByRole('link', { name: /^Today.*3 things to do/ })).toHaveAttribute('href', '/today');
});

test.each([
  ['by default', {}, 'jobs'],
  ['for who chose it', { 7: true as const }, 'today'],
  ['for another user of the device', { 8: true as const }, 'jobs'],
])('the start leads to the right page %s', async (_name, beginsWithToday, page) => {
  const { Screen: Start } = APP_ROUTES.find(({ path }) => path === '/')!;
  const state = aSignedInState(user);
  await renderScreen(null, {
    user,
    state: { ...state, preferences: { ...state.preferences, beginsWithToday } },
    routes: [
      { path: '/', element: <Start /> },
      { path: '/jobs', element: <p>jobs</p> },
      { path: '/today', element: <p>today</p> },
    ],
  });
  expect(await screen.findByText(page)).toBeInTheDocument();
});
