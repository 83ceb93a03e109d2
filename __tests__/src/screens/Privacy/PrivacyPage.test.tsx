import { act, screen, within } from '@testing-library/react';
import { PrivacyPage } from '../../../../src/screens/Privacy/PrivacyPage';
import { anApiError, aUser } from '../../../support/builders';
import { ok, type FakeApi } from '../../../support/fakeApi';
import { aRequest, privacyServer } from '../../../support/privacy';
import { renderScreen } from '../../../support/renderScreen';

jest.setTimeout(30_000);

const open = (api: FakeApi, at = '/privacy') =>
  act(() => renderScreen(<PrivacyPage />, { api, at, path: '/privacy', user: aUser({ userType: 'root' }) }));

test('a request is answered by a file, and the person is erased once the name is typed', async () => {
  const api = privacyServer();
  const { person } = await open(api);
  expect(await screen.findByText('Asked to have their data erased on 20/11/2026')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Data of Ayşe Yılmaz as file' }));
  expect(api.callsOf('POST', '/privacy/workers/7/export')).toHaveLength(1);

  await person.click(screen.getByRole('button', { name: 'Erase Ayşe Yılmaz’s data' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase Ayşe Yılmaz’s data?' }));
  expect(dialog.getByText('This cannot be undone.')).toBeVisible();
  await person.click(dialog.getByRole('button', { name: 'Erase for good' }));
  expect(api.callsOf('POST', '/privacy/workers/7/erase')).toHaveLength(0);
  await person.type(dialog.getByRole('textbox'), 'Ayşe Yılmaz');
  await person.click(dialog.getByRole('button', { name: 'Erase for good' }));
  expect(await screen.findByText('Deleted person')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.callsOf('POST', '/privacy/workers/7/erase')[0]?.body).toEqual({ confirmName: 'Ayşe Yılmaz' });
});

test('a refusal is said in the dialog', async () => {
  const api = privacyServer().on('POST', '/privacy/workers/:id/erase', anApiError(409, 'privacy.open_appointment'));
  const { person } = await open(api);
  await person.click(await screen.findByRole('button', { name: 'Erase Ayşe Yılmaz’s data' }));
  await person.type(screen.getByRole('textbox'), 'Ayşe Yılmaz');
  await person.click(screen.getByRole('button', { name: 'Erase for good' }));
  expect(await screen.findByText('This person has an open appointment. Cancel it first.')).toBeVisible();
});

test('the period says whom a choice concerns before it is saved', async () => {
  const api = privacyServer([]);
  const { person } = await open(api);
  expect(await screen.findByText('1 person is made anonymous in the next 7 days.')).toBeVisible();
  expect(screen.getByText(/^No one has asked for anything/)).toBeVisible();
  const save = screen.getByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  await person.click(screen.getByRole('radio', { name: '6 months' }));
  expect(screen.getByText('212 people are made anonymous in the next 7 days.')).toBeVisible();
  await person.click(save);
  const dialog = within(await screen.findByRole('dialog', { name: 'Keep data for 6 months only?' }));
  expect(dialog.getByText(/^212 people are made anonymous by this choice/)).toBeVisible();
  expect(api.callsOf('PUT', '/organisation/settings')).toHaveLength(0);
  await person.click(dialog.getByRole('button', { name: 'Shorten' }));
  expect(api.callsOf('PUT', '/organisation/settings')[0]?.body).toMatchObject({ retentionMonths: 6 });
});

test('an applicant’s page leads to the person', async () => {
  const application = { user: { id: 9, firstName: 'Deniz', lastName: 'Ak', imageUrl: null } };
  const api = privacyServer([aRequest({ state: 'done' })]).on('GET', '/search/application/:id', ok({ application }));
  await open(api, '/privacy?applicationId=70');
  expect(await screen.findByRole('heading', { name: 'Deniz Ak' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Erase Deniz Ak’s data' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Erase Ayşe Yılmaz’s data' })).toBeNull();
});
