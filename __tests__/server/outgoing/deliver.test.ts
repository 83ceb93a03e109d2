import type { Mail, Sms } from '../../../server/platform/outgoing/enqueue';
import { enqueue } from '../../../server/platform/outgoing/enqueue';
import { deliverDue, removeOldMessages } from '../../../server/platform/outgoing/deliver';
import { Refused } from '../../../server/platform/outgoing/provider';
import type { Senders } from '../../../server/platform/outgoing/senders';
import { testServer, type TestServer } from '../../support/testServer';

jest.setTimeout(30_000);

const MAIL: Mail = { channel: 'mail', to: 'a@b.example', subject: 'S', text: 'secret link', html: '<p>secret</p>' };
const SMS: Sms = { channel: 'sms', phone: '+905321234567', text: 'code 0417' };

describe('what waits to leave', () => {
  let server: TestServer;
  const lines: string[] = [];
  const log = { info: () => undefined, warn: (...line: unknown[]) => void lines.push(JSON.stringify(line)) };
  beforeAll(async () => void (server = await testServer()));
  afterAll(() => server.close());
  beforeEach(async () => {
    await server.db.deleteFrom('outgoing_messages').execute();
    lines.length = 0;
  });

  const sent: (Sms | Mail)[] = [];
  const sendersOf = (fail?: () => Error, keeps: ('sms' | 'mail')[] = []): Senders => {
    const send = async (message: Sms | Mail) => {
      if (fail) throw fail();
      sent.push(message);
    };
    return { sms: send, mail: send, keeps: new Set(keeps), close: async () => undefined };
  };
  const put = (message: Sms | Mail) =>
    server.db.transaction().execute((trx) => enqueue(trx, server.clock.now(), message));
  const run = (senders: Senders) => deliverDue({ db: server.db, clock: server.clock, senders, log });
  const row = () => server.db.selectFrom('outgoing_messages').selectAll().executeTakeFirstOrThrow();
  const later = (seconds: number) => server.clock.set(new Date(server.clock.now().getTime() + seconds * 1000));

  it('leaves once, and is emptied when a provider has it', async () => {
    await put(MAIL);
    sent.length = 0;
    await run(sendersOf());
    await run(sendersOf());
    expect(sent).toEqual([MAIL]);
    expect(await row()).toMatchObject({ attempts: 1, sent_at: server.clock.now(), body_text: null, body_html: null });
  });

  it('stays to be read in the outbox', async () => {
    await put(SMS);
    await run(sendersOf(undefined, ['sms']));
    expect(await row()).toMatchObject({ body_text: 'code 0417', sent_at: server.clock.now() });
  });

  it('is tried again after growing pauses, then given up', async () => {
    await put(MAIL);
    const senders = sendersOf(() => new Error('smtp ETIMEDOUT'));
    for (const pause of [5, 30, 120, 600, 3600]) {
      await run(senders);
      expect((await row()).next_attempt_at.getTime() - server.clock.now().getTime()).toBe(pause * 1000);
      later(pause - 1);
      await run(senders);
      later(1);
    }
    await run(senders);
    expect(await row()).toMatchObject({ attempts: 6, failed_at: server.clock.now(), body_text: null });
    expect(lines.join()).not.toMatch(/secret|b\.example/);
    expect(lines).toHaveLength(6);
  });

  it('is given up at once when it was refused for good', async () => {
    await put(SMS);
    await run(sendersOf(() => new Refused('twilio 400 21211')));
    expect(await row()).toMatchObject({ attempts: 1, failed_at: server.clock.now(), body_text: null });
    expect(lines.join()).toContain('21211');
    expect(lines.join()).not.toMatch(/0417|532/);
  });

  it('is not sent any more when its code has run out', async () => {
    await put(SMS);
    later(181);
    sent.length = 0;
    await run(sendersOf());
    expect(sent).toEqual([]);
    expect(await row()).toMatchObject({ failed_at: server.clock.now() });
  });

  it('goes out once from two servers at the same moment', async () => {
    await Promise.all(Array.from({ length: 12 }, () => put(MAIL)));
    sent.length = 0;
    await Promise.all([run(sendersOf()), run(sendersOf()), run(sendersOf())]);
    expect(sent).toHaveLength(12);
  });

  it('is removed after a month', async () => {
    await put(MAIL);
    later(29 * 86_400);
    await removeOldMessages(server.db, server.clock.now());
    expect(await server.db.selectFrom('outgoing_messages').select('id').execute()).toHaveLength(1);
    later(2 * 86_400);
    await removeOldMessages(server.db, server.clock.now());
    expect(await server.db.selectFrom('outgoing_messages').select('id').execute()).toHaveLength(0);
  });
});
