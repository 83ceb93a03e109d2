import { act, screen, waitFor } from '@testing-library/react';
import { ApiError } from '../../../../src/lib/http';
import { LoginPage } from '../../../../src/screens/Login/LoginPage';
import { anApiError } from '../../../support/builders';
import { deferred, type Answers } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';
import { aUser } from '../world';

const refuse = (status: number, key: string): Answers => ({
  'POST /user/login': () => {
    throw new ApiError({ status, key });
  },
});

const show = (answers: Answers = {}) =>
  renderScreen(<LoginPage />, { path: '/login', at: '/login', user: null, answers });

const fillIn = async ({ person }: Awaited<ReturnType<typeof show>>) => {
  await person.type(screen.getByLabelText('Email'), 'root@demo.test');
  await person.type(screen.getByLabelText('Password'), 'Demo123!');
  await person.click(screen.getByRole('button', { name: 'Sign in' }));
};

describe('login', () => {
  it('requires both fields before it calls the server', async () => {
    const view = await show();
    await view.person.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findAllByText('This field is required.')).toHaveLength(2);
    expect(view.calls).toEqual([]);
  });

  it('signs in', async () => {
    const view = await show({ 'POST /user/login': () => ({ payload: { user: aUser(), access_token: 't' } }) });
    await fillIn(view);
    await waitFor(() => expect(view.store.getState().session.user?.email).toBe('root@demo.test'));
    expect(view.calls[0]?.body).toEqual({ email: 'root@demo.test', password: 'Demo123!' });
  });

  it('shows a wrong password at the password field until it changes', async () => {
    const view = await show(refuse(400, 'exception.user.invalid'));
    await fillIn(view);
    expect(await screen.findByText('The email or password is wrong.')).toBeInTheDocument();
    expect(screen.getByLabelText('Password')).toBeInvalid();
    await view.person.type(screen.getByLabelText('Password'), 'x');
    expect(screen.queryByText('The email or password is wrong.')).not.toBeInTheDocument();
  });

  it.each([
    [403, 'no_dashboard_access', 'A sales representative will call you'],
    [403, 'worker_login', 'Workers sign in to the worker app'],
    [403, 'unknown_user_type', 'This type of account can’t sign in here'],
    [429, 'error.too_many_requests', 'Too many attempts'],
    [403, 'challenge.required', 'We’re getting more requests than usual'],
    [503, 'error.unavailable', 'The service is busy or being updated'],
  ])('shows %d %s in the form', async (status, key, text) => {
    await fillIn(await show(refuse(status, key)));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText('Email')).toHaveValue('root@demo.test');
  });

  it('opens the error page for any other failure', async () => {
    const view = await show(refuse(500, 'error.unknown_error'));
    await fillIn(view);
    await screen.findByText('elsewhere');
    expect(view.where()).toBe('/error');
  });

  it('leads nowhere when it fails after the user left the page', async () => {
    const answer = deferred<{ payload: unknown }>();
    const view = await show({ 'POST /user/login': () => answer.promise });
    await fillIn(view);
    await view.person.click(screen.getByRole('link', { name: 'Register your company' }));
    await act(async () => answer.reject(anApiError(500)));
    await waitFor(() => expect(view.store.getState().session.login.status).toBe('init'));
    expect(view.where()).toBe('/register');
    await act(async () => view.router.navigate('/login'));
    await fillIn(view);
    await waitFor(() => expect(view.where()).toBe('/error'));
  });

  it('keeps the return address on the links to the other guest pages', async () => {
    const view = await renderScreen(<LoginPage />, { path: '/login', at: '/login', user: null });
    await act(async () => view.router.navigate('/login', { state: { from: '/applications' } }));
    await view.person.click(await screen.findByRole('link', { name: 'Register your company' }));
    expect(view.router.state.location.state).toEqual({ from: '/applications' });
  });

  it('shows demo accounts only when the server enables them', async () => {
    await show();
    expect(screen.queryByText('Demo accounts')).not.toBeInTheDocument();
  });
});
