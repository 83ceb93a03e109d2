import { act, screen, waitFor } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { ForgetPasswordPage } from '../../../../src/screens/ForgetPassword/ForgetPasswordPage';
import { anApiError, noAnswer } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

const PATH = '/user/v2/forget-password';
const routes: RouteObject[] = [
  { path: '/forget-password', element: <ForgetPasswordPage /> },
  { path: '*', element: <p>elsewhere</p> },
];
const show = (
  api = fakeApi().on('POST', PATH, ok(null)),
  at: string | { pathname: string; state: unknown } = '/forget-password',
) => renderScreen(null, { api, user: null, routes, at });

const send = async ({ person }: Awaited<ReturnType<typeof show>>, email = 'a@b.co') => {
  await person.type(screen.getByLabelText('Email'), email);
  await person.click(screen.getByRole('button', { name: 'Send link' }));
};

test('requires a valid email first', async () => {
  const view = await show();
  await send(view, 'nobody');
  expect(await screen.findByText(/Enter a valid email address/)).toBeInTheDocument();
  expect(view.api.calls).toEqual([]);
});

test('announces the mail and returns to the previous page', async () => {
  const view = await show(undefined, '/jobs');
  await act(async () => view.router.navigate('/login?x=1'));
  await act(async () => view.router.navigate('/forget-password', { state: { from: '/jobs' } }));
  await screen.findByLabelText('Email');
  await send(view);
  await waitFor(() => expect(view.where()).toBe('/login?x=1'));
  expect(view.api.calls).toMatchObject([{ body: { email: 'a@b.co' } }]);
  // The page that comes next shows the notice.
  await waitFor(() => expect(view.notices).toEqual([{ id: 'forgetPassword.sent', kind: 'success', inPage: true }]));
});

test('returns to sign-in when it was opened directly', async () => {
  const view = await show();
  await send(view);
  await waitFor(() => expect(view.where()).toBe('/login'));
});

test.each([
  [anApiError(400, 'invalid.mail.address'), 'Invalid email.'],
  [anApiError(429, 'error.too_many_requests'), 'Too many attempts'],
  [noAnswer(), 'We can’t reach the server'],
  [anApiError(500), 'Something went wrong on our side'],
])('shows %s in the form until it changes', async (error, text) => {
  const view = await show(fakeApi().on('POST', PATH, error));
  await send(view);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByLabelText('Email')).toHaveValue('a@b.co');
  await view.person.type(screen.getByLabelText('Email'), 'm');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('says that a link no longer works, and leads to sign-in once a new one was sent', async () => {
  const view = await show(undefined, { pathname: '/forget-password', state: { hasDeadLink: true } });
  expect(screen.getByRole('alert')).toHaveTextContent(/This link no longer works.*Ask for a new one/);
  await send(view);
  await waitFor(() => expect(view.where()).toBe('/login'));
});
