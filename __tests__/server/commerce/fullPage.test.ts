import { addBasketItem, createBasket, getPackages, payByCard, syncPayment } from '../../../contract/routes/commerce';
import { testServer, type TestServer } from '../../support/testServer';

describe('the bank’s page', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await testServer();
  });
  afterEach(() => server.close());

  let basketId: string;
  const pageOf = async (): Promise<string> => {
    const { packages } = (await server.call(getPackages, { as: 'company' })).body.payload;
    basketId = (await server.call(createBasket, { as: 'company' })).body.payload.basket._id;
    const productId = packages[0].id;
    await server.call(addBasketItem, { as: 'company', params: { basketId }, body: { productId } });
    const card = { cardHolderName: 'Ayşe', cardNumber: '4000000000003220', cvc: '123', expireMonth: '12' };
    const body = { basketId, ...card, expireYear: '39' };
    return (await server.call(payByCard, { as: 'company', body })).body.payload.result;
  };
  const open = (url: string, dest: 'iframe' | 'document') =>
    server.app.inject({ method: 'GET', url, headers: { 'sec-fetch-dest': dest, 'accept-language': 'en' } });

  it.each([
    ['in a frame, once', ['iframe', 'iframe'], ['bank', 'message']],
    ['in full page, once', ['document', 'document'], ['bank', 'result']],
    [
      'in a frame, then in full page, then no more',
      ['iframe', 'document', 'document', 'iframe'],
      ['bank', 'bank', 'result', 'message'],
    ],
    ['in full page, then in no frame', ['document', 'iframe'], ['bank', 'message']],
  ] as const)('opens %s, and then leads to the result', async (_, visits, expected) => {
    const url = await pageOf();
    const result = `/dashboard/packages/payment-result?status=pending&basketId=${basketId}`;
    const seen: string[] = [];
    for (const dest of visits) {
      const { statusCode, headers, body } = await open(url, dest);
      if (statusCode === 303) seen.push(headers.location === result ? 'result' : String(headers.location));
      else
        seen.push(body.includes(`"basketId":"${basketId}"`) ? 'message' : body.includes('id="bank"') ? 'bank' : body);
    }
    expect(seen).toEqual(expected);
  });

  it('opens in a frame and then in full page without the header, which browsers send only over https', async () => {
    const url = await pageOf();
    const seen: boolean[] = [];
    for (const address of [`${url}?framed=1`, url, url]) {
      const { body } = await server.app.inject({ method: 'GET', url: address });
      seen.push(body.includes('id="bank"'));
    }
    expect(seen).toEqual([true, true, false]);
    const again = await server.app.inject({ method: 'GET', url: `${url}?framed=1` });
    expect(again.body).toContain(`"basketId":"${basketId}"`);
  });

  it('leads back without the header by a page that is right in a frame and in full page', async () => {
    await pageOf();
    const { rows } = await server.pool.query('select id from payments');
    const back = await server.app.inject({
      method: 'GET',
      url: `/api/payment/checkout/sandbox/callback?id=${rows[0].id}`,
    });
    expect(back.body).toContain('parent.postMessage');
    const result = `/dashboard/packages/payment-result?status=pending&basketId=${basketId}`;
    expect(back.body).toContain(`if(parent===self)location.replace("${result}")`);
  });

  it('opens in full page when a browser opens the frame’s address in a tab', async () => {
    const url = await pageOf();
    expect((await open(`${url}?framed=1`, 'document')).body).toContain('id="bank"');
    expect((await open(url, 'document')).statusCode).toBe(303);
  });

  it('is not used up by a HEAD request, which scanners of links send', async () => {
    const url = await pageOf();
    expect((await server.app.inject({ method: 'HEAD', url })).statusCode).toBe(404);
    expect((await open(url, 'document')).body).toContain('id="bank"');
  });

  it('leads to the result once the payment is paid, and never says to pay again', async () => {
    const url = await pageOf();
    await open(url, 'iframe');
    const { rows } = await server.pool.query('select id from payments');
    const approved = await server.app.inject({
      method: 'POST',
      url: `/api/payment/sandbox/bank/${rows[0].id}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'answer=approve',
    });
    expect(approved.statusCode).toBe(303);
    // The browser could not leave the frame, so the server gets the bank's answer by asking for it.
    expect((await server.call(syncPayment, { as: 'company', body: { basketId } })).body.payload.status).toBe('success');
    const full = await open(url, 'document');
    expect([full.statusCode, full.headers.location]).toEqual([303, expect.stringContaining('status=success')]);
    const unknown = await open(`/api/payment/3ds/${'x'.repeat(43)}`, 'document');
    expect(unknown.statusCode).toBe(404);
    expect(unknown.body).toContain('Your payment may have gone through.');
    expect(unknown.body).toContain('/dashboard/packages/statement');
  });

  it('may leave its frame without a click, open a window and ask a question', async () => {
    const url = await pageOf();
    const page = JSON.stringify({ kind: 'html', html: '<script>open("https://bank.example","_top")</script>' });
    await server.pool.query('update payments set page = $1', [page]);
    const policy = String((await open(url, 'iframe')).headers['content-security-policy']);
    for (const right of ['top-navigation', 'popups', 'popups-to-escape-sandbox', 'modals'])
      expect(policy.split(/[ ;]/)).toContain(`allow-${right}`);
    expect(policy).not.toContain('allow-same-origin');
  });
});
