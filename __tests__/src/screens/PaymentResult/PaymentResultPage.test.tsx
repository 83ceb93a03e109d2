import { act, screen, waitFor } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { PAYMENT_ERROR_KEYS } from '../../../../contract/constants/payment';
import messages from '../../../../i18n/en.json';
import { PaymentResultPage } from '../../../../src/screens/PaymentResult/PaymentResultPage';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';

const ID = 'a'.repeat(24);
const SYNC = '/payment/sync';
const routes: RouteObject[] = [
  { path: '/packages/payment-result', element: <PaymentResultPage /> },
  { path: '*', element: <p>elsewhere</p> },
];
const open = (api: ReturnType<typeof fakeApi>, query = `basketId=${ID}`, state: unknown = null) =>
  act(() =>
    renderScreen(null, {
      api,
      user: aUser({ userType: 'company' }),
      routes,
      at: { pathname: '/packages/payment-result', search: `?${query}`, state },
    }),
  );
const answering = (payload: object) => fakeApi().on('POST', SYNC, ok({ jobCreationBalance: 8, ...payload }));
const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('success shows the credits, links to a new job, and updates the credits in the header', async () => {
  const { store } = await open(
    answering({ status: 'success' }),
    `status=failure&errorKey=card_declined&basketId=${ID}`,
  );
  expect(await screen.findByRole('heading', { name: 'Thank you! We received your payment.' })).toBeVisible();
  expect(screen.getByText('You now have 8 job credits.')).toBeVisible();
  expect(href('Post a job')).toBe('/jobs/create');
  expect(href('View statement')).toBe('/packages/statement');
  expect(store.getState().session.user?.jobCreationBalance).toBe(8);
});

test.each([...PAYMENT_ERROR_KEYS, 'something.new', undefined])('failure with %s shows the reason', async (errorKey) => {
  await open(answering({ status: 'failure', errorKey }), `status=success&basketId=${ID}`);
  expect(await screen.findByRole('heading', { name: 'Your payment didn’t go through' })).toBeVisible();
  const texts = messages as Record<string, string>;
  const text = texts[`errors.keys.${errorKey}`] ?? 'Try again, or use another card.';
  expect(screen.getByText(text)).toBeVisible();
  expect(href('View packages')).toBe('/packages');
});

test('after a failure the same basket can be paid by another card', async () => {
  const { person, router } = await open(answering({ status: 'failure' }));
  await person.click(await screen.findByRole('link', { name: 'Pay by card again' }));
  expect(router.state.location).toMatchObject({ pathname: '/payment/card', state: { basketId: ID } });
});

test('pending explains what happens next, can be checked at once, and can be left', async () => {
  let status = 'pending';
  const api = fakeApi().on('POST', SYNC, () => ok({ status, jobCreationBalance: 5 }));
  const { person } = await open(api, `status=success&basketId=${ID}`);
  expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
  expect(screen.queryByText(/Thank you/)).toBeNull();
  expect(href('Go to jobs')).toBe('/jobs');
  status = 'success';
  await person.click(screen.getByRole('button', { name: 'Check now' }));
  expect(await screen.findByText(/Thank you/)).toBeVisible();
  expect(api.callsOf('POST', SYNC)).toHaveLength(2);
});

test.each([
  ['that the bank’s page waits for may start again', true, 1],
  ['whose money may be on its way may not', false, 0],
])('a pending payment %s', async (_name, mayStartAgain, count) => {
  await open(answering({ status: 'pending', mayStartAgain }));
  expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeVisible();
  expect(screen.queryAllByText(/Did you close the bank’s page/)).toHaveLength(count);
});

test.each([
  ['no payment', 'status=success'],
  ['a malformed id', 'status=success&basketId=%3Cscript%3E'],
])('an address with %s never shows success', async (_, query) => {
  const api = answering({ status: 'success' });
  await open(api, query);
  expect(screen.getByRole('heading', { name: 'We can’t find this payment' })).toBeVisible();
  expect(api.callsOf('POST', SYNC)).toEqual([]);
});

test.each([
  ['card_declined', /^Your card was declined/],
  ['some_new_key', 'Try again, or use another card.'],
])(
  'a failure without a basket (%s) shows the reason from the address and does not claim that nothing was charged',
  async (key, text) => {
    const api = answering({ status: 'success' });
    await open(api, `status=failure&errorKey=${key}`);
    expect(screen.getByText(text)).toBeVisible();
    expect(href('Try again')).toBe('/packages');
    expect(screen.queryByText(/charged/)).toBeNull();
    expect(api.callsOf('POST', SYNC)).toEqual([]);
  },
);

test('also checks the basket of the route state', async () => {
  await open(answering({ status: 'success' }), '', { basketId: ID });
  expect(await screen.findByText(/Thank you/)).toBeVisible();
});

test('shows another user’s payment as not found', async () => {
  await open(fakeApi().on('POST', SYNC, anApiError(404, 'error.not_found')));
  expect(await screen.findByRole('heading', { name: 'We can’t find this payment' })).toBeVisible();
});

test('offers another try without an answer', async () => {
  const api = fakeApi().on('POST', SYNC, noAnswer());
  const { person } = await open(api);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Checking your payment');
  api.on('POST', SYNC, ok({ status: 'success', jobCreationBalance: 8 }));
  await person.click(retry);
  await waitFor(() => expect(screen.getByText(/Thank you/)).toBeVisible());
});
