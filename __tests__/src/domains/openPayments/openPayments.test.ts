import { DAY, MINUTE } from '../../../../contract/constants/time';
import { basketOpened, basketSaga } from '../../../../src/domains/basket';
import {
  openPaymentsSaga,
  paymentBegun,
  paymentEnded,
  paymentPageLeft,
  paymentPageOpened,
  type OpenPayment,
} from '../../../../src/domains/openPayments';
import {
  cardLeft,
  cardOpened,
  cardSubmitted,
  checkoutLeft,
  checkoutOpened,
  holdCard,
  paymentSaga,
  resultLeft,
  resultOpened,
} from '../../../../src/domains/payment';
import { loggedOut, loginSucceeded, logoutRequested } from '../../../../src/domains/session';
import { all, call } from 'redux-saga/effects';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { aBasket } from '../../../support/commerce';
import { deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { fakeClock, NOW } from '../../../support/fakeClock';
import { aSignedInState, anInitialState, runWatcher } from '../../../support/testStore';

const ID = 'a'.repeat(24);
const CARD = {
  cardHolderName: 'Ayşe Yılmaz',
  cardNumber: '4242424242424242',
  cvc: '739',
  expireMonth: '12',
  expireYear: '28',
};
const PAY = '/payment/card';
const SYNC = '/payment/sync';

const aPayment = (given: Partial<OpenPayment> = {}): OpenPayment => ({
  basketId: ID,
  attempt: 'key-1',
  ownerId: aUser().id,
  startedAt: NOW,
  isAnswered: false,
  isPendingNotified: false,
  ...given,
});

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

const sagas = function* () {
  yield all([call(openPaymentsSaga), call(paymentSaga), call(basketSaga)]);
};

/** Starts the saga as after a page load, with the open payments that an earlier page stored. */
const start = (api: FakeApi, stored: OpenPayment[] = []) => {
  const signedIn = aSignedInState(aUser({ userType: 'company', jobCreationBalance: 5 }));
  const state = { ...signedIn, openPayments: { ...signedIn.openPayments, entries: stored } };
  const world = runWatcher(sagas, { api, state });
  world.ports.random.id = () => 'key-1';
  return {
    ...world,
    entries: () => world.state().openPayments.entries,
    told: () => world.notices.map(({ id }) => id.replace('openPayments.', '')),
    balance: () => world.state().session.user?.jobCreationBalance,
    asked: () => api.callsOf('POST', SYNC).map(({ body }) => body),
    pay: async () => {
      world.dispatch(cardOpened());
      world.dispatch(cardSubmitted({ basketId: ID, handle: holdCard(CARD) }));
      await clock.after(0);
    },
  };
};

const answers = (...given: (string | Error)[]) =>
  fakeApi().on('POST', SYNC, () => {
    const next = given.length > 1 ? given.shift()! : given[0]!;
    if (next instanceof Error) return next;
    const isPaid = next === 'success';
    const errorKey = next === 'failure' ? { errorKey: 'card_declined' } : {};
    return ok({ status: next, jobCreationBalance: isPaid ? 8 : 5, ...errorKey });
  });

describe('a payment whose page was left', () => {
  test.each([
    ['the answer is late', () => ok({ provider: 'sandbox', result: null })],
    ['the answer is lost', noAnswer],
  ])('%s: shows the success, updates the balance and empties the basket', async (_name, late) => {
    const answer = deferred<ReturnType<typeof late>>();
    const api = answers('success').on('POST', PAY, () => answer.promise);
    api.on('GET', `/basket/${ID}`, ok({ basket: aBasket([], { _id: ID }) }));
    const { pay, dispatch, told, balance, entries, state } = start(api);
    dispatch(basketOpened({ basketId: ID }));
    await pay();
    dispatch(cardLeft());
    dispatch({ type: 'basket/basketLeft' });
    await clock.after(1000);
    expect(told()).toEqual([]);
    answer.resolve(late());
    await clock.after(1000);
    expect(told()).toEqual(['success']);
    expect(balance()).toBe(8);
    expect(state().basket.basket.status).toBe('init');
    expect(entries()).toEqual([]);
    await clock.after(DAY);
    expect(told()).toHaveLength(1);
  });

  test('is not polled while its call is in flight', async () => {
    const api = answers('failure').on('POST', PAY, () => deferred<ReturnType<typeof ok>>().promise);
    const { pay, dispatch, asked } = start(api);
    await pay();
    dispatch(cardLeft());
    await clock.after(25_000);
    expect(asked()).toEqual([]);
  });

  test('shows a decline with its reason and a link back', async () => {
    const answer = deferred<Error>();
    const { pay, dispatch, notices, entries } = start(fakeApi().on('POST', PAY, () => answer.promise));
    await pay();
    dispatch(cardLeft());
    answer.resolve(anApiError(400, 'insufficient_funds'));
    await clock.after(0);
    expect(notices).toEqual([
      {
        id: 'openPayments.failure',
        reason: 'insufficient_funds',
        kind: 'error',
        to: `/packages/payment-result?basketId=${ID}`,
        stays: true,
      },
    ]);
    expect(entries()).toEqual([]);
  });
});

describe('a second attempt while the bank checks the first', () => {
  const refuseSecond = async (stored: OpenPayment[]) => {
    const api = answers('success').on('POST', PAY, anApiError(409, 'basket.busy'));
    const world = start(api, stored);
    world.ports.random.id = () => 'key-2';
    await world.pay();
    return world;
  };

  test('is refused: polls the first attempt again and shows its success', async () => {
    const first = aPayment({ isAnswered: true, isPendingNotified: true });
    const { entries, asked, told, balance } = await refuseSecond([first]);
    expect(entries()).toEqual([first]);
    await clock.after(MINUTE);
    expect(asked()).toEqual([{ basketId: ID, attemptKey: 'key-1' }]);
    expect(told()).toEqual(['success']);
    expect(balance()).toBe(8);
  });

  test.each([
    ['began on another device', []],
    ['belongs to another user of this device', [aPayment({ ownerId: 99_999 })]],
  ])('is refused, and the first %s: polls the basket’s payment', async (_name, stored) => {
    const { asked, told, balance } = await refuseSecond(stored);
    await clock.after(MINUTE);
    expect(asked()).toEqual([{ basketId: ID }]);
    expect(told()).toEqual(['success']);
    expect(balance()).toBe(8);
  });
});

describe('the basket page that is open when the payment ends', () => {
  const open = async (status: string) => {
    const api = answers(status).on('GET', `/basket/${ID}`, ok({ basket: aBasket([], { _id: ID, status: 'open' }) }));
    const world = start(api, [aPayment()]);
    world.dispatch(basketOpened({ basketId: ID }));
    await clock.after(0);
    (world.ports.navigate.to as jest.Mock).mockClear();
    return { ...world, api, loads: () => api.callsOf('GET', `/basket/${ID}`).length };
  };

  test.each(['success', 'failure'])('%s: reloads the basket', async (status) => {
    const { loads, told } = await open(status);
    await clock.after(3000);
    expect(told()).toEqual([status]);
    expect(loads()).toBe(2);
  });

  test('leaves for the result when the basket is paid', async () => {
    const { api, ports } = await open('success');
    api.on('GET', `/basket/${ID}`, ok({ basket: aBasket([], { _id: ID, status: 'paid' }) }));
    await clock.after(3000);
    expect(ports.navigate.to).toHaveBeenCalledWith(`/packages/payment-result?basketId=${ID}`, { replace: true });
  });

  test('does not reload for a decline that the card form shows', async () => {
    const { api, pay, loads } = await open('failure');
    api.on('POST', PAY, anApiError(400, 'card_declined'));
    await pay();
    await clock.after(3000);
    expect(loads()).toBe(1);
  });
});

test('only the open card form shows a decline', async () => {
  const { pay, told, entries } = start(fakeApi().on('POST', PAY, anApiError(400, 'card_declined')));
  await pay();
  await clock.after(MINUTE);
  expect(told()).toEqual([]);
  expect(entries()).toEqual([]);
});

test('stores a payment before it sends the card, and stores nothing of the card', async () => {
  const api = fakeApi().on('POST', PAY, () => deferred<ReturnType<typeof ok>>().promise);
  const world = start(api);
  const stored = deferred<void>();
  world.ports.persist.flush = () => stored.promise;
  await world.pay();
  expect(api.callsOf('POST', PAY)).toHaveLength(0);
  stored.resolve();
  await clock.after(0);
  expect(api.callsOf('POST', PAY)).toHaveLength(1);
  expect(world.entries()).toEqual([aPayment()]);
});

describe('after a reload', () => {
  test.each([
    ['success', 'success', 8],
    ['failure', 'failure', 5],
  ])('%s is polled by its attempt and shown once', async (status, said, credits) => {
    const { told, asked, balance, entries } = start(answers(status), [aPayment()]);
    await clock.after(3000);
    expect(asked()).toEqual([{ basketId: ID, attemptKey: 'key-1' }]);
    expect(told()).toEqual([said]);
    expect(balance()).toBe(credits);
    expect(entries()).toEqual([]);
    await clock.after(DAY);
    expect(asked()).toHaveLength(1);
  });

  test('a pending payment shows one notice, stays stored and shows another notice when it ends', async () => {
    const stored = aPayment({ isAnswered: true });
    const { told, entries } = start(answers('pending', 'pending', 'pending', 'success'), [stored]);
    await clock.after(3000);
    expect(told()).toEqual(['pending']);
    expect(entries()).toMatchObject([{ isPendingNotified: true }]);
    await clock.after(MINUTE);
    expect(told()).toEqual(['pending', 'success']);
  });

  test('does not repeat the pending notice that was shown before the reload', async () => {
    const { told } = start(answers('pending'), [aPayment({ isAnswered: true, isPendingNotified: true })]);
    await clock.after(10 * MINUTE);
    expect(told()).toEqual([]);
  });

  test('polls a payment that the server does not know yet for a minute, then shows a notice', async () => {
    const { told, entries } = start(answers(anApiError(404, 'error.not_found')), [aPayment()]);
    await clock.after(50_000);
    expect(told()).toEqual([]);
    await clock.after(30_000);
    expect(told()).toEqual(['unknown']);
    expect(entries()).toEqual([]);
  });

  test('a missing answer shows nothing and leads to another poll', async () => {
    const { told } = start(answers(noAnswer(), anApiError(503), 'success'), [aPayment()]);
    await clock.after(3000);
    expect(told()).toEqual([]);
    await clock.after(10_000);
    expect(told()).toEqual(['success']);
  });

  test('stops after a day with at most 400 polls', async () => {
    const { told, asked, entries } = start(answers('pending'), [aPayment({ isAnswered: true })]);
    await clock.after(DAY + 10 * MINUTE);
    expect(told()).toEqual(['pending', 'givenUp']);
    expect(entries()).toEqual([]);
    const questions = asked().length;
    expect(questions).toBeGreaterThan(100);
    expect(questions).toBeLessThan(400);
    await clock.after(DAY);
    expect(asked()).toHaveLength(questions);
  });

  test('does not give up a day-old payment while the server does not answer', async () => {
    const stored = aPayment({ startedAt: NOW - 25 * 60 * MINUTE, isAnswered: true });
    const { told, entries } = start(answers(noAnswer(), anApiError(503), 'success'), [stored]);
    await clock.after(5 * MINUTE);
    expect(entries()).toHaveLength(1);
    await clock.after(10 * MINUTE);
    expect(told()).toEqual(['success']);
  });

  test('drops a payment silently after a week without an answer from the server', async () => {
    const { told, entries } = start(answers(noAnswer()), [aPayment({ startedAt: NOW - 7 * DAY + MINUTE })]);
    await clock.after(30_000);
    expect(entries()).toHaveLength(1);
    await clock.after(10 * MINUTE);
    expect(entries()).toEqual([]);
    expect(told()).toEqual([]);
  });

  test('shows the server’s answer about a day-old payment once', async () => {
    const { told, entries } = start(answers('success'), [aPayment({ startedAt: NOW - DAY })]);
    await clock.after(10 * MINUTE);
    expect(told()).toEqual(['success']);
    expect(entries()).toEqual([]);
  });

  test('does not blame the bank while the server does not answer', async () => {
    const { told } = start(answers(noAnswer()), [aPayment({ isAnswered: true })]);
    await clock.after(5 * MINUTE);
    expect(told()).toEqual([]);
  });

  test('neither polls nor shows another user’s payment', async () => {
    const { asked, entries } = start(answers('success'), [aPayment({ ownerId: 99_999 })]);
    await clock.after(10 * MINUTE);
    expect(asked()).toEqual([]);
    expect(entries()).toHaveLength(1);
  });

  test('a hidden tab polls only once it is shown', async () => {
    const { asked, live } = start(answers('success'), [aPayment()]);
    live.world.isHidden = true;
    await clock.after(10 * MINUTE);
    expect(asked()).toEqual([]);
    live.world.show(true);
    await clock.after(500);
    expect(asked()).toHaveLength(1);
  });
});

describe('pages that show the payment themselves', () => {
  test('the result page shows no extra notice and clears the stored payment', async () => {
    const { dispatch, told, entries, asked } = start(answers('success'), [aPayment({ isAnswered: true })]);
    dispatch(resultOpened({ basketId: ID }));
    await clock.after(10_000);
    expect(asked()).toEqual([{ basketId: ID }]);
    expect(told()).toEqual([]);
    expect(entries()).toEqual([]);
  });

  test('the result page alone shows the result when it opens during a poll', async () => {
    const answer = deferred<ReturnType<typeof ok>>();
    const api = fakeApi().on('POST', SYNC, () => answer.promise);
    const { dispatch, told, entries } = start(api, [aPayment({ isAnswered: true })]);
    await clock.after(2500);
    dispatch(resultOpened({ basketId: ID }));
    answer.resolve(ok({ status: 'success', jobCreationBalance: 8 }));
    await clock.after(MINUTE);
    expect(told()).toEqual([]);
    expect(entries()).toEqual([]);
  });

  test('leaving the result page while pending shows the end without another pending notice', async () => {
    const { dispatch, told } = start(answers('pending', 'pending', 'success'), [aPayment({ isAnswered: true })]);
    dispatch(resultOpened({ basketId: ID }));
    await clock.after(1000);
    dispatch(resultLeft());
    await clock.after(10_000);
    expect(told()).toEqual(['success']);
  });

  test('the bank’s step pauses polling until it is left', async () => {
    const { dispatch, asked } = start(answers('pending'), [aPayment({ isAnswered: true })]);
    dispatch(paymentPageOpened({ basketId: ID }));
    await clock.after(MINUTE);
    expect(asked()).toEqual([]);
    dispatch(paymentPageLeft());
    await clock.after(1000);
    expect(asked()).toHaveLength(1);
  });

  test('a failure of the basket’s earlier payment does not end an attempt that the server may not have received yet', async () => {
    const { dispatch, entries } = start(answers('failure'), [aPayment({ isAnswered: false })]);
    dispatch(resultOpened({ basketId: ID }));
    await clock.after(1000);
    expect(entries()).toHaveLength(1);
  });
});

describe('the provider’s form', () => {
  const form = { provider: 'sandbox', result: '/api/f', basketId: ID, publishableKey: null, finalizeUrl: null };
  const leaveForm = async (status: string, errorKey?: string) => {
    const api = fakeApi().on('POST', '/payment/checkout', ok(form));
    api.on('POST', SYNC, ok({ status, jobCreationBalance: 5, errorKey }));
    const world = start(api);
    world.dispatch(checkoutOpened({ packageId: 3 }));
    await clock.after(MINUTE);
    expect(world.asked()).toEqual([]);
    world.dispatch(checkoutLeft());
    await clock.after(MINUTE);
    return world;
  };

  test.each([
    ['paid in it', 'success', undefined, ['success']],
    ['declined in it', 'failure', 'card_declined', ['failure']],
    ['closed without paying', 'pending', undefined, []],
    ['closed and timed out', 'failure', 'challenge_failed', []],
  ])('%s', async (_name, status, errorKey, expected) => {
    const { told } = await leaveForm(status, errorKey);
    expect(told()).toEqual(expected);
  });
});

describe('two tabs', () => {
  test('share open payments; only the tab that polled shows the result', async () => {
    const { live, told, balance, entries, asked } = start(answers('pending'));
    const receive = (action: object) => live.world.receive({ type: 'openPayments', action });
    live.world.isHidden = true;
    receive(paymentBegun(aPayment()));
    expect(entries()).toHaveLength(1);
    const end = { basketId: ID, attempt: 'key-1', result: 'success', jobCreationBalance: 8, isShown: false } as const;
    receive(paymentEnded(end));
    expect(entries()).toEqual([]);
    expect(balance()).toBe(8);
    await clock.after(DAY);
    expect(told()).toEqual([]);
    expect(asked()).toEqual([]);
    expect(live.world.posted).toEqual([]);
  });

  test('both visible: the second waits for its turn and learns the result from the first', async () => {
    const { live, asked, told } = start(answers('success'), [aPayment()]);
    live.world.isLeader = false;
    await clock.after(3000);
    expect(asked()).toEqual([]);
    const end = { basketId: ID, attempt: 'key-1', result: 'success', jobCreationBalance: 8, isShown: false } as const;
    live.world.receive({ type: 'openPayments', action: paymentEnded(end) });
    live.world.becomeLeader();
    await clock.after(DAY);
    expect(asked()).toEqual([]);
    expect(told()).toEqual([]);
  });

  test('a sleeping leader does not block the other tab', async () => {
    const { live, told } = start(answers('success'), [aPayment()]);
    live.world.isLeader = false;
    await clock.after(40_000);
    expect(told()).toEqual(['success']);
  });

  test('both visible: the tab that pays or reloaded polls first; the other polls after 35 s', async () => {
    const { live, told, asked } = start(answers('success'));
    live.world.receive({ type: 'openPayments', action: paymentBegun(aPayment()) });
    await clock.after(30_000);
    expect(asked()).toEqual([]);
    await clock.after(15_000);
    expect(told()).toEqual(['success']);
  });
});

describe('several users on one device', () => {
  test('signing out deletes this user’s payments and keeps those of others', () => {
    const { dispatch, entries } = start(fakeApi(), [
      aPayment(),
      aPayment({ basketId: 'b'.repeat(24), ownerId: 99_999 }),
    ]);
    dispatch(logoutRequested());
    expect(entries()).toMatchObject([{ ownerId: 99_999 }]);
  });

  test('an expired session keeps the payments for the same user and hides them from others', async () => {
    const { dispatch, entries, asked } = start(answers('success'), [aPayment()]);
    dispatch(loggedOut());
    expect(entries()).toHaveLength(1);
    dispatch(loginSucceeded({ user: aUser({ id: 99_999 }), accessToken: 'token-2' }));
    await clock.after(MINUTE);
    expect(asked()).toEqual([]);
    dispatch(loginSucceeded({ user: aUser({ userType: 'company' }), accessToken: 'token-3' }));
    await clock.after(MINUTE);
    expect(asked()).toHaveLength(1);
  });
});

test('sends no request at the start when nothing is stored', () => {
  expect(anInitialState().openPayments).toEqual({ entries: [], shownBasketId: null, sending: [], paidElsewhere: [] });
});
