import { act, screen, waitFor } from '@testing-library/react';
import { ResetPasswordPage } from '../../../../src/screens/ResetPassword/ResetPasswordPage';
import { ApiError } from '../../../../src/lib/http';
import { anApiError, noAnswer } from '../../../support/builders';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { settle } from '../../../support/fakeClock';
import { renderScreen } from '../../../support/renderScreen';

const CHECK = '/user/reset-password-valid-token/:token';
const RESET = '/user/reset-password/:token';
const server = () => fakeApi().on('GET', CHECK, ok(null)).on('POST', RESET, ok(null));
const show = (api = server()) =>
  renderScreen(<ResetPasswordPage />, {
    api,
    user: null,
    path: '/reset-password/:resetPasswordCode',
    at: '/reset-password/code-1',
  });

const fill = async ({ person }: Awaited<ReturnType<typeof show>>, first: string, second = first) => {
  if (first) await person.type(await screen.findByLabelText('New password'), first);
  if (second) await person.type(await screen.findByLabelText('Repeat new password'), second);
  await person.click(await screen.findByRole('button', { name: 'Save password' }));
};

test('a page that was left does not redirect when its token turns out to be invalid', async () => {
  const answer = deferred<never>();
  const view = await show(fakeApi().on('GET', CHECK, () => answer.promise));
  await act(async () => view.router.navigate('/login'));
  answer.reject(anApiError(404, 'invalidToken'));
  await act(settle);
  expect(view.ports.navigate.to).not.toHaveBeenCalled();
  expect(view.notices).toEqual([]);
});

test('checks the token of the address, then accepts a new password', async () => {
  const view = await show();
  await fill(view, 'Secret12');
  await waitFor(() => expect(view.ports.navigate.to).toHaveBeenCalledWith('/login', { replace: true }));
  expect(view.api.calls).toMatchObject([
    { method: 'GET', path: '/user/reset-password-valid-token/code-1' },
    {
      method: 'POST',
      path: '/user/reset-password/code-1',
      body: { firstPassword: 'Secret12', secondPassword: 'Secret12' },
    },
  ]);
});

test.each([
  ['', '', ['This field is required.', 'This field is required.']],
  ['12345', '12345', ['Use at least 6 characters.', 'Use at least 6 characters.']],
  ['x'.repeat(17), 'x'.repeat(17), ['Use at most 16 characters.', 'Use at most 16 characters.']],
  ['12345', 'Secret12', ['Use at least 6 characters.']],
  ['Secret12', 'x'.repeat(17), ['Use at most 16 characters.']],
  ['Secret12', 'Secret13', ['The passwords don’t match.', 'The passwords don’t match.']],
])('%j and %j: %j', async (first, second, texts) => {
  const view = await show();
  await fill(view, first, second);
  await waitFor(() => expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual(texts));
  expect(view.api.callsOf('POST', RESET)).toEqual([]);
  expect(
    screen.getByLabelText(second.length > 16 && first.length <= 16 ? 'Repeat new password' : 'New password'),
  ).toHaveFocus();
});

test('shows a server error of both fields at both', async () => {
  const errors = ['password.is_not.equal'];
  const children = { firstPassword: { errors }, secondPassword: { errors } };
  const view = await show(server().on('POST', RESET, new ApiError({ status: 400, key: errors[0]!, children })));
  await fill(view, 'Secret12');
  expect(await screen.findAllByText('The passwords don’t match.')).toHaveLength(2);
});

test.each([
  ['when it opens', 'GET', CHECK],
  ['when it saves', 'POST', RESET],
] as const)('an expired link leads to the page that sends a new one %s', async (_name, method, path) => {
  const view = await show(server().on(method, path, anApiError(404, 'invalidToken')));
  if (method === 'POST') await fill(view, 'Secret12');
  const state = { hasDeadLink: true };
  await waitFor(() =>
    expect(view.ports.navigate.to).toHaveBeenCalledWith('/forget-password', { replace: true, state }),
  );
  expect(view.notices).toEqual([]);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a check without an answer can be repeated', async () => {
  const view = await show(server().on('GET', CHECK, noAnswer()));
  expect(await screen.findByText('No connection')).toBeInTheDocument();
  view.api.on('GET', CHECK, ok(null));
  await view.person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('New password')).toBeInTheDocument();
});
