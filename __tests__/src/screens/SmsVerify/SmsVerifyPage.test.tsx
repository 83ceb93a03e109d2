import { act, screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { SmsVerifyPage } from '../../../../src/screens/SmsVerify/SmsVerifyPage';
import { clockText, codeDigits, readRouteState } from '../../../../src/screens/SmsVerify/routeState';
import { ApiError } from '../../../../src/lib/http';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

const SEND = '/verify-phone-send-code';
const VERIFY = '/update-phone-verify';
const trip = {
  phone: '5321234567',
  countryCode: 'TR',
  pushBackTo: '/register',
  values: { companyName: 'Bakery' },
  from: '/applications',
};

const server = () =>
  fakeApi()
    .on('PUT', SEND, ok({ status: 'user.phone.verified_code.send' }))
    .on('POST', VERIFY, ok({ phoneVerifyCode: 'proof' }));

const routes: RouteObject[] = [
  { path: '/sms-verify', element: <SmsVerifyPage /> },
  { path: '*', element: <p>elsewhere</p> },
];
const show = async (api = server(), state: unknown = trip, user: ReturnType<typeof aUser> | null = null) => {
  const view = await renderScreen(null, { api, user, routes, at: { pathname: '/sms-verify', state } });
  return { ...view, api };
};
const aSentCode = () => ({ deadline: Date.now() + 60_000, secret: 'stored', resent: false, wrongTries: 0 });
const code = () => screen.findByLabelText('Code');

test.each([
  ['12 34', '1234'],
  ['12345', '1234'],
  ['a1', '1'],
  ['', ''],
])('%j contains the digits %j', (text, digits) => expect(codeDigits(text)).toBe(digits));

test.each([
  [180, '3:00'],
  [150, '2:30'],
  [9, '0:09'],
])('shows %d seconds as %s', (seconds, text) => expect(clockText(seconds)).toBe(text));

test.each([
  [null],
  [{}],
  [{ ...trip, phone: undefined }],
  [{ ...trip, countryCode: '' }],
  [{ ...trip, pushBackTo: undefined }],
  [{ ...trip, pushBackTo: '/jobs' }],
  [{ ...trip, pushBackTo: 'https://elsewhere.test/register' }],
  [{ ...trip, pushBackTo: '//elsewhere.test' }],
])('rejects the route state %j', (state) => expect(readRouteState(state)).toBeNull());

test('without a valid route state redirects a guest to /register and a user home', async () => {
  const { where } = await show(server(), null);
  expect(where()).toBe('/register');
  expect((await show(server(), null, aUser())).where()).toBe('/');
});

test('sends a code on arrival and returns with the proof as soon as four digits are typed', async () => {
  const view = await show();
  expect((await screen.findByText(/We sent a code with 4 digits to/)).parentElement).toHaveTextContent('5321234567');
  expect(view.api.callsOf('PUT', SEND)).toHaveLength(1);
  const input = await code();
  expect(input).toHaveFocus();
  expect(input).toHaveAttribute('autocomplete', 'one-time-code');
  expect(input).toHaveAttribute('inputmode', 'numeric');
  const confirm = screen.getByRole('button', { name: 'Confirm' });
  await view.person.type(input, '123');
  expect(confirm).toBeDisabled();
  await view.person.type(input, '4');
  await waitFor(() => expect(view.where()).toBe('/register'));
  expect(view.api.callsOf('POST', VERIFY)).toMatchObject([{ body: { phone: '5321234567', code: '1234' } }]);
  expect(view.router.state.location.state).toEqual({
    phone: '5321234567',
    countryCode: 'TR',
    values: trip.values,
    from: '/applications',
    phoneVerifyCode: 'proof',
  });
});

test('accepts the digits of a pasted code', async () => {
  const view = await show();
  await view.person.click(await code());
  await view.person.paste('12 34');
  await waitFor(() => expect(view.api.callsOf('POST', VERIFY)).toMatchObject([{ body: { code: '1234' } }]));
});

test('returns to the profile form after a change of phone', async () => {
  const view = await show(server(), { ...trip, pushBackTo: '/profile/edit' }, aUser());
  await view.person.type(await code(), '1234');
  await waitFor(() => expect(view.where()).toBe('/profile/edit'));
});

test('shows a wrong code in a dialog, then clears and focuses the field', async () => {
  const view = await show(server().on('POST', VERIFY, anApiError(400, 'user.phone.verified_code.error')));
  await view.person.type(await code(), '0000');
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('The code which you entered is wrong.');
  await view.person.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByLabelText('Code')).toHaveFocus());
  expect(screen.getByLabelText('Code')).toHaveValue('');
  expect(view.api.callsOf('POST', VERIFY)).toHaveLength(1);
});

test('after five wrong codes says that the code is dead and sends a new one at once', async () => {
  const view = await show(server().on('POST', VERIFY, anApiError(400, 'user.phone.verified_code.error')));
  for (let tries = 1; tries <= 5; tries += 1) {
    await view.person.type(await code(), '0000');
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(tries < 5 ? 'The code which you entered is wrong.' : 'this code no longer works');
    if (tries < 5) await view.person.click(screen.getByText('Close'));
  }
  await view.person.keyboard('{Escape}');
  expect(screen.getByRole('timer')).toHaveTextContent('This code no longer works.');
  await view.person.type(await code(), '1234');
  expect(view.api.callsOf('POST', VERIFY)).toHaveLength(5);
  await view.person.click(screen.getByRole('button', { name: 'Send new code' }));
  await waitFor(() => expect(screen.getByRole('timer')).toHaveTextContent('3:00'));
  expect(view.api.callsOf('PUT', SEND)).toHaveLength(2);
  view.api.on('POST', VERIFY, ok({ phoneVerifyCode: 'proof' }));
  await view.person.clear(await code());
  await view.person.type(await code(), '1234');
  await waitFor(() => expect(view.where()).toBe('/register'));
});

test('says that a code has expired, which the server calls wrong, and sends a new one at once', async () => {
  const sent = { ...aSentCode(), deadline: Date.now() - 1000 };
  const api = server().on('POST', VERIFY, anApiError(400, 'user.phone.verified_code.error'));
  const view = await show(api, { ...trip, sent });
  await view.person.type(await code(), '1234');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('The code has expired. Send a new one.')).toBeVisible();
  await view.person.click(dialog.getByRole('button', { name: 'Send new code' }));
  await waitFor(() => expect(view.api.callsOf('PUT', SEND)).toHaveLength(1));
});

test.each([
  [anApiError(400, 'user.phone.verify.unique'), 'used by another user', 'Another account uses this number.'],
  [
    new ApiError({ status: 429, key: 'user.phone.verify.daily_limit', retryAfter: 590 }),
    'You’ve requested too many codes. Try again in 10 minutes.',
    'No more codes can be sent to this number for now.',
  ],
  [
    anApiError(429, 'user.phone.verify.daily_limit'),
    'You’ve requested too many codes. Try again later.',
    'No more codes can be sent to this number for now.',
  ],
])('%s offers another number and no further code', async (error, text, note) => {
  const view = await show(server().on('PUT', SEND, error));
  expect(await screen.findByRole('dialog')).toHaveTextContent(text);
  await view.person.click(screen.getByText('Close'));
  expect(screen.getByText(note, { exact: false })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull();
  await view.person.click(screen.getByRole('link', { name: 'Change number' }));
  expect(view.where()).toBe('/register');
});

test('the dialog of a taken number leads to the form', async () => {
  const view = await show(server().on('PUT', SEND, anApiError(400, 'user.phone.verify.unique')));
  const dialog = await screen.findByRole('dialog');
  await view.person.click(within(dialog).getByRole('link', { name: 'Change number' }));
  expect(view.where()).toBe('/register');
  expect(view.router.state.location.state).toMatchObject({ values: trip.values });
});

test('shows the calling code after a reload too', async () => {
  await show(server(), { ...trip, phoneCode: '+90', sent: aSentCode() });
  expect(await screen.findByText('+90 532 123 45 67')).toBeVisible();
});

test.each([
  [new ApiError({ status: 400, key: 'not_found_http_exception', payload: { code: 1030 } }), 'number isn’t valid'],
  [new ApiError({ status: 400, key: 'not_found_http_exception' }), 'Something unexpected went wrong'],
  [anApiError(403, 'challenge.required'), 'We’re getting more requests than usual'],
  [anApiError(503, 'error.unavailable'), 'The service is busy or being updated'],
  [anApiError(418, 'something.else'), 'Something unexpected went wrong'],
  [anApiError(429, 'error.too_many_requests'), 'Too many attempts'],
  [noAnswer(), 'We can’t reach the server'],
])('%s: %s', async (error, text) => {
  const view = await show(server().on('PUT', SEND, error));
  expect(await screen.findByRole('dialog')).toHaveTextContent(text);
  await view.person.click(screen.getByText('Close'));
  expect(await screen.findByText(/No code was sent|Sending a code/)).toBeInTheDocument();
  view.api.on('PUT', SEND, ok({ status: 'user.phone.verified_code.send' }));
  await view.person.click(screen.getByRole('button', { name: 'Send code' }));
  expect(await code()).toBeInTheDocument();
});

test('allows another number and keeps what was typed', async () => {
  const view = await show();
  await view.person.click(await screen.findByRole('link', { name: 'Change number' }));
  expect(view.where()).toBe('/register');
  expect(view.router.state.location.state).toMatchObject({ values: trip.values, from: '/applications' });
  expect(view.router.state.location.state).not.toHaveProperty('phoneVerifyCode');
});

test('stores the code and its wrong tries for a reload', async () => {
  const wrong = () => server().on('POST', VERIFY, anApiError(400, 'user.phone.verified_code.error'));
  const view = await show(wrong());
  for (let tries = 1; tries <= 4; tries += 1) {
    await view.person.type(await code(), '0000');
    await view.person.click(await screen.findByText('Close'));
  }
  const { state } = view.router.state.location as { state: { sent: object } };
  expect(state.sent).toMatchObject({ wrongTries: 4, resent: false });
  view.unmount();
  const again = await show(wrong(), state);
  await again.person.type(await code(), '0000');
  expect(await screen.findByRole('dialog')).toHaveTextContent('this code no longer works');
  expect(again.api.callsOf('PUT', SEND)).toEqual([]);
  const { ticket } = view.api.callsOf('PUT', SEND)[0]!.body as { ticket: string };
  expect(again.api.callsOf('POST', VERIFY)).toMatchObject([{ body: { ticket } }]);
});

test.each([[null], [{}], [{ ...aSentCode(), deadline: 'soon' }], [{ ...aSentCode(), secret: undefined }]])(
  'ignores the sent code %j of a route state',
  (sent) => expect(readRouteState({ ...trip, sent })).toMatchObject({ sent: null }),
);

describe('countdown', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['queueMicrotask'] }));
  afterEach(() => void jest.useRealTimers());

  test('offers another code at 150 seconds and at 0, and announces the time only now and then', async () => {
    const view = await show();
    await act(() => jest.advanceTimersByTimeAsync(10));
    const again = () => screen.getByRole('button', { name: 'Send code again' });
    const timer = () => screen.getByRole('timer').textContent;
    // The notices come before the page.
    const announced = () => screen.getAllByRole('status').at(-1);
    expect(timer()).toBe('The code is valid for 3:00 more.');
    expect(again()).toBeDisabled();
    await act(() => jest.advanceTimersByTimeAsync(30_000));
    expect(timer()).toBe('The code is valid for 2:30 more.');
    expect(again()).toBeEnabled();
    expect(announced()).toBeEmptyDOMElement();
    await act(() => jest.advanceTimersByTimeAsync(90_000));
    expect(announced()).toHaveTextContent('less than a minute');
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(announced()).toHaveTextContent('The code has expired');
    expect(again()).toBeEnabled();
    act(() => again().focus());
    act(() => again().click());
    await act(() => jest.advanceTimersByTimeAsync(10));
    // The pressed button is disabled again; the next step is to type the code.
    expect(screen.getByLabelText('Code')).toHaveFocus();
    expect(view.api.callsOf('PUT', SEND)[1]?.body).toMatchObject({ resend: true });
  });
});
