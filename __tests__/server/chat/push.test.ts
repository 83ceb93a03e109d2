import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { logout, updateFcmToken } from '../../../contract/routes/session';
import { deliverDue } from '../../../server/platform/outgoing/deliver';
import { readSubscription } from '../../../server/platform/ports/senders';
import { createSenders } from '../../../server/adapters/senders';
import { readSettings } from '../../../server/platform/settings';
import { pushBrowser, type PushBrowser } from '../../support/pushBrowser';
import { testServer, type TestServer } from '../../support/testServer';
import { chatWorld, type ChatWorld } from './chatWorld';

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwk = pair.privateKey.export({ format: 'jwk' });
const PUBLIC = Buffer.concat([
  Buffer.from([4]),
  Buffer.from(jwk.x!, 'base64url'),
  Buffer.from(jwk.y!, 'base64url'),
]).toString('base64url');
const VAPID = { VAPID_PUBLIC_KEY: PUBLIC, VAPID_PRIVATE_KEY: jwk.d!, VAPID_SUBJECT: 'mailto:it@example.com' };

describe('web push', () => {
  let server: TestServer;
  let chat: ChatWorld;
  let browser: PushBrowser;
  const lines: string[] = [];
  const log = { info: () => undefined, warn: (...line: unknown[]) => void lines.push(JSON.stringify(line)) };
  beforeAll(async () => {
    server = await testServer({ env: VAPID });
    // Only tests allow a push service on this machine.
    server.deps.isPushService = ({ hostname }) => hostname === '127.0.0.1';
    chat = await chatWorld(server);
    browser = await pushBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });
  beforeEach(async () => {
    await server.db.deleteFrom('outgoingMessages').execute();
    await server.db.updateTable('accessTokens').set({ fcmToken: null }).execute();
    browser.seen.length = 0;
    browser.answer(201);
    lines.length = 0;
  });

  const subscribe = async (as: string, fcmToken: string | null = browser.subscription) => {
    const token = await server.tokenOf(as);
    const headers = { authorization: `Bearer ${token}` };
    const { status, body } = await server.call(updateFcmToken, { headers, body: { fcm_token: fcmToken } });
    return { headers, status, body };
  };
  const deliver = async () => {
    const { db, clock, settings, fileStore, isPushService: isService } = server.deps;
    const senders = createSenders(settings, { db, ...(isService && { isService }) });
    await deliverDue({ db, clock, fileStore, settings, senders, log }, 'push');
  };
  const held = () => server.db.selectFrom('outgoingMessages').selectAll().where('channel', '=', 'push').execute();
  const kept = async () =>
    (await server.db.selectFrom('accessTokens').select('fcmToken').where('fcmToken', 'is not', null).execute()).length;

  it('notifies the browser of a worker’s message without its text', async () => {
    expect((await subscribe('branch')).status).toBe(200);
    await chat.receive('Gizli bir söz');
    await deliver();
    expect(browser.seen).toHaveLength(1);
    const { text, headers } = browser.seen[0]!;
    expect(JSON.parse(text)).toEqual({
      type: 'message',
      threadId: chat.threadId,
      userId: chat.world.branchId,
      companyName: expect.any(String),
    });
    expect(text).not.toContain('Gizli');
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600', topic: `thread-${chat.threadId}` });
    // Signed with the key of the browser's subscription. RFC 8292.
    const [, jwt = ''] = /t=([^,]+)/.exec(String(headers.authorization)) ?? [];
    const [head, claims, signature] = jwt.split('.');
    const key = createPublicKey(pair.privateKey);
    const signed = Buffer.from(`${head}.${claims}`);
    expect(verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature!, 'base64url'))).toBe(
      true,
    );
    expect((await held())[0]).toMatchObject({ sentAt: expect.any(Date), bodyText: null });
  });

  it('notifies subscribed root and HR users, but no sibling branch or other organisation', async () => {
    await subscribe('root');
    await chat.receive('bir');
    expect(await held()).toHaveLength(1);
    await subscribe('branch2');
    await server.db.deleteFrom('outgoingMessages').execute();
    await chat.receive('iki');
    // A browser belongs to the account that last signed in there.
    expect(await held()).toHaveLength(0);
    await subscribe('other');
    await chat.receive('üç');
    expect(await held()).toHaveLength(0);
  });

  it('does not notify the sender', async () => {
    await subscribe('branch');
    await chat.say('Merhaba');
    expect(await held()).toHaveLength(0);
  });

  it.each([404, 410])('deletes a subscription that is gone (%s)', async (status) => {
    await subscribe('branch');
    await chat.receive('bir');
    browser.answer(status);
    await deliver();
    expect(await kept()).toBe(0);
    expect((await held())[0]!.failedAt).not.toBeNull();
    expect(lines.join()).toContain(`push ${status}`);
    expect(lines.join()).not.toContain('127.0.0.1');
  });

  it('retries when the push service is busy', async () => {
    await subscribe('branch');
    await chat.receive('bir');
    browser.answer(503);
    await deliver();
    expect(await kept()).toBe(1);
    browser.answer(201);
    server.clock.set(new Date(server.clock.now().getTime() + 6_000));
    await deliver();
    expect((await held())[0]!.sentAt).not.toBeNull();
  });

  it('sends nothing after signing out', async () => {
    const { headers } = await subscribe('branch');
    await chat.receive('bir');
    await server.call(logout, { headers });
    await deliver();
    expect(browser.seen).toHaveLength(0);
    expect((await held())[0]!.failedAt).not.toBeNull();
  });

  it('sends nothing to an expired subscription', async () => {
    await subscribe('branch');
    await chat.receive('bir');
    const now = server.clock.now();
    server.clock.set(new Date(now.getTime() + 3_700_000));
    await deliver();
    server.clock.set(now);
    expect(browser.seen).toHaveLength(0);
  });

  const keys = () => (JSON.parse(browser.subscription) as { keys: Record<string, string> }).keys;
  it.each<[string, (good: Record<string, string>) => unknown]>([
    ['an address inside', () => ({ endpoint: 'https://169.254.169.254/x', keys: keys() })],
    ['http', () => ({ endpoint: 'http://fcm.googleapis.com/x', keys: keys() })],
    ['a host that only looks like one', () => ({ endpoint: 'https://fcm.googleapis.com.evil.test/x', keys: keys() })],
    ['a user in the address', () => ({ endpoint: 'https://fcm.googleapis.com@evil.test/x', keys: keys() })],
    ['another port', () => ({ endpoint: 'https://fcm.googleapis.com:8443/x', keys: keys() })],
    ['no keys', () => ({ endpoint: 'https://fcm.googleapis.com/x' })],
    [
      'a key of no curve',
      (good) => ({
        endpoint: 'https://fcm.googleapis.com/x',
        keys: { ...good, p256dh: Buffer.alloc(65, 4).toString('base64url') },
      }),
    ],
    ['a short secret', (good) => ({ endpoint: 'https://fcm.googleapis.com/x', keys: { ...good, auth: 'AAAA' } })],
    ['a list', () => []],
    ['nothing', () => ({})],
  ])('rejects %s', async (_name, make) => {
    const { isPushService } = server.deps;
    delete server.deps.isPushService;
    const { status, body } = await subscribe('branch', JSON.stringify(make(keys())));
    if (isPushService) server.deps.isPushService = isPushService;
    expect([status, body.errors]).toEqual([
      400,
      { children: { fcm_token: { errors: ['push.subscription.invalid'] } } },
    ]);
  });

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])('accepts %s', (endpoint) => {
    expect(readSubscription(JSON.stringify({ endpoint, keys: keys() }))).toEqual({ endpoint, keys: keys() });
  });
});

describe('settings of web push', () => {
  it.each([
    ['one of them missing', { VAPID_PUBLIC_KEY: PUBLIC }, 'VAPID_PRIVATE_KEY'],
    ['a short key', { ...VAPID, VAPID_PUBLIC_KEY: 'AAAA' }, 'VAPID_PUBLIC_KEY'],
    [
      'keys of two pairs',
      { ...VAPID, VAPID_PRIVATE_KEY: Buffer.alloc(32, 7).toString('base64url') },
      'VAPID_PRIVATE_KEY',
    ],
    ['an invalid subject', { ...VAPID, VAPID_SUBJECT: 'it' }, 'VAPID_SUBJECT'],
  ])('stop the start: %s', (_name, env, named) => {
    expect(() => readSettings(env)).toThrow(named);
  });

  it('are read, and are optional', () => {
    expect(readSettings(VAPID).push).toEqual({
      publicKey: PUBLIC,
      privateKey: jwk.d,
      subject: 'mailto:it@example.com',
    });
    expect(readSettings({}).push).toBeNull();
  });
});
