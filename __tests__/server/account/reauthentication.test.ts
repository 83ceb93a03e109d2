import { MINUTE } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PASSWORD_PROOF_MINUTES } from '../../../contract/constants/limits';
import { postProfileUpdate } from '../../../contract/routes/account';
import { getBranches, getHrAccounts, postBranch, postHrAccount } from '../../../contract/routes/organisation';
import { login, postReauthenticate } from '../../../contract/routes/session';
import { DEMO_PASSWORD, NOW } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';
import { BRANCH_BODY } from '../../support/validationCases/branch';
import { HR_BODY } from '../../support/validationCases/hr';
import { PROFILE_BODY } from '../../support/validationCases/profile';
import { accountsOf, auditSince, lastAudit, phoneNo } from './accounts';

const EMAIL = 'company@demo.test';
const WINDOW = PASSWORD_PROOF_MINUTES * MINUTE;
const ASKED = [403, ERROR_KEYS.reauthenticate];

describe('password confirmation', () => {
  let server: TestServer;
  let accounts: ReturnType<typeof accountsOf>;
  let id: number;
  beforeAll(async () => {
    server = await testServer();
    accounts = accountsOf(server);
    id = (await server.pool.query('select id from users where email = $1', [EMAIL])).rows[0].id;
  });
  beforeEach(async () => {
    server.clock.set(NOW);
    await server.pool.query(`delete from rate_limits; delete from phone_codes; delete from outgoing_messages;
      delete from access_tokens; delete from user_sessions; delete from email_restorations`);
    await server.pool.query("update users set phone = $1, email = $2, country_code = 'TR' where id = $3", [
      PROFILE_BODY.phone,
      EMAIL,
      id,
    ]);
  });
  afterAll(() => server.close());

  const later = (milliseconds: number) => server.clock.set(new Date(server.clock.now().getTime() + milliseconds));
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const signIn = async (name = 'company'): Promise<string> => {
    const body = { email: `${name}@demo.test`, password: DEMO_PASSWORD };
    return (await server.call(login, { body })).body.payload.access_token;
  };
  const reauthenticate = (token: string, password = DEMO_PASSWORD) =>
    server.call(postReauthenticate, { body: { password }, ...bearer(token) });
  const update = async (token: string, change: Record<string, unknown>) => {
    const body = { ...PROFILE_BODY, email: EMAIL, ...change };
    const reply = await server.call(postProfileUpdate, { body, ...bearer(token) });
    return [reply.status, reply.body.key];
  };
  const emailNow = async () => (await server.pool.query('select email from users where id = $1', [id])).rows[0].email;

  it('is not required for another email within ten minutes of signing in, and is required later', async () => {
    const token = await signIn();
    later(WINDOW);
    expect((await update(token, { email: 'a@example.com' }))[0]).toBe(200);
    later(1);
    expect(await update(token, { email: 'b@example.com' })).toEqual(ASKED);
    expect(await emailNow()).toBe('a@example.com');
    expect((await reauthenticate(token)).body.payload).toBeNull();
    later(WINDOW);
    expect((await update(token, { email: 'b@example.com' }))[0]).toBe(200);
    expect(await emailNow()).toBe('b@example.com');
  });

  it('is not required for harmless changes: a name, or the same email in other letter case', async () => {
    const token = await signIn();
    later(2 * WINDOW);
    expect((await update(token, { firstName: 'Ece', email: EMAIL.toUpperCase() }))[0]).toBe(200);
  });

  it('is required for another phone, and the phone’s proof still works afterwards', async () => {
    const token = await signIn();
    later(WINDOW + 1);
    const phone = phoneNo(950);
    const phoneVerifyCode = await accounts.verifyPhone(phone, bearer(token));
    expect(await update(token, { phone, phoneVerifyCode })).toEqual(ASKED);
    await reauthenticate(token);
    expect((await update(token, { phone, phoneVerifyCode }))[0]).toBe(200);
  });

  it('counts only for its own session', async () => {
    const [owner, thief] = [await signIn(), await signIn()];
    later(WINDOW + 1);
    await reauthenticate(owner);
    expect(await update(thief, { email: 'thief@example.com' })).toEqual(ASKED);
  });

  it('comes before the check of a picture and before the answer that an email is taken', async () => {
    const token = await signIn();
    later(WINDOW + 1);
    expect(await update(token, { email: 'root@demo.test', image: '/9j/broken' })).toEqual(ASKED);
  });

  it('is required for another email of a branch and of the HR staff', async () => {
    const token = await signIn('root');
    const { body: branches } = await server.call(getBranches, bearer(token));
    const { body: staff } = await server.call(getHrAccounts, bearer(token));
    const branch = branches.payload.branch_accounts[0];
    const person = staff.payload.hr_accounts[0];
    const edit = async (email: string) => {
      const replies = [
        await server.call(postBranch, { params: { id: branch.id }, body: { ...BRANCH_BODY, email }, ...bearer(token) }),
        await server.call(postHrAccount, {
          params: { id: person.id },
          body: { ...HR_BODY, email: `hr-${email}` },
          ...bearer(token),
        }),
      ];
      return replies.map(({ status, body }) => [status, body.key]);
    };
    later(WINDOW + 1);
    expect(await edit('moved@example.com')).toEqual([ASKED, ASKED]);
    const kept = { params: { id: branch.id }, body: { ...BRANCH_BODY, email: branch.email }, ...bearer(token) };
    expect((await server.call(postBranch, kept)).status).toBe(200);
    await reauthenticate(token);
    expect((await edit('moved@example.com')).map(([status]) => status)).toEqual([200, 200]);
  });

  it('rejects a wrong password and writes an audit entry in both cases', async () => {
    const token = await signIn();
    later(WINDOW + 1);
    const before = await lastAudit(server);
    const { status, body } = await reauthenticate(token, 'Wrong12!');
    const child = { errors: [ERROR_KEYS.wrongCredentials] };
    expect([status, body.key, body.errors.children]).toEqual([400, ERROR_KEYS.wrongCredentials, { password: child }]);
    expect(await update(token, { email: 'b@example.com' })).toEqual(ASKED);
    await reauthenticate(token);
    const entry = { actor: id, subject: id, details: {} };
    expect(await auditSince(server, before)).toEqual([
      { action: 'session.reauthentication_refused', ...entry },
      { action: 'session.reauthenticated', ...entry },
    ]);
  });

  it('allows ten guesses in a quarter of an hour, simultaneous ones included, and the owner can still sign in', async () => {
    const token = await signIn();
    const tries = await Promise.all(Array.from({ length: 15 }, () => reauthenticate(token, 'Wrong12!')));
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(10);
    const { status, body } = await reauthenticate(token);
    expect([status, body.key]).toEqual([429, ERROR_KEYS.tooManyRequests]);
    expect(await signIn()).toMatch(/^[\w-]{43}$/);
  });

  it('counts guesses over the limit not against the network, so colleagues can go on', async () => {
    const [guesser, colleague] = [await signIn(), await signIn('root')];
    for (let n = 0; n < 120; n += 1) await reauthenticate(guesser, 'Wrong12!');
    expect((await reauthenticate(guesser)).status).toBe(429);
    expect((await reauthenticate(colleague)).status).toBe(200);
  });

  it('gives the tries back after the right password', async () => {
    const token = await signIn();
    for (let n = 0; n < 9; n += 1) await reauthenticate(token, 'Wrong12!');
    expect((await reauthenticate(token)).status).toBe(200);
    for (let n = 0; n < 10; n += 1) expect((await reauthenticate(token, 'Wrong12!')).status).toBe(400);
  });

  it('counts from the sign-in for a session of the previous release', async () => {
    const token = await signIn();
    later(WINDOW + 1);
    const { rows } = await server.pool.query('select password_proved_at from user_sessions');
    expect(rows).toEqual([{ password_proved_at: null }]);
    expect(await update(token, { email: 'b@example.com' })).toEqual(ASKED);
  });
});
