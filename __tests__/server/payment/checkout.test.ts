import { sql } from 'kysely';
import { MINUTE } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import {
  addBasketItem,
  createBasket,
  getPackages,
  initPayment,
  startCheckout,
  syncPayment,
} from '../../../contract/routes/commerce';
import type { CheckoutPayload, Product } from '../../../contract/schemas/commerce';
import { watchForms } from '../../../server/modules/payment';
import { NOW } from '../../support/demo';
import { testServer, type CallOptions, type TestServer } from '../../support/testServer';

const FORM_POST = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the checkout form of the sandbox', () => {
  let server: TestServer;
  let packageId: number;
  beforeEach(async () => {
    server = await testServer({ env: { PAYMENT_FLOW: 'provider_form' } });
    packageId = (await product('Three jobs')).id;
  });
  afterEach(() => server.close());

  const product = async (title: string): Promise<Product> =>
    (await server.call(getPackages, { as: 'company' })).body.payload.packages.find(
      (one: Product) => one.title === title,
    );
  const newBasket = async (): Promise<string> =>
    (await server.call(createBasket, { as: 'company' })).body.payload.basket._id;
  const fill = (basketId: string) =>
    server.call(addBasketItem, { as: 'company', params: { basketId }, body: { productId: packageId } });
  const open = async (body: Record<string, unknown> = { packageId }): Promise<CheckoutPayload> =>
    (await server.call(startCheckout, { as: 'company', body })).body.payload;
  const paymentId = async () =>
    (await server.db.selectFrom('payments').select('id').orderBy('createdAt', 'desc').executeTakeFirstOrThrow()).id;
  const get = (url: string, headers: Record<string, string> = { 'sec-fetch-dest': 'document' }) =>
    server.app.inject({ method: 'GET', url, headers });
  const post = (url: string, payload: string) =>
    server.app.inject({ method: 'POST', url, headers: FORM_POST, payload });
  const enter = async (number: string) =>
    post(`/api/payment/sandbox/form/${await paymentId()}`, `number=${number}&holder=A&expiry=12/39&cvc=123`);
  const sync = async (basketId: string) =>
    (await server.call(syncPayment, { as: 'company', body: { basketId } })).body.payload;
  const balance = async () =>
    (
      await sql<{ n: number }>`select job_creation_balance as n from users where email = 'company@demo.test'`.execute(
        server.db,
      )
    ).rows[0]!.n;

  it('opens on a page of our origin, takes a card and informs the embedding page', async () => {
    const before = await balance();
    const { result, basketId, ...rest } = await open();
    expect(rest).toEqual({ provider: 'sandbox', publishableKey: null, finalizeUrl: null });
    const page = await get(result);
    const id = await paymentId();
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain(`action="/api/payment/sandbox/form/${id}"`);
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'self' http://127.0.0.1:3000");
    expect((await get(result)).headers.location).toContain('payment-result?status=pending');
    const form = await get(`/api/payment/sandbox/form/${id}`, { 'accept-language': 'tr' });
    expect(form.body).toContain('Kart numarası');
    expect(form.body).toContain('₺1.199 ');
    expect(form.body).toContain('placeholder="AA/YY"');
    const inEnglish = await get(`/api/payment/sandbox/form/${id}`, { 'accept-language': 'en' });
    expect([inEnglish.body.includes('₺1,199.'), inEnglish.body.includes('placeholder="MM/YY"')]).toEqual([true, true]);
    expect(inEnglish.body).toContain('Demo: don’t enter real data');
    expect(form.body).toContain('Demo: gerçek veri girmeyin');
    const declined = await enter('4000 0000 0000 0002');
    expect([declined.statusCode, declined.body]).toEqual([400, expect.stringContaining('role="alert"')]);
    expect((await enter('4242 4242 4242 4241')).statusCode).toBe(400);
    expect(await sync(basketId)).toMatchObject({ status: 'pending', mayStartAgain: true });
    const paid = await enter('4242 4242 4242 4242');
    expect([paid.statusCode, paid.headers.location]).toEqual([303, `/api/payment/checkout/sandbox/callback?id=${id}`]);
    const back = await get(String(paid.headers.location), { 'sec-fetch-dest': 'iframe' });
    const message = `{"type":"payment","status":"success","basketId":"${basketId}"}`;
    const origins = 'new Set([location.origin,...["http://127.0.0.1:3000"]])';
    expect(back.body).toContain(`for(const origin of ${origins})parent.postMessage(${message},origin)`);
    expect(await sync(basketId)).toMatchObject({ status: 'success', jobCreationBalance: before + 3 });
  });

  it('shows the bank’s page for a card with a challenge, and reports its failure at top level', async () => {
    const { basketId } = await open();
    const asked = await enter('4000000000003220');
    const bank = `/api/payment/sandbox/bank/${await paymentId()}`;
    expect(asked.headers.location).toBe(bank);
    const cancelled = await post(bank, 'answer=cancel');
    const back = await get(String(cancelled.headers.location));
    expect([back.statusCode, back.headers.location]).toEqual([
      303,
      `/dashboard/packages/payment-result?status=failure&errorKey=challenge_failed&basketId=${basketId}`,
    ]);
    // A form that has ended accepts no more input.
    expect((await enter('4242424242424242')).statusCode).toBe(303);
    expect(await sync(basketId)).toMatchObject({ status: 'failure', errorKey: ERROR_KEYS.challengeFailed });
  });

  it.each([
    ['tr', '₺1.199,50'],
    ['en', '₺1,199.50'],
    ['es', '1199,50 ₺'],
  ])(
    'writes the amount with its kuruş and sign on the form and the bank’s page in %s: %s',
    async (language, amount) => {
      await open();
      const id = await paymentId();
      const shownAt = async (url: string) =>
        (await get(url, { 'accept-language': language })).body.replace(/\u00a0|&nbsp;/g, ' ');
      const setAmount = () => sql`update sandbox_charges set amount_minor = 119950`.execute(server.db);
      await setAmount();
      expect(await shownAt(`/api/payment/sandbox/form/${id}`)).toContain(amount);
      await enter('4000000000003220');
      await setAmount();
      expect(await shownAt(`/api/payment/sandbox/bank/${id}`)).toContain(amount);
    },
  );

  it('makes the package the only item in the basket', async () => {
    const basketId = await newBasket();
    const other = (await product('One job')).id;
    await server.call(addBasketItem, { as: 'company', params: { basketId }, body: { productId: other } });
    expect((await open()).basketId).toBe(basketId);
    const { rows } = await sql<{ productId: number; quantity: number }>`
      select product_id, quantity from basket_items where basket_id = ${basketId}`.execute(server.db);
    expect(rows).toEqual([{ productId: packageId, quantity: 1 }]);
    // After a reload the page gets another form for the same basket.
    expect((await open()).basketId).toBe(basketId);
    const { rows: states } =
      await sql`select state from payments where basket_id = ${basketId} order by created_at, state`.execute(server.db);
    expect(states).toEqual(expect.arrayContaining([{ state: 'challenge' }, { state: 'failed' }]));
  });

  it('refunds what a form took after its payment had ended', async () => {
    const before = await balance();
    const { basketId } = await open();
    const left = await paymentId();
    await server.db.updateTable('payments').set({ providerReference: 'left' }).where('id', '=', left).execute();
    server.clock.set(new Date(NOW.getTime() + MINUTE));
    // The first form stays open in another tab and takes a card there.
    await open({ basketId });
    await post(`/api/payment/sandbox/form/${left}`, 'number=4242424242424242');
    expect(await balance()).toBe(before);
    expect(await watchForms(server.deps)).toBe(1);
    expect(await watchForms(server.deps)).toBe(0);
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where action like 'payment.form_%' and details->>'paymentId' = ${left}`.execute(
      server.db,
    );
    expect(rows).toEqual([{ action: 'payment.form_given_back' }]);
    expect(
      (await server.db.selectFrom('sandboxCharges').select('state').where('id', '=', left).executeTakeFirstOrThrow())
        .state,
    ).toBe('failed');
  });

  describe.each([startCheckout, initPayment])('$id', (route) => {
    const call = (options: CallOptions) => server.call(route, { as: 'company', ...options });
    const expectKey = async (status: number, key: string, options: CallOptions) => {
      const reply = await call(options);
      expect([reply.status, reply.body.key]).toEqual([status, key]);
    };

    it('answers each failure with its key', async () => {
      const basketId = await newBasket();
      await expectKey(401, ERROR_KEYS.unauthorized, { as: null, body: { packageId } });
      await expectKey(403, ERROR_KEYS.forbidden, { as: 'branch', body: { packageId } });
      for (const body of [
        {},
        { packageId, basketId },
        { packageId: 0 },
        { basketId: 'x' },
        { packageId, referrer: '//evil' },
      ])
        await expectKey(400, ERROR_KEYS.invalid, { body });
      await expectKey(400, ERROR_KEYS.basketEmpty, { body: { basketId } });
      await expectKey(404, ERROR_KEYS.notFound, { body: { basketId: 'f'.repeat(24) } });
      await expectKey(404, ERROR_KEYS.notFound, { body: { packageId: 999_999 } });
      await fill(basketId);
      await expectKey(404, ERROR_KEYS.notFound, { as: 'other', body: { basketId } });
      await sql`update basket_items set unit_price_minor = 1`.execute(server.db);
      await expectKey(409, ERROR_KEYS.priceChanged, { body: { basketId } });
      await sql`update baskets set status = 'paid'`.execute(server.db);
      await expectKey(409, ERROR_KEYS.basketPaid, { body: { basketId } });
    });

    it('answers a repeat with the same form and rejects another request under the key', async () => {
      const basketId = await newBasket();
      await fill(basketId);
      const headers = { 'idempotency-key': 'one' };
      const first = await call({ headers, body: { basketId } });
      const again = await call({ headers, body: { basketId } });
      expect([first.status, again.body.payload]).toEqual([200, first.body.payload]);
      await expectKey(409, ERROR_KEYS.idempotencyMismatch, { headers, body: { packageId } });
      await sql`update idempotency_keys set status = null, answer = null`.execute(server.db);
      await expectKey(409, ERROR_KEYS.idempotencyInFlight, { headers, body: { basketId } });
    });

    it('waits for a running charge and opens at most thirty forms in ten minutes', async () => {
      const basketId = await newBasket();
      await fill(basketId);
      await call({ body: { basketId } });
      await sql`update payments set state = 'charging'`.execute(server.db);
      await expectKey(409, ERROR_KEYS.basketBusy, { body: { basketId } });
      await expectKey(409, ERROR_KEYS.basketBusy, { body: { packageId } });
      for (let n = 3; n < 30; n += 1) await call({ body: { basketId } });
      await expectKey(429, ERROR_KEYS.tooManyRequests, { body: { basketId } });
    });
  });
});
