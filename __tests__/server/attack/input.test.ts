import { Writable } from 'node:stream';
import { postProfileUpdate } from '../../../contract/routes/account';
import { searchApplications } from '../../../contract/routes/applications';
import { gatewayPutWorker } from '../../../contract/routes/gateway';
import { postJob } from '../../../contract/routes/jobs';
import { putBranch } from '../../../contract/routes/organisation';
import { updateFcmToken } from '../../../contract/routes/session';
import { ROUTES } from '../../../contract/routes/index';
import { createLogger } from '../../../server/platform/logger';
import { isPushService } from '../../../server/platform/ports/senders';
import { rightCall } from '../../support/rightCalls';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';

/** Fields that no client may set, by the names of the wire and of the store. */
const FORBIDDEN = {
  id: 1,
  organisationId: 1,
  organisation_id: 1,
  userId: 1,
  user_id: 1,
  userType: 'root',
  user_type: 'root',
  grantLevel: 100,
  dashboardAccess: true,
  dashboard_access: true,
  jobCreationBalance: 9_999,
  job_creation_balance: 9_999,
  passwordHash: 'x',
  password_hash: 'x',
  deletedAt: null,
  peopleBoxCredential: { status: 'active' },
  matchScore: 1,
  createdAt: '2000-01-01T00:00:00.000Z',
  created_at: '2000-01-01T00:00:00.000Z',
};

describe('malicious input', () => {
  let server: TestServer;
  let world: World;
  const lines: string[] = [];
  beforeAll(async () => {
    const destination = new Writable({
      write: (part: Buffer, _encoding, done) => {
        lines.push(part.toString());
        done();
      },
    });
    server = await testServer({ logger: createLogger('debug', destination) });
    world = await findWorld(server.db);
  });
  afterAll(() => server.close());

  const userRow = (email: string) =>
    server.db
      .selectFrom('users')
      .select([
        'id',
        'organisationId',
        'userType',
        'dashboardAccess',
        'jobCreationBalance',
        'passwordHash',
        'createdAt',
      ])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();

  it('sets no field outside the form of the own account', async () => {
    const before = await userRow('company@demo.test');
    const { phone, firstName, lastName } = await server.db
      .selectFrom('users')
      .select(['phone', 'firstName', 'lastName'])
      .where('email', '=', 'company@demo.test')
      .executeTakeFirstOrThrow();
    const body = { firstName, lastName, phone, email: 'company@demo.test', location: '41.0, 29.0' };
    const { status } = await server.call(postProfileUpdate, { as: 'company', body: { ...body, ...FORBIDDEN } });
    expect([status, await userRow('company@demo.test')]).toEqual([200, before]);
  });

  it('sets no field outside the form of a branch, a job or a worker', async () => {
    const right = rightCall(putBranch, world).body as object;
    const email = 'mass@demo.test';
    const root = await userRow('root@demo.test');
    const made = await server.call(putBranch, { as: 'root', body: { ...right, ...FORBIDDEN, email } });
    expect(made.status).toBe(200);
    expect(await userRow(email)).toMatchObject({
      organisationId: root.organisationId,
      userType: 'branch',
      jobCreationBalance: 0,
      passwordHash: null,
    });
    const job = rightCall(postJob, world).body as object;
    const { targetUser: _branch, ...own } = { targetUser: 0, ...job };
    const posted = await server.call(postJob, { as: 'branch', body: { ...own, ...FORBIDDEN } });
    expect(posted.body.payload.job).toMatchObject({ user: { id: world.branchId } });
    expect(posted.body.payload.job.id).not.toBe(1);
    const worker = { firstName: 'Ada', lastName: 'Ün', ...FORBIDDEN };
    const put = await server.call(gatewayPutWorker, { as: 'gateway', params: { externalId: 'mass-1' }, body: worker });
    expect(put.body.payload.worker.id).not.toBe(1);
  });

  it('reads a repeated parameter in one way only', async () => {
    const authorization = `Bearer ${await server.tokenOf('branch')}`;
    for (const query of [
      `jobId=${world.job}&jobId=${world.otherJob}`,
      'page=1&page=2',
      'limit=1&limit=500',
      'page[]=1',
      'page[a]=1',
    ]) {
      const { statusCode } = await server.app.inject({
        url: `${searchApplications.path}?${query}`,
        headers: { authorization },
      });
      expect([query, [200, 400].includes(statusCode)]).toEqual([query, true]);
      if (!query.includes('[')) expect([query, statusCode]).toEqual([query, 400]);
    }
  });

  it('cannot change an object prototype', async () => {
    const bodies = [
      '{"__proto__":{"polluted":1}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"a":{"__proto__":{"polluted":1}}}',
    ];
    for (const { method, path, body } of ROUTES.filter((route) => route.body)) {
      if (!body) continue;
      for (const payload of bodies)
        await server.app.inject({
          method,
          url: path.replace(/:\w+/g, '1'),
          headers: { 'content-type': 'application/json' },
          payload,
        });
    }
    await server.app.inject('/api/countries?__proto__[polluted]=1&constructor[prototype][polluted]=1');
    expect([
      ({} as Record<string, unknown>).polluted,
      Object.prototype.hasOwnProperty.call(Object.prototype, 'polluted'),
    ]).toEqual([undefined, false]);
  });

  it('cannot write a second line or a terminal control character into the log', async () => {
    lines.length = 0;
    const text = 'x\r\n{"level":"fatal","msg":"planted"}\u001b[2J\u2028';
    await server.app.inject({
      method: 'POST',
      url: '/api/user/login',
      headers: { 'x-forwarded-for': '1.1.1.1", "msg":"planted', 'user-agent': 'x", "msg":"planted' },
      payload: { email: text, password: text },
    });
    await server.app.inject(`/api/${encodeURIComponent(text)}`);
    const entries = lines.join('').split('\n').filter(Boolean);
    expect(entries.length).toBeGreaterThan(0);
    for (const entry of entries) {
      expect(JSON.parse(entry)).not.toMatchObject({ msg: 'planted' });
      expect(entry).not.toContain('\u001b');
    }
  });

  it.each([
    'https://169.254.169.254/latest/meta-data',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://0x7f000001/',
    'https://localhost/',
    'http://fcm.googleapis.com/fcm/send/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user@fcm.googleapis.com/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://evil.example/fcm.googleapis.com',
    'https://evilpush.services.mozilla.com.evil.example/',
    'https://xnotify.windows.com/',
    'https://push.services.mozilla.com/',
    'https://fcm.googleapis.com./x',
    'https://fcm。googleapis。com.evil.example/x',
    'file:///etc/passwd',
    'gopher://fcm.googleapis.com/',
  ])('sends no request to a foreign push address: %s', async (endpoint) => {
    expect(isPushService(new URL(endpoint))).toBe(false);
    const fcm_token = JSON.stringify({ endpoint, keys: { p256dh: 'x', auth: 'x' } });
    expect((await server.call(updateFcmToken, { as: 'branch', body: { fcm_token } })).status).toBe(400);
  });
});
