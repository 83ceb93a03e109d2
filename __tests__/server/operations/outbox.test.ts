import { enqueue } from '../../../server/platform/outgoing/enqueue';
import { testServer, type TestServer } from '../../support/testServer';

jest.setTimeout(30_000);

describe('GET /dev/outbox', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
    await server.db.transaction().execute(async (trx) => {
      const now = server.clock.now();
      await enqueue(trx, now, { channel: 'sms', phone: '+905321234567', text: 'Kodunuz: 0417' });
      const text = 'Hi <b>x</b>\nhttps://jobs.example/dashboard/reset-password/abc';
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

  it('is JSON for programs, the newest first', async () => {
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

  it('is a page for people, where nothing of a message is markup but its links', async () => {
    const { body, headers } = await server.app.inject({ url: '/dev/outbox', headers: { accept: 'text/html' } });
    expect(headers['content-type']).toContain('text/html');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(body).toContain('&lt;script&gt;1&lt;/script&gt;');
    expect(body).not.toContain('<script>');
    expect(body).toContain('<a href="https://jobs.example/dashboard/reset-password/abc">');
  });

  it('is nowhere but in the demo', async () => {
    const other = await testServer({ env: { DEMO: '0' } });
    expect((await other.app.inject({ url: '/dev/outbox' })).statusCode).toBe(404);
    await other.close();
  });
});
