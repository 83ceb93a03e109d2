import { act, screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { RegisterPage } from '../../../../src/screens/Register/RegisterPage';
import { registrationPaused } from '../../../../src/domains/account';
import { ApiError } from '../../../../src/lib/http';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

const REGISTER = '/user/company/register';
const country = (id: number, countryCode: string, phoneCode: string, phoneExample: string) => ({
  id,
  countryName: countryCode,
  countryCode,
  phoneCode,
  latitude: 0,
  longitude: 0,
  languageCode: 'en',
  countryAttributes: { taxOfficeActive: id === 1, phoneExample },
  defaultLanguage: 'en',
});
const TURKEY = country(1, 'TR', '+90', '5XXXXXXXXX');
const STATES = country(2, 'US', '+1', 'XXXXXXXXXX');
const place = { name: 'Kadıköy, İstanbul', latitude: 40.99, longitude: 29.03 };
const values = {
  companyName: 'Bakery',
  firstName: 'Ada',
  lastName: 'Yıldız',
  email: 'ada@bakery.test',
  country: '1',
  phone: '5321234567',
  place,
  agreement: true,
};
const back = { from: '/applications', phone: values.phone, countryCode: 'TR', values, phoneVerifyCode: 'proof' };

const server = () =>
  fakeApi()
    .on('GET', '/countries', ok([STATES, TURKEY]))
    .on('POST', '/country/check', ok({ isDetected: true, country: TURKEY }))
    .on('GET', '/places', ok([place]))
    .on('GET', '/app-config/contents/:name/:code', (_request, { name, code }) =>
      ok({
        title: `${name} ${code}`,
        html: '<h2>Terms</h2><p onclick="x()">Be kind.</p><script>x()</script>',
        lang: 'es',
      }),
    );
const success = () => ok({ user: aUser(), access_token: 't1' });

const routes: RouteObject[] = [
  { path: '/register', element: <RegisterPage /> },
  { path: '*', element: <p>elsewhere</p> },
];

const open = (api: ReturnType<typeof server>, at: string | { pathname: string; state?: unknown }) =>
  act(() => renderScreen(null, { api, user: null, routes, at }));
/** Waits until the countries have loaded, even behind a dialog. */
const ready = () => screen.findByRole('option', { name: 'Türkiye', hidden: true });

const show = async ({ api = server(), state = null as unknown } = {}) => {
  const view = await open(api, { pathname: '/register', state });
  await ready();
  return { ...view, sent: () => view.api.callsOf('PUT', REGISTER) };
};

/** Returns from /sms-verify in the same tab, while the password is still in memory. */
const comeBack = async (api = server()) => {
  const view = await open(api, '/elsewhere');
  act(() => void view.store.dispatch(registrationPaused({ draft: values, password: 'Secret12' })));
  await act(async () => view.router.navigate('/register', { state: back }));
  await ready();
  return { ...view, sent: () => view.api.callsOf('PUT', REGISTER) };
};

const fill = async ({ person }: Awaited<ReturnType<typeof show>>) => {
  await person.type(screen.getByLabelText('Company name'), values.companyName);
  await person.type(screen.getByLabelText('First name'), values.firstName);
  await person.type(screen.getByLabelText('Last name'), values.lastName);
  await person.type(screen.getByLabelText('Email'), values.email);
  await person.type(screen.getByLabelText('Phone'), '0532 123 45 67');
  await person.type(screen.getByLabelText('Password'), 'Secret12');
  await person.type(screen.getByLabelText('Location'), 'kad');
  await person.click(await screen.findByRole('option', { name: place.name }));
  await person.click(screen.getByRole('checkbox'));
};
const send = ({ person }: { person: Awaited<ReturnType<typeof show>>['person'] }) =>
  person.click(screen.getByRole('button', { name: /^(Verify phone and register|Register)$/ }));

describe('the form', () => {
  test('shows what is missing at each field and focuses the first one', async () => {
    const view = await show();
    await send(view);
    expect(await screen.findAllByText('This field is required.')).toHaveLength(7);
    expect(screen.getByText('Accept the agreement to continue.')).toBeInTheDocument();
    expect(screen.getByLabelText('Company name')).toHaveFocus();
    expect(view.where()).toBe('/register');
  });

  test('selects the visitor’s country; the country code follows the country', async () => {
    const view = await show();
    expect(view.api.callsOf('POST', '/country/check')).toMatchObject([{ base: 'geo', body: { language: 'en-US' } }]);
    await waitFor(() => expect(screen.getByLabelText('Country')).toHaveValue('1'));
    expect(screen.getByLabelText('Code')).toBeDisabled();
    expect(screen.getByLabelText('Code')).toHaveValue('+90');
    expect(screen.getByText(/5XXXXXXXXX/)).toBeInTheDocument();
    await view.person.selectOptions(screen.getByLabelText('Country'), 'United States');
    expect(screen.getByLabelText('Code')).toHaveValue('+1');
  });

  test('accepts the digits of a pasted phone number', async () => {
    const view = await show();
    await view.person.click(screen.getByLabelText('Phone'));
    await view.person.paste('+90 (532) 123 45 67');
    expect(screen.getByLabelText('Phone')).toHaveValue('5321234567');
    expect(screen.getByLabelText('Phone')).toHaveAttribute('inputmode', 'numeric');
  });

  test('countries that failed to load can be loaded again', async () => {
    const api = server().on('GET', '/countries', noAnswer());
    const view = await open(api, '/register');
    expect(await screen.findByText('We couldn’t load the countries.')).toBeInTheDocument();
    api.on('GET', '/countries', ok([TURKEY]));
    await view.person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: 'Türkiye' })).toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  test('shows the sanitised documents above the form and keeps the form', async () => {
    const view = await show();
    await view.person.type(screen.getByLabelText('Company name'), 'Bakery');
    await view.person.click(screen.getByRole('button', { name: 'Read the user agreement' }));
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('Be kind.')).not.toHaveAttribute('onclick');
    expect(dialog.querySelector('script')).toBeNull();
    expect(within(dialog).getByRole('heading', { name: 'user-agreement-company en' })).toBeInTheDocument();
    // Screen readers read title and text in the document's language.
    for (const text of ['user-agreement-company en', 'Be kind.'])
      expect(within(dialog).getByText(text).closest('[lang]')).toHaveAttribute('lang', 'es');
    await view.person.keyboard('{Escape}');
    expect(screen.getByLabelText('Company name')).toHaveValue('Bakery');
    await view.person.click(screen.getByRole('button', { name: 'Read the privacy notice' }));
    expect(await screen.findByRole('heading', { name: 'personal-data en' })).toBeInTheDocument();
  });

  test('opens the phone verification and keeps the password out of the route state', async () => {
    const view = await show({ state: { from: '/applications' } });
    await fill(view);
    await send(view);
    await waitFor(() => expect(view.where()).toBe('/sms-verify'));
    const state = view.router.state.location.state as object;
    expect(state).toEqual({
      phone: values.phone,
      countryCode: 'TR',
      phoneCode: '+90',
      pushBackTo: '/register',
      values,
      from: '/applications',
    });
    expect(JSON.stringify(state)).not.toContain('Secret12');
    expect(view.store.getState().account.password).toBe('Secret12');
    expect(view.sent()).toEqual([]);
  });

  test('keeps what was typed, except the password, on the way to sign-in and back', async () => {
    const view = await show({ state: { from: '/jobs' } });
    await fill(view);
    await view.person.click(screen.getByRole('link', { name: 'Sign in' }));
    expect(view.router.state.location.state).toEqual({ from: '/jobs' });
    await act(async () => view.router.navigate('/register'));
    expect(await screen.findByLabelText('Company name')).toHaveValue('Bakery');
    expect(screen.getByLabelText('Phone')).toHaveValue(values.phone);
    expect(screen.getByLabelText('Location')).toHaveValue(place.name);
    expect(screen.getByLabelText('Password')).toHaveValue('');
  });
});

describe('returning with a verified phone', () => {
  test('sends itself once and signs in', async () => {
    const view = await comeBack(server().on('PUT', REGISTER, success()));
    await waitFor(() => expect(view.store.getState().session.user).not.toBeNull());
    expect(view.sent()).toHaveLength(1);
    expect(view.sent()[0]?.body).toEqual({
      companyName: 'Bakery',
      firstName: 'Ada',
      lastName: 'Yıldız',
      email: values.email,
      phone: values.phone,
      country: 1,
      location: '40.99, 29.03',
      agreement: true,
      password: 'Secret12',
      phoneVerifyCode: 'proof',
    });
    expect(JSON.stringify(view.store.getState().account)).not.toContain('Secret12');
  });

  test('after a reload asks only for the password and sends nothing automatically', async () => {
    const view = await show({ api: server().on('PUT', REGISTER, success()), state: back });
    expect(screen.getByLabelText('Password')).toHaveFocus();
    expect(screen.getByText(/Your phone is verified. We didn’t keep your password/)).toBeInTheDocument();
    expect(screen.getByText('This number is verified.')).toBeInTheDocument();
    expect(screen.getByLabelText('Company name')).toHaveValue('Bakery');
    expect(view.sent()).toEqual([]);
    await view.person.type(screen.getByLabelText('Password'), 'Secret12');
    await send(view);
    await waitFor(() => expect(view.sent()).toHaveLength(1));
  });

  test('another phone must be verified again', async () => {
    const view = await show({ state: back });
    await view.person.type(screen.getByLabelText('Password'), 'Secret12');
    await view.person.clear(screen.getByLabelText('Phone'));
    await view.person.type(screen.getByLabelText('Phone'), '5559998877');
    expect(screen.queryByText('This number is verified.')).not.toBeInTheDocument();
    await send(view);
    await waitFor(() => expect(view.where()).toBe('/sms-verify'));
    expect(view.router.state.location.state).toMatchObject({ phone: '5559998877' });
  });

  test('cannot be sent twice while a request is running', async () => {
    const answer = deferred<ReturnType<typeof success>>();
    const view = await comeBack(server().on('PUT', REGISTER, () => answer.promise));
    await send(view);
    await view.person.type(screen.getByLabelText('Company name'), '{Enter}');
    answer.resolve(success());
    await waitFor(() => expect(view.store.getState().session.user).not.toBeNull());
    expect(view.sent()).toHaveLength(1);
  });

  const refused = (field: string, key: string) =>
    new ApiError({ status: 400, key, children: { [field]: { errors: [key] } } });

  test('shows a taken email at the field until it changes; the phone stays verified', async () => {
    const view = await comeBack(server().on('PUT', REGISTER, refused('email', 'user.email.form_validation.unique')));
    expect(await screen.findByText('This email is already used by another account.')).toBeInTheDocument();
    const email = screen.getByLabelText('Email');
    await waitFor(() => expect(email).toHaveFocus());
    await view.person.type(screen.getByLabelText('Company name'), ' 2');
    expect(email).toBeInvalid();
    view.api.on('PUT', REGISTER, success());
    await view.person.clear(email);
    await view.person.type(email, 'other@bakery.test');
    expect(email).toBeValid();
    await send(view);
    await waitFor(() => expect(view.sent()).toHaveLength(2));
    expect(view.sent()[1]?.body).toMatchObject({ email: 'other@bakery.test', phoneVerifyCode: 'proof' });
  });

  test('removes an expired proof and shows that it expired', async () => {
    const view = await comeBack(
      server().on('PUT', REGISTER, refused('phoneVerifyCode', 'user.phone.verified_code.error')),
    );
    expect(await screen.findByText(/of your phone has expired/)).toBeInTheDocument();
    expect(view.router.state.location.state).not.toHaveProperty('phoneVerifyCode');
    await send(view);
    await waitFor(() => expect(view.where()).toBe('/sms-verify'));
  });

  test.each([
    [refused('phone', 'user.phone.verify.unique'), 'used by another user'],
    [refused('location', 'field.invalid'), 'This value isn’t valid.'],
    [anApiError(429, 'error.too_many_requests'), 'Too many attempts'],
    [noAnswer(), 'We can’t reach the server'],
  ])('shows %s in the form and keeps all values', async (error, text) => {
    await comeBack(server().on('PUT', REGISTER, error));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.getByLabelText('Password')).toHaveValue('Secret12');
    expect(screen.getByLabelText('Company name')).toHaveValue('Bakery');
  });

  test('shows an unknown error in a dialog', async () => {
    const view = await comeBack(server().on('PUT', REGISTER, anApiError(400, 'error.unknown_error')));
    expect(await screen.findByRole('dialog')).toHaveTextContent('Something unexpected went wrong.');
    await view.person.keyboard('{Escape}');
    expect(screen.getByLabelText('Password')).toHaveValue('Secret12');
  });

  test('opens the error page after a 500', async () => {
    const answer = deferred<ApiError>();
    const view = await comeBack(server().on('PUT', REGISTER, () => answer.promise));
    answer.resolve(anApiError(500));
    await waitFor(() => expect(view.ports.navigate.to).toHaveBeenCalledWith('/error', expect.anything()));
  });
});
