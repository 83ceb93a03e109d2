import { screen, within } from '@testing-library/react';
import { SubscriptionBanner } from '../../../../src/screens/Profile/ProfilePage';
import { aUser, anApiError } from '../../../support/builders';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';
import { aSubscription } from '../../../support/subscriptions';

const LIST = '/product/subscription';
const user = aUser({ userType: 'company' });

test('the banner shows the plan and the next payment; cancelling asks for confirmation, then shows the end', async () => {
  const api = fakeApi()
    .on('GET', LIST, ok([aSubscription()]))
    .on('DELETE', `${LIST}/:id/cancel`, ok(null));
  const { person } = await renderScreen(<SubscriptionBanner />, { api, user });
  expect(await screen.findByText('Monthly plan')).toBeVisible();
  expect(screen.getByText('Next payment: 19/12/2026')).toBeVisible();
  await person.click(screen.getByRole('button', { name: 'Details' }));
  const detail = await screen.findByRole('dialog', { name: 'Monthly plan' });
  expect(
    within(detail)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['5 jobs a month', 'Messages']);
  expect(within(detail).getByText('₺999')).toBeVisible();
  expect(within(detail).getByText('per month')).toBeVisible();
  await person.click(within(detail).getByRole('button', { name: 'Cancel subscription' }));
  await person.click(screen.getByRole('button', { name: 'No, keep it' }));
  expect(api.callsOf('DELETE', `${LIST}/:id/cancel`)).toHaveLength(0);
  await person.click(screen.getByRole('button', { name: 'Cancel subscription' }));
  api.on('GET', LIST, ok([aSubscription({ nextAttemptAt: null, endsAt: '2026-12-19T09:00:00.000Z' })]));
  await person.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
  expect(await screen.findByText('Canceled. Ends on 19/12/2026')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Details' }));
  expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
});

test.each([
  ['with its credits', { jobCredits: 3 }, 'From 19/01/2027: ₺1,299.50 and 3 job credits per period'],
  ['without credits from the server', {}, 'From 19/01/2027: ₺1,299.50'],
])('the details show an announced price and when it starts: %s', async (_name, more, text) => {
  const nextPrice = { price: 1299.5, currency: 'TRY', from: '2027-01-19T09:00:00.000Z', ...more };
  const api = fakeApi().on('GET', LIST, ok([aSubscription({ nextPrice })]));
  const { person } = await renderScreen(<SubscriptionBanner />, { api, user });
  await person.click(await screen.findByRole('button', { name: 'Details' }));
  const detail = await screen.findByRole('dialog', { name: 'Monthly plan' });
  expect(within(detail).getByText('₺999')).toBeVisible();
  expect(within(detail).getByText(text)).toBeVisible();
});

test('shows a failed cancellation and keeps the dialog open', async () => {
  const api = fakeApi()
    .on('GET', LIST, ok([aSubscription()]))
    .on('DELETE', `${LIST}/:id/cancel`, anApiError(500));
  const { person } = await renderScreen(<SubscriptionBanner />, { api, user });
  await person.click(await screen.findByRole('button', { name: 'Details' }));
  await person.click(screen.getByRole('button', { name: 'Cancel subscription' }));
  await person.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong on our side');
});

test('a cancellation that needs a sign-in leaves that to its dialog', async () => {
  const api = fakeApi()
    .on('GET', LIST, ok([aSubscription()]))
    .on('DELETE', `${LIST}/:id/cancel`, anApiError(401, 'error.unauthorized'));
  const { person, store } = await renderScreen(<SubscriptionBanner />, { api, user });
  await person.click(await screen.findByRole('button', { name: 'Details' }));
  await person.click(screen.getByRole('button', { name: 'Cancel subscription' }));
  await person.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
  expect(store.getState().packages.cancel.status).toBe('failed');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('without a subscription the banner links to the packages, and a failed load can be tried again', async () => {
  const api = fakeApi().on('GET', LIST, anApiError(500));
  const { person, container } = await renderScreen(<SubscriptionBanner />, { api, user });
  container.tabIndex = -1;
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the subscription.');
  api.on('GET', LIST, ok([aSubscription({ status: 'ended' })]));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'View packages' })).toHaveAttribute('href', '/packages');
  expect(container).toHaveFocus();
});
