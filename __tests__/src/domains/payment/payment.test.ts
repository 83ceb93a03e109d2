import {
  cardLeft,
  cardOpened,
  cardSubmitted,
  checkoutLeft,
  checkoutOpened,
  holdCard,
  paymentSaga,
  resultChecked,
  resultLeft,
  resultOpened,
  statementOpened,
} from '../../../../src/domains/payment';
import { sessionResumed } from '../../../../src/domains/session';
import type { HttpRequest } from '../../../../src/lib/http';
import { anApiError, aUser, noAnswer } from '../../../support/builders';
import { deferred, fakeApi, ok, type FakeApi } from '../../../support/fakeApi';
import { fakeClock } from '../../../support/fakeClock';
import { aSignedInState, runWatcher } from '../../../support/testStore';

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

let clock: ReturnType<typeof fakeClock>;
beforeEach(() => {
  clock = fakeClock();
});
afterEach(() => clock.stop());

const start = (api: FakeApi) => {
  const world = runWatcher(paymentSaga, { api, state: aSignedInState(aUser({ userType: 'company' })) });
  let made = 0;
  world.ports.random.id = () => `key-${(made += 1)}`;
  const pay = async () => {
    world.dispatch(cardSubmitted({ basketId: ID, handle: holdCard(CARD) }));
    await clock.after(0);
  };
  const keys = () => api.callsOf('POST', PAY).map(({ headers }) => headers?.['Idempotency-Key']);
  return { ...world, pay, keys, payment: () => world.state().payment };
};

describe('paying by card', () => {
  const opened = (api: FakeApi) => {
    const world = start(api);
    world.dispatch(cardOpened());
    return world;
  };

  test('opens the bank’s step with its response in the route state', async () => {
    const api = fakeApi().on('POST', PAY, ok({ provider: 'sandbox', result: '/api/payment/3ds/t' }));
    const { pay, ports, payment } = opened(api);
    await pay();
    expect(api.callsOf('POST', PAY)[0]?.body).toEqual({ ...CARD, basketId: ID, referrer: '/packages/payment-result' });
    expect(ports.navigate.to).toHaveBeenCalledWith('/payment/3ds', {
      state: { basketId: ID, response: { provider: 'sandbox', result: '/api/payment/3ds/t' } },
    });
    expect(payment()).toMatchObject({ card: { status: 'loaded' }, attempt: null });
  });

  test('opens the result when there is no bank step', async () => {
    const { pay, ports } = opened(fakeApi().on('POST', PAY, ok({ provider: 'sandbox', result: null })));
    await pay();
    expect(ports.navigate.to).toHaveBeenCalledWith(`/packages/payment-result?basketId=${ID}`, { replace: true });
  });

  test('does not navigate after the user left the card page', async () => {
    const answer = deferred<ReturnType<typeof ok>>();
    const { pay, dispatch, ports, payment } = opened(fakeApi().on('POST', PAY, () => answer.promise));
    await pay();
    dispatch(cardLeft());
    expect(payment().card.status).toBe('loading');
    answer.resolve(ok({ provider: 'sandbox', result: null }));
    await clock.after(0);
    expect(ports.navigate.to).not.toHaveBeenCalled();
  });

  test('is sent once for two clicks', async () => {
    const answer = deferred<ReturnType<typeof ok>>();
    const api = fakeApi().on('POST', PAY, () => answer.promise);
    const { pay } = opened(api);
    await pay();
    await pay();
    expect(api.callsOf('POST', PAY)).toHaveLength(1);
  });

  test('sends nothing for an event without its card, such as in a replay', async () => {
    const api = fakeApi();
    const { dispatch, payment } = opened(api);
    dispatch(cardSubmitted({ basketId: ID, handle: 999_999 }));
    await clock.after(0);
    expect(api.callsOf('POST', PAY)).toEqual([]);
    expect(payment().card.status).toBe('failed');
  });

  test.each([
    ['no answer', noAnswer(), ['key-1', 'key-1']],
    ['a fault of the server', anApiError(500), ['key-1', 'key-1']],
    ['a decline', anApiError(400, 'card_declined'), ['key-1', 'key-2']],
    ['another price', anApiError(409, 'basket.price_changed'), ['key-1', 'key-2']],
  ])('after %s the next attempt has the right key', async (_name, error, expected) => {
    const { pay, keys, payment } = opened(fakeApi().on('POST', PAY, error));
    await pay();
    expect(payment().card.status).toBe('failed');
    await pay();
    expect(keys()).toEqual(expected);
  });

  test('repeats an attempt that is still in progress every second, at most five times', async () => {
    const api = fakeApi().on('POST', PAY, anApiError(409, 'idempotency.in_flight'));
    const { pay, keys, payment } = opened(api);
    await pay();
    await clock.after(2000);
    expect(keys()).toEqual(['key-1', 'key-1', 'key-1']);
    await clock.after(10_000);
    expect(keys()).toHaveLength(5);
    expect(payment().card).toMatchObject({ status: 'failed', error: { key: 'idempotency.in_flight' } });
  });

  test('keeps the card out of events and state', async () => {
    const { pay, events, state } = opened(fakeApi().on('POST', PAY, anApiError(400, 'card_declined')));
    await pay();
    const text = JSON.stringify([events, state()]);
    for (const secret of [CARD.cardNumber, CARD.cvc, '4242', CARD.cardHolderName]) expect(text).not.toContain(secret);
  });
});

describe('the result', () => {
  const answers = (...statuses: (string | Error)[]) =>
    fakeApi().on('POST', SYNC, () => {
      const next = statuses.length > 1 ? statuses.shift()! : statuses[0]!;
      return next instanceof Error ? next : ok({ status: next, jobCreationBalance: next === 'success' ? 8 : 5 });
    });
  const open = async (api: FakeApi) => {
    const world = start(api);
    world.dispatch(resultOpened({ basketId: ID }));
    await clock.after(0);
    return { ...world, asked: () => api.callsOf('POST', SYNC).length };
  };

  test.each(['success', 'failure'])('requests %s once and updates the credits in the header', async (status) => {
    const { asked, state, payment } = await open(answers(status));
    await clock.after(120_000);
    expect(asked()).toBe(1);
    expect(payment().result).toMatchObject({ status: 'loaded', data: { status } });
    expect(state().session.user?.jobCreationBalance).toBe(status === 'success' ? 8 : 5);
  });

  test('polls a pending payment after 2, 4, 8 s … until it is settled', async () => {
    const { asked, payment } = await open(answers('pending', 'pending', 'pending', 'success'));
    const seen = [asked()];
    for (const seconds of [1.9, 0.2, 4, 7.8, 0.2]) {
      await clock.after(seconds * 1000);
      seen.push(asked());
    }
    expect(seen).toEqual([1, 1, 2, 3, 3, 4]);
    expect(payment().result).toMatchObject({ data: { status: 'success' } });
    await clock.after(300_000);
    expect(asked()).toBe(4);
  });

  test('checks at once on request and stops polling when the page is left', async () => {
    const { asked, dispatch } = await open(answers('pending'));
    dispatch(resultChecked());
    await clock.after(0);
    expect(asked()).toBe(2);
    dispatch(resultLeft());
    await clock.after(300_000);
    expect(asked()).toBe(2);
  });

  test('does not poll in a hidden tab', async () => {
    const { asked, live } = await open(answers('pending'));
    live.world.isHidden = true;
    await clock.after(60_000);
    expect(asked()).toBe(1);
  });

  test('a poll without an answer keeps the known status', async () => {
    const { payment } = await open(answers('pending', noAnswer(), 'success'));
    await clock.after(2100);
    expect(payment()).toMatchObject({ result: { data: { status: 'pending' } }, check: { status: 'failed' } });
    await clock.after(4100);
    expect(payment().result).toMatchObject({ data: { status: 'success' } });
  });

  test('a first request without an answer can be repeated', async () => {
    const { payment, dispatch } = await open(answers(noAnswer(), 'failure'));
    expect(payment().result.status).toBe('failed');
    dispatch(resultChecked());
    expect(payment().result.status).toBe('loading');
    await clock.after(0);
    expect(payment().result).toMatchObject({ data: { status: 'failure' } });
  });

  test('does not poll a payment that is not the user’s', async () => {
    const { asked } = await open(answers(anApiError(404, 'error.not_found')));
    await clock.after(300_000);
    expect(asked()).toBe(1);
  });
});

describe('the provider’s form', () => {
  const CHECKOUT = '/payment/checkout';
  const form = { provider: 'sandbox', result: '/api/f', basketId: ID, publishableKey: null, finalizeUrl: null };
  const open = async (api: FakeApi) => {
    const world = start(api);
    world.dispatch(checkoutOpened({ packageId: 3 }));
    await clock.after(0);
    return {
      ...world,
      form: () => world.state().checkout.form,
      sent: () => api.callsOf('POST', CHECKOUT).map(({ body, headers }) => [body, headers?.['Idempotency-Key']]),
    };
  };

  test('requests a new form at each visit, because a form opens only once', async () => {
    const { form: shown, sent, dispatch } = await open(fakeApi().on('POST', CHECKOUT, ok(form)));
    expect(shown()).toMatchObject({ status: 'loaded', data: { url: '/api/f', basketId: ID } });
    dispatch(checkoutLeft());
    expect(shown().status).toBe('init');
    dispatch(checkoutOpened({ packageId: 3 }));
    await clock.after(0);
    expect(sent()).toEqual([
      [{ packageId: 3 }, 'key-1'],
      [{ packageId: 3 }, 'key-2'],
    ]);
  });

  test('keeps the key of an attempt without an answer, but not for another package or basket', async () => {
    const { sent, dispatch } = await open(fakeApi().on('POST', CHECKOUT, noAnswer()));
    for (const subject of [{ packageId: 3 }, { packageId: 4 }, { basketId: ID }]) {
      dispatch(checkoutOpened(subject));
      await clock.after(0);
    }
    expect(sent()).toEqual([
      [{ packageId: 3 }, 'key-1'],
      [{ packageId: 3 }, 'key-1'],
      [{ packageId: 4 }, 'key-2'],
      [{ basketId: ID }, 'key-3'],
    ]);
  });

  test('requests the form again after a lost session', async () => {
    const api = fakeApi().on('POST', CHECKOUT, anApiError(401, 'error.unauthorized'));
    const { form: shown, dispatch } = await open(api);
    api.on('POST', CHECKOUT, ok(form));
    dispatch(sessionResumed({ user: aUser({ userType: 'company' }), accessToken: 'token-2' }));
    await clock.after(0);
    expect(shown().status).toBe('loaded');
  });
});

test('the statement loads rows and count separately and keeps a page in sight while it reloads', async () => {
  const row = { id: 1, at: '2026-11-20T09:00:00.000Z', kind: 'job', amount: -1, balance: 4 };
  const api = fakeApi().on('GET', '/payment/statement', ({ query }: HttpRequest) =>
    query?.limit === 0 ? ok([], { total: 21 }) : ok([{ ...row, id: query?.page }]),
  );
  const { dispatch, state } = start(api);
  const shown = () => state().statement.statement;
  dispatch(statementOpened({ page: 2 }));
  await clock.after(0);
  expect(shown()).toMatchObject({ status: 'loaded', data: { total: 21, entries: [{ id: 2 }] } });
  dispatch(statementOpened({ page: 2 }));
  expect(shown().status).toBe('loaded');
  dispatch(statementOpened({ page: 1 }));
  expect(shown().status).toBe('loading');
});
