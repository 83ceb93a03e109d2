import { act, screen, waitFor, within } from '@testing-library/react';
import { PackagesPage } from '../../../../src/screens/Packages/PackagesPage';
import { aUser, anApiError, noAnswer } from '../../../support/builders';
import { aBasket, aPlan, aProduct, BASKET_ID } from '../../../support/commerce';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';
import { aSubscription } from '../../../support/subscriptions';

const user = aUser({ userType: 'company' });
const PACKAGES = '/payment/packages';

const WEEKLY = aPlan({
  id: 1,
  period: 'weekly',
  price: 349,
  product: { ...aPlan().product, title: 'Weekly plan' },
});
const anApi = (products = [aProduct()], subscriptions = [aSubscription()]) =>
  fakeApi()
    .on('GET', PACKAGES, ok({ packages: products }))
    .on('GET', '/product/subscription/plan', ok([aPlan(), WEEKLY]))
    .on('GET', '/product/subscription', ok(subscriptions))
    .on('GET', '/basket', ok({ basket: null }));

const open = async (api = anApi()) => {
  const view = await renderScreen(<PackagesPage />, { api, user });
  return view;
};
const card = (name: string) => screen.findByRole('listitem', { name });
afterEach(() => void jest.useRealTimers());

const texts = (list: HTMLElement) =>
  within(list)
    .getAllByRole('listitem')
    .map((item) => item.textContent);

test('shows the price and the main features of a package in order, and the rest on request', async () => {
  const { person } = await open(anApi([aProduct({ originalPrice: 1497, isPopular: true, isForReturnees: false })]));
  const one = await card('Three jobs');
  expect(within(one).getByText('₺1,299')).toBeVisible();
  expect(within(one).getByText('Was ₺1,497')).toBeInTheDocument();
  expect(within(one).getByText('Most popular')).toBeVisible();
  expect(within(one).getByText('For your first purchase')).toBeVisible();
  expect(one).toHaveTextContent('3 job credits · ₺433 per job');
  const list = within(one).getByRole('list');
  expect(texts(list)).toEqual(['3 jobs, online until you close them', 'Unlimited applications']);
  const more = within(one).getByRole('button', { name: 'Show all (3)' });
  expect(more).toHaveAttribute('aria-expanded', 'false');
  await person.click(more);
  expect(texts(list)).toEqual(['3 jobs, online until you close them', 'Unlimited applications', 'Excel report']);
});

test('keeps the server’s order and marks each package’s audience', async () => {
  await open(
    anApi([
      aProduct({ id: 9, title: 'Chain', isSpecial: true, isForNewcomers: false }),
      aProduct({ id: 1, title: 'One job', job_creation_amount: 1 }),
    ]),
  );
  const chain = await card('Chain');
  expect(within(chain).getByText('Special offer')).toBeVisible();
  expect(within(chain).getByText('For returning customers')).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Chain',
    'One job',
    'Subscription plans',
  ]);
  expect(await card('One job')).not.toHaveTextContent('per job');
  // The id chooses the colour, not the place in the list.
  expect(await card('One job')).toHaveClass('first');
});

test.each([
  ['says why to a company that looked for its jobs without credits', { from: '/jobs' }, 0, true],
  ['asks for no credit after it was bought', { from: '/jobs' }, 3, false],
  ['gives no reason to who came for the packages', null, 0, false],
] as const)('%s', async (_name, state, jobCreationBalance, isShown) => {
  await renderScreen(<PackagesPage />, {
    api: anApi(),
    user: aUser({ userType: 'company', jobCreationBalance }),
    at: { pathname: '/packages', state },
  });
  await card('Three jobs');
  const reason = screen.queryByText('You have no job credits left. Buy a package to post a job.');
  expect(reason !== null).toBe(isShown);
});

test('buying opens the basket with the basket in the route state', async () => {
  const api = anApi()
    .on('POST', '/basket', ok({ basket: aBasket([]) }))
    .on('POST', '/basket/:id/item', ok({ basket: aBasket() }));
  const { person, ports } = await open(api);
  await person.click(await screen.findByRole('button', { name: 'Buy Three jobs' }));
  await waitFor(() =>
    expect(ports.navigate.to).toHaveBeenCalledWith('/payment/basket', { state: { basketId: BASKET_ID } }),
  );
});

test('a failed purchase shows a dialog that offers another try and returns the focus', async () => {
  const api = anApi().on('POST', '/basket', noAnswer());
  const { person, ports } = await open(api);
  await person.click(await screen.findByRole('button', { name: 'Buy Three jobs' }));
  const dialog = await screen.findByRole('dialog', { name: 'We couldn’t start the purchase' });
  api.on('POST', '/basket', ok({ basket: aBasket() }));
  await person.click(within(dialog).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(ports.navigate.to).toHaveBeenCalled());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('shows why a purchase is not allowed and offers no retry', async () => {
  const api = anApi(undefined, []).on('POST', '/basket', anApiError(409, 'subscription.exists'));
  const { person } = await open(api);
  await person.click(await screen.findByRole('button', { name: 'Subscribe to Monthly plan' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('You already have a subscription.');
  expect(within(dialog).queryByRole('button', { name: 'Try again' })).toBeNull();
  await person.click(within(dialog).getAllByRole('button', { name: 'Close' })[0]!);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('button', { name: 'Subscribe to Monthly plan' })).toHaveFocus();
});

test('a plan tells when it renews before it is chosen', async () => {
  await open(anApi(undefined, []));
  const plan = await screen.findByRole('listitem', { name: 'Monthly plan' });
  expect(within(plan).getByText(/^₺999 a month, renews on \d\d\/\d\d\/\d{4}, cancel any time\.$/)).toBeVisible();
});

test('shows the plans side by side, marks the current one with its date, and blocks others until it ends', async () => {
  await open();
  const current = await screen.findByRole('listitem', { name: 'Monthly plan' });
  expect(within(current).getByText('Your plan')).toBeVisible();
  expect(within(current).getByText('Renews on 19/12/2026')).toBeVisible();
  const weekly = screen.getByRole('listitem', { name: 'Weekly plan' });
  expect(within(weekly).getByText('₺349')).toBeVisible();
  expect(weekly.nextElementSibling).toBe(current);
  expect(screen.getByText(/You can choose another plan when it ends/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Subscribe/ })).toBeNull();
});

test('shows subscribers the price that they pay instead of the current price', async () => {
  await open(anApi().on('GET', '/product/subscription/plan', ok([aPlan({ ...aSubscription().plan, price: 3490 })])));
  const current = await screen.findByRole('listitem', { name: 'Monthly plan' });
  expect(within(current).getByText('₺999')).toBeVisible();
  expect(within(current).queryByText('₺3,490')).toBeNull();
});

test('cancels the current plan in its dialog and then shows its end', async () => {
  const api = anApi().on('DELETE', '/product/subscription/:id/cancel', ok(null));
  const { person } = await open(api);
  await person.click(await screen.findByRole('button', { name: 'Details of Monthly plan' }));
  await person.click(screen.getByRole('button', { name: 'Cancel subscription' }));
  const ended = aSubscription({ nextAttemptAt: null, endsAt: '2026-12-19T09:00:00.000Z' });
  api.on('GET', '/product/subscription', ok([ended]));
  await person.click(screen.getByRole('button', { name: 'Yes, cancel it' }));
  expect(await screen.findByText('Canceled. Ends on 19/12/2026')).toBeVisible();
});

test('hides the ticking countdown from screen readers; when it ends, the price changes in place and the page announces it once', async () => {
  jest.useFakeTimers();
  const ttl = new Date(Date.now() + 2500).toISOString();
  const api = anApi([aProduct({ rule_price: 1199, rule_price_ttl: ttl })]);
  const { ports } = await open(api);
  const one = await card('Three jobs');
  expect(within(one).getByText('₺1,199')).toBeVisible();
  const timer = within(one).getByRole('timer', { hidden: true });
  expect(timer).toHaveAttribute('aria-hidden', 'true');
  expect(timer.textContent).toMatch(/^Offer ends in 00:00:0[1-4]$/);
  expect(within(one).getByText(/^Offer until \d\d\/\d\d\/\d{4} \d\d:\d\d$/)).toBeInTheDocument();
  api.on('GET', PACKAGES, ok({ packages: [aProduct()] }));
  await act(() => jest.advanceTimersByTimeAsync(3200));
  expect(
    await screen.findByText(/The offer has ended\. Three jobs now costs ₺1,299 instead of ₺1,199\./),
  ).toBeVisible();
  expect(within(one).getByText('₺1,299')).toBeVisible();
  expect(within(one).queryByRole('timer', { hidden: true })).toBeNull();
  expect(ports.navigate.reload).not.toHaveBeenCalled();
});

test('links to the basket when it has items', async () => {
  const { router, person } = await open(anApi().on('GET', '/basket', ok({ basket: aBasket() })));
  await person.click(await screen.findByRole('link', { name: 'Basket (1 item)' }));
  expect(router.state.location).toMatchObject({ pathname: '/payment/basket', state: { basketId: BASKET_ID } });
});

test('offers a retry after a failed load, explains an empty catalogue, and keeps plans usable', async () => {
  const api = anApi().on('GET', PACKAGES, anApiError(500));
  const { person } = await open(api);
  expect(await screen.findByRole('listitem', { name: 'Monthly plan' })).toBeVisible();
  api.on('GET', PACKAGES, ok({ packages: [] }));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No packages available right now')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Check now' })).toBeVisible();
});

test('a second press waits for the package that is being added', async () => {
  const late = deferred<ReturnType<typeof ok>>();
  const basket = aBasket([]);
  const api = anApi([aProduct(), aProduct({ id: 2, title: 'One job' })])
    .on('POST', '/basket', ok({ basket }))
    .on('POST', `/basket/${basket._id}/item`, () => late.promise);
  const { person, store, router } = await open(api);
  const buyIn = async (name: string) => within(await card(name)).getByRole('button', { name: /^Buy/ });
  await person.click(await buyIn('Three jobs'));
  await person.click(await buyIn('One job'));
  expect(await buyIn('Three jobs')).toHaveAttribute('aria-busy', 'true');
  expect(await buyIn('One job')).not.toHaveAttribute('aria-busy');
  expect(store.getState().purchase.chosen).toEqual({ productId: aProduct().id });
  await act(async () => late.resolve(ok({ basket: aBasket() })));
  await waitFor(() => expect(router.state.location.pathname).toBe('/payment/basket'));
});
