import {
  byPeriod,
  catalogueLeft,
  catalogueOpened,
  nextOfferEnd,
  offerOf,
  packagesRequested,
  packagesSaga,
  planDay,
  planState,
  priceChangesOf,
  pricesOf,
  selectCatalogue,
  splitFeatures,
  timeLeft,
} from '../../../../src/domains/packages';
import { sessionResumed } from '../../../../src/domains/session';
import { aUser, anApiError, noAnswer } from '../../../support/builders';
import { aPlan, aProduct } from '../../../support/commerce';
import { fakeApi, ok } from '../../../support/fakeApi';
import { fakeClock, NOW } from '../../../support/fakeClock';
import { aSubscription } from '../../../support/subscriptions';
import { runWatcher } from '../../../support/testStore';

const PACKAGES = '/payment/packages';
const PLANS = '/product/subscription/plan';
const at = (milliseconds: number) => new Date(NOW + milliseconds).toISOString();
const offered = (milliseconds: number) => aProduct({ rule_price: 1199, rule_price_ttl: at(milliseconds) });

describe('catalogue rules', () => {
  test.each([
    ['usual', {}, { price: 1299, originalPrice: null }],
    ['reduced', { originalPrice: 1497 }, { price: 1299, originalPrice: 1497 }],
    ['for a time', { rule_price: 1199, rule_price_ttl: at(1) }, { price: 1199, originalPrice: 1299 }],
    ['both', { originalPrice: 1497, rule_price: 1199, rule_price_ttl: at(1) }, { price: 1199, originalPrice: 1497 }],
    ['never struck below', { originalPrice: 1000 }, { price: 1299, originalPrice: null }],
  ])('price: %s', (_name, given, expected) => expect(pricesOf(aProduct(given))).toEqual(expected));

  test('an offer price needs an end', () => {
    expect(offerOf(aProduct({ rule_price: 1199 }))).toBeNull();
    expect(offerOf(offered(5))).toEqual({ price: 1199, endsAt: NOW + 5 });
    expect(nextOfferEnd([aProduct(), offered(9), offered(5)])).toBe(NOW + 5);
    expect(nextOfferEnd([aProduct()])).toBeNull();
  });

  test.each([
    [-1, [0, 0, 0, 0]],
    [1, [0, 0, 0, 1]],
    [59_000, [0, 0, 0, 59]],
    [3_600_000, [0, 1, 0, 0]],
    [2 * 86_400_000 + 3_661_000, [2, 1, 1, 1]],
  ])('%s ms left', (left, expected) => expect(Object.values(timeLeft(left))).toEqual(expected));

  test('shows preview features first, in order; shows all features when none is marked', () => {
    const { shown, more } = splitFeatures(aProduct().features);
    expect(shown.map(({ order }) => order)).toEqual([1, 2]);
    expect(more.map(({ order }) => order)).toEqual([4]);
    const unmarked = aProduct().features.map((feature) => ({ ...feature, preview: false }));
    expect(splitFeatures(unmarked).shown).toHaveLength(3);
    expect(splitFeatures(unmarked).more).toEqual([]);
  });

  test('lists only the prices that changed', () => {
    const before = [offered(1), aProduct({ id: 4 })];
    const after = [aProduct(), aProduct({ id: 4 }), aProduct({ id: 5 })];
    expect(priceChangesOf(before, after)).toEqual([
      { id: 3, title: 'Three jobs', currency: 'TRY', before: 1199, after: 1299 },
    ]);
  });

  test('sorts plans from the shortest period to the longest', () => {
    const plans = [aPlan({ id: 3, period: 'annual' }), aPlan({ id: 2 }), aPlan({ id: 1, period: 'weekly' })];
    expect(byPeriod(plans).map(({ period }) => period)).toEqual(['weekly', 'monthly', 'annual']);
    expect(byPeriod([])).toEqual([]);
  });

  test.each([
    ['open', {}, null],
    ['closed', { isPurchasable: false }, null],
    ['current', {}, aSubscription()],
    ['running', { id: 7 }, aSubscription()],
    ['closed', { id: 7, isPurchasable: false }, aSubscription()],
  ] as const)('a plan is %s', (state, given, current) => expect(planState(aPlan(given), current)).toBe(state));

  test.each([
    [{}, { kind: 'renews', day: '2026-12-19T09:00:00.000Z' }],
    [{ nextAttemptAt: null }, null],
    [
      { nextAttemptAt: null, endsAt: at(0) },
      { kind: 'ends', day: at(0) },
    ],
  ])('the plan day of %j', (given, expected) => expect(planDay(aSubscription(given))).toEqual(expected));
});

describe('the catalogue', () => {
  let clock: ReturnType<typeof fakeClock>;
  beforeEach(() => {
    clock = fakeClock();
  });
  afterEach(() => clock.stop());

  const open = async (api = fakeApi().on('GET', PACKAGES, ok({ packages: [offered(60_000)] }))) => {
    api.on('GET', PLANS, ok([aPlan()]));
    const world = runWatcher(packagesSaga, { api });
    world.dispatch(catalogueOpened());
    await clock.after(0);
    return { ...world, packages: () => selectCatalogue(world.state()).packages };
  };

  test('loads packages and plans independently', async () => {
    const { state, api, dispatch } = await open(fakeApi().on('GET', PACKAGES, anApiError(500)));
    expect(selectCatalogue(state()).packages.status).toBe('failed');
    expect(selectCatalogue(state()).plans.status).toBe('loaded');
    api.on('GET', PACKAGES, ok({ packages: [aProduct()] }));
    dispatch(packagesRequested());
    await clock.after(0);
    expect(selectCatalogue(state()).packages.status).toBe('loaded');
  });

  test('changes the price in place when an offer ends, without a loading state, and keeps the price change for the page', async () => {
    const { api, packages, state, ports, types } = await open();
    api.on('GET', PACKAGES, ok({ packages: [aProduct()] }));
    await clock.after(59_999);
    expect(api.callsOf('GET', PACKAGES)).toHaveLength(1);
    await clock.after(1);
    expect(packages()).toEqual({ status: 'loaded', data: [aProduct()] });
    expect(selectCatalogue(state()).priceChanges).toMatchObject([{ before: 1199, after: 1299 }]);
    expect(types().filter((type) => type === 'packagesLoaded')).toHaveLength(1);
    expect(ports.navigate.reload).not.toHaveBeenCalled();
    await clock.after(3_600_000);
    expect(api.callsOf('GET', PACKAGES)).toHaveLength(2);
  });

  test('asks a server whose clock is behind until the offer has ended there', async () => {
    const { api, state } = await open();
    await clock.after(60_000);
    expect(api.callsOf('GET', PACKAGES)).toHaveLength(2);
    expect(selectCatalogue(state()).priceChanges).toEqual([]);
    api.on('GET', PACKAGES, ok({ packages: [aProduct()] }));
    await clock.after(5000);
    expect(selectCatalogue(state()).priceChanges).toHaveLength(1);
  });

  test('reloads the page only if the background load fails', async () => {
    const { api, ports, packages } = await open();
    api.on('GET', PACKAGES, noAnswer());
    await clock.after(60_000);
    expect(ports.navigate.reload).toHaveBeenCalledWith('/packages');
    expect(packages().status).toBe('loaded');
  });

  test('does not reload for a lost session at the end of an offer, and loads again after signing in', async () => {
    const { api, ports, dispatch, packages } = await open();
    api.on('GET', PACKAGES, anApiError(401, 'error.unauthorized'));
    await clock.after(60_000);
    expect(ports.navigate.reload).not.toHaveBeenCalled();
    api.on('GET', PACKAGES, ok({ packages: [aProduct()] }));
    dispatch(sessionResumed({ user: aUser(), accessToken: 'b' }));
    await clock.after(0);
    expect(packages()).toEqual({ status: 'loaded', data: [aProduct()] });
  });

  test('does not reload after the user left the catalogue', async () => {
    const { api, ports, dispatch } = await open();
    dispatch(catalogueLeft());
    api.on('GET', PACKAGES, noAnswer());
    await clock.after(120_000);
    expect(api.callsOf('GET', PACKAGES)).toHaveLength(1);
    expect(ports.navigate.reload).not.toHaveBeenCalled();
  });

  test('an offer longer than the longest timer does not end at once', async () => {
    const { api } = await open(fakeApi().on('GET', PACKAGES, ok({ packages: [offered(40 * 86_400_000)] })));
    await clock.after(30 * 86_400_000);
    expect(api.callsOf('GET', PACKAGES)).toHaveLength(1);
  });
});
