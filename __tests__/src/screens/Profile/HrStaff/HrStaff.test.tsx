import { screen, waitFor, within } from '@testing-library/react';
import { HrStaff } from '../../../../../src/screens/Profile/HrStaff/HrStaff';
import { aUser, noAnswer } from '../../../../support/builders';
import { fakeApi, ok } from '../../../../support/fakeApi';
import { renderScreen } from '../../../../support/renderScreen';
import { anHrAccount } from '../../../../support/staff';

const anApi = (accounts = [anHrAccount()]) => fakeApi().on('GET', '/hr-accounts/list', ok({ hr_accounts: accounts }));
const open = (api = anApi()) => renderScreen(<HrStaff />, { api, user: aUser({ userType: 'root' }) });

test('adds the first person', async () => {
  const api = anApi([]).on('PUT', '/hr-accounts/create', ok({}));
  const { person } = await open(api);
  expect(await screen.findByText('No HR staff yet')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Add person' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add a person to HR' }));
  await person.type(form.getByLabelText('First name'), 'Zeynep');
  await person.type(form.getByLabelText('Last name'), 'Korkmaz');
  await person.type(form.getByLabelText('Email'), 'zeynep@');
  await person.click(form.getByRole('button', { name: 'Add and invite' }));
  expect(await form.findByText(/Enter a valid email address/)).toBeVisible();
  await person.type(form.getByLabelText('Email'), 'example.com');
  api.on('GET', '/hr-accounts/list', ok({ hr_accounts: [anHrAccount({ isActivated: false })] }));
  await person.click(form.getByRole('button', { name: 'Add and invite' }));
  expect(await screen.findByText('zeynep@example.com')).toBeVisible();
  expect(screen.getByText('Not signed in yet')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows a missing answer in the form and keeps what was typed', async () => {
  const { person } = await open(anApi().on('POST', '/hr-accounts/edit/:id', noAnswer()));
  await person.click(await screen.findByRole('button', { name: 'Edit Zeynep Korkmaz' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit person' }));
  await person.type(form.getByLabelText('First name'), ' Ada');
  await person.click(form.getByRole('button', { name: 'Save' }));
  expect(await form.findByRole('alert')).toHaveTextContent('We can’t reach the server');
  expect(form.getByLabelText('First name')).toHaveValue('Zeynep Ada');
});

test('deletes a person after confirmation', async () => {
  const api = anApi().on('DELETE', '/hr-accounts/delete/:id', ok(null));
  const { person } = await open(api);
  await person.click(await screen.findByRole('button', { name: 'Delete Zeynep Korkmaz' }));
  expect(screen.getByRole('dialog')).toHaveTextContent('signed out right away');
  api.on('GET', '/hr-accounts/list', ok({ hr_accounts: [] }));
  await person.click(screen.getByRole('button', { name: 'Delete person' }));
  expect(await screen.findByText('No HR staff yet')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('heading', { name: 'HR staff' })).toHaveFocus());
});
