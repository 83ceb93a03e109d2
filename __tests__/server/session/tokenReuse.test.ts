import { DAY } from '../../../contract/constants/time';
import { ROTATED_TOKEN_GRACE_SECONDS, TOKEN_DAYS } from '../../../contract/constants/limits';
import { getCurrentUser, login } from '../../../contract/routes/session';
import { removeExpiredTokens } from '../../../server/platform/auth/tokens';
import { DEMO_PASSWORD, NOW } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';
import { untilWaiting } from '../../support/untilWaiting';
import { auditSince, lastAudit, messagesTo } from '../account/accounts';

const GRACE = ROTATED_TOKEN_GRACE_SECONDS * 1000;
const OWNER = 'branch@demo.test';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('reuse of a replaced token', () => {
  let server: TestServer;
  let id: number;
  beforeAll(async () => {
    server = await testServer();
    id = (await server.pool.query('select id from users where email = $1', [OWNER])).rows[0].id;
  });
  beforeEach(async () => {
    server.clock.set(NOW);
    await server.pool.query(`delete from rate_limits; delete from outgoing_messages;
      delete from access_tokens; delete from user_sessions`);
    await server.pool.query("update users set language_code = 'en' where id = $1", [id]);
  });
  afterAll(() => server.close());

  const later = (milliseconds: number) => server.clock.set(new Date(server.clock.now().getTime() + milliseconds));
  const signIn = async (): Promise<string> => {
    const body = { email: OWNER, password: DEMO_PASSWORD };
    return (await server.call(login, { body, headers: { 'user-agent': CHROME } })).body.payload.access_token;
  };
  const me = (token: string) => server.call(getCurrentUser, { headers: { authorization: `Bearer ${token}` } });
  const status = async (token: string) => (await me(token)).status;
  /** Starts a session two days ago, with its first token and the one that replaced it. */
  const rotated = async () => {
    const first = await signIn();
    later(DAY + 1000);
    return { first, next: (await me(first)).body.payload.access_token as string };
  };
  const mails = async () => (await messagesTo(server, OWNER)).map(({ bodyText }) => bodyText);

  it('ends the session with the newer token, spares the others and notifies the owner once', async () => {
    const { first, next } = await rotated();
    const elsewhere = await signIn();
    expect(await status(next)).toBe(200);
    later(GRACE);
    const before = await lastAudit(server);
    expect(await status(first)).toBe(401);
    expect([await status(next), await status(elsewhere)]).toEqual([401, 200]);
    expect(await auditSince(server, before)).toEqual([
      { action: 'session.token_reused', actor: null, subject: id, details: { isShared: true } },
    ]);
    expect(await status(first)).toBe(401);
    const sentMails = await mails();
    expect(sentMails).toHaveLength(1);
    expect(sentMails[0]).toContain('Your session on Chrome, Windows was used from two places');
  });

  it('is harmless from another tab within the grace period', async () => {
    const { first, next } = await rotated();
    expect(await status(next)).toBe(200);
    later(GRACE - 1);
    expect([await status(first), await status(first), await status(next)]).toEqual([200, 200, 200]);
    expect(await mails()).toEqual([]);
  });

  it('ends the session without a notice when the response with the newer token was lost', async () => {
    const { first, next } = await rotated();
    later(GRACE);
    expect([await status(first), await status(next)]).toEqual([401, 401]);
    expect(await mails()).toEqual([]);
  });

  it('is recognised after the cleanup, as long as the session lives', async () => {
    const { first, next } = await rotated();
    expect(await status(next)).toBe(200);
    later(TOKEN_DAYS * DAY - 1000);
    expect(await removeExpiredTokens(server.db, server.clock.now())).toBe(0);
    expect(await status(first)).toBe(401);
    expect(await status(next)).toBe(401);
    expect(await mails()).toHaveLength(1);
  });

  it('is forgotten with its session, once the session has no further use', async () => {
    const { first } = await rotated();
    later(TOKEN_DAYS * DAY);
    expect(await removeExpiredTokens(server.db, server.clock.now())).toBe(2);
    expect(await status(first)).toBe(401);
    expect((await server.pool.query('select 1 from user_sessions')).rowCount).toBe(0);
  });

  it('notifies once for many simultaneous uses', async () => {
    const { first, next } = await rotated();
    await status(next);
    later(GRACE);
    await Promise.all([1, 2, 3, 4].map(() => status(first)));
    expect(await mails()).toHaveLength(1);
  });

  it('does not include a token that merely expired', async () => {
    const token = await signIn();
    later(TOKEN_DAYS * DAY);
    const before = await lastAudit(server);
    expect(await status(token)).toBe(401);
    expect(await auditSince(server, before)).toEqual([]);
  });
});

describe('revoked access to the dashboard', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  const EMAIL = 'company@demo.test';
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const setAccess = (hasAccess: boolean) =>
    server.db.updateTable('users').set({ dashboardAccess: hasAccess }).where('email', '=', EMAIL).execute();

  it('ends every session of the account for good, and none of another account', async () => {
    const [token, other] = [await server.tokenOf('company'), await server.tokenOf('other')];
    await setAccess(true);
    expect((await server.call(getCurrentUser, bearer(token))).status).toBe(200);
    await setAccess(false);
    expect((await server.call(getCurrentUser, bearer(token))).status).toBe(401);
    await setAccess(true);
    expect((await server.call(getCurrentUser, bearer(token))).status).toBe(401);
    expect((await server.call(getCurrentUser, bearer(other))).status).toBe(200);
  });

  it('prevents a simultaneous sign-in from starting a session', async () => {
    let started: ReturnType<TestServer['call']> | undefined;
    await server.db.transaction().execute(async (trx) => {
      await trx.updateTable('users').set({ dashboardAccess: false }).where('email', '=', EMAIL).execute();
      started = server.call(login, { body: { email: EMAIL, password: DEMO_PASSWORD } });
      await untilWaiting(server.pool);
    });
    expect((await started!).status).toBe(400);
    await setAccess(true);
  });
});
