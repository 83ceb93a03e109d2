import { act, screen, waitFor, within } from '@testing-library/react';
import en from '../../../../i18n/en.json';
import type { SessionUser } from '../../../../src/domains/session';
import { SettingsPage } from '../../../../src/screens/Settings/SettingsPage';
import { formatMoment } from '../../../../src/screens/Settings/SignIns';
import { aUser, anApiError } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { renderScreen } from '../../../support/renderScreen';

const anApi = () =>
  fakeApi()
    .on('GET', '/user/sessions', ok([]))
    .on(
      'GET',
      '/organisation/settings',
      ok({
        settings: { tellingMinutes: 120, reminders: true, tellShortlisted: false, retentionMonths: 12, version: 3 },
      }),
    )
    .on('GET', '/privacy/requests', ok([], { total: 0 }));

const open = async (given: Partial<SessionUser> = {}, api = anApi(), hash = '') => {
  const user = aUser({ userType: 'company', ...given });
  const view = await renderScreen(<SettingsPage />, { api, user, path: '/settings', at: `/settings${hash}` });
  await act(settle);
  return view;
};

const LOOK = 'Language and theme';
const CALENDAR = 'Appointments in your calendar';
const SESSIONS = 'Where you are signed in';
const NOTICES = 'Messages to applicants';

test.each([
  ['branch', [LOOK, 'Start page', CALENDAR, SESSIONS]],
  ['company', [LOOK, 'Start page', CALENDAR, 'Privacy', NOTICES, SESSIONS]],
  ['hr_account', [LOOK, 'Start page', CALENDAR, 'Imports', NOTICES, SESSIONS]],
  ['root', [LOOK, 'Start page', CALENDAR, 'Imports', 'Privacy', NOTICES, SESSIONS]],
] as const)('%s has the sections %j, each with a link', async (userType, sections) => {
  await open({ userType });
  const titles = (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent);
  expect(titles).toEqual(sections);
  const links = within(screen.getByRole('navigation', { name: 'Settings on this page' })).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(sections);
  for (const link of links)
    expect(document.getElementById(link.getAttribute('href')!.slice(1))).toHaveAccessibleName(link.textContent!);
});

test('a shared link leads to its section', async () => {
  await open({}, anApi(), '#calendar');
  await waitFor(() => expect(screen.getByRole('region', { name: CALENDAR })).toHaveFocus());
});

test('HR staff import branches, root also HR staff', async () => {
  await open({ userType: 'hr_account' });
  expect(screen.getByRole('link', { name: 'Import branches' })).toHaveAttribute('href', '/branches/import');
  expect(screen.queryByRole('link', { name: 'Import HR staff' })).toBeNull();
});

test('says at the link to privacy how many requests are open', async () => {
  await open({ userType: 'root' }, anApi().on('GET', '/privacy/requests', ok([], { total: 2 })));
  const link = await screen.findByRole('link', { name: /^Requests and retention\s*2 open requests$/ });
  expect(link).toHaveAttribute('href', '/privacy');
});

test('language, theme and first page are set at once, and a typed change stays', async () => {
  const { person, store } = await open({ userType: 'root', id: 7 });
  await person.selectOptions(
    await screen.findByRole('combobox', { name: 'Notify declined applicants' }),
    'After 1 day',
  );
  await person.click(screen.getByRole('radio', { name: 'Dark' }));
  await person.click(screen.getByRole('switch', { name: /Start on Today/ }));
  await person.click(screen.getByRole('radio', { name: 'Español' }));
  expect(store.getState().preferences).toMatchObject({ theme: 'dark', beginsWithToday: { 7: true } });
  expect(store.getState().preferences.chosenLocale).toMatch(/^es/);
  expect(screen.getByDisplayValue('After 1 day')).toBeVisible();
});

test('the calendar opens its dialog', async () => {
  const { person } = await open({}, anApi().on('GET', '/appointment/feed', ok({ feed: null })));
  await person.click(screen.getByRole('button', { name: 'Subscribe in your calendar' }));
  expect(await screen.findByRole('dialog', { name: CALENDAR })).toBeVisible();
});

test('shows a moment in the marketplace’s time zone', () => {
  expect(formatMoment('2026-11-20T22:30:00.000Z')).toBe('21/11/2026 01:30');
});

test('marks the current session, which cannot be ended here, and ends another one after confirmation', async () => {
  const row = { createdAt: '2026-11-01T08:00:00.000Z', lastSeenAt: '2026-11-20T08:00:00.000Z', address: '203.0.113.5' };
  const rows = [
    { id: 1, ...row, device: 'Chrome, Windows', isCurrent: true },
    { id: 2, ...row, device: 'Safari, iPhone', isCurrent: false },
    { id: 3, ...row, device: null, isCurrent: false },
  ];
  const api = anApi().on('GET', '/user/sessions', ok(rows)).on('DELETE', '/user/sessions/:id', anApiError(500));
  const { person } = await open({}, api);
  expect(await screen.findByText('This device')).toBeVisible();
  expect(screen.getAllByText('Last seen 20/11/2026 11:00')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: 'End the session on Chrome, Windows' })).toBeNull();
  const end = () => screen.getByRole('button', { name: 'End the session on Safari, iPhone' });
  await person.click(end());
  expect(screen.getByRole('dialog')).toHaveTextContent('Safari, iPhone is signed out right away.');
  await person.click(screen.getByRole('button', { name: 'End session' }));
  expect(await screen.findByText('We couldn’t end the session. Try again.')).toBeVisible();
  api.on('DELETE', '/user/sessions/:id', ok(null));
  await person.click(end());
  await person.click(screen.getByRole('button', { name: 'End session' }));
  await waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBeNull());
  expect(api.callsOf('DELETE', '/user/sessions/:id').at(-1)?.path).toBe('/user/sessions/2');
  await waitFor(() => expect(screen.getByRole('heading', { name: en['profile.signIns.title'] })).toHaveFocus());
});

test('ending all other sessions removes its button and moves the focus to the heading', async () => {
  const row = { createdAt: '2026-11-01T08:00:00.000Z', lastSeenAt: '2026-11-20T08:00:00.000Z', address: null };
  const rows = [
    { id: 1, ...row, device: 'Chrome, Windows', isCurrent: true },
    { id: 2, ...row, device: 'Safari, iPhone', isCurrent: false },
  ];
  const api = anApi().on('GET', '/user/sessions', ok(rows)).on('DELETE', '/user/sessions', ok(null));
  const { person } = await open({}, api);
  const name = en['profile.signIns.endOthers'];
  await person.click(await screen.findByRole('button', { name }));
  await person.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
  await waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { name: en['profile.signIns.title'] })).toHaveFocus());
});

describe('when declined applicants are told', () => {
  test.each([
    ['company', true, true],
    ['root', true, true],
    ['hr_account', true, false],
    ['branch', false, false],
  ] as const)('%s: reads it %s, changes it %s', async (userType, reads, changes) => {
    const { api } = await open({ userType });
    expect(await screen.findByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
    if (reads) expect(await screen.findByText('After 2 hours')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Notify declined applicants' }) !== null).toBe(changes);
    expect(api.callsOf('GET', '/organisation/settings')).toHaveLength(reads ? 1 : 0);
  });

  test('saves the chosen delay with the version that was read', async () => {
    const api = anApi().on(
      'PUT',
      '/organisation/settings',
      ok({
        settings: { tellingMinutes: 1_440, reminders: false, tellShortlisted: false, retentionMonths: 12, version: 4 },
      }),
    );
    const { person } = await open({ userType: 'root' }, api);
    const list = await screen.findByRole('combobox', { name: 'Notify declined applicants' });
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await person.selectOptions(list, 'After 1 day');
    await person.click(screen.getByRole('checkbox', { name: 'Remind applicants of their appointments' }));
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled());
    expect(api.callsOf('PUT', '/organisation/settings')[0]!.body).toEqual({
      tellingMinutes: 1_440,
      reminders: false,
      tellShortlisted: false,
      version: 3,
    });
    expect(list).toHaveDisplayValue('After 1 day');
  });

  test('shows what somebody else saved meanwhile, also an unusual delay', async () => {
    const api = anApi().on('PUT', '/organisation/settings', anApiError(409, 'settings.changed'));
    const { person } = await open({ userType: 'root' }, api);
    const list = await screen.findByRole('combobox', { name: 'Notify declined applicants' });
    await person.selectOptions(list, 'Right away');
    api.on(
      'GET',
      '/organisation/settings',
      ok({ settings: { tellingMinutes: 45, reminders: true, tellShortlisted: false, version: 9 } }),
    );
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Someone else changed these settings');
    await waitFor(() => expect(list).toHaveDisplayValue('After 45 minutes'));
    await person.selectOptions(list, 'Right away');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    expect(api.callsOf('PUT', '/organisation/settings').at(-1)!.body).toEqual({
      tellingMinutes: 0,
      reminders: true,
      tellShortlisted: false,
      version: 9,
    });
  });
});
