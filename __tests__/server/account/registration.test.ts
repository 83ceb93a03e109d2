import { Writable } from 'node:stream';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { PHONE_VERIFIED_MINUTES } from '../../../contract/constants/limits';
import { getCurrentUser } from '../../../contract/routes/session';
import { createLogger } from '../../../server/platform/logger';
import { NOW } from '../../support/demo';
import { testServer, type CallResult, type TestServer } from '../../support/testServer';
import { accountsOf, auditSince, lastAudit, phoneNo } from './accounts';

const { emailNotUnique, fieldInvalid, phoneCodeWrong, phoneInvalid, phoneNotUnique, tooManyRequests } = ERROR_KEYS;

describe('registration', () => {
  let server: TestServer;
  let accounts: ReturnType<typeof accountsOf>;
  const lines: string[] = [];
  beforeAll(async () => {
    const destination = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    server = await testServer({ logger: createLogger('debug', destination), env: { SIGNUP_CREDITS: '3' } });
    accounts = accountsOf(server);
  });
  beforeEach(async () => {
    server.clock.set(NOW);
    await server.pool.query('delete from rate_limits');
  });
  afterAll(() => server.close());

  const userOf = (email: string) =>
    server.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  const organisations = async (): Promise<number> =>
    (await server.pool.query('select count(*)::int as n from organisations')).rows[0].n;
  const refusal = ({ status, body }: CallResult) => [status, body.key, body.errors?.children];
  const on = (field: string, key: string) => [400, key, { [field]: { errors: [key] } }];

  it('creates a company with an organisation and signs it in', async () => {
    const before = await lastAudit(server);
    const phoneVerifyCode = await accounts.verifyPhone(phoneNo(1));
    const change = { email: 'One@example.com', phone: phoneNo(1), phoneVerifyCode, companyName: ' Mavi Kafe ' };
    const { status, body } = await accounts.register(change, {
      'accept-language': 'es',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    });
    expect(status).toBe(200);
    const { user, access_token: token } = body.payload;
    expect(user).toMatchObject({
      userType: 'company',
      grantLevel: 40,
      companyName: 'Mavi Kafe',
      email: 'One@example.com',
      phone: phoneNo(1),
      dashboardAccess: true,
      jobCreationBalance: 3,
      language: { languageCode: 'es' },
      country: { id: 1, country_code: 'TR' },
      counts: { jobs: 0, applications: 0, shortLists: 0 },
    });
    expect(user.location).toEqual({ latitude: 40.99, longitude: 29.03, name: expect.stringContaining('Kadıköy') });
    const me = await server.call(getCurrentUser, { headers: { authorization: `Bearer ${token}` } });
    expect(me.body.payload.user).toEqual(user);

    const stored = await userOf('One@example.com');
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$/);
    const { rows } = await server.pool.query('select name from organisations where id = $1', [stored?.organisationId]);
    expect(rows).toEqual([{ name: 'Mavi Kafe' }]);
    const sessions = await server.pool.query('select user_agent from user_sessions where user_id = $1', [user.id]);
    expect(sessions.rows).toEqual([{ user_agent: expect.stringContaining('Chrome') }]);
    expect((await auditSince(server, before)).at(-1)).toEqual({
      action: 'company.registered',
      actor: user.id,
      subject: user.id,
      details: { agreement: ['user-agreement-company', 'personal-data'], language: 'es' },
    });
    expect((await accounts.signIn('one@example.com', 'Secret12')).status).toBe(200);
  });

  it('writes no secret into logs or audit entries', async () => {
    const phoneVerifyCode = await accounts.verifyPhone(phoneNo(2));
    const change = { email: 'quiet@example.com', phone: phoneNo(2), phoneVerifyCode, password: 'Geheim-9x7' };
    const { body } = await accounts.register(change);
    const audited = JSON.stringify((await server.pool.query('select * from audit_log')).rows);
    for (const secret of ['Geheim-9x7', phoneVerifyCode, body.payload.access_token])
      expect([lines.join('').includes(secret), audited.includes(secret)]).toEqual([false, false]);
    expect(lines.join('')).toContain('company/register');
    const { rows } = await server.pool.query('select * from access_tokens');
    expect(JSON.stringify(rows)).not.toContain(body.payload.access_token);
  });

  it('requires the phone’s proof before it reports a taken email or phone', async () => {
    const company = await userOf('company@demo.test');
    const taken = { email: 'COMPANY@demo.test', phone: company!.phone };
    expect(refusal(await accounts.register({ ...taken }))).toEqual(on('phoneVerifyCode', phoneCodeWrong));
    const phoneVerifyCode = await accounts.verifyPhone(phoneNo(3));
    expect(refusal(await accounts.register({ ...taken, phoneVerifyCode }))).toEqual(
      on('phoneVerifyCode', phoneCodeWrong),
    );
    const mine = { phone: phoneNo(3), phoneVerifyCode };
    expect(refusal(await accounts.register({ ...mine, email: 'COMPANY@demo.test' }))).toEqual(
      on('email', emailNotUnique),
    );
    expect(refusal(await accounts.register({ ...mine, email: 'worker@demo.test' }))).toEqual(
      on('email', emailNotUnique),
    );
    // A rejected registration does not use up the proof.
    expect((await accounts.register({ ...mine, email: 'three@example.com' })).status).toBe(200);
    expect(refusal(await accounts.register({ ...mine, email: 'three-b@example.com' }))).toEqual(
      on('phoneVerifyCode', phoneCodeWrong),
    );
  });

  it('rejects a phone that another account took after the proof', async () => {
    const phoneVerifyCode = await accounts.verifyPhone(phoneNo(4));
    await server.pool.query("update users set phone = $1, country_code = 'TR' where email = 'other@demo.test'", [
      phoneNo(4),
    ]);
    const reply = await accounts.register({ email: 'four@example.com', phone: phoneNo(4), phoneVerifyCode });
    expect(refusal(reply)).toEqual(on('phone', phoneNotUnique));
  });

  it.each([
    ['an unknown country', { country: 999 }, 'country', 'error.invalid_request', fieldInvalid],
    ['an impossible phone', { phone: '0000000000' }, 'phone', phoneInvalid, phoneInvalid],
    ['a phone of another country', { country: 2 }, 'phone', phoneInvalid, phoneInvalid],
    ['a latitude over 90', { location: '95, 29' }, 'location', 'error.invalid_request', fieldInvalid],
  ])('rejects %s', async (_name, change, field, key, fieldKey) => {
    const reply = await accounts.register({ phone: phoneNo(5), ...change });
    expect(refusal(reply)).toEqual([400, key, { [field]: { errors: [fieldKey] } }]);
  });

  it('accepts a proof for half an hour, only for its phone, country and purpose', async () => {
    const ofProfile = await accounts.verifyPhone(phoneNo(6), { as: 'company' });
    const email = 'six@example.com';
    expect((await accounts.register({ email, phone: phoneNo(6), phoneVerifyCode: ofProfile })).body.key).toBe(
      phoneCodeWrong,
    );
    const old = await accounts.verifyPhone(phoneNo(6));
    server.clock.set(new Date(NOW.getTime() + PHONE_VERIFIED_MINUTES * 60_000));
    expect((await accounts.register({ email, phone: phoneNo(6), phoneVerifyCode: old })).body.key).toBe(phoneCodeWrong);
  });

  it('creates one account of two simultaneous registrations with one email, and stores nothing of the other', async () => {
    const proofs = await Promise.all([10, 11, 12, 13].map((n) => accounts.verifyPhone(phoneNo(n))));
    const before = await organisations();
    const replies = await Promise.all(
      proofs.map((phoneVerifyCode, at) =>
        accounts.register({
          email: at % 2 === 0 ? 'race@example.com' : 'RACE@example.com',
          phone: phoneNo(10 + at),
          phoneVerifyCode,
        }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    for (const reply of replies.filter(({ status }) => status === 400))
      expect(refusal(reply)).toEqual(on('email', emailNotUnique));
    expect(await organisations()).toBe(before + 1);
    // The proofs of the rejected registrations still work.
    const loser = replies.findIndex(({ status }) => status === 400);
    const again = { phone: phoneNo(10 + loser), phoneVerifyCode: proofs[loser] };
    expect((await accounts.register({ ...again, email: 'race-again@example.com' })).status).toBe(200);
  });

  it('lets one of two simultaneous uses of a proof succeed', async () => {
    const phoneVerifyCode = await accounts.verifyPhone(phoneNo(20));
    const before = await organisations();
    const replies = await Promise.all(
      [1, 2, 3, 4].map((n) =>
        accounts.register({ email: `proof${n}@example.com`, phone: phoneNo(20), phoneVerifyCode }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expect(await organisations()).toBe(before + 1);
  });

  it('creates one account of two registrations with one phone and a proof each', async () => {
    const first = await accounts.verifyPhone(phoneNo(21));
    const second = await accounts.verifyPhone(phoneNo(21));
    const replies = await Promise.all(
      [first, second].map((phoneVerifyCode, at) =>
        accounts.register({ email: `phone${at}@example.com`, phone: phoneNo(21), phoneVerifyCode }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(refusal(replies.find(({ status }) => status === 400)!)).toEqual(on('phone', phoneNotUnique));
  });

  it('allows ten tries an hour with one proven phone, from any number of networks', async () => {
    const phoneVerifyCode = await accounts.verifyPhone(phoneNo(31));
    const taken = { email: 'root@demo.test', phone: phoneNo(31), phoneVerifyCode };
    for (let n = 0; n < 10; n += 1) expect((await accounts.register(taken)).body.key).toBe(emailNotUnique);
    await server.pool.query("delete from rate_limits where key like 'register-network%'");
    const { status, body } = await accounts.register(taken);
    expect([status, body.key]).toEqual([429, tooManyRequests]);
  });

  it('allows thirty tries an hour from one network', async () => {
    for (let n = 0; n < 30; n += 1) expect((await accounts.register({ phone: phoneNo(30) })).status).toBe(400);
    const { status, body, headers } = await accounts.register({ phone: phoneNo(30) });
    expect([status, body.key]).toEqual([429, tooManyRequests]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3000);
  });
});
