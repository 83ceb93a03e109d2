import { act, screen, within } from '@testing-library/react';
import { BranchesPage } from '../../../src/screens/Branches/BranchesPage';
import { LoginPage } from '../../../src/screens/Login/LoginPage';
import { ProfileEditPage } from '../../../src/screens/ProfileEdit/ProfileEditPage';
import { RegisterPage } from '../../../src/screens/Register/RegisterPage';
import { HrStaff } from '../../../src/screens/Profile/HrStaff/HrStaff';
import { aUser } from '../../support/builders';
import { fakeApi, ok } from '../../support/fakeApi';
import { settle } from '../../support/fakeClock';
import { renderScreen } from '../../support/renderScreen';

jest.mock('../../../src/ui/map/PlaceMap', () => ({ PlaceMap: () => <p>map</p> }));

const FIELDS = ['taxOffice', 'taxOfficeNumber', 'commercialTitle', 'website', 'companyAddress'].map((name) => ({
  name,
  isActive: true,
  isRequired: name === 'commercialTitle',
}));

const anApi = () =>
  fakeApi()
    .on('POST', '/form-input-list', ok({ fields: FIELDS }))
    .on(
      'GET',
      '/countries',
      ok([
        {
          id: 1,
          countryName: 'Türkiye',
          phoneCode: '+90',
          countryCode: 'TR',
          countryAttributes: { taxOfficeActive: true, phoneExample: '5XXXXXXXXX' },
        },
      ]),
    )
    .on('GET', '/places/nearby', ok([]))
    .on('GET', '/branch-accounts/list', ok({ branch_accounts: [] }))
    .on('GET', '/hr-accounts/list', ok({ hr_accounts: [] }));

/** Returns the fields that have a star and those without one, by their labels. */
const fieldsIn = (box: HTMLElement) => {
  const labelled = [...box.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter(
    ({ type, disabled }) => !disabled && type !== 'checkbox' && type !== 'file',
  );
  const names = (isRequired: boolean) =>
    labelled.filter(({ required }) => required === isRequired).map(({ labels }) => labels?.[0]?.textContent ?? '');
  return { required: names(true), optional: names(false) };
};

const PERSON = ['First name', 'Last name', 'Email'];
const TAXES = ['Tax office', 'Tax number'];

test.each([
  ['signing in', <LoginPage key="" />, null, ['Email', 'Password'], []],
  [
    'registering',
    <RegisterPage key="" />,
    null,
    ['Company name', ...PERSON, 'Country', 'Phone', 'Password', 'Location'],
    [],
  ],
  [
    'the profile',
    <ProfileEditPage key="" />,
    aUser({ userType: 'company' }),
    [...PERSON, 'Phone', 'Commercial title', 'Location'],
    [...TAXES, 'Website', 'Company address'],
  ],
] as const)('%s marks each required field and no other', async (_form, page, user, required, optional) => {
  const { container } = await renderScreen(page, { api: anApi(), user });
  await screen.findByLabelText('Email');
  expect(fieldsIn(container)).toEqual({ required: [...required], optional: [...optional] });
});

test.each([
  [
    'a branch',
    <BranchesPage key="" />,
    'Add branch',
    ['Branch name', ...PERSON, 'Location'],
    ['Company address', ...TAXES, 'Commercial title', 'Website'],
  ],
  ['HR staff', <HrStaff key="" />, 'Add person', PERSON, []],
])('the form of %s marks each required field and no other', async (_form, page, button, required, optional) => {
  const { person } = await renderScreen(page, { api: anApi(), user: aUser({ userType: 'root' }) });
  await act(settle);
  await person.click(screen.getByRole('button', { name: button }));
  const form = await screen.findByRole('dialog');
  await within(form).findByLabelText('Email');
  expect(fieldsIn(form)).toEqual({ required, optional });
});
