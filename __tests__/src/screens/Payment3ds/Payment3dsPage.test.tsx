import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { resultChecked } from '../../../../src/domains/payment';
import { Payment3dsPage } from '../../../../src/screens/Payment3ds/Payment3dsPage';
import { useFrameHistory } from '../../../../src/widgets/PaymentFrame/PaymentFrame';
import { aUser } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

const ID = 'a'.repeat(24);
const trip = { basketId: ID, response: { provider: 'sandbox', result: '/api/payment/3ds/token' } };
const routes: RouteObject[] = [
  { path: '/payment/3ds', element: <Payment3dsPage /> },
  { path: '*', element: <p>elsewhere</p> },
];
const open = (state: unknown, api = fakeApi()) =>
  act(() =>
    renderScreen(null, { api, user: aUser({ userType: 'company' }), routes, at: { pathname: '/payment/3ds', state } }),
  );
const frame = () => screen.getByTitle<HTMLIFrameElement>('Your bank’s confirmation page');
const RESULT = `/packages/payment-result?status=success&basketId=${ID}`;

const tell = (given: Partial<MessageEventInit> = {}) => {
  const message = new MessageEvent('message', {
    origin: location.origin,
    source: frame().contentWindow,
    data: { type: 'payment', status: 'success', basketId: 'b'.repeat(24) },
    ...given,
  });
  act(() => void window.dispatchEvent(message));
};

test('frames the bank’s page in a sandbox with a title, shows that it is loading, and offers the full page', async () => {
  await open(trip);
  const url = `${location.origin}/api/payment/3ds/token`;
  expect(frame().src).toBe(`${url}?framed=1`);
  // A bank's page that leaves the frame by itself, opens a window or asks a question must reach a result.
  expect(frame().getAttribute('sandbox')?.split(' ')).toEqual(
    expect.arrayContaining(['allow-top-navigation', 'allow-popups', 'allow-popups-to-escape-sandbox', 'allow-modals']),
  );
  expect(screen.getByRole('status')).toHaveTextContent('The page is loading…');
  fireEvent.load(frame());
  expect(screen.queryByText('The page is loading…')).toBeNull();
  expect(screen.getByRole('link', { name: 'Open full page' })).toHaveAttribute('href', url);
});

test('a message of the framed page replaces the bank’s step with the result of this basket', async () => {
  const { where, router } = await open(trip);
  tell();
  await waitFor(() => expect(where()).toBe(RESULT));
  expect(router.state.historyAction).toBe('REPLACE');
});

test.each([
  ['success', {}],
  ['failure', { errorKey: 'card_declined' }],
] as const)(
  'leads to the result once the server knows it, without a word of the bank’s page: %s',
  async (status, more) => {
    const answer = (now: string) => ok({ status: now, jobCreationBalance: 4, ...more });
    const api = fakeApi().on('POST', '/payment/sync', answer('pending'));
    const { where, store } = await open(trip, api);
    expect(where()).toBe('/payment/3ds');
    api.on('POST', '/payment/sync', answer(status));
    act(() => void store.dispatch(resultChecked()));
    const key = status === 'failure' ? '&errorKey=card_declined' : '';
    await waitFor(() => expect(where()).toBe(`/packages/payment-result?status=${status}${key}&basketId=${ID}`));
  },
);

test('from the browser’s page cache it leads to the payment’s status', async () => {
  const { where } = await open(trip);
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false })));
  expect(where()).toBe('/payment/3ds');
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await waitFor(() => expect(where()).toBe(`/packages/payment-result?basketId=${ID}`));
});

test('goes back over the steps in the frame before it shows the result', async () => {
  const length = jest.spyOn(history, 'length', 'get').mockReturnValue(4);
  const go = jest.spyOn(history, 'go').mockImplementation(() => undefined);
  const { where } = await open(trip);
  length.mockReturnValue(6);
  tell();
  expect(screen.queryByTitle('Your bank’s confirmation page')).toBeNull();
  expect(go).toHaveBeenCalledWith(-2);
  expect(where()).toBe('/payment/3ds');
  await waitFor(() => expect(where()).toBe(RESULT));
  jest.restoreAllMocks();
});

test('a second message while it goes back does not replace the first', () => {
  const length = jest.spyOn(history, 'length', 'get').mockReturnValue(4);
  jest.spyOn(history, 'go').mockImplementation(() => undefined);
  const { result } = renderHook(() => useFrameHistory());
  length.mockReturnValue(6);
  const [first, second] = [jest.fn(), jest.fn()];
  act(() => result.current.leave(first));
  act(() => result.current.leave(second));
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0]);
  jest.restoreAllMocks();
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another window', { source: window }],
  ['another subject', { data: { type: 'chat', status: 'success' } }],
  ['a state that does not exist', { data: { type: 'payment', status: 'paid' } }],
  ['no object', { data: 'payment' }],
])('ignores other messages: %s', async (_, given) => {
  const { where } = await open(trip);
  tell(given);
  expect(where()).toBe('/payment/3ds');
});

test('the history entry remembers that the page was opened: a reload or Back shows the payment’s status', async () => {
  const { router } = await open(trip);
  expect(router.state.location.state).toEqual({ ...trip, opened: true });
  const again = await open({ ...trip, opened: true });
  expect(again.where()).toBe(`/packages/payment-result?basketId=${ID}`);
});

test.each([[null], [{ basketId: ID }], [{ ...trip, response: { ...trip.response, result: 'https://evil.example' } }]])(
  'opens the packages without a response in the route state (%j)',
  async (state) => {
    const { where } = await open(state);
    expect(where()).toBe('/packages');
  },
);
