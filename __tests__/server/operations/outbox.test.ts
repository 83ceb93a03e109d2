import { enqueue } from '../../../server/platform/outgoing/enqueue';
import { testServer, type TestServer } from '../../support/testServer';

describe('GET /dev/outbox', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
    await server.db.transaction().execute(async (trx) => {
      const now = server.clock.now();
      await enqueue(trx, now, { channel: 'sms', phone: '+905321234567', text: 'Kodunuz: 0417' });
      const text =
        'Hi <b>x</b> "y" & z\nhttps://jobs.example/dashboard/reset-password/abc?a=1&b=2. javascript:alert(1)';
      await enqueue(trx, now, {
        channel: 'mail',
        to: 'a@b.example',
        subject: '<script>1</script>',
        text,
        html: '<p>x</p>',
      });
    });
  });
  afterAll(() => server.close());

  it('returns JSON to programs, newest first', async () => {
    const reply = await server.app.inject({ url: '/dev/outbox', headers: { accept: 'application/json' } });
    const { ok, payload } = reply.json<{ ok: boolean; payload: { channel: string; text: string }[] }>();
    expect(ok).toBe(true);
    expect(payload.map(({ channel }) => channel)).toEqual(['mail', 'sms']);
    expect(payload[1]).toMatchObject({
      to: '+905321234567',
      text: 'Kodunuz: 0417',
      at: server.clock.now().toISOString(),
    });
    expect(reply.headers['cache-control']).toBe('no-store');
  });

  it('returns a page to browsers, with links as the only markup of a message', async () => {
    const { body, headers } = await server.app.inject({ url: '/dev/outbox', headers: { accept: 'text/html' } });
    expect(headers['content-type']).toContain('text/html');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).not.toMatch(/script-src|unsafe/);
    expect(body).toContain('&lt;script&gt;1&lt;/script&gt;');
    expect(body).toContain('Hi &lt;b&gt;x&lt;/b&gt; &quot;y&quot; &amp; z');
    expect(body).not.toContain('<script>');
    expect(body.match(/<a [^>]*>/g)).toEqual([
      '<a href="/dev/outbox">',
      '<a href="https://jobs.example/dashboard/reset-password/abc?a=1&amp;b=2">',
    ]);
  });

  it.each([
    ['tr-TR', 'Demo giden kutusu', 'E-posta: a@b.example', 'Demo: gerçek veri girmeyin'],
    ['es', 'Bandeja de salida de la demo', 'Correo para a@b.example', 'Demo: no introduzca datos reales'],
    ['fr', 'Demo outbox', 'Email to a@b.example', 'Demo: don’t enter real data'],
  ])('uses the language of the browser: %s', async (language, title, heading, demo) => {
    const { body } = await server.app.inject({ url: '/dev/outbox', headers: { 'accept-language': language } });
    expect(body).toContain(`<h1>${title}</h1>`);
    expect(body).toContain(`<h2>${heading}</h2>`);
    expect(body).toContain(`<p class="demo">${demo}</p>`);
  });

  it('says until when a message waits', async () => {
    const other = await testServer({ now: new Date('2026-03-11T20:00:00.000Z') });
    const notBefore = new Date('2026-03-12T05:00:00.000Z');
    await other.db
      .transaction()
      .execute((trx) =>
        enqueue(trx, other.clock.now(), { channel: 'sms', phone: '+905321234567', text: 'Hello', notBefore }),
      );
    const bodyOf = async () => (await other.app.inject({ url: '/dev/outbox' })).body;
    expect(await bodyOf()).toContain('Waits until 12 Mar 2026, 08:00:00');
    other.clock.set(notBefore);
    expect(await bodyOf()).not.toContain('Waits until');
    await other.close();
  });

  it.each(['0', '-1', '1.5', 'x', '', '1&page=2', '9999999'])('rejects page=%s', async (page) => {
    expect((await server.app.inject({ url: `/dev/outbox?page=${page}` })).statusCode).toBe(400);
  });

  it('shows fifty messages on a page', async () => {
    const other = await testServer();
    const pageOf = async (page: number) => {
      const url = `/dev/outbox?page=${page}`;
      const { body } = await other.app.inject({ url });
      const json = await other.app.inject({ url, headers: { accept: 'application/json' } });
      const { payload } = json.json<{ payload: { text: string }[] }>();
      return { body, texts: payload.map(({ text }) => text) };
    };
    expect((await pageOf(1)).body).toContain('Nothing has been sent yet');
    await other.db.transaction().execute(async (trx) => {
      for (let number = 1; number <= 51; number += 1) {
        await enqueue(trx, other.clock.now(), { channel: 'sms', phone: '+905321234567', text: String(number) });
      }
    });
    const [first, second, third] = [await pageOf(1), await pageOf(2), await pageOf(3)];
    expect([first.texts.length, first.texts[0], second.texts]).toEqual([50, '51', ['1']]);
    expect(first.body).toContain('href="/dev/outbox?page=2" rel="next"');
    expect(first.body).not.toContain('rel="prev"');
    expect(second.body).toContain('href="/dev/outbox?page=1" rel="prev"');
    expect(second.body).not.toContain('rel="next"');
    expect(third.body).toContain('No messages on this page');
    await other.close();
  });

  it.each(['/dev/outbox', '/dev/outbox.css'])('exists in the demo only: %s', async (url) => {
    const other = await testServer({ env: { DEMO: '0' } });
    const [answer, unknown] = [await other.app.inject({ url }), await other.app.inject({ url: '/dev/nothing' })];
    const what = ({ statusCode, body }: typeof answer) => [statusCode, body.replace(/"requestId":"[^"]*"/, '')];
    expect(what(answer)).toEqual(what(unknown));
    expect(answer.statusCode).toBe(404);
    await other.close();
  });
});
