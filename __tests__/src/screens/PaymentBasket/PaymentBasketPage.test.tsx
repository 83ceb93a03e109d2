import { act, screen, waitFor, within } from '@testing-library/react';
import { priceChangeReported } from '../../../../src/domains/basket';
import { PaymentBasketPage } from '../../../../src/screens/PaymentBasket/PaymentBasketPage';
import { aUser, anApiError, noAnswer } from '../../../support/builders';
import { aBasket, aPlan, aProduct, anAddon, anItem, BASKET_ID } from '../../../support/commerce';
import { fakeApi, ok } from '../../../support/fakeApi';
import { renderScreen } from '../../../support/renderScreen';
import type { Basket } from '../../../../contract/schemas/commerce';
import messages from '../../../../i18n/en.json';

const ONE = '/basket/:basketId';
const ITEMS = '/basket/:basketId/item';
const ITEM = '/basket/:basketId/item/:itemId';
const withAddons = (count: number) => aBasket([anItem(aProduct()), anItem(anAddon(), 'b', count)]);

const anApi = (basket: Basket = aBasket()) =>
  fakeApi()
    .on('GET', ONE, ok({ basket }))
    .on('GET', '/product', ok([anAddon()]));

const open = (api = anApi(), state: unknown = { basketId: BASKET_ID }) =>
  renderScreen(<PaymentBasketPage />, {
    api,
    user: aUser({ userType: 'company' }),
    path: '/payment/basket',
    at: { pathname: '/payment/basket', state },
  });
const row = (name: string) =>
  screen
    .getAllByRole('listitem')
    .find(
      (item) =>
        within(item).queryByRole('heading', { name }) && within(item).queryByRole('button', { name: /^Remove/ }),
    )!;

test.each([[null], [{}], [{ basketId: 'x' }]])(
  'opens the packages without a basket in the route state (%j)',
  async (state) => {
    const { where, api } = await open(anApi(), state);
    expect(where()).toBe('/packages');
    expect(api.callsOf('GET', ONE)).toEqual([]);
  },
);

test('shows items, the add-ons of the package, the server’s total, and the link to the card page', async () => {
  const { person, router } = await open(anApi(aBasket([anItem(aProduct(), 'a', 2)], { totalPrice: 2000 })));
  expect(await screen.findByRole('heading', { name: 'One more job' })).toBeVisible();
  expect(row('Three jobs')).toHaveTextContent('₺1,299 each');
  expect(row('Three jobs')).toHaveTextContent('₺2,598');
  expect(row('Three jobs')).toHaveTextContent('6 job credits');
  expect(screen.getByRole('region', { name: 'Summary' })).toHaveTextContent('Total ₺2,000');
  await person.click(screen.getByRole('button', { name: 'Proceed to payment' }));
  expect(router.state.location).toMatchObject({ pathname: '/payment/card', state: { basketId: BASKET_ID } });
});

test('from the browser’s page cache it leads to the result of a basket that was paid meanwhile', async () => {
  const api = anApi();
  const { ports } = await open(api);
  await screen.findByRole('heading', { name: 'One more job' });
  api.on('GET', ONE, ok({ basket: aBasket(undefined, { status: 'paid' }) }));
  act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  const result = `/packages/payment-result?basketId=${BASKET_ID}`;
  await waitFor(() => expect(ports.navigate.to).toHaveBeenCalledWith(result, { replace: true }));
});

test('shows a warning at an add-on’s limit and sends no more calls', async () => {
  const api = anApi(withAddons(2)).on('POST', ITEMS, ok({ basket: withAddons(3) }));
  const { person } = await open(api);
  await person.click(await screen.findByRole('button', { name: 'Add one more One more job' }));
  expect(await screen.findByText('3 in the basket')).toBeVisible();
  expect(within(row('One more job')).getByRole('status')).toHaveTextContent('You’ve reached the purchase limit');
  const add = screen.getByRole('button', { name: 'Add one more One more job' });
  expect(add).toHaveAttribute('aria-disabled', 'true');
  await person.click(add);
  await person.click(screen.getByRole('button', { name: 'One more One more job' }));
  expect(api.callsOf('POST', ITEMS)).toHaveLength(1);
  expect(api.callsOf('PUT', ITEM)).toHaveLength(0);
});

test('an item that is no longer sold can only be removed, without undo, and blocks the payment', async () => {
  const sold = anItem(aProduct());
  const api = anApi(aBasket([sold, { ...anItem(anAddon(), 'b', 2), isOffered: false }])).on(
    'DELETE',
    ITEM,
    ok({ basket: aBasket([sold]) }),
  );
  const { person, router } = await open(api);
  expect(await screen.findByText('No longer available. Remove it to continue.')).toBeVisible();
  expect(within(row('One more job')).queryByRole('group')).toBeNull();
  expect(screen.getByRole('alert')).toHaveTextContent('An item in your basket is no longer available.');
  await person.click(screen.getByRole('button', { name: 'Proceed to payment' }));
  expect(router.state.location.pathname).toBe('/payment/basket');
  await person.click(screen.getByRole('button', { name: 'Remove One more job' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Proceed to payment' }));
  expect(router.state.location.pathname).toBe('/payment/card');
});

test('shows a limit that only the server knows at the add-on', async () => {
  const api = anApi().on('POST', ITEMS, anApiError(409, 'reachedPurchaseLimit'));
  const { person } = await open(api);
  await person.click(await screen.findByRole('button', { name: 'Add One more job' }));
  expect(await screen.findByText('You’ve reached the purchase limit for this item.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the quantity stays between one and the limit', async () => {
  const api = anApi(withAddons(1)).on('PUT', ITEM, ok({ basket: withAddons(2) }));
  const { person } = await open(api);
  const less = await screen.findByRole('button', { name: 'One fewer One more job' });
  await person.click(less);
  expect(api.callsOf('PUT', ITEM)).toEqual([]);
  await person.click(screen.getByRole('button', { name: 'One more One more job' }));
  expect(await screen.findByText('2 in the basket')).toBeVisible();
  expect(api.callsOf('PUT', ITEM)[0]?.body).toEqual({ quantity: 2 });
  expect(screen.getByRole('region', { name: 'Summary' })).toHaveTextContent('₺1,697');
});

test('removing an item shows an undo with the focus, and undo restores the item', async () => {
  const api = anApi()
    .on('DELETE', ITEM, ok({ basket: aBasket([]) }))
    .on('POST', ITEMS, ok({ basket: aBasket() }));
  const { person } = await open(api);
  await person.click(await screen.findByRole('button', { name: 'Remove Three jobs' }));
  expect(await screen.findByText('Three jobs was removed.')).toBeVisible();
  expect(screen.getByText('Your basket is empty')).toBeVisible();
  const undo = screen.getByRole('button', { name: 'Undo' });
  await waitFor(() => expect(undo).toHaveFocus());
  await person.click(undo);
  expect(await screen.findByRole('button', { name: 'Remove Three jobs' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  await waitFor(() => expect(screen.getByRole('heading', { name: messages['basket.items'] })).toHaveFocus());
});

test.each([
  ['no answer', noAnswer(), 'Something went wrong. Please try again.'],
  ['a payment is under way', anApiError(409, 'basket.busy'), 'A payment for this basket is in progress.'],
])('shows why a change failed: %s', async (_name, error, text) => {
  const { person } = await open(anApi().on('DELETE', ITEM, error));
  await person.click(await screen.findByRole('button', { name: 'Remove Three jobs' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(row('Three jobs')).toBeVisible();
});

test('distinguishes no add-ons from add-ons that failed to load', async () => {
  const api = anApi().on('GET', '/product', anApiError(500));
  const { person, container } = await open(api);
  container.tabIndex = -1;
  expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the add-ons.');
  api.on('GET', '/product', ok([]));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('There are no add-ons for this package.')).toBeVisible();
  expect(container).toHaveFocus();
});

test('a plan has one unit, its terms and no add-ons', async () => {
  const item = { ...anItem(aProduct()), product: null, plan: aPlan(), unitPrice: 999, totalPrice: 999 };
  await open(anApi(aBasket([item])));
  expect(await screen.findByText(/^₺999 a month, renews on \d\d\/\d\d\/\d{4}, cancel any time\.$/)).toBeVisible();
  expect(screen.queryByRole('group')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Add-ons for this package' })).toBeNull();
});

test('shows that an offer has ended before the payment refuses it', async () => {
  await open(anApi(aBasket([anItem(aProduct(), 'a', 1, 1199)])));
  expect(await screen.findByText('This offer has ended. You’ll pay ₺1,299.')).toBeVisible();
});

test('shows old and new prices and asks for confirmation', async () => {
  const api = anApi(aBasket([anItem(aProduct(), 'a', 1, 1199)]));
  const { person, store, router } = await open(api);
  await screen.findByRole('button', { name: 'Remove Three jobs' });
  api.on('GET', ONE, ok({ basket: aBasket() }));
  await act(async () => void store.dispatch(priceChangeReported()));
  const dialog = await screen.findByRole('dialog', { name: 'The price has changed' });
  expect(within(dialog).getByRole('row', { name: 'Three jobs ₺1,199 ₺1,299' })).toBeVisible();
  expect(within(dialog).getByRole('row', { name: 'Total ₺1,199 ₺1,299' })).toBeVisible();
  await person.click(within(dialog).getByRole('button', { name: 'Continue at ₺1,299' }));
  expect(router.state.location.pathname).toBe('/payment/card');
});

test('opens the packages when the basket cannot load', async () => {
  const { ports } = await open(anApi().on('GET', ONE, anApiError(404, 'error.not_found')));
  await waitFor(() => expect(ports.navigate.to).toHaveBeenCalledWith('/packages', { replace: true }));
});

test('a basket that is gone when its prices change leads to the packages, and offers no other try', async () => {
  const api = anApi();
  const { store } = await open(api);
  await screen.findByRole('button', { name: 'Remove Three jobs' });
  api.on('GET', ONE, anApiError(404, 'error.not_found'));
  await act(async () => void store.dispatch(priceChangeReported()));
  expect(await screen.findByRole('heading', { name: 'We can’t find this basket' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'View packages' })).toHaveAttribute('href', '/packages');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
