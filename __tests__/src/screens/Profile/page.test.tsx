import { screen, waitFor } from '@testing-library/react';
import { ProfilePage } from '../../../../src/screens/Profile/ProfilePage';
import type { SessionUser } from '../../../../src/domains/session';
import { aUser, anApiError } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';
import { aSubscription } from '../../../support/subscriptions';

jest.mock('../../../../src/screens/Profile/HrStaff/HrStaff', () => ({ HrStaff: () => <p>HR staff</p> }));

const anApi = (isTaxActive = true) =>
  fakeApi()
    .on('POST', '/form-input-list', ok({ fields: [{ name: 'taxOffice', isActive: isTaxActive, isRequired: false }] }))
    .on('GET', '/countries', ok([{ id: 1, countryName: 'Türkiye', phoneCode: '+90', countryCode: 'TR' }]))
    .on('GET', '/places/nearby', ok([]))
    .on('GET', '/user/sessions', ok([]))
    .on(
      'GET',
      '/organisation/settings',
      ok({
        settings: { tellingMinutes: 120, reminders: true, tellShortlisted: false, retentionMonths: 12, version: 3 },
      }),
    )
    .on('GET', '/privacy/requests', ok([], { total: 0 }))
    .on('GET', '/product/subscription', ok([aSubscription()]));

const open = (given: Partial<SessionUser>, api = anApi()) =>
  renderScreen(<ProfilePage />, { api, user: aUser({ userType: 'company', ...given }) });

test.each([
  ['company', true, true, false],
  ['root', true, false, true],
  ['hr_account', false, false, false],
  ['branch', false, false, false],
] as const)(
  '%s: edits and sees privacy %s, has a subscription %s, sees HR staff %s',
  async (userType, edits, subscribes, staff) => {
    const { api } = await open({ userType });
    expect(await screen.findByText('Where you are signed in')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Edit profile' }) !== null).toBe(edits);
    expect(screen.queryByRole('link', { name: 'Privacy' }) !== null).toBe(edits);
    expect(screen.queryByText('HR staff') !== null).toBe(staff);
    expect(api.callsOf('GET', '/product/subscription').length > 0).toBe(subscribes);
  },
);

test('says at the link to privacy how many requests are open', async () => {
  await open({ userType: 'root' }, anApi().on('GET', '/privacy/requests', ok([], { total: 2 })));
  expect(await screen.findByRole('link', { name: /^Privacy\s*2 open requests$/ })).toBeVisible();
});

test('shows every known value', async () => {
  const { container } = await open({
    taxOffice: { id: 1, name: 'Kadıköy' },
    taxOfficeNumber: '1234567890',
    commercialTitle: 'Moda Kahve Ltd.',
    website: 'https://moda.test',
    companyAddress: 'Moda Cd. 1',
    location: { latitude: 40.98, longitude: 29.02, name: 'Moda, Kadıköy' },
  });
  expect(await screen.findByText('+90 5321112233')).toBeVisible();
  expect(screen.getByText('Tax office').nextSibling).toHaveTextContent('Kadıköy');
  expect(screen.getByText('1234567890')).toBeVisible();
  expect(screen.getByRole('link', { name: 'https://moda.test' })).toHaveAttribute(
    'rel',
    expect.stringMatching('noopener'),
  );
  expect(screen.getByRole('img', { name: 'Map of Moda, Kadıköy' })).toBeVisible();
  expect(screen.getByText('Moda, Kadıköy')).toBeVisible();
  expect(container).not.toHaveTextContent('Not given');
});

test('shows a placeholder for a missing name, and an unsafe website as text', async () => {
  await open({ companyName: null, website: 'javascript:alert(1)', phone: null }, anApi(false));
  expect(await screen.findByRole('heading', { name: 'Company name not given' })).toBeVisible();
  expect(screen.getByText('javascript:alert(1)')).not.toHaveAttribute('href');
  expect(screen.queryByText('Tax office')).toBeNull();
  expect(screen.getAllByText('Not given').length).toBeGreaterThan(2);
});

test('shows a dialog with the code 1014 without the form definition', async () => {
  const { person } = await open({}, anApi().on('POST', '/form-input-list', anApiError(500)));
  expect(await screen.findByRole('dialog')).toHaveTextContent('Error code: 1014');
  await person.click(screen.getAllByRole('button', { name: 'Close' })[0]!);
  expect(screen.queryByRole('dialog')).toBeNull();
});

describe('when declined applicants are told', () => {
  test.each([
    ['company', true, true],
    ['root', true, true],
    ['hr_account', true, false],
    ['branch', false, false],
  ] as const)('%s: reads it %s, changes it %s', async (userType, reads, changes) => {
    const { api } = await open({ userType });
    expect(await screen.findByText('Where you are signed in')).toBeVisible();
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
