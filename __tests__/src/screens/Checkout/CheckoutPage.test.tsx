import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { CheckoutPage } from '../../../../src/screens/Checkout/CheckoutPage';
import { resultChecked } from '../../../../src/domains/payment';
import { messageOf } from '../../../../src/screens/Checkout/StripeForm';
import { reloadPage } from '../../../../src/lib/browser';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { aBasket, anItem, aPlan, aProduct } from '../../../support/commerce';
import { fakeApi, ok } from '../../../support/fakeApi';
import { turns } from '../../../support/fakeClock';
import { renderScreen } from '../../../support/renderScreen';

jest.mock('../../../../src/lib/browser', () => ({
  ...jest.requireActual<object>('../../../../src/lib/browser'),
  reloadPage: jest.fn(),
}));

const ID = 'a'.repeat(24);
const CHECKOUT = '/payment/checkout';
const FRAMED = { provider: 'sandbox', result: '/api/f/t', basketId: ID, publishableKey: null, finalizeUrl: null };
const ELEMENT = {
  provider: 'stripe',
  result: 'pi_1_secret_2',
  basketId: ID,
  publishableKey: 'pk_test_1',
  finalizeUrl: 'https://jobs.example/api/payment/checkout/stripe/finalize?id=1',
};
const routes: RouteObject[] = [
  { path: '/payment/checkout', element: <CheckoutPage /> },
  { path: '*', element: <p>elsewhere</p> },
];
const open = (api = fakeApi(), state: unknown = { packageId: 3 }) =>
  act(() =>
    renderScreen(null, {
      api,
      user: aUser({ userType: 'company' }),
      routes,
      at: { pathname: '/payment/checkout', state },
    }),
  );
const accept = async ({ person }: Awaited<ReturnType<typeof open>>) => {
  await person.click(await screen.findByRole('checkbox', { name: /sales agreement/ }));
  await person.click(screen.getByRole('button', { name: 'Continue to payment' }));
};
const withBasket = (basket = aBasket(undefined, { _id: ID })) => fakeApi().on('GET', `/basket/${ID}`, ok({ basket }));
const nextTurn = () => act(turns);

beforeEach(() => jest.clearAllMocks());

test.each([[null], [{}], [{ packageId: 'x' }]])('opens the packages without a package (%j)', async (state) => {
  const { where, api } = await open(fakeApi(), state);
  expect(where()).toBe('/packages');
  expect(api.callsOf('POST', CHECKOUT)).toEqual([]);
});

describe('a framed form', () => {
  test('is requested with an idempotency key and framed; leaving it reloads the page', async () => {
    const view = await open(withBasket().on('POST', CHECKOUT, ok(FRAMED)));
    const { api, router } = view;
    await accept(view);
    expect((await screen.findByTitle<HTMLIFrameElement>('Payment form')).src).toBe(
      `${location.origin}/api/f/t?framed=1`,
    );
    expect(api.callsOf('POST', CHECKOUT)[0]).toMatchObject({
      body: { packageId: 3 },
      headers: { 'Idempotency-Key': 'random-id' },
    });
    await nextTurn();
    expect(reloadPage).not.toHaveBeenCalled();
    await act(async () => router.navigate('/packages'));
    await nextTurn();
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });

  test('its message opens the payment result', async () => {
    const view = await open(withBasket().on('POST', CHECKOUT, ok(FRAMED)));
    const { where } = view;
    await accept(view);
    const { contentWindow: source } = await screen.findByTitle<HTMLIFrameElement>('Payment form');
    const data = { type: 'payment', status: 'failure', errorKey: 'card_declined', basketId: ID };
    act(() => void window.dispatchEvent(new MessageEvent('message', { origin: location.origin, source, data })));
    await waitFor(() =>
      expect(where()).toBe(`/packages/payment-result?status=failure&errorKey=card_declined&basketId=${ID}`),
    );
  });
});

test('Back from a later page opens the same order, not a new one of the package', async () => {
  const { api, router } = await open(withBasket().on('POST', CHECKOUT, ok(FRAMED)));
  await waitFor(() => expect(router.state.location.state).toEqual({ basketId: ID }));
  await act(async () => router.navigate('/packages'));
  await act(async () => router.navigate(-1));
  await waitFor(() =>
    expect(api.callsOf('POST', CHECKOUT).map(({ body }) => body)).toEqual([{ packageId: 3 }, { basketId: ID }]),
  );
});

describe.each([
  ['a framed form', FRAMED],
  ['the payment element', ELEMENT],
])('%s that ends without a word', (_kind, form) => {
  const opened = async () => {
    const sync = (status: string) => ok({ status, jobCreationBalance: 4 });
    const api = withBasket().on('POST', CHECKOUT, ok(form)).on('POST', '/payment/sync', sync('pending'));
    const view = await open(api);
    await accept(view);
    await waitFor(() => expect(api.callsOf('POST', '/payment/sync')).toHaveLength(1));
    await nextTurn();
    expect(view.where()).toBe('/payment/checkout');
    api.on('POST', '/payment/sync', sync('success'));
    return view;
  };
  const RESULT = `/packages/payment-result?status=success&basketId=${ID}`;

  test('leads to the result once the server knows it', async () => {
    const { where, store } = await opened();
    act(() => void store.dispatch(resultChecked()));
    await waitFor(() => expect(where()).toBe(RESULT));
  });

  test('asks the server at once when the browser shows it again from its page cache', async () => {
    const { where } = await opened();
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await waitFor(() => expect(where()).toBe(RESULT));
  });
});

test.each([
  [anApiError(400, 'payment.buyer_incomplete'), /details are incomplete/, '/profile/edit'],
  [anApiError(400, 'data.payment.error.init'), /couldn’t start the payment/, null],
  [anApiError(429, 'error.too_many_requests'), /Too many attempts/, null],
])('shows a refusal that can be tried again', async (error, text, way) => {
  const api = withBasket().on('POST', CHECKOUT, error);
  const view = await open(api);
  const { person } = view;
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  if (way) expect(screen.getByRole('link', { name: 'Complete your profile' })).toHaveAttribute('href', way);
  api.on('POST', CHECKOUT, ok(FRAMED));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await accept(view);
  expect(await screen.findByTitle('Payment form')).toBeInTheDocument();
});

test.each([
  [anApiError(409, 'basket.busy'), 'Check payment', `/packages/payment-result?basketId=${ID}`],
  [anApiError(400, 'basket.empty'), 'View packages', '/packages'],
  [anApiError(404, 'error.not_found'), 'View packages', '/packages'],
])('%s shows a link in the refusal', async (error, name, to) => {
  await open(withBasket().on('POST', CHECKOUT, error), { basketId: ID });
  const refusal = await screen.findByRole('alert');
  expect(within(refusal).getByRole('link', { name })).toHaveAttribute('href', to);
});

test('a basket that does not exist cannot be tried again', async () => {
  await open(withBasket().on('POST', CHECKOUT, anApiError(404, 'error.not_found')), { basketId: ID });
  expect(await screen.findByRole('alert')).toHaveTextContent('doesn’t exist');
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('shows what is charged, and the form only after the sales agreement was accepted', async () => {
  const view = await open(withBasket().on('POST', CHECKOUT, ok(FRAMED)));
  const { items, totalPrice } = aBasket(undefined, { _id: ID });
  expect(await screen.findByText(items[0]!.product!.title)).toBeVisible();
  expect(totalPrice).toBeGreaterThan(0);
  await view.person.click(await screen.findByRole('button', { name: 'Continue to payment' }));
  expect(await screen.findByText('Accept the agreement to continue.')).toBeVisible();
  expect(screen.getByRole('checkbox', { name: /sales agreement/ })).toHaveFocus();
  expect(screen.queryByTitle('Payment form')).not.toBeInTheDocument();
  await accept(view);
  const form = await screen.findByTitle('Payment form');
  expect(document.activeElement).toContainElement(form);
});

test('a reloaded form shows the terms of the plan again', async () => {
  const basket = aBasket([{ ...anItem(aProduct()), product: null, plan: aPlan() }], { _id: ID });
  await open(withBasket(basket).on('POST', CHECKOUT, ok(FRAMED)), { basketId: ID });
  expect(await screen.findByText(/renews/i)).toBeVisible();
});

test('an item that is no longer sold links to the basket', async () => {
  const api = withBasket().on('POST', CHECKOUT, anApiError(409, 'basket.item_withdrawn'));
  const { person, where } = await open(api, { basketId: ID });
  expect(await screen.findByRole('alert')).toHaveTextContent('no longer available');
  await person.click(screen.getByRole('link', { name: 'Go to basket' }));
  expect(where()).toBe('/payment/basket');
});

test('requests the form with a new key when the basket has changed', async () => {
  const api = withBasket().on('POST', CHECKOUT, anApiError(409, 'idempotency.mismatch'));
  const view = await open(api, { basketId: ID });
  const { person, ports } = view;
  expect(await screen.findByRole('alert')).toHaveTextContent('Your basket has changed');
  ports.random.id = () => 'another-key';
  api.on('POST', CHECKOUT, ok(FRAMED));
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await accept(view);
  await screen.findByTitle('Payment form');
  expect(api.callsOf('POST', CHECKOUT)[1]?.headers?.['Idempotency-Key']).toBe('another-key');
});

test('offers another try without an answer', async () => {
  await open(fakeApi().on('POST', CHECKOUT, noAnswer()));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});

describe('the payment element', () => {
  const script = () => document.querySelector<HTMLScriptElement>('script[src^="https://js.stripe.com/"]');
  const ready: (() => void)[] = [];
  const confirmPayment = jest.fn();
  const destroy = jest.fn();
  const elements = jest.fn(() => ({
    create: () => ({
      mount: (place: HTMLElement) => place.append('card fields'),
      destroy,
      on: (event: string, handle: () => void) => event === 'ready' && ready.push(handle),
    }),
  }));
  afterEach(() => {
    ready.length = 0;
    delete (globalThis as { Stripe?: unknown }).Stripe;
    delete document.documentElement.dataset.theme;
  });

  const openElement = async () => {
    (globalThis as { Stripe?: unknown }).Stripe = () => ({ elements, confirmPayment });
    document.documentElement.dataset.theme = 'dark';
    const view = await open(withBasket().on('POST', CHECKOUT, ok(ELEMENT)));
    await accept(view);
    await waitFor(() => expect(elements).toHaveBeenCalled());
    act(() => ready.forEach((tell) => tell()));
    return view;
  };

  test('offers another try when its script does not load', async () => {
    const view = await open(withBasket().on('POST', CHECKOUT, ok(ELEMENT)));
    const { person } = view;
    await accept(view);
    await waitFor(() => expect(script()).not.toBeNull());
    fireEvent.error(script()!);
    expect(await screen.findByRole('alert')).toHaveTextContent('We couldn’t load the payment form.');
    expect(script()).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Try again' }));
    expect(document.body).not.toHaveFocus();
    await waitFor(() => expect(script()).not.toBeNull());
  });

  test('is confirmed once with the return address and shows what Stripe refuses', async () => {
    confirmPayment.mockResolvedValue({
      error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' },
    });
    const { person } = await openElement();
    expect(elements).toHaveBeenCalledWith({
      clientSecret: 'pi_1_secret_2',
      locale: 'en',
      appearance: { theme: 'night' },
    });
    await person.dblClick(screen.getByRole('button', { name: 'Pay' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('There isn’t enough money or credit on this card.');
    expect(confirmPayment.mock.calls[0][0]).toMatchObject({ confirmParams: { return_url: ELEMENT.finalizeUrl } });
  });

  test('leaving removes it without a reload', async () => {
    const { router } = await openElement();
    await act(async () => router.navigate('/packages'));
    await nextTurn();
    expect(destroy).toHaveBeenCalledTimes(1);
    expect(reloadPage).not.toHaveBeenCalled();
  });
});

test.each([
  [{ type: 'card_error', code: 'card_declined' }, 'errors.keys.card_declined'],
  [{ type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' }, 'errors.keys.insufficient_funds'],
  [{ type: 'card_error', code: 'card_declined', decline_code: 'lost_card' }, 'errors.keys.card_declined'],
  [{ type: 'card_error', code: 'expired_card' }, 'errors.keys.expired_card'],
  [{ type: 'card_error', code: 'incorrect_cvc' }, 'errors.keys.incorrect_cvc'],
  [{ type: 'card_error', code: 'incorrect_number' }, 'errors.keys.incorrect_number'],
  [{ type: 'card_error', code: 'invalid_expiry_month' }, 'errors.keys.invalid_expiry_month'],
  [{ type: 'card_error', code: 'invalid_expiry_year' }, 'errors.keys.invalid_expiry_year'],
  [{ type: 'card_error', code: 'invalid_number' }, 'errors.keys.invalid_number'],
  [{ type: 'validation_error', code: 'incomplete_number' }, 'errors.keys.invalid_number'],
  [{ type: 'invalid_request_error', code: 'payment_intent_authentication_failure' }, 'errors.keys.challenge_failed'],
  [{ type: 'api_error' }, 'payment.paymentErrorMessage'],
])('shows %j as %s', (error, id) => {
  expect(messageOf(error)).toBe(id);
});
