import { DAY, MINUTE } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { TOKEN_DAYS } from '../../../contract/constants/limits';
import { deleteOtherSessions, deleteSession, getSessions } from '../../../contract/routes/account';
import { getCurrentUser, login, logout } from '../../../contract/routes/session';
import { removeExpiredTokens } from '../../../server/platform/auth/tokens';
import { DEMO_PASSWORD, NOW } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';
import { auditSince, lastAudit } from './accounts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

interface Listed {
  id: number;
  createdAt: string;
  lastSeenAt: string;
  device: string | null;
  address: string | null;
  isCurrent: boolean;
}

describe('sessions of an account', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  beforeEach(async () => {
    server.clock.set(NOW);
    await server.pool.query('delete from access_tokens; delete from user_sessions; delete from rate_limits');
  });
  afterAll(() => server.close());

  const later = (milliseconds: number) => server.clock.set(new Date(server.clock.now().getTime() + milliseconds));
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const signIn = async (name = 'branch', userAgent = CHROME): Promise<string> => {
    const body = { email: `${name}@demo.test`, password: DEMO_PASSWORD };
    const reply = await server.call(login, { body, headers: { 'user-agent': userAgent } });
    return reply.body.payload.access_token;
  };
  const me = (token: string) => server.call(getCurrentUser, bearer(token));
  const list = async (token: string): Promise<Listed[]> => (await server.call(getSessions, bearer(token))).body.payload;
  const currentId = async (token: string): Promise<number> => (await list(token)).find((one) => one.isCurrent)!.id;
  const end = (token: string, id: number) => server.call(deleteSession, { params: { id }, ...bearer(token) });

  it('lists each session with device and address, the last used first', async () => {
    const phone = await signIn('branch', SAFARI);
    later(2 * MINUTE);
    const desk = await signIn();
    await signIn('hr');
    const sessions = await list(desk);
    expect(sessions).toEqual([
      {
        id: expect.any(Number),
        createdAt: new Date(NOW.getTime() + 2 * MINUTE).toISOString(),
        lastSeenAt: new Date(NOW.getTime() + 2 * MINUTE).toISOString(),
        device: 'Chrome, Windows',
        address: '127.0.0.1',
        isCurrent: true,
      },
      expect.objectContaining({ device: 'Safari, iOS', createdAt: NOW.toISOString(), isCurrent: false }),
    ]);
    expect(await list(phone)).toEqual(sessions.map((one) => ({ ...one, isCurrent: !one.isCurrent })));
  });

  it.each([
    ['nothing', '', null],
    ['nonsense', 'x', null],
    ['markup', '<script>alert(1)</script>', null],
    ['an overlong text', `${CHROME} ${'x'.repeat(2000)}`, 'Chrome, Windows'],
  ])('reads the browser from a user agent with %s', async (_name, userAgent, device) => {
    const [session] = await list(await signIn('branch', userAgent));
    expect(session?.device).toBe(device);
    const { rows } = await server.pool.query('select length(user_agent) as length from user_sessions');
    expect(rows[0].length ?? 0).toBeLessThanOrEqual(255);
  });

  it('records the last use at most once a minute', async () => {
    const token = await signIn();
    const lastSeen = async () =>
      (await server.pool.query('select last_seen_at from user_sessions')).rows[0].last_seen_at.getTime() -
      NOW.getTime();
    later(MINUTE);
    await me(token);
    expect(await lastSeen()).toBe(0);
    later(1);
    await me(token);
    expect(await lastSeen()).toBe(MINUTE + 1);
    later(1000);
    await me(token);
    expect(await lastSeen()).toBe(MINUTE + 1);
  });

  it('keeps one session when the token is rotated', async () => {
    const token = await signIn();
    const id = await currentId(token);
    later(DAY + 1000);
    const next = (await me(token)).body.payload.access_token;
    expect(next).not.toBe(token);
    expect(await list(next)).toEqual([expect.objectContaining({ id, isCurrent: true, device: 'Chrome, Windows' })]);
  });

  it('omits expired sessions, which the cleanup deletes', async () => {
    await signIn();
    later(TOKEN_DAYS * DAY);
    const token = await signIn();
    expect(await list(token)).toHaveLength(1);
    expect((await server.pool.query('select 1 from user_sessions')).rowCount).toBe(2);
    expect(await removeExpiredTokens(server.db, server.clock.now())).toBe(1);
    expect((await server.pool.query('select 1 from user_sessions')).rowCount).toBe(1);
    expect((await me(token)).status).toBe(200);
  });

  it('omits sessions that were signed out', async () => {
    const [gone, token] = [await signIn(), await signIn()];
    await server.call(logout, bearer(gone));
    expect((await list(token)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });

  describe('ending a session', () => {
    it('ends all tokens of the session at once and nothing else', async () => {
      const [elsewhere, here] = [await signIn('branch', SAFARI), await signIn()];
      const id = await currentId(elsewhere);
      later(DAY + 1000);
      const rotated = (await me(elsewhere)).body.payload.access_token;
      const before = await lastAudit(server);
      const { status, body } = await end(here, id);
      expect([status, body.payload]).toEqual([200, null]);
      for (const token of [elsewhere, rotated]) expect((await me(token)).status).toBe(401);
      expect((await me(here)).status).toBe(200);
      const { rows } = await server.pool.query("select id from users where email = 'branch@demo.test'");
      const own = rows[0].id;
      expect((await auditSince(server, before))[0]).toEqual({
        action: 'session.ended',
        actor: own,
        subject: own,
        details: { signInId: id },
      });
      expect([(await end(here, id)).status, (await end(here, id)).body.key]).toEqual([404, ERROR_KEYS.notFound]);
    });

    it('can end the session of the request', async () => {
      const token = await signIn();
      expect((await end(token, await currentId(token))).status).toBe(200);
      expect((await me(token)).status).toBe(401);
    });

    it('answers alike for a foreign session, even to colleagues and root, and for a missing one', async () => {
      const [branch, root] = [await signIn(), await signIn('root')];
      const id = await currentId(branch);
      const refused = [await end(root, id), await end(root, 999_999_999)];
      const [theirs, none] = refused.map(({ status, body }) => [status, body.key, body.errors]);
      expect(theirs).toEqual(none);
      expect(theirs?.slice(0, 2)).toEqual([404, ERROR_KEYS.notFound]);
      expect((await me(branch)).status).toBe(200);
    });

    it.each(['x', '0', '-1', '1.5', '9007199254740993'])('answers 400 to the id %s', async (id) => {
      const { status, body } = await server.call(deleteSession, { params: { id }, ...bearer(await signIn()) });
      expect([status, body.key]).toEqual([400, ERROR_KEYS.invalid]);
    });

    it('answers success and 404 to two simultaneous requests', async () => {
      const [elsewhere, here] = [await signIn(), await signIn()];
      const id = await currentId(elsewhere);
      const replies = await Promise.all([end(here, id), end(here, id), end(here, id)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    });
  });

  it('ends all other sessions of the account at once, and none of other accounts', async () => {
    const [phone, desk, here] = [await signIn('branch', SAFARI), await signIn(), await signIn()];
    const root = await signIn('root');
    later(DAY + 1000);
    const rotated = (await me(phone)).body.payload.access_token;
    const before = await lastAudit(server);
    const reply = await server.call(deleteOtherSessions, bearer(here));
    expect([reply.status, reply.body.payload]).toEqual([200, null]);
    for (const token of [phone, rotated, desk]) expect((await me(token)).status).toBe(401);
    for (const token of [here, root]) expect((await me(token)).status).toBe(200);
    expect(await list(here)).toEqual([expect.objectContaining({ isCurrent: true })]);
    expect((await auditSince(server, before))[0]).toMatchObject({
      action: 'session.others_ended',
      details: { count: 2 },
    });
  });

  it('ends all other sessions without a deadlock when three requests come at once', async () => {
    const tokens = [await signIn(), await signIn(), await signIn()];
    const replies = await Promise.all(tokens.map((token) => server.call(deleteOtherSessions, bearer(token))));
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    expect(replies.every(({ status }) => status === 200 || status === 401)).toBe(true);
    expect((await server.pool.query('select 1 from user_sessions')).rowCount).toBeLessThanOrEqual(1);
  });

  it.each([
    ['ending all others', () => server.call(deleteOtherSessions)],
    ['listing', () => server.call(getSessions)],
    ['ending', () => server.call(deleteSession, { params: { id: 1 } })],
  ])('requires a token: %s', async (_name, call) => {
    const { status, body } = await call();
    expect([status, body.key]).toEqual([401, ERROR_KEYS.unauthorized]);
  });
});
