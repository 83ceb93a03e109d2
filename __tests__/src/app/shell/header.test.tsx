import { screen, within } from '@testing-library/react';
import { Shell } from '../../../../src/app/shell/Shell';
import { aUser } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

test.each([
  ['company', 'Moda Kahve', 'Moda Kahve', null],
  ['branch', 'Mavi Fırın Kadıköy', 'Mavi Fırın Kadıköy', 'Branch'],
  ['root', 'Mavi Fırın', 'Mavi Fırın', 'Administrator'],
  ['hr_account', null, 'Derya Aksoy', 'HR staff'],
] as const)('the header tells a %s of %s who is signed in', async (userType, companyName, name, role) => {
  const user = aUser({ userType, companyName, firstName: 'Derya', lastName: 'Aksoy' });
  const api = fakeApi()
    .on('GET', '/messages/inbox', ok([], { total: 0 }))
    .on('GET', '/needs', ok({ counts: {} }));
  await renderScreen(<Shell />, { api, user });
  const header = within(screen.getByRole('banner'));
  expect(header.getByText(name)).toBeVisible();
  for (const one of ['Branch', 'Administrator', 'HR staff', 'Company'])
    expect(header.queryByText(one) !== null).toBe(one === role);
});
