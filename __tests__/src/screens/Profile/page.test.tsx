import { screen } from '@testing-library/react';
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
    .on('GET', '/product/subscription', ok([aSubscription()]));

const open = (given: Partial<SessionUser>, api = anApi()) =>
  renderScreen(<ProfilePage />, { api, user: aUser({ userType: 'company', ...given }) });

test.each([
  ['company', true, true, false],
  ['root', true, false, true],
  ['hr_account', false, false, false],
  ['branch', false, false, false],
] as const)(
  '%s: edits %s, has a subscription %s, sees HR staff %s, and no settings',
  async (userType, edits, subscribes, staff) => {
    const { api } = await open({ userType });
    expect(await screen.findByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');
    expect(screen.queryByRole('link', { name: 'Edit profile' }) !== null).toBe(edits);
    expect(screen.queryByText('Where you are signed in')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Privacy' })).toBeNull();
    expect(screen.queryByText('HR staff') !== null).toBe(staff);
    expect(api.callsOf('GET', '/product/subscription').length > 0).toBe(subscribes);
  },
);

test('shows every known value', async () => {
  const { container } = await open({
    taxOffice: { id: 1, name: 'Kadıköy' },
    taxOfficeNumber: '1234567890',
    commercialTitle: 'Moda Kahve Ltd.',
    website: 'https://moda.test',
    companyAddress: 'Moda Cd. 1',
    location: { latitude: 40.98, longitude: 29.02, name: 'Moda, Kadıköy' },
  });
  expect(await screen.findByText('+90 532 111 22 33')).toBeVisible();
  expect(screen.getByText('Tax office').nextSibling).toHaveTextContent('Kadıköy');
  expect(screen.getByText('1234567890')).toBeVisible();
  expect(screen.getByRole('link', { name: 'https://moda.test' })).toHaveAttribute(
    'rel',
    expect.stringMatching('noopener'),
  );
  expect(screen.getByRole('link', { name: 'Open in maps' })).toBeVisible();
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
