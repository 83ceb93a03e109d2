import { sql } from 'kysely';
import { HOUR } from '../../../contract/constants/time';
import { addBasketItem, createBasket, getPackages, payByCard, syncPayment } from '../../../contract/routes/commerce';
import { advanceUnsettled } from '../../../server/modules/payment';
import { createLogger } from '../../../server/platform/logger';
import { signSandbox } from '../../../server/adapters/payment/payments';
import { CARDS, type CardName } from '../../support/money/cards';
import { tracesIn, tracesInStore, unusedCode, type Secrets } from '../../support/money/traces';
import { testServer, type TestServer } from '../../support/testServer';

const PAY = '/api/payment/card';

describe('traces of a card', () => {
  let server: TestServer;
  let cvc: string;
  let basketId: string;
  const said: string[] = [];
  beforeAll(async () => {
    // Collects everything that the product's logger can write.
    const logger = createLogger('trace', { write: (line: string) => void said.push(line) });
    server = await testServer({ logger });
    cvc = await unusedCode(server.db);
  });
  afterAll(() => server.close());

  const secretsOf = (number: string): Secrets => ({ number, cvc, holder: 'Nazlı Örnekçi' });
  const bodyOf = (secrets: Secrets, more: object = {}) => ({
    basketId,
    cardHolderName: secrets.holder,
    cardNumber: secrets.number,
    cvc: secrets.cvc,
    expireMonth: '12',
    expireYear: '39',
    ...more,
  });
  const fillBasket = async () => {
    const { packages } = (await server.call(getPackages, { as: 'company' })).body.payload;
    basketId = (await server.call(createBasket, { as: 'company' })).body.payload.basket._id;
    const body = { productId: packages[0].id };
    await server.call(addBasketItem, { as: 'company', params: { basketId }, body });
    await sql`delete from rate_limits`.execute(server.db);
  };
  const pay = (secrets: Secrets, more: object = {}) =>
    server.call(payByCard, { as: 'company', headers: { 'idempotency-key': basketId }, body: bodyOf(secrets, more) });
  const inject = (method: 'GET' | 'POST', url: string, payload?: string, headers?: Record<string, string>) =>
    server.app.inject({ method, url, headers, payload });
  /**
   * Runs every step after the card: the bank's pages, the return, the webhook, the status call and the clock's tasks.
   */
  const completePayment = async () => {
    const { rows } = await sql<{ id: string }>`select id from payments`.execute(server.db);
    for (const { id } of rows) {
      await inject('GET', `/api/payment/sandbox/bank/${id}`);
      await inject('POST', `/api/payment/sandbox/bank/${id}`, 'answer=approve');
      await inject('GET', `/api/payment/checkout/sandbox/callback?id=${id}`);
      const news = JSON.stringify({ paymentId: id });
      const signature = signSandbox('secret of the tests', Buffer.from(news));
      await inject('POST', '/api/payment/webhook/sandbox', news, { 'x-sandbox-signature': signature });
    }
    await server.call(syncPayment, { as: 'company', body: { basketId } });
    server.clock.set(new Date(server.clock.now().getTime() + HOUR));
    await advanceUnsettled(server.deps);
  };
  const expectNothing = async (secrets: Secrets) => {
    expect(await tracesInStore(server.db, secrets)).toEqual({});
    expect(said.length).toBeGreaterThan(0);
    expect(tracesIn(said.join('\n'), secrets)).toEqual([]);
  };

  it.each(Object.keys(CARDS) as CardName[])('are absent from logs and store after a purchase: %s', async (card) => {
    const secrets = secretsOf(CARDS[card]);
    await fillBasket();
    const before = await sql<{ n: number }>`select count(*)::int as n from payments`.execute(server.db);
    const replies = [await pay(secrets), await pay(secrets)];
    await completePayment();
    const after = await sql<{ n: number }>`select count(*)::int as n from payments`.execute(server.db);
    expect(after.rows[0]!.n).toBeGreaterThan(before.rows[0]!.n);
    expect(tracesIn(JSON.stringify(replies), secrets)).toEqual([]);
    await expectNothing(secrets);
  });

  const REFUSED: [string, object][] = [
    ['the check digit is wrong', { cardNumber: '4242424242424241' }],
    ['the number is too long', { cardNumber: '42424242424242424242' }],
    ['the number has gaps', { cardNumber: '4242 4242 4242 4242' }],
    ['the card has expired', { expireYear: '20' }],
    ['the month does not exist', { expireMonth: '13' }],
    ['the name is empty', { cardHolderName: ' ' }],
    ['the basket is not there', { basketId: 'a'.repeat(24) }],
    ['the number is no text', { cardNumber: 4242424242424242 }],
  ];
  it.each(REFUSED)('are absent from logs, store and answer after a rejected call: %s', async (_name, more) => {
    const secrets = secretsOf(CARDS.success);
    await fillBasket();
    const reply = await pay(secrets, more);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(tracesIn(JSON.stringify(reply.body), secrets)).toEqual([]);
    await expectNothing(secrets);
  });

  it('are absent after an unreadable or misdirected call and one without a session', async () => {
    const secrets = secretsOf(CARDS.success);
    await fillBasket();
    const text = JSON.stringify(bodyOf(secrets));
    const json = { 'content-type': 'application/json' };
    const headers = { ...json, authorization: `Bearer ${await server.tokenOf('company')}` };
    const replies = [
      await inject('POST', PAY, text.slice(0, -1), headers),
      await inject('POST', `${PAY}s`, text, headers),
      await inject('POST', PAY, text, json),
      await inject('POST', PAY, text, { ...headers, 'content-type': 'text/plain' }),
      await inject('POST', `/api/basket/${basketId}/item`, text, headers),
    ];
    for (const reply of replies) {
      expect(reply.statusCode).toBeGreaterThanOrEqual(400);
      expect(tracesIn(reply.body, secrets)).toEqual([]);
    }
    await expectNothing(secrets);
  });

  it('are absent when the provider fails with the card in its error', async () => {
    const secrets = secretsOf(CARDS.success);
    await fillBasket();
    const error = new Error(`refused: ${secrets.number} ${secrets.cvc} ${secrets.holder}`);
    const failing = jest
      .spyOn(server.deps.payments, 'startCard')
      .mockRejectedValueOnce(Object.assign(error, { request: bodyOf(secrets) }));
    const reply = await pay(secrets);
    failing.mockRestore();
    expect(tracesIn(JSON.stringify(reply.body), secrets)).toEqual([]);
    await expectNothing(secrets);
  });

  it('would be found in a row, a binary column or a log line', async () => {
    const secrets = secretsOf(CARDS.challenge);
    await sql`create table left_over (what jsonb, raw bytea)`.execute(server.db);
    const row = JSON.stringify({ cvc, name: secrets.holder });
    const binary = Buffer.from(`card=${secrets.number}`);
    await sql`insert into left_over values (${row}, null), (null, ${binary})`.execute(server.db);
    expect(await tracesInStore(server.db, secrets)).toEqual({ left_over: ['cvc', 'holder', 'number'] });
    server.app.log.warn({ card: '4000 0000 0000 3220' }, 'left over');
    expect(tracesIn(said.join('\n'), secrets)).toEqual(['number']);
    expect(tracesIn(Buffer.from(`..${secrets.number}..`).toString('base64'), secrets)).toEqual(['number']);
  });
});
