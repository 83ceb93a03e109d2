import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { ApiError } from '../../../../src/lib/http';
import { PaymentCardPage } from '../../../../src/screens/PaymentCard/PaymentCardPage';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { aBasket, anAddon, anItem, aPlan, aProduct, BASKET_ID } from '../../../support/commerce';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { turns } from '../../../support/fakeClock';
import { renderScreen } from '../../../support/renderScreen';

const PAY = '/payment/card';
const NUMBER = '4242424242424242';
const routes: RouteObject[] = [
  { path: '/payment/card', element: <PaymentCardPage /> },
  { path: '*', element: <p>elsewhere</p> },
];
const server = (basket = aBasket()) =>
  fakeApi()
    .on('GET', `/basket/${BASKET_ID}`, () => ok({ basket }))
    .on('GET', '/product', ok([]))
    .on('GET', '/app-config/contents/:name/:code', (_request, { name, code }) =>
      ok({ title: `${name} ${code}`, html: '<p>The terms.</p>', lang: 'tr' }),
    );

const open = async ({ api = server(), state = { basketId: BASKET_ID } as unknown } = {}) => {
  const view = await act(() =>
    renderScreen(null, {
      api,
      user: aUser({ userType: 'company' }),
      routes,
      at: { pathname: '/payment/card', state },
    }),
  );
  return { ...view, sent: () => api.callsOf('POST', PAY) };
};
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });
const payButton = () => screen.getByRole('button', { name: /^Pay ₺/ });

const fill = async (person: Awaited<ReturnType<typeof open>>['person'], { cvc = '739' } = {}) => {
  await screen.findByRole('textbox', { name: 'Card number' });
  const put = (name: string | RegExp, value: string) => fireEvent.change(field(name), { target: { value } });
  put('Name on the card', 'Deniz Kaya');
  put('Card number', NUMBER);
  put(/^Expiry/, '1239');
  put(/^Security code/, cvc);
  await person.click(screen.getByRole('checkbox'));
};

describe('the card page', () => {
  test.each([[null], [{}], [{ basketId: 'nonsense' }]])('opens the packages with the route state %j', async (state) => {
    const { where } = await open({ state });
    expect(where()).toBe('/packages');
  });

  const RESULT = `/packages/payment-result?basketId=${BASKET_ID}`;
  test('opens the result when the basket is paid (Back from the result)', async () => {
    const { ports } = await open({ api: server(aBasket(undefined, { status: 'paid' })) });
    await waitFor(() => expect(ports.navigate.to).toHaveBeenCalledWith(RESULT, { replace: true }));
  });

  test('from the browser’s page cache it asks again what became of the basket', async () => {
    const api = server();
    const { ports } = await open({ api });
    await screen.findByRole('textbox', { name: 'Card number' });
    api.on('GET', `/basket/${BASKET_ID}`, ok({ basket: aBasket(undefined, { status: 'paid' }) }));
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await waitFor(() => expect(ports.navigate.to).toHaveBeenCalledWith(RESULT, { replace: true }));
  });

  test('says how many job credits the order brings', async () => {
    await open({ api: server(aBasket([anItem(aProduct(), 'a', 2), anItem(anAddon(), 'b')])) });
    expect(await screen.findByText('6 job credits')).toBeVisible();
    expect(screen.getByText('1 job credit')).toBeVisible();
  });

  test('tells the price at which a plan renews and where the card goes', async () => {
    const item = { ...anItem(aProduct()), product: null, plan: aPlan(), unitPrice: 999, totalPrice: 999 };
    await open({ api: server(aBasket([item])) });
    expect(await screen.findByText(/^₺999 a month, renews on \d\d\/\d\d\/\d{4}, cancel any time\.$/)).toBeVisible();
    expect(
      screen.getByText('We pass your card details to iyzico, which takes the payment. We don’t store them.'),
    ).toBeVisible();
    expect(screen.getByText('iyzico keeps your card for renewals.')).toBeVisible();
  });

  test('shows no renewal for a package', async () => {
    await open();
    await screen.findByRole('textbox', { name: 'Card number' });
    expect(screen.queryByText(/renew/)).toBeNull();
  });

  test('supports card autofill and a numeric keyboard', async () => {
    await open();
    await screen.findByRole('textbox', { name: 'Card number' });
    const names = ['Name on the card', 'Card number', /^Expiry/, /^Security code/].map(
      (name) => field(name).autocomplete,
    );
    expect(names).toEqual(['cc-name', 'cc-number', 'cc-exp', 'cc-csc']);
    for (const name of ['Card number', /^Expiry/, /^Security code/]) expect(field(name).inputMode).toBe('numeric');
  });

  test('groups the number while the user types, shows the brand and keeps the caret', async () => {
    const { person } = await open();
    await screen.findByRole('textbox', { name: 'Card number' });
    const number = field('Card number');
    await person.type(number, '42424242');
    expect(number.value).toBe('4242 4242');
    expect(screen.getByText('Visa')).toBeVisible();
    await person.type(number, '5', { initialSelectionStart: 2, initialSelectionEnd: 2 });
    expect([number.value, number.selectionStart]).toEqual(['4254 2424 2', 3]);
    await person.clear(number);
    await person.click(number);
    await person.paste('5555-5555 5555/4444');
    expect(number.value).toBe('5555 5555 5555 4444');
    expect(screen.getByText('Mastercard')).toBeVisible();
    await person.type(field(/^Expiry/), '9');
    expect(field(/^Expiry/).value).toBe('09');
    await person.type(field(/^Expiry/), '28{Backspace}');
    expect(field(/^Expiry/).value).toBe('09/2');
  });

  test('accepts an autofilled date with a full year', async () => {
    await open();
    await screen.findByRole('textbox', { name: 'Card number' });
    fireEvent.change(field(/^Expiry/), { target: { value: '12/2039' } });
    expect(field(/^Expiry/).value).toBe('12/39');
  });

  test('shows missing values and focuses the first one', async () => {
    const { person, sent } = await open();
    await screen.findByRole('textbox', { name: 'Card number' });
    await person.click(payButton());
    expect(await screen.findAllByText('This field is required.')).toHaveLength(4);
    expect(screen.getByText('Accept the agreement to continue.')).toBeVisible();
    expect(field('Name on the card')).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  test('shows the agreement of the company’s country', async () => {
    const { person, api } = await open();
    await screen.findByRole('textbox', { name: 'Card number' });
    await person.click(screen.getByRole('button', { name: 'Read the sales agreement' }));
    const terms = await within(screen.getByRole('dialog')).findByText('The terms.');
    expect(terms).toBeVisible();
    expect(terms.closest('[lang]')).toHaveAttribute('lang', 'tr');
    expect(api.callsOf('GET', '/app-config/contents/service-agreement/TR')).toHaveLength(1);
  });

  test('pays once however often it is clicked, and stores the card nowhere', async () => {
    const answer = deferred<ReturnType<typeof ok>>();
    const api = server().on('POST', PAY, () => answer.promise);
    const { person, sent, store, router, ports } = await open({ api });
    const seen: unknown[] = [];
    const dispatch = store.dispatch;
    jest.spyOn(store, 'dispatch').mockImplementation((action) => {
      seen.push(action);
      return dispatch(action);
    });
    store.subscribe(() => seen.push(store.getState()));
    await fill(person);
    await person.dblClick(payButton());
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({
      body: { basketId: BASKET_ID, cardNumber: NUMBER, cvc: '739', expireMonth: '12', expireYear: '39' },
      headers: { 'Idempotency-Key': expect.any(String) },
    });
    await act(async () => answer.resolve(ok({ provider: 'sandbox', result: '/api/payment/3ds/token' })));
    await waitFor(() => expect(ports.navigate.to).toHaveBeenCalledTimes(1));
    const traces = JSON.stringify([
      seen,
      store.getState(),
      { ...localStorage },
      { ...sessionStorage },
      history.state,
      router.state.location,
      jest.mocked(ports.navigate.to).mock.calls,
    ]);
    for (const secret of [NUMBER, '4242 4242', '739', 'Deniz Kaya']) expect(traces).not.toContain(`"${secret}`);
    expect(traces).not.toMatch(/4242 ?4242/);
  });

  test.each([
    ['incorrect_number', 'Card number', 'The card number is wrong. Check it on your card.'],
    ['invalid_cardnumber', 'Card number', 'This card number isn’t valid. Check the digits.'],
    ['expired_card', /^Expiry/, 'This card has expired. Use another card.'],
    ['invalid_expiry_year', /^Expiry/, 'The expiry year isn’t valid. Check it on your card.'],
    ['incorrect_cvc', /^Security code/, 'The security code is wrong. Check it on your card.'],
  ])('shows %s at its field and keeps all values except the CVC', async (key, name, text) => {
    const { person } = await open({ api: server().on('POST', PAY, anApiError(400, key)) });
    await fill(person);
    await person.click(payButton());
    expect(await screen.findByText(text)).toBeVisible();
    expect(field(name)).toHaveAccessibleDescription(expect.stringContaining(text));
    expect(field(name)).toHaveFocus();
    expect(field('Card number').value).toBe('4242 4242 4242 4242');
    expect(field(/^Security code/).value).toBe('');
    fireEvent.change(field('Card number'), { target: { value: '4000000000003220' } });
    await act(turns);
    expect(field('Card number').value).toBe('4000 0000 0000 3220');
  });

  test.each([
    [400, 'card_declined', /^Your card was declined/, null],
    [400, 'some_new_key', /^Your payment didn’t go through/, null],
    [400, 'insufficient_funds', /enough money or credit/, null],
    [400, 'data.payment.error.init', /couldn’t start the payment/, null],
    [400, 'basket.empty', 'Your basket was emptied, perhaps in another tab.', '/packages'],
    [400, 'payment.buyer_incomplete', /details are incomplete/, '/profile/edit'],
    [409, 'basket.item_withdrawn', /no longer available/, '/payment/basket'],
    [409, 'subscription.exists', /already have a subscription/, '/payment/basket'],
    [409, 'basket.busy', /in progress/, `/packages/payment-result?basketId=${BASKET_ID}`],
    [409, 'basket.paid', /already been paid/, `/packages/payment-result?basketId=${BASKET_ID}`],
    [404, 'error.not_found', /doesn’t exist/, '/packages'],
    [429, 'error.too_many_requests', /Too many attempts/, null],
    [500, 'error.unknown_error', /no clear answer/, `/packages/payment-result?basketId=${BASKET_ID}`],
  ])('shows %d %s above the form with a link', async (status, key, text, way) => {
    const { person } = await open({ api: server().on('POST', PAY, anApiError(status, key)) });
    await fill(person);
    await person.click(payButton());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(text);
    expect(within(alert).queryByRole('link')?.getAttribute('href') ?? null).toBe(way);
    expect(field(/^Security code/).value).toBe(status === 400 ? '' : '739');
    expect(payButton()).not.toHaveAttribute('aria-disabled');
  });

  test('keeps all values without an answer, and the next attempt repeats the same payment', async () => {
    const api = server().on('POST', PAY, noAnswer());
    const { person, sent } = await open({ api });
    await fill(person);
    await person.click(payButton());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/If you try again, you pay only once/);
    expect(within(alert).getByRole('link')).toHaveAttribute('href', expect.stringContaining('/payment-result'));
    await person.click(payButton());
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual(sent()[0]);
  });

  test('a basket that is gone when its price has changed leads to the packages', async () => {
    const api = server().on('POST', PAY, anApiError(409, 'basket.price_changed'));
    const { person } = await open({ api });
    await fill(person);
    api.on('GET', `/basket/${BASKET_ID}`, anApiError(404, 'error.not_found'));
    await person.click(payButton());
    expect(await screen.findByRole('heading', { name: 'We can’t find this basket' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'View packages' })).toHaveAttribute('href', '/packages');
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('shows a changed price and asks for confirmation again', async () => {
    let basket = aBasket();
    const api = server()
      .on('GET', `/basket/${BASKET_ID}`, () => ok({ basket }))
      .on('POST', PAY, anApiError(409, 'basket.price_changed'));
    const { person, sent } = await open({ api });
    await fill(person);
    const [item] = basket.items;
    basket = aBasket([{ ...item!, unitPrice: 1499, totalPrice: 1499 }], { totalPrice: 1499 });
    await person.click(payButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('The price has changed from ₺1,299 to ₺1,499.');
    expect(payButton()).toHaveAccessibleName('Pay ₺1,499');
    expect(field(/^Security code/).value).toBe('739');
    expect(sent()).toHaveLength(1);
  });

  test('reloads a basket that changed since the last attempt; the next attempt is a new payment', async () => {
    let basket = aBasket();
    const api = server()
      .on('GET', `/basket/${BASKET_ID}`, () => ok({ basket }))
      .on('POST', PAY, noAnswer());
    const { person, sent, ports } = await open({ api });
    let made = 0;
    ports.random.id = () => `key-${(made += 1)}`;
    await fill(person);
    await person.click(payButton());
    expect(await screen.findByRole('alert')).toHaveTextContent(/no clear answer/);
    basket = aBasket([{ ...basket.items[0]!, quantity: 2, totalPrice: 2598 }]);
    api.on('POST', PAY, anApiError(409, 'idempotency.mismatch'));
    await person.click(payButton());
    expect(await screen.findByText(/Your basket has changed since you last tried to pay/)).toBeVisible();
    expect(payButton()).toHaveAccessibleName('Pay ₺2,598');
    await person.click(payButton());
    await waitFor(() => expect(sent()).toHaveLength(3));
    expect(sent().map(({ headers }) => headers?.['Idempotency-Key'])).toEqual(['key-1', 'key-1', 'key-2']);
  });

  test('after too many failed cards shows the wait in minutes', async () => {
    const error = new ApiError({ status: 429, key: 'error.too_many_requests', retryAfter: 361 });
    const { person } = await open({ api: server().on('POST', PAY, error) });
    await fill(person);
    await person.click(payButton());
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many attempts. Try again in 7 minutes.');
  });

  test('groups an American Express number as on the card and pays with it', async () => {
    const api = server().on('POST', PAY, ok({ provider: 'sandbox', result: null }));
    const { person, sent } = await open({ api });
    await fill(person, { cvc: '1234' });
    fireEvent.change(field('Card number'), { target: { value: '378282246310005' } });
    expect(field('Card number').value).toBe('3782 822463 10005');
    await person.click(payButton());
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ cardNumber: '378282246310005', cvc: '1234' });
  });

  test('refuses a brand that the provider does not accept before it sends anything', async () => {
    const { person, sent } = await open();
    await fill(person);
    fireEvent.change(field('Card number'), { target: { value: '6759649826438453' } });
    await person.click(payButton());
    expect(await screen.findByText(/We don’t accept this type of card/)).toBeVisible();
    expect(field('Card number')).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  test('shows a payment in progress before another one starts', async () => {
    await open({ api: server(aBasket(undefined, { status: 'paying' })) });
    expect(await screen.findByRole('alert')).toHaveTextContent('You’ve already started a payment for this basket.');
  });

  test('does not send back a user who starts an unfinished payment again', async () => {
    const api = server(aBasket(undefined, { status: 'paying' }));
    await open({ api, state: { basketId: BASKET_ID, startsAgain: true } });
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Enter your card again to start over/);
    expect(screen.queryByRole('link', { name: 'Check payment' })).toBeNull();
  });
});
