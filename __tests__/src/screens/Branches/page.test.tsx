import { act, screen, waitFor, within } from '@testing-library/react';
import { nearbyRequested } from '../../../../src/domains/reference';
import { BranchesPage } from '../../../../src/screens/Branches/BranchesPage';
import { aUser, anApiError } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';
import { aBranch } from '../../../support/staff';

jest.mock('../../../../src/ui/map/PlaceMap', () => ({ PlaceMap: () => <p>map</p> }));

const LIST = '/branch-accounts/list';
const PLACE = { name: 'Moda, Kadıköy', latitude: 40.98, longitude: 29.02 };

const anApi = (branches = [aBranch()]) =>
  fakeApi()
    .on('GET', LIST, ok({ branch_accounts: branches }))
    .on('GET', '/branch-accounts/active-job-counts', ok([]))
    .on('POST', '/form-input-list', ok({ fields: [{ name: 'taxOffice', isActive: true, isRequired: false }] }))
    .on('GET', '/places', ok([PLACE]))
    .on('GET', '/places/nearby', ok([]));

const open = (api = anApi()) =>
  renderScreen(<BranchesPage />, { api, user: aUser({ userType: 'hr_account' }), path: '/branches', at: '/branches' });

test('offers to add the first branch', async () => {
  const { person } = await open(anApi([]));
  expect(await screen.findByText('No branches yet')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Add branch' }));
  expect(await screen.findByRole('dialog', { name: 'Add a branch' })).toBeVisible();
});

test('links a branch to its jobs and can send its invitation again', async () => {
  const branch = aBranch({ isActivated: false, invitedAt: '2026-11-02T08:00:00.000Z' });
  const { api, person } = await open(anApi([branch]).on('POST', '/branch-accounts/invite/:id', ok(null)));
  const link = await screen.findByRole('link', { name: branch.companyName });
  expect(link).toHaveAttribute('href', '/jobs/31');
  expect(screen.getByText('Zeynep Korkmaz')).toBeVisible();
  expect(screen.getByText('Not signed in yet')).toBeVisible();
  expect(screen.getByText('Invited 02/11/2026')).toBeVisible();
  await person.click(screen.getByRole('button', { name: /^Send again/ }));
  expect(api.callsOf('POST', '/branch-accounts/invite/31')).toHaveLength(1);
});

test('only a long list has a search', async () => {
  const many = Array.from({ length: 11 }, (_, at) => aBranch({ id: at + 1, companyName: `Şube ${at + 1}` }));
  const { person } = await open(anApi(many));
  const search = await screen.findByRole('searchbox', { name: 'Search branches' });
  await person.type(search, 'SUBE 11');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText('1 branch')).toBeVisible();
  await person.type(search, 'x');
  expect(screen.getByText('No branch found')).toBeVisible();
});

test('adds a branch and shows refused values at their fields', async () => {
  const refused = anApiError(400, 'error.invalid_request');
  refused.children.email = { errors: ['user.email.form_validation.unique'] };
  const { api, person } = await open(anApi().on('PUT', '/branch-accounts/create', refused));
  await person.click(await screen.findByRole('button', { name: 'Add branch' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a branch' }));
  await person.click(dialog.getByRole('button', { name: 'Add and invite' }));
  await waitFor(() => expect(dialog.getAllByText('This field is required.')).toHaveLength(5));
  expect(api.callsOf('PUT', '/branch-accounts/create')).toHaveLength(0);

  await person.type(dialog.getByLabelText('Branch name'), 'Moda');
  await person.type(dialog.getByLabelText('First name'), 'Ada');
  await person.type(dialog.getByLabelText('Last name'), 'Kaya');
  await person.type(dialog.getByLabelText('Email'), 'ada@example.com');
  await person.type(dialog.getByLabelText('Location'), 'moda');
  await person.click(await dialog.findByRole('option', { name: PLACE.name }));
  await person.click(dialog.getByRole('button', { name: 'Add and invite' }));
  expect(await dialog.findByText('This email is already used by another account.')).toBeVisible();

  api.on('PUT', '/branch-accounts/create', ok({}));
  await person.type(dialog.getByLabelText('Email'), '.tr');
  await person.click(dialog.getByRole('button', { name: 'Add and invite' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.callsOf('PUT', '/branch-accounts/create').at(-1)?.body).toMatchObject({
    companyName: 'Moda',
    email: 'ada@example.com.tr',
    location: '40.98, 29.02',
    taxOffice: null,
  });
});

test('names the branch’s position after the nearest place without marking the form as changed', async () => {
  const { person, store } = await open(anApi().on('GET', '/places/nearby', ok([PLACE])));
  await person.click(await screen.findByRole('button', { name: /^Edit/ }));
  expect(await screen.findByLabelText('Location')).toHaveValue('');
  act(() => void store.dispatch(nearbyRequested({ latitude: 40.99, longitude: 29.03, zoom: 12 })));
  await waitFor(() => expect(screen.getByLabelText('Location')).toHaveValue(PLACE.name));
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('asks before it discards what was typed', async () => {
  const { person } = await open();
  await person.click(await screen.findByRole('button', { name: /^Edit/ }));
  const form = await screen.findByRole('dialog', { name: 'Edit branch' });
  await person.type(within(form).getByLabelText('Branch name'), ' 2');
  await person.keyboard('{Escape}');
  await person.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.getByLabelText('Branch name')).toHaveValue('Kahve Durağı Kadıköy 2');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  const ask = await screen.findByRole('dialog', { name: 'Close without saving?' });
  await person.click(within(ask).getAllByRole('button', { name: 'Close' }).at(-1)!);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a server error opens the error page and keeps what was typed', async () => {
  const { person, ports, store, unmount } = await open(
    anApi().on('POST', '/branch-accounts/edit/:id', anApiError(500)),
  );
  await person.click(await screen.findByRole('button', { name: /^Edit/ }));
  await person.type(await screen.findByLabelText('Branch name'), ' 2');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(ports.navigate.to).toHaveBeenCalledWith('/error', expect.anything()));
  unmount();
  expect(store.getState().branches.form).toMatchObject({ id: 31, draft: { companyName: 'Kahve Durağı Kadıköy 2' } });
});

test('a branch with active jobs cannot be deleted; the dialog links to its jobs', async () => {
  const { person } = await open(
    anApi().on('DELETE', '/branch-accounts/delete/:id', anApiError(409, 'branch.has_active_jobs')),
  );
  await person.click(await screen.findByRole('button', { name: /^Delete/ }));
  const ask = within(await screen.findByRole('dialog', { name: 'Delete Kahve Durağı Kadıköy?' }));
  await person.click(ask.getByRole('button', { name: 'Delete branch' }));
  expect(await ask.findByText(/This branch has active jobs/)).toBeVisible();
  expect(ask.getByRole('link', { name: 'View its jobs' })).toHaveAttribute('href', '/jobs/31');
});

test('deleting a branch removes it and moves the focus to the heading', async () => {
  const api = anApi().on('DELETE', '/branch-accounts/delete/:id', ok(null));
  const { person } = await open(api);
  await person.click(await screen.findByRole('button', { name: /^Delete/ }));
  api.on('GET', LIST, ok({ branch_accounts: [] }));
  await person.click(await screen.findByRole('button', { name: 'Delete branch' }));
  expect(await screen.findByText('No branches yet')).toBeVisible();
  await waitFor(() => expect(document.activeElement).toHaveTextContent('Moda Kahve'));
});
