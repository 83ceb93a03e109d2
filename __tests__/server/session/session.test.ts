import * as argon2 from '@node-rs/argon2';
import { DAY } from '../../../contract/constants/time';
import { getCurrentUser, login, logout, updateFcmToken } from '../../../contract/routes/session';
import { SESSION_DAYS, TOKEN_DAYS } from '../../../contract/constants/limits';
import { hashPassword } from '../../../server/platform/auth/passwords';
import { findSession, removeExpiredTokens, rotateToken } from '../../../server/platform/auth/tokens';
import { sha256 } from '../../../server/platform/secrets';
import { unavailable } from '../../../server/platform/errors';
import { DEMO_PASSWORD, NOW } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';
import { untilWaiting } from '../../support/untilWaiting';

jest.mock('@node-rs/argon2', () => {
  const actual = jest.requireActual('@node-rs/argon2');
  return { ...actual, verify: jest.fn(actual.verify) };
});
const verify = argon2.verify as jest.Mock;

describe('sessions', () => {
  let server: TestServer;
  let auditedBefore = 0;
  beforeAll(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    server.clock.set(NOW);
    await server.pool.query('delete from access_tokens; delete from rate_limits; update users set deleted_at = null');
    auditedBefore = (await server.pool.query('select coalesce(max(id), 0) as id from audit_log')).rows[0].id;
    verify.mockClear();
  });
  afterAll(() => server.close());

  const signIn = (name: string, password = DEMO_PASSWORD) =>
    server.call(login, { body: { email: name.includes('@') ? name : `${name}@demo.test`, password } });
  const me = (token: string) => server.call(getCurrentUser, { headers: { authorization: `Bearer ${token}` } });
  const tokenFrom = async (name: string): Promise<string> => (await signIn(name)).body.payload.access_token;
  const later = (milliseconds: number) => server.clock.set(new Date(server.clock.now().getTime() + milliseconds));
  const actions = async () =>
    (await server.db.selectFrom('auditLog').selectAll().where('id', '>', auditedBefore).orderBy('id').execute()).map(
      ({ action, actorUserId, subjectId, details }) => ({ action, actorUserId, subjectId, details }),
    );

  describe('signing in', () => {
    it.each([
      ['branch', 'branch', 10, true],
      ['company', 'company', 40, true],
      ['hr', 'hr_account', 90, false],
      ['root', 'root', 100, false],
    ])('gives %s a token and the user', async (name, userType, grantLevel, hasCounts) => {
      const { status, body } = await signIn(name);
      expect(status).toBe(200);
      expect(body.payload.user).toMatchObject({
        userType,
        grantLevel,
        email: `${name}@demo.test`,
        dashboardAccess: true,
      });
      expect('counts' in body.payload.user).toBe(hasCounts);
      expect(body.payload.access_token).toMatch(/^[\w-]{43}$/);
      expect((await me(body.payload.access_token)).body.payload.user).toEqual(body.payload.user);
    });

    it('counts what the account owns', async () => {
      const { body } = await signIn('branch');
      const { id } = body.payload.user;
      const { rows } = await server.pool.query(
        `select (select count(*)::int from jobs where user_id = $1 and status <> 'deleted') as jobs,
          (select count(*)::int from applications a join jobs j on j.id = a.job_id
            where a.user_id = $1 and a.status <> 'rejected' and j.status <> 'deleted') as applications,
          (select count(*)::int from applications a join jobs j on j.id = a.job_id
            where a.user_id = $1 and a.status <> 'rejected' and a.is_shortlisted and j.status <> 'deleted') as "shortLists"`,
        [id],
      );
      expect(body.payload.user.counts).toEqual(rows[0]);
    });

    it('ignores the letter case of an email', async () => expect((await signIn('RooT@Demo.TEST')).status).toBe(200));

    it('answers an unknown email like a wrong password, after the same work', async () => {
      // Demo accounts of the tests have a cheap hash; this one gets what the product would store.
      const passwordHash = await hashPassword(DEMO_PASSWORD);
      await server.db.updateTable('users').set({ passwordHash }).where('email', '=', 'root@demo.test').execute();
      const [unknown, wrong] = [await signIn('nobody', 'Wrong12'), await signIn('root', 'Wrong12')];
      expect(unknown.status).toBe(400);
      const { requestId: _one, ...first } = unknown.body;
      const { requestId: _other, ...second } = wrong.body;
      expect(first).toEqual(second);
      expect(first.key).toBe('exception.user.invalid');
      expect(verify).toHaveBeenCalledTimes(2);
      const [[dummy], [real]] = verify.mock.calls as [[string], [string]];
      const parameters = (hash: string) => hash.split('$').slice(1, 4).join('$');
      expect(parameters(dummy)).toBe(parameters(real));
      expect((await actions()).map(({ action }) => action)).toEqual(['session.refused', 'session.refused']);
    });

    it.each([
      ['closed', 'no_dashboard_access'],
      ['worker', 'worker_login'],
      ['unknown', 'unknown_user_type'],
    ])('answers %s: 403 %s, only after the right password', async (name, key) => {
      expect((await signIn(name, 'Wrong12')).body.key).toBe('exception.user.invalid');
      const { status, body } = await signIn(name);
      expect([status, body.key]).toEqual([403, key]);
    });

    it('rejects a deleted account', async () => {
      await server.db
        .updateTable('users')
        .set({ deletedAt: server.clock.now() })
        .where('email', '=', 'hr@demo.test')
        .execute();
      expect((await signIn('hr')).body.key).toBe('exception.user.invalid');
    });

    it('audits sign-ins, failed tries and sign-outs without secrets', async () => {
      const { body } = await signIn('root');
      const { id } = body.payload.user;
      await signIn('root', 'Wrong12');
      await server.call(logout, { headers: { authorization: `Bearer ${body.payload.access_token}` } });
      expect(await actions()).toEqual([
        { action: 'session.started', actorUserId: id, subjectId: id, details: {} },
        { action: 'session.refused', actorUserId: null, subjectId: id, details: {} },
        { action: 'session.ended', actorUserId: id, subjectId: id, details: {} },
      ]);
    });
  });

  describe('limits of signing in', () => {
    it('do not count a try whose password was not checked', async () => {
      for (let n = 0; n < 11; n += 1) {
        verify.mockRejectedValueOnce(unavailable(2));
        expect((await signIn('root')).status).toBe(503);
      }
      expect((await signIn('root')).status).toBe(200);
    });

    it('allow an account ten wrong passwords, then reject even the right one until the time is over', async () => {
      for (let n = 0; n < 10; n += 1) expect((await signIn('root', 'Wrong12')).status).toBe(400);
      const { status, body, headers } = await signIn('root');
      expect([status, body.key]).toEqual([429, 'error.too_many_requests']);
      expect(headers['retry-after']).toBe('900');
      expect((await signIn('branch')).status).toBe(200);
      later(899_000);
      expect((await signIn('root')).status).toBe(429);
      later(1000);
      expect((await signIn('root')).status).toBe(200);
    });

    it('give an account its tries back after a right password', async () => {
      for (let n = 0; n < 9; n += 1) await signIn('root', 'Wrong12');
      expect((await signIn('root')).status).toBe(200);
      for (let n = 0; n < 10; n += 1) expect((await signIn('root', 'Wrong12')).status).toBe(400);
    });

    it('count simultaneous tries one by one', async () => {
      const statuses = await Promise.all(
        Array.from({ length: 30 }, async () => (await signIn('root', 'Wrong12')).status),
      );
      expect(statuses.filter((status) => status === 400)).toHaveLength(10);
      expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    });

    it('allow an address a hundred tries over all accounts, then use up none of theirs', async () => {
      const right = verify.getMockImplementation()!;
      verify.mockResolvedValue(false);
      for (let n = 0; n < 100; n += 1) await signIn(`nobody${n}`, 'Wrong12');
      verify.mockImplementation(right);
      for (let n = 0; n < 12; n += 1) expect((await signIn('root', 'Wrong12')).status).toBe(429);
      await server.pool.query("delete from rate_limits where key like 'login-address%'");
      expect((await signIn('root')).status).toBe(200);
    });

    it('store neither emails nor addresses', async () => {
      await signIn('root', 'Wrong12');
      const { rows } = await server.pool.query('select string_agg(key, $1) as keys from rate_limits', ['\n']);
      expect(rows[0].keys).not.toMatch(/root|127\.0/);
    });
  });

  describe('tokens', () => {
    it('are stored as hashes only', async () => {
      const token = await tokenFrom('root');
      const rows = await server.db.selectFrom('accessTokens').selectAll().execute();
      expect(rows.map(({ tokenHash }) => tokenHash)).toEqual([sha256(token)]);
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    it('reads the name of the scheme in any case', async () => {
      const headers = { authorization: `bearer ${await server.tokenOf('root')}` };
      expect((await server.call(getCurrentUser, { headers })).status).toBe(200);
    });

    it.each([
      ['no header', {}],
      ['an empty one', { authorization: '' }],
      ['another scheme', { authorization: 'Basic cm9vdDpyb290' }],
      ['nonsense', { authorization: 'Bearer x' }],
      ['an unknown token', { authorization: `Bearer ${'A'.repeat(43)}` }],
      ['a huge one', { authorization: `Bearer ${'A'.repeat(8000)}` }],
    ])('answer 401 with %s', async (_name, headers) => {
      expect((await server.call(getCurrentUser, { headers: headers as Record<string, string> })).status).toBe(401);
    });

    it('expire after a number of days', async () => {
      const token = await tokenFrom('root');
      later(TOKEN_DAYS * DAY - 1000);
      expect(
        (
          await server.call(updateFcmToken, {
            headers: { authorization: `Bearer ${token}` },
            body: { fcm_token: null },
          })
        ).status,
      ).toBe(200);
      later(1000);
      expect((await me(token)).status).toBe(401);
      expect(await removeExpiredTokens(server.db, server.clock.now())).toBe(1);
    });

    it('expire with their session, however often they were rotated', async () => {
      let token = await tokenFrom('root');
      for (let day = 0; day < SESSION_DAYS; day += 9) {
        const { status, body } = await me(token);
        expect([day, status]).toEqual([day, 200]);
        token = body.payload.access_token;
        later(9 * DAY - (day + 9 === SESSION_DAYS ? 1000 : 0));
      }
      const { status, body } = await me(token);
      expect(status).toBe(200);
      later(1000);
      expect([(await me(token)).status, (await me(body.payload.access_token)).status]).toEqual([401, 401]);
    });

    it('stay the same on their first day and rotate later; the old one works for another minute', async () => {
      const token = await tokenFrom('root');
      later(DAY);
      expect((await me(token)).body.payload.access_token).toBe(token);
      later(1000);
      const next = (await me(token)).body.payload.access_token;
      expect(next).not.toBe(token);
      later(59_000);
      // Another tab gets no third token and may use the old one for the rest of the minute.
      expect((await me(token)).body.payload.access_token).toBe(token);
      later(1000);
      expect(await findSession(server.db, token, server.clock.now())).toBeUndefined();
      expect((await me(next)).body.payload.access_token).toBe(next);
      later(DAY + 1000);
      expect((await me(next)).body.payload.access_token).not.toBe(next);
    });

    it('give two simultaneous tabs one new token', async () => {
      const token = await tokenFrom('root');
      later(DAY + 1000);
      await Promise.all([1, 2, 3, 4].map(() => me(token)));
      expect(await server.db.selectFrom('accessTokens').selectAll().execute()).toHaveLength(2);
    });

    it('end with the session at once, rotated ones too, and spare other sessions', async () => {
      const [token, elsewhere] = [await tokenFrom('root'), await tokenFrom('root')];
      later(DAY + 1000);
      const next = (await me(token)).body.payload.access_token;
      expect((await server.call(logout, { headers: { authorization: `Bearer ${next}` } })).body.payload).toBeNull();
      expect([(await me(token)).status, (await me(next)).status, (await me(elsewhere)).status]).toEqual([
        401, 401, 200,
      ]);
    });

    it('end with the session even during a rotation', async () => {
      const token = await tokenFrom('root');
      const session = (await findSession(server.db, token, server.clock.now()))!;
      let rotated: () => void = () => undefined;
      let commit: () => void = () => undefined;
      const isRotated = new Promise<void>((resolve) => (rotated = resolve));
      const mayCommit = new Promise<void>((resolve) => (commit = resolve));
      const rotation = server.db.transaction().execute(async (trx) => {
        expect(await rotateToken(trx, session, server.clock.now())).not.toBeNull();
        rotated();
        await mayCommit;
      });
      await isRotated;
      const end = server.call(logout, { headers: { authorization: `Bearer ${token}` } });
      await untilWaiting(server.pool);
      commit();
      await rotation;
      expect((await end).status).toBe(200);
      expect(await server.db.selectFrom('accessTokens').selectAll().execute()).toEqual([]);
    });

    it('end with the account', async () => {
      const token = await tokenFrom('hr');
      await server.db
        .updateTable('users')
        .set({ deletedAt: server.clock.now() })
        .where('email', '=', 'hr@demo.test')
        .execute();
      expect((await me(token)).status).toBe(401);
    });
  });

  it('keep the push token over a rotation until it is cleared', async () => {
    const token = await tokenFrom('root');
    const put = (fcmToken: string | null, bearer = token) =>
      server.call(updateFcmToken, { headers: { authorization: `Bearer ${bearer}` }, body: { fcm_token: fcmToken } });
    const stored = async () =>
      (await server.db.selectFrom('accessTokens').select('fcmToken').orderBy('createdAt', 'desc').execute())[0]!
        .fcmToken;
    expect((await put('push-1')).status).toBe(200);
    expect(await stored()).toBe('push-1');
    later(DAY + 1000);
    const next = (await me(token)).body.payload.access_token;
    expect(await stored()).toBe('push-1');
    await put(null, next);
    expect(await stored()).toBeNull();
    expect(JSON.stringify(await actions())).not.toContain('push-1');
  });

  it('answer 401 before 400', async () => {
    expect((await server.call(updateFcmToken, { body: { fcm_token: 5 } })).status).toBe(401);
    const headers = { authorization: `Bearer ${await tokenFrom('root')}` };
    expect((await server.call(updateFcmToken, { headers, body: { fcm_token: 5 } })).status).toBe(400);
  });
});
