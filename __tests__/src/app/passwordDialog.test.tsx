import { act, screen, waitFor } from '@testing-library/react';
import { Root } from '../../../src/app/Root';
import { editLeft } from '../../../src/domains/profile';
import { loggedOut, selectReauthentication, sessionResumed } from '../../../src/domains/session';
import { ProfileEditPage } from '../../../src/screens/ProfileEdit/ProfileEditPage';
import { traceOf, toFile } from '../../../src/store/trace/trace';
import { aUser, anApiError } from '../../support/builders';
import { fakeApi, ok } from '../../support/fakeApi';
import { renderScreen } from '../../support/renderScreen';

// The map has its own tests and draws nothing in jsdom.
jest.mock('../../../src/ui/map/PlaceMap', () => ({ PlaceMap: () => <p>map</p> }));

const SAVE = '/user/profile-update';
const PROVE = '/user/reauthenticate';
const PASSWORD = 'Geheim123!';
const user = aUser({ userType: 'company', location: { latitude: 40.98, longitude: 29.02, name: 'Moda' } });
const routes = [
  {
    element: <Root />,
    children: [
      { path: '/profile/edit', element: <ProfileEditPage /> },
      { path: '/profile', element: <p>the profile</p> },
      { path: '/error', element: <p>the error page</p> },
    ],
  },
];

/** Fakes a server that requires the password before it saves. */
const aStrictApi = () => {
  const proved = { isProved: false };
  const api = fakeApi()
    .on('POST', '/form-input-list', ok({ fields: [] }))
    .on('GET', '/countries', ok([]))
    .on('POST', SAVE, () => (proved.isProved ? ok({ user }) : anApiError(403, 'auth.reauthenticate')))
    .on('POST', PROVE, ({ body }) => {
      if ((body as { password: string }).password !== PASSWORD) return anApiError(400, 'exception.user.invalid');
      proved.isProved = true;
      return ok(null);
    });
  return { api, proved };
};

const openAndSave = async () => {
  const server = aStrictApi();
  const view = await renderScreen(null, { api: server.api, user, routes, at: '/profile/edit' });
  jest.mocked(view.ports.navigate.to).mockImplementation((to, options) => view.router.navigate(to, options));
  const email = await screen.findByLabelText('Email');
  await view.person.clear(email);
  await view.person.type(email, 'new@example.com');
  await view.person.click(screen.getByRole('button', { name: 'Save' }));
  const dialog = await screen.findByRole('dialog', { name: 'Enter your password' });
  const give = async (password: string) => {
    await view.person.clear(await screen.findByLabelText('Password'));
    await view.person.type(screen.getByLabelText('Password'), password);
    await view.person.click(screen.getByRole('button', { name: 'Continue' }));
  };
  return { ...view, ...server, dialog, give };
};
const bodies = (api: ReturnType<typeof fakeApi>) => api.callsOf('POST', SAVE).map(({ body }) => body);

test('a refused change waits for the password and is then sent again unchanged', async () => {
  const { api, give } = await openAndSave();
  await give(PASSWORD);
  expect(await screen.findByText('the profile')).toBeVisible();
  const [first, second, ...more] = bodies(api);
  expect(first).toMatchObject({ email: 'new@example.com' });
  expect(second).toEqual(first);
  expect(more).toEqual([]);
});

test('the dialog holds the username for password managers and hides it from everybody else', async () => {
  const { dialog } = await openAndSave();
  const owner = dialog.querySelector('input[autocomplete="username"]');
  expect(owner).toHaveProperty('type', 'text');
  expect(owner).toHaveValue(user.email);
  expect(owner).toHaveAttribute('readonly');
  expect(owner).toHaveAttribute('tabindex', '-1');
  expect(owner).toHaveAttribute('aria-hidden', 'true');
  expect(owner).toHaveClass('visually-hidden');
});

test('a wrong password is shown at its field, and nothing is sent until it is right', async () => {
  const { api, give, person } = await openAndSave();
  await give('Wrong123!');
  expect(await screen.findByText('The password is wrong.')).toBeVisible();
  await person.type(screen.getByLabelText('Password'), 'x');
  expect(screen.queryByText('The password is wrong.')).toBeNull();
  expect(bodies(api)).toHaveLength(1);
  await give(PASSWORD);
  expect(await screen.findByText('the profile')).toBeVisible();
});

test('cancelling keeps the form with what was typed, and the user can save again', async () => {
  const { api, person, give } = await openAndSave();
  await person.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1)!);
  expect(await screen.findByText(/Enter your password to save this change/)).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByLabelText('Email')).toHaveValue('new@example.com');
  await person.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('dialog');
  await give(PASSWORD);
  expect(await screen.findByText('the profile')).toBeVisible();
  expect(bodies(api)).toHaveLength(3);
});

test('too many attempts show an alert in the dialog', async () => {
  const { api, give } = await openAndSave();
  api.on('POST', PROVE, anApiError(429, 'error.too_many_requests'));
  await give('Wrong123!');
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('dialog', { name: 'Enter your password' })).toBeVisible();
});

test('signing in again above the dialog counts as giving the password', async () => {
  const { store, proved } = await openAndSave();
  proved.isProved = true;
  act(() => void store.dispatch(sessionResumed({ user, accessToken: 'token-2' })));
  expect(await screen.findByText('the profile')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the end of the session closes the dialog', async () => {
  const { store } = await openAndSave();
  act(() => {
    store.dispatch(editLeft({ entry: 'x' }));
    store.dispatch(loggedOut());
  });
  await waitFor(() => expect(selectReauthentication(store.getState())).toMatchObject({ isOpen: false }));
});

test('neither the state nor a trace holds the password', async () => {
  const { store, recorder, give } = await openAndSave();
  await give('Wrong123!');
  await screen.findByText('The password is wrong.');
  await give(PASSWORD);
  await screen.findByText('the profile');
  const about = { version: '1', savedAt: Date.now(), browser: 'test', window: { width: 1280, height: 800 } };
  const file = toFile(traceOf(recorder.snapshot(), store.getState(), about));
  for (const text of [JSON.stringify(store.getState()), file]) expect(text).not.toMatch(/Wrong123|Geheim123/);
});
