import {
  addonAdded,
  addonsRequested,
  basketIdOf,
  basketLeft,
  basketOpened,
  basketPaid,
  basketSaga,
  openBasketRequested,
  itemOffer,
  itemRemoved,
  itemsRemovedWith,
  limitOf,
  priceChangeAccepted,
  priceChangeReported,
  priceChangeOf,
  purchaseLeft,
  purchaseRequested,
  quantityChosen,
  removalOf,
  removalUndone,
  selectBasketData,
  selectBasketState,
  selectRemoved,
  selectIsChanging,
  selectPriceChange,
  selectPurchase,
  type Basket,
} from '../../../../src/domains/basket';
import { sessionResumed } from '../../../../src/domains/session';
import { aUser, anApiError, noAnswer } from '../../../support/builders';
import { aBasket, anAddon, anItem, aPlan, aProduct, BASKET_ID } from '../../../support/commerce';
import { deferred, fakeApi, ok } from '../../../support/fakeApi';
import { NOW, settle } from '../../../support/fakeClock';
import { runWatcher } from '../../../support/testStore';

const ONE = '/basket/:basketId';
const ITEM = '/basket/:basketId/item/:itemId';
const ITEMS = '/basket/:basketId/item';
const A = 'a'.repeat(24);
const B = 'b'.repeat(24);
const both = () => aBasket([anItem(aProduct()), anItem(anAddon(), 'b', 2)]);
const answer = (basket: Basket) => ok({ basket });

describe('basket rules', () => {
  test.each([
    [{ basketId: BASKET_ID }, BASKET_ID],
    [{ basketId: '../user' }, null],
    [{ basketId: 5 }, null],
    [{}, null],
    [null, null],
    ['text', null],
  ])('reads the basket id from the route state %j', (state, id) => expect(basketIdOf(state)).toBe(id));

  test.each([
    [aProduct({ purchaseLimit: 3 }), 3],
    [aProduct({ purchaseLimit: null }), 99],
    [null, 1],
  ])('the purchase limit %#', (product, limit) => expect(limitOf(product)).toBe(limit));

  test('removing a package removes its add-ons; removing an add-on removes only itself', () => {
    expect(itemsRemovedWith(both(), A)).toHaveLength(2);
    expect(itemsRemovedWith(both(), B)).toHaveLength(1);
    expect(removalOf(both(), 'c'.repeat(24))).toBeNull();
    expect(removalOf(both(), A)).toEqual({
      title: 'Three jobs',
      items: [
        { body: { productId: 3 }, quantity: 1 },
        { body: { productId: 6 }, quantity: 2 },
      ],
    });
  });

  const ttl = new Date(NOW).toISOString();
  test.each([
    ['at its usual price', anItem(aProduct()), null],
    ['of an offer', anItem(aProduct({ rule_price: 1199, rule_price_ttl: ttl })), { endsAt: NOW }],
    ['of an offer that ended', anItem(aProduct(), 'a', 1, 1199), { price: 1299 }],
    [
      'added before an offer',
      anItem(aProduct({ rule_price: 1199, rule_price_ttl: ttl }), 'a', 1, 1299),
      { price: 1199 },
    ],
    ['a plan', { ...anItem(aProduct()), product: null, plan: aPlan() }, null],
  ])('the offer of an item %s', (_name, item, expected) => expect(itemOffer(item)).toEqual(expected));

  test('lists price changes by item and in total', () => {
    const before = aBasket([anItem(aProduct(), 'a', 2, 1199), anItem(anAddon(), 'b')]);
    const after = aBasket([anItem(aProduct(), 'a', 2), anItem(anAddon(), 'b')]);
    expect(priceChangeOf(before, before)).toBeNull();
    expect(priceChangeOf(before, after)).toEqual({
      currency: 'TRY',
      before: 2597,
      after: 2797,
      items: [{ id: A, title: 'Three jobs', before: 1199, after: 1299 }],
    });
  });
});

describe('buying a package', () => {
  test('opens the basket, adds the package once, and navigates to the basket with its id in the route state', async () => {
    const api = fakeApi()
      .on('POST', '/basket', answer(aBasket([])))
      .on('POST', ITEMS, answer(aBasket()));
    const { dispatch, state, ports } = runWatcher(basketSaga, { api });
    dispatch(purchaseRequested({ productId: 3 }));
    dispatch(purchaseRequested({ productId: 3 }));
    expect(selectPurchase(state()).purchase.status).toBe('loading');
    await settle();
    expect(api.callsOf('POST', ITEMS).map(({ body }) => body)).toEqual([{ productId: 3 }]);
    expect(ports.navigate.to).toHaveBeenCalledWith('/payment/basket', { state: { basketId: BASKET_ID } });
    expect(selectBasketData(state())).toEqual(aBasket());
  });

  test('does not add a package that is already in the basket', async () => {
    const api = fakeApi().on('POST', '/basket', answer(aBasket()));
    const { dispatch, ports } = runWatcher(basketSaga, { api });
    dispatch(purchaseRequested({ productId: 3 }));
    await settle();
    expect(api.callsOf('POST', ITEMS)).toEqual([]);
    expect(ports.navigate.to).toHaveBeenCalledTimes(1);
  });

  test('reports the package that it replaces; an undo restores it with its add-ons', async () => {
    const other = aProduct({ id: 9, title: 'Ten jobs' });
    const before = aBasket([anItem(aProduct()), { ...anItem(anAddon()), quantity: 2 }]);
    const after = aBasket([anItem(other)]);
    const api = fakeApi().on('POST', '/basket', answer(before)).on('POST', ITEMS, answer(after));
    const { dispatch, state } = runWatcher(basketSaga, { api });
    dispatch(purchaseRequested({ productId: 9 }));
    await settle();
    expect(selectRemoved(state())).toEqual({
      basketId: BASKET_ID,
      title: aProduct().title,
      replacedBy: 'Ten jobs',
      items: [
        { body: { productId: aProduct().id }, quantity: 1 },
        { body: { productId: anAddon().id }, quantity: 2 },
      ],
    });
  });

  test('reports nothing where the new item has replaced none', async () => {
    const api = fakeApi()
      .on('POST', '/basket', answer(aBasket([])))
      .on('POST', ITEMS, answer(aBasket()));
    const { dispatch, state } = runWatcher(basketSaga, { api });
    dispatch(purchaseRequested({ productId: 3 }));
    await settle();
    expect(selectRemoved(state())).toBeNull();
  });

  test.each([
    ['no answer', noAnswer()],
    ['a subscription runs', anApiError(409, 'subscription.exists')],
  ])('keeps a failure in the catalogue: %s', async (_name, error) => {
    const api = fakeApi()
      .on('POST', '/basket', answer(aBasket([])))
      .on('POST', ITEMS, error);
    const { dispatch, state, ports } = runWatcher(basketSaga, { api });
    dispatch(purchaseRequested({ planId: 2 }));
    await settle();
    expect(selectPurchase(state()).purchase).toMatchObject({ status: 'failed', error: { key: error.key } });
    expect(ports.navigate.to).not.toHaveBeenCalled();
    dispatch(purchaseLeft());
    expect(selectPurchase(state())).toEqual({ purchase: { status: 'init' }, chosen: null });
  });

  test('does not navigate to the basket after the user left the catalogue', async () => {
    const slow = deferred<ReturnType<typeof answer>>();
    const api = fakeApi().on('POST', '/basket', () => slow.promise);
    const { dispatch, ports } = runWatcher(basketSaga, { api });
    dispatch(purchaseRequested({ productId: 3 }));
    await settle();
    dispatch(purchaseLeft());
    slow.resolve(answer(aBasket()));
    await settle();
    expect(ports.navigate.to).not.toHaveBeenCalled();
    dispatch(purchaseRequested({ productId: 3 }));
    await settle();
    expect(ports.navigate.to).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['something', answer(aBasket()), BASKET_ID],
    ['nothing', ok({ basket: null }), undefined],
    ['no answer', noAnswer(), undefined],
  ])('the catalogue finds %s in the basket', async (_name, given, id) => {
    const { dispatch, state } = runWatcher(basketSaga, { api: fakeApi().on('GET', '/basket', given) });
    dispatch(openBasketRequested());
    await settle();
    expect(selectBasketData(state())?._id).toBe(id);
  });
});

describe('the basket', () => {
  const open = async (basket = both(), api = fakeApi()) => {
    api.on('GET', '/product', ok([anAddon()]));
    if (api.callsOf('GET', ONE).length === 0) api.on('GET', ONE, answer(basket));
    const world = runWatcher(basketSaga, { api });
    world.dispatch(basketOpened({ basketId: BASKET_ID }));
    await settle();
    return { ...world, basket: () => selectBasketState(world.state()) };
  };

  test('loads with the add-ons of its package', async () => {
    const { api, basket } = await open();
    expect(basket().basket).toEqual({ status: 'loaded', data: both() });
    expect(basket().addons).toEqual({ status: 'loaded', data: [anAddon()] });
    expect(api.callsOf('GET', '/product')[0]?.query).toEqual({ type: 'addon', relatedPackageId: 3 });
  });

  test('has no add-ons without a package', async () => {
    const { api } = await open(aBasket([{ ...anItem(aProduct()), product: null, plan: aPlan() }]));
    expect(api.callsOf('GET', '/product')).toEqual([]);
  });

  test.each([
    ['absent', anApiError(404, 'error.not_found'), 0],
    ['no answer', noAnswer(), 1],
    ['a failure', anApiError(500), 1],
  ])('leads to the packages when it cannot load: %s', async (_name, given, notices) => {
    const api = fakeApi().on('GET', ONE, given);
    const world = runWatcher(basketSaga, { api });
    world.dispatch(basketOpened({ basketId: BASKET_ID }));
    await settle();
    expect(world.ports.navigate.to).toHaveBeenCalledWith('/packages', { replace: true });
    expect(world.notices).toHaveLength(notices);
  });

  test('leads to the result when it is paid', async () => {
    const paid = answer(aBasket(undefined, { status: 'paid' }));
    const world = runWatcher(basketSaga, { api: fakeApi().on('GET', ONE, paid) });
    world.dispatch(basketOpened({ basketId: BASKET_ID }));
    await settle();
    const to = `/packages/payment-result?basketId=${BASKET_ID}`;
    expect(world.ports.navigate.to).toHaveBeenCalledWith(to, { replace: true });
    expect(world.notices).toEqual([]);
  });

  test('loads again after the session resumes', async () => {
    const api = fakeApi().on('GET', ONE, anApiError(401, 'error.unauthorized'));
    const { dispatch, ports, state } = runWatcher(basketSaga, { api });
    dispatch(basketOpened({ basketId: BASKET_ID }));
    await settle();
    expect(ports.navigate.to).not.toHaveBeenCalled();
    api.on('GET', ONE, answer(both())).on('GET', '/product', anApiError(401, 'error.unauthorized'));
    dispatch(sessionResumed({ user: aUser(), accessToken: 'b' }));
    await settle();
    expect(selectBasketData(state())).toEqual(both());
    api.on('GET', '/product', ok([]));
    dispatch(sessionResumed({ user: aUser(), accessToken: 'c' }));
    await settle();
    expect(selectBasketState(state()).addons).toEqual({ status: 'loaded', data: [] });
  });

  test('reloads failed add-ons and ignores a late answer for another package', async () => {
    const { api, basket, dispatch } = await open();
    api.on('GET', '/product', anApiError(500));
    dispatch(addonsRequested({ packageId: 4 }));
    await settle();
    expect(basket().addons.status).toBe('failed');
    api.on('GET', '/product', ok([]));
    dispatch(addonsRequested({ packageId: 4 }));
    await settle();
    expect(basket().addons).toEqual({ status: 'loaded', data: [] });
  });

  test('sends the first of several quick steps, then only the last; totals come from the server', async () => {
    const { api, basket, dispatch, state } = await open();
    const slow = deferred<ReturnType<typeof answer>>();
    const of = (quantity: number) => aBasket([anItem(aProduct()), anItem(anAddon(), 'b', quantity)]);
    api.on('PUT', ITEM, ({ body }) => {
      const { quantity } = body as { quantity: number };
      return quantity === 3 ? slow.promise : answer(of(quantity));
    });
    dispatch(quantityChosen({ itemId: B, quantity: 3 }));
    await settle();
    for (const quantity of [2, 1]) dispatch(quantityChosen({ itemId: B, quantity }));
    expect(basket().pendingQuantities[B]).toBe(1);
    expect(selectBasketData(state())?.totalPrice).toBe(both().totalPrice);
    slow.resolve(answer(of(3)));
    await settle();
    expect(api.callsOf('PUT', ITEM).map(({ body }) => body)).toEqual([{ quantity: 3 }, { quantity: 1 }]);
    expect(basket().pendingQuantities).toEqual({});
    expect(selectIsChanging(state())).toBe(false);
    expect(selectBasketData(state())).toEqual(of(1));
  });

  test('sends one change at a time', async () => {
    const { api, dispatch } = await open();
    const slow = deferred<ReturnType<typeof answer>>();
    api.on('POST', ITEMS, () => slow.promise).on('DELETE', ITEM, answer(aBasket()));
    dispatch(addonAdded({ productId: 6 }));
    dispatch(itemRemoved({ itemId: B }));
    await settle();
    expect(api.callsOf('DELETE', ITEM)).toEqual([]);
    slow.resolve(answer(both()));
    await settle();
    expect(api.callsOf('DELETE', ITEM)).toHaveLength(1);
  });

  test('shows a refusal over the limit at the add-on and leaves the basket unchanged', async () => {
    const { api, dispatch, basket } = await open();
    api.on('POST', ITEMS, anApiError(409, 'reachedPurchaseLimit'));
    dispatch(addonAdded({ productId: 6 }));
    await settle();
    expect(basket()).toMatchObject({
      changingKey: 'product 6',
      pendingCount: 0,
      change: { error: { key: 'reachedPurchaseLimit' } },
    });
    expect(basket().basket).toEqual({ status: 'loaded', data: both() });
  });

  test('undo restores the package, then its add-ons with their quantities', async () => {
    const { api, dispatch, basket, state } = await open();
    api.on('DELETE', ITEM, answer(aBasket([])));
    dispatch(itemRemoved({ itemId: A }));
    await settle();
    expect(selectRemoved(state())?.title).toBe('Three jobs');
    api
      .on('POST', ITEMS, ({ body }) =>
        answer(
          'productId' in (body as object) && (body as { productId: number }).productId === 3
            ? aBasket()
            : aBasket([anItem(aProduct()), anItem(anAddon(), 'c')]),
        ),
      )
      .on('PUT', ITEM, answer(both()));
    dispatch(removalUndone());
    await settle();
    expect(api.callsOf('POST', ITEMS).map(({ body }) => body)).toEqual([{ productId: 3 }, { productId: 6 }]);
    expect(api.callsOf('PUT', ITEM)[0]).toMatchObject({
      path: `/basket/${BASKET_ID}/item/${'c'.repeat(24)}`,
      body: { quantity: 2 },
    });
    expect(selectRemoved(state())).toBeNull();
    expect(basket()).toMatchObject({ basket: { data: both() } });
  });

  test.each([
    ['an undo that failed half way', removalUndone(), 'POST', ITEMS, noAnswer(), 2],
    ['a deleted item', itemRemoved({ itemId: A }), 'DELETE', ITEM, anApiError(404, 'error.not_found'), 2],
    ['a paid basket', itemRemoved({ itemId: A }), 'DELETE', ITEM, anApiError(409, 'basket.paid'), 2],
    ['no answer', addonAdded({ productId: 6 }), 'POST', ITEMS, noAnswer(), 1],
  ] as const)(
    'reloads the basket after a failure that leaves it uncertain: %s',
    async (_name, event, method, path, error, extra) => {
      const { api, dispatch, basket } = await open();
      api.on('DELETE', ITEM, answer(aBasket([])));
      dispatch(itemRemoved({ itemId: B }));
      await settle();
      api.on('DELETE', ITEM, anApiError(404, 'error.not_found')).on('GET', ONE, answer(both()));
      if (event.type !== removalUndone.type) {
        dispatch(basketOpened({ basketId: BASKET_ID }));
        await settle();
      }
      const before = api.callsOf('GET', ONE).length;
      api.on(method, path, error);
      dispatch(event);
      await settle();
      expect(api.callsOf('GET', ONE).length - before).toBe(extra - 1);
      expect(basket().pendingCount).toBe(0);
      expect(basket().change.status).toBe('failed');
    },
  );

  test('leaving cancels running and queued changes', async () => {
    const { api, dispatch, state } = await open();
    const slow = deferred<ReturnType<typeof answer>>();
    api.on('POST', ITEMS, () => slow.promise);
    dispatch(addonAdded({ productId: 6 }));
    dispatch(itemRemoved({ itemId: B }));
    await settle();
    dispatch(basketLeft());
    slow.resolve(answer(aBasket()));
    await settle();
    expect(api.callsOf('DELETE', ITEM)).toEqual([]);
    expect(selectIsChanging(state())).toBe(false);
    expect(selectBasketData(state())).toEqual(both());
  });

  test('does not send an undo when there is nothing to undo', async () => {
    const { api, dispatch, state } = await open();
    dispatch(removalUndone());
    await settle();
    expect(api.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(selectIsChanging(state())).toBe(false);
  });

  test('keeps the old prices beside the changed ones until the user accepts', async () => {
    const { api, dispatch, state } = await open(aBasket([anItem(aProduct(), 'a', 1, 1199)]));
    api.on('GET', ONE, answer(aBasket()));
    dispatch(priceChangeReported());
    await settle();
    expect(selectPriceChange(state())).toMatchObject({ before: 1199, after: 1299 });
    dispatch(basketLeft());
    dispatch(basketOpened({ basketId: BASKET_ID }));
    await settle();
    expect(selectPriceChange(state())).toMatchObject({ before: 1199, after: 1299 });
    dispatch(priceChangeAccepted());
    expect(selectPriceChange(state())).toBeNull();
  });

  test('compares with the prices on screen, even where the page loads the new ones first', async () => {
    const { api, dispatch, state } = await open(aBasket([anItem(aProduct(), 'a', 1, 1199)]));
    const slow = deferred<ReturnType<typeof answer>>();
    api.on('GET', ONE, () => slow.promise);
    dispatch(priceChangeReported());
    await settle();
    api.on('GET', ONE, answer(aBasket()));
    dispatch(basketOpened({ basketId: BASKET_ID }));
    await settle();
    slow.resolve(answer(aBasket()));
    await settle();
    expect(selectPriceChange(state())).toMatchObject({ before: 1199, after: 1299 });
  });

  test('clears the basket once it is paid', async () => {
    const { dispatch, state } = await open();
    dispatch(basketPaid());
    expect(selectBasketData(state())).toBeNull();
  });
});

test('the catalogue’s late answer about an open basket does not replace the basket of the open page', async () => {
  const reply = deferred<ReturnType<typeof ok>>();
  const api = fakeApi()
    .on('GET', '/basket', () => reply.promise)
    .on('GET', ONE, answer(both()));
  const { dispatch, state } = runWatcher(basketSaga, { api });
  dispatch(openBasketRequested());
  dispatch(basketOpened({ basketId: BASKET_ID }));
  await settle();
  reply.resolve(ok({ basket: null }));
  await settle();
  expect(selectBasketData(state())).toEqual(both());
});
