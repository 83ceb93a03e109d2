import { sql } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { getReceipt } from '../../../contract/routes/commerce';
import type { Basket } from '../../../contract/schemas/commerce';
import { advanceUnsettled, renewDue } from '../../../server/modules/payment';
import { NOW } from '../../support/demo';
import { CARDS } from '../../support/money/cards';
import { shopper } from '../../support/money/shopper';
import { testServer, type CallOptions, type TestServer } from '../../support/testServer';
import { readPdf } from '../exports/reading';

const ADDRESS = 'Şair Nigâr Sok. 5/1 Şişli';

describe('receipts', () => {
  let server: TestServer;
  let buyer: ReturnType<typeof shopper>;
  let basket: Basket;
  beforeEach(async () => {
    server = await testServer();
    buyer = shopper(server);
    await sql`
      update users set commercial_title = 'Mavi Kahve Gıda Ltd. Şti.', company_address = ${ADDRESS}, language_code = 'en',
        tax_office_id = (select min(id) from tax_offices where province = 'İstanbul'), tax_office_number = '1234567890'
      where email = 'company@demo.test'`.execute(server.db);
    basket = await buyer.fill('Three jobs');
    await buyer.setQuantity(basket, 2);
  });
  afterEach(() => server.close());

  const payments = () => server.db.selectFrom('payments').selectAll().orderBy('createdAt', 'desc').execute();
  const lastId = async () => (await payments())[0]!.id;
  const mails = () =>
    server.db
      .selectFrom('outgoingMessages')
      .select(['recipient', 'subject', 'bodyText', 'bodyHtml'])
      .where('subject', 'like', 'Receipt:%')
      .execute();
  const fetchReceipt = (paymentId: string, { as = 'company', headers = {} }: CallOptions = {}) =>
    server.call(getReceipt, { as, params: { paymentId }, headers });
  const taxOffice = async () =>
    (
      await sql<{ name: string }>`
        select name from tax_offices where id = (select min(id) from tax_offices where province = 'İstanbul')`.execute(
        server.db,
      )
    ).rows[0]!.name;

  it('are mailed once with order, lines, credits, amount, tax and the company’s tax data', async () => {
    await buyer.pay(basket._id);
    await Promise.all([1, 2].map(() => advanceUnsettled(server.deps, { quietMs: 0 })));
    const sent = await mails();
    expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      ['company@demo.test', 'Receipt: ₺2,398.00'],
    ]);
    const { bodyText: text } = sent[0]!;
    expect(text).toContain(`Order number: ${await lastId()}`);
    expect(text).toContain('We received your payment of ₺2,398.00 on 11/03/2026.');
    expect(text).toContain('You bought: 2 × Three jobs (₺2,398.00)');
    expect(text).toContain('Job credits: 6');
    expect(text).toContain('Tax: Included in the amount where it applies');
    expect(text).toContain(`Mavi Kahve Gıda Ltd. Şti., ${await taxOffice()} 1234567890, ${ADDRESS}`);
    expect(text).toContain('/dashboard/packages/statement');
  });

  it('do not exist for a failed or pending payment', async () => {
    await buyer.pay(basket._id, CARDS.declined);
    await buyer.pay(basket._id, CARDS.challenge);
    expect(await mails()).toEqual([]);
    expect((await payments()).map(({ receipt }) => receipt)).toEqual([null, null]);
    expect((await fetchReceipt(await lastId())).body.key).toBe(ERROR_KEYS.notFound);
  });

  it('are mailed for a paid renewal with the plan', async () => {
    await sql`
      update subscriptions set status = 'active', provider = 'sandbox', provider_token = 'sandbox-success',
        next_attempt_at = ${NOW}, ends_at = null, starts_at = ${new Date(NOW.getTime() - 30 * 86_400_000)}
      where user_id = (select id from users where email = 'company@demo.test')`.execute(server.db);
    expect(await renewDue(server.deps)).toBe(1);
    const plan = (
      await sql<{ title: string; price: number }>`
        select p.product -> 'title' ->> 'en' as title, p.price_minor as price from subscriptions s
        join subscription_plans p on p.id = s.plan_id join users u on u.id = s.user_id where u.email = 'company@demo.test'`.execute(
        server.db,
      )
    ).rows[0]!;
    const amount = new Intl.NumberFormat('en', { style: 'currency', currency: 'TRY', currencyDisplay: 'narrowSymbol' });
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail!.bodyText).toContain(`You bought: 1 × ${plan.title} (${amount.format(plan.price / 100)})`);
    expect((await fetchReceipt(await lastId())).status).toBe(200);
  });

  it.each([
    ['tr', 'Ödeme makbuzu', '2 × Üçlü Paket', '11 Mart 2026', '₺2.398,00'],
    ['en', 'Receipt', '2 × Three jobs', '11 March 2026', '₺2,398.00'],
    ['es', 'Recibo', '2 × Tres empleos', '11 de marzo de 2026', '2398,00 ₺'],
  ])('are a PDF in the language of the request: %s', async (language, title, line, day, total) => {
    await buyer.pay(basket._id);
    const id = await lastId();
    const { status, headers, file } = await fetchReceipt(id, { headers: { 'accept-language': language } });
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
    expect(headers['content-disposition']).toContain(`_2026-03-11_${id.slice(0, 8)}.pdf`);
    const { pages, title: name } = readPdf(file!);
    expect(name).toBe(`${title} ${id}`);
    expect(pages).toHaveLength(1);
    const text = pages[0]!.replace(/\s+/g, ' ');
    for (const part of [title, id, line, day, total, '1234567890', ADDRESS, 'Mavi Kahve Gıda Ltd. Şti.'])
      expect(text).toContain(part);
  });

  it('keep the data of the payment’s time after changes of profile and catalogue', async () => {
    await buyer.pay(basket._id);
    await sql`update users set commercial_title = 'Another Ltd.', company_address = 'Elsewhere'`.execute(server.db);
    await sql`update products set title = '{"tr":"x","en":"Renamed","es":"x"}', price_minor = 1`.execute(server.db);
    const text = readPdf((await fetchReceipt(await lastId())).file!).pages[0]!;
    expect(text).toContain('Three jobs');
    expect(text).toContain('Mavi Kahve');
    expect(text).not.toMatch(/Another|Renamed/);
  });

  it('show the known data of orders older than the receipts', async () => {
    await buyer.pay(basket._id);
    const id = await lastId();
    await sql`
      update payments set receipt = null,
        grants = jsonb_set(grants, '{items}', '[{"title": "Three jobs", "quantity": 2}, {"title": "Top", "quantity": 1}]')
      where id = ${id}`.execute(server.db);
    const text = readPdf((await fetchReceipt(id)).file!).pages[0]!;
    for (const part of ['2 × Three jobs', '1 × Top', '₺2,398.00']) expect(text).toContain(part);
  });

  it('answer 404 to a foreign or unknown receipt', async () => {
    await buyer.pay(basket._id);
    const id = await lastId();
    for (const reply of [await fetchReceipt(id, { as: 'other' }), await fetchReceipt('f'.repeat(32))])
      expect([reply.status, reply.body.key]).toEqual([404, ERROR_KEYS.notFound]);
  });

  it('have a request limit', async () => {
    const ask = () => fetchReceipt('f'.repeat(32));
    for (let at = 0; at < 60; at += 1) expect((await ask()).status).toBe(404);
    const { status, body, headers } = await ask();
    expect([status, body.key]).toEqual([429, ERROR_KEYS.tooManyRequests]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(500);
  });
});
