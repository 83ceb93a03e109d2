import { deleteOtherSessions, deleteSession, getSessions, postResetPassword } from '../../../contract/routes/account';
import { deleteHrAccount, postHrAccount } from '../../../contract/routes/organisation';
import { getCurrentUser, logout } from '../../../contract/routes/session';
import { FRESH_MS, KEPT_MAX, createSessionCache } from '../../../server/platform/auth/sessionCache';
import { endAllSessions, type Session } from '../../../server/platform/auth/tokens';
import { createDb } from '../../../server/platform/database/connect';
import type { Db } from '../../../server/platform/database/schema';
import { NOW } from '../../support/demo';
import { eventually } from '../../support/eventually';
import { testPool } from '../../support/testDatabase';
import { testServer, type TestServer } from '../../support/testServer';
import { HR_BODY } from '../../support/validationCases/hr';
import { accountsOf, linkCodeTo } from '../account/accounts';

const aSession = (change: Partial<Session> = {}): Session => ({
  user: { id: 1, organisationId: 1, userType: 'root', grantLevel: 100, sessionId: 's', name: 'Ada' },
  tokenHash: Buffer.from('hash'),
  expiresAt: new Date(NOW.getTime() + 60_000),
  lastSeenAt: NOW,
  issuedAt: NOW,
  isUnused: false,
  ...change,
});

/** Returns a cache whose look-ups the test answers. */
const cacheOf = (answer: (token: string) => Promise<Session | undefined> = async () => aSession()) => {
  let now = NOW.getTime();
  const lookUp = jest.fn((_db: Db, token: string) => answer(token));
  const cache = createSessionCache({ db: {} as Db, clock: { now: () => new Date(now) } }, lookUp);
  return { ...cache, lookUp, later: (milliseconds: number) => (now += milliseconds) };
};

describe('the cache of sessions', () => {
  it('looks a session up once a second', async () => {
    const { find, lookUp, later } = cacheOf();
    const first = await find('token');
    later(FRESH_MS - 1);
    expect(await find('token')).toBe(first);
    expect(lookUp).toHaveBeenCalledTimes(1);
    later(1);
    expect(await find('token')).not.toBe(first);
    expect(lookUp).toHaveBeenCalledTimes(2);
  });

  it('counts the second from the beginning of the look-up', async () => {
    let answer: (session: Session) => void = () => undefined;
    const { find, lookUp, later } = cacheOf(() => new Promise((resolve) => (answer = resolve)));
    const slow = find('token');
    later(FRESH_MS);
    answer(aSession());
    await slow;
    const next = find('token');
    answer(aSession());
    await next;
    expect(lookUp).toHaveBeenCalledTimes(2);
  });

  it('looks up again when the clock was set back', async () => {
    const { find, lookUp, later } = cacheOf();
    await find('token');
    later(-1);
    await find('token');
    expect(lookUp).toHaveBeenCalledTimes(2);
  });

  it('looks up once for requests at the same moment, and each token for itself', async () => {
    const { find, lookUp } = cacheOf(async (token) => aSession({ tokenHash: Buffer.from(token) }));
    const found = await Promise.all(['one', 'other', 'one', 'other'].map(find));
    expect(found.map((session) => String(session?.tokenHash))).toEqual(['one', 'other', 'one', 'other']);
    expect(lookUp).toHaveBeenCalledTimes(2);
  });

  it.each<[name: string, answer: () => Promise<Session | undefined>]>([
    ['an unknown token', async () => undefined],
    ['a token that was never used', async () => aSession({ isUnused: true })],
    ['a failed look-up', async () => Promise.reject(new Error('no store'))],
  ])('does not keep %s', async (_name, answer) => {
    const { find, lookUp } = cacheOf(answer);
    await find('token').catch(() => undefined);
    lookUp.mockResolvedValue(aSession());
    expect(await find('token')).toMatchObject({ isUnused: false });
    expect(lookUp).toHaveBeenCalledTimes(2);
  });

  it('refuses a token that expires while it is kept', async () => {
    const { find, later } = cacheOf(async () => aSession({ expiresAt: new Date(NOW.getTime() + 500) }));
    expect(await find('token')).toBeDefined();
    later(499);
    expect(await find('token')).toBeDefined();
    later(1);
    expect(await find('token')).toBeUndefined();
  });

  it('does not cache the result of a look-up that began before the cache was emptied', async () => {
    let answer: (session: Session) => void = () => undefined;
    const { find, forget, lookUp } = cacheOf(() => new Promise((resolve) => (answer = resolve)));
    const early = find('token');
    const answerEarly = answer;
    forget();
    // A later request does not wait for the outdated result either.
    lookUp.mockResolvedValue(undefined);
    expect(await find('token')).toBeUndefined();
    answerEarly(aSession());
    await early;
    expect(await find('token')).toBeUndefined();
    expect(lookUp).toHaveBeenCalledTimes(3);
  });

  it('keeps a limited number, the newest', async () => {
    const { find, lookUp } = cacheOf();
    for (let at = 0; at <= KEPT_MAX; at += 1) await find(`token ${at}`);
    expect(lookUp).toHaveBeenCalledTimes(KEPT_MAX + 1);
    await find('token 1');
    await find(`token ${KEPT_MAX}`);
    expect(lookUp).toHaveBeenCalledTimes(KEPT_MAX + 1);
    await find('token 0');
    expect(lookUp).toHaveBeenCalledTimes(KEPT_MAX + 2);
  });
});

describe('sessions that a server keeps', () => {
  let server: TestServer;
  /** The same product as another process, which shares only the store. */
  let second: TestServer;
  beforeAll(async () => {
    server = await testServer();
    const pool = testPool(server.database.url);
    second = await testServer({ database: { ...server.database, pool, db: createDb(pool) } });
  });
  beforeEach(async () => {
    for (const { clock } of [server, second]) clock.set(NOW);
    await server.pool.query('delete from rate_limits');
  });
  afterAll(async () => {
    await second.close();
    await second.db.destroy();
    await server.close();
  });

  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const statusOf = async (token: string, on = server) => (await on.call(getCurrentUser, bearer(token))).status;
  const idOf = async (name: string): Promise<number> =>
    (await server.pool.query('select id from users where email = $1', [`${name}@demo.test`])).rows[0].id;
  /** Returns a token whose session both servers have cached. */
  const keptToken = async (name: string): Promise<string> => {
    const token = await server.tokenOf(name);
    expect([await statusOf(token), await statusOf(token, second)]).toEqual([200, 200]);
    return token;
  };
  /** Ends a token directly in the store, as another process does. */
  const endElsewhere = async (name: string) =>
    server.pool.query('delete from access_tokens where user_id = $1', [await idOf(name)]);

  it('are not looked up for each request', async () => {
    const token = await keptToken('branch');
    await endElsewhere('branch');
    expect(await statusOf(token)).toBe(200);
    server.clock.set(new Date(NOW.getTime() + FRESH_MS));
    expect(await statusOf(token)).toBe(401);
  });

  const ways: [name: string, account: string, end: (token: string, other: string) => Promise<unknown>][] = [
    ['signing out', 'branch', (token) => server.call(logout, bearer(token))],
    [
      'ending it from another session',
      'branch',
      async (token, other) => {
        const { body } = await server.call(getSessions, bearer(token));
        const { id } = body.payload.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
        return server.call(deleteSession, { params: { id }, ...bearer(other) });
      },
    ],
    ['signing out everywhere else', 'branch', (_token, other) => server.call(deleteOtherSessions, bearer(other))],
    [
      'a new password',
      'company',
      async () => {
        const accounts = accountsOf(server);
        await accounts.forget('company@demo.test');
        const params = { token: await linkCodeTo(server, 'company@demo.test') };
        return server.call(postResetPassword, {
          params,
          body: { firstPassword: 'Fresh123', secondPassword: 'Fresh123' },
        });
      },
    ],
    [
      'losing access to the dashboard',
      'other',
      () =>
        server.db.updateTable('users').set({ dashboardAccess: false }).where('email', '=', 'other@demo.test').execute(),
    ],
    [
      'another email that HR gives the account',
      'hr',
      async () =>
        server.call(postHrAccount, {
          as: 'root',
          params: { id: await idOf('hr') },
          body: { ...HR_BODY, email: 'successor@example.com' },
        }),
    ],
    [
      'the end of the account',
      'hr2',
      async () => server.call(deleteHrAccount, { as: 'root', params: { id: await idOf('hr2') } }),
    ],
  ];

  it.each(ways)('end at once with %s', async (_name, account, end) => {
    const other = await server.tokenOf(account);
    const token = await keptToken(account);
    await end(token, other);
    expect(await statusOf(token)).toBe(401);
    // Another process, which is not notified, refuses it within a second.
    second.clock.set(new Date(NOW.getTime() + FRESH_MS));
    expect(await statusOf(token, second)).toBe(401);
  });

  it('end in a transaction at its commit, not before', async () => {
    const token = await keptToken('root');
    const id = await idOf('root');
    await server.db.transaction().execute(async (trx) => {
      await endAllSessions(trx, id);
      // Not ended yet, because a rollback would keep it.
      expect(await statusOf(token)).toBe(200);
    });
    expect(await statusOf(token)).toBe(401);
  });

  it('stay when the transaction that ended them is rolled back', async () => {
    const token = await keptToken('root');
    const id = await idOf('root');
    const failing = server.db.transaction().execute(async (trx) => {
      await endAllSessions(trx, id);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await statusOf(token)).toBe(200);
  });

  describe('on a server that listens', () => {
    beforeAll(() => second.deps.live.listen());

    it('end when another process announces their end', async () => {
      const token = await keptToken('branch');
      await endElsewhere('branch');
      await eventually(
        () => statusOf(token, second),
        (status) => status === 401,
      );
    });

    it('are looked up again when the connection to the store breaks', async () => {
      const token = await keptToken('branch');
      // The end itself is not announced.
      await server.pool.query('alter table access_tokens disable trigger access_tokens_ended');
      await endElsewhere('branch');
      await server.pool.query('alter table access_tokens enable trigger access_tokens_ended');
      expect(await statusOf(token, second)).toBe(200);
      await server.pool.query(`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'employer-dashboard-events' and datname = current_database()`);
      await eventually(
        () => statusOf(token, second),
        (status) => status === 401,
      );
    });
  });
});
