import { noticeClosed, noticeRaised, noticesReducer, selectNotices } from '../../../src/domains/notices';
import {
  browserLocaleFound,
  goingOnSwitched,
  localeChosen,
  pageKeysSwitched,
  preferencesReducer,
  preferencesSaga,
  selectGoesOn,
  selectHasPageKeys,
  selectLanguage,
  selectLocale,
  selectTheme,
  themeChosen,
} from '../../../src/domains/preferences';
import { settle } from '../../support/fakeClock';
import { runWatcher } from '../../support/testStore';

const after = (...events: Parameters<typeof preferencesReducer>[1][]) => ({
  preferences: events.reduce(preferencesReducer, preferencesReducer(undefined, { type: 'start' })),
});

test.each([
  ['the default', [], 'en'],
  ['the browser’s', [browserLocaleFound('tr')], 'tr'],
  ['the chosen one before the browser’s', [localeChosen('es'), browserLocaleFound('tr')], 'es'],
  ['the region’s', [browserLocaleFound('es-MX')], 'es-MX'],
  ['the browser’s instead of an unknown choice', [localeChosen('fr' as 'en'), browserLocaleFound('en-GB')], 'en-GB'],
])('locale: %s', (_name, events, expected) => {
  expect(selectLocale(after(...events))).toBe(expected);
  expect(selectLanguage(after(...events))).toBe(expected.slice(0, 2));
});

test('keeps the chosen theme', () => {
  expect(selectTheme(after())).toBe('system');
  expect(selectTheme(after(themeChosen('dark')))).toBe('dark');
});

test('a choice in one tab is the choice of each, so that none writes an older one to the storage', async () => {
  const here = runWatcher(preferencesSaga);
  const there = runWatcher(preferencesSaga);
  there.dispatch(pageKeysSwitched(false));
  here.dispatch(browserLocaleFound('tr'));
  here.dispatch(themeChosen('dark'));
  here.dispatch(goingOnSwitched(false));
  await settle();
  const shared = here.live.world.posted;
  expect(shared).toHaveLength(2);
  for (const message of shared) there.live.world.receive(message);
  const state = there.state();
  expect([selectTheme(state), selectGoesOn(state), selectHasPageKeys(state)]).toEqual(['dark', false, false]);
  // It does not repeat what it heard.
  await settle();
  expect(there.live.world.posted).toHaveLength(1);
});

test('notices queue up to four, oldest first, and close by key', () => {
  const notice = { id: 'ui.loading', kind: 'info' } as const;
  const five = [1, 2, 3, 4, 5].reduce(
    (state) => noticesReducer(state, noticeRaised(notice)),
    noticesReducer(undefined, { type: 'x' }),
  );
  expect(selectNotices({ notices: five }).map(({ key }) => key)).toEqual([2, 3, 4, 5]);
  expect(selectNotices({ notices: noticesReducer(five, noticeClosed(3)) }).map(({ key }) => key)).toEqual([2, 4, 5]);
});

test('a notice leaves once what it offers to undo was undone elsewhere', () => {
  const undo = { type: 'unblock', payload: { threadId: 7 } };
  const raised = noticesReducer(undefined, noticeRaised({ id: 'conversation.block.done', kind: 'success', undo }));
  const countAfter = (threadId: number) =>
    selectNotices({ notices: noticesReducer(raised, { type: 'unblock', payload: { threadId } }) }).length;
  expect([countAfter(8), countAfter(7)]).toEqual([1, 0]);
});
