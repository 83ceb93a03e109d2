import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { testServer, type CallResult, type TestServer } from '../../support/testServer';
import { accountsOf, messagesTo, phoneNo } from './accounts';
import { LIMITS } from '../../../server/platform/limits';

const { phoneDailyLimit, tooManyRequests } = ERROR_KEYS;
const PHONE = phoneNo(1);
const FULL = `+90${PHONE}`;

describe('limits of text messages and codes', () => {
  let server: TestServer;
  let accounts: ReturnType<typeof accountsOf>;
  beforeAll(async () => {
    server = await testServer();
    accounts = accountsOf(server);
  });
  beforeEach(() =>
    server.pool.query('delete from phone_codes; delete from rate_limits; delete from outgoing_messages'),
  );
  afterAll(() => server.close());

  const limited = ({ status, body, headers }: CallResult) => [
    status,
    body.key,
    Number(headers['retry-after']) > 80_000,
  ];

  it('allows five messages a day from one network to one phone, resent ones included', async () => {
    for (let n = 0; n < LIMITS.smsPhonePrefix.points; n += 1)
      expect((await accounts.send(PHONE, { resend: n % 2 === 1 })).status).toBe(200);
    expect(limited(await accounts.send(PHONE, { resend: true }))).toEqual([429, phoneDailyLimit, true]);
    expect(await messagesTo(server, FULL)).toHaveLength(LIMITS.smsPhonePrefix.points);
    expect((await accounts.send(phoneNo(3))).status).toBe(200);
  });

  it('enforces the limit on simultaneous requests', async () => {
    const replies = await Promise.all(Array.from({ length: 12 }, () => accounts.send(PHONE)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(LIMITS.smsPhonePrefix.points);
    expect(await messagesTo(server, FULL)).toHaveLength(LIMITS.smsPhonePrefix.points);
  });

  it('allows twenty messages a day from one network', async () => {
    for (let n = 0; n < LIMITS.smsNetwork.points; n += 1)
      expect((await accounts.send(phoneNo(100 + n))).status).toBe(200);
    expect(limited(await accounts.send(phoneNo(200)))).toEqual([429, phoneDailyLimit, true]);
  });

  it('allows ten messages a day for one account', async () => {
    const headers = { authorization: `Bearer ${await server.tokenOf('company')}` };
    for (let n = 0; n < LIMITS.smsAccount.points; n += 1)
      expect((await accounts.send(phoneNo(300 + n), {}, { headers })).status).toBe(200);
    expect(limited(await accounts.send(phoneNo(400), {}, { headers }))).toEqual([429, phoneDailyLimit, true]);
    expect((await accounts.send(phoneNo(400))).status).toBe(200);
  });

  it('allows two thousand messages a day in one country for profile changes, apart from those of visitors', async () => {
    const headers = { authorization: `Bearer ${await server.tokenOf('company')}` };
    await accounts.send(PHONE);
    await accounts.send(PHONE, {}, { headers });
    const set = (name: string, points: number) =>
      server.pool.query('update rate_limits set points = $2 where key like $1', [`${name}:%`, points]);
    await set('sms-country', 20_000);
    expect((await accounts.send(phoneNo(5), {}, { headers })).status).toBe(200);
    await set(LIMITS.smsAccountsCountry.name, LIMITS.smsAccountsCountry.points);
    expect(limited(await accounts.send(phoneNo(6), {}, { headers }))).toEqual([429, phoneDailyLimit, true]);
  });

  it('allows twenty thousand messages a day to one country, or the operator’s limit', async () => {
    await accounts.send(PHONE);
    await server.pool.query("update rate_limits set points = 20000 where key like 'sms-country:%'");
    expect(limited(await accounts.send(phoneNo(4)))).toEqual([429, phoneDailyLimit, true]);
    expect((await accounts.send('2025550143', { countryCode: 'US' })).status).toBe(200);
    for (const SMS_COUNTRY_PER_DAY of ['30000', '0']) {
      const raised = await testServer({ env: { SMS_COUNTRY_PER_DAY }, database: server.database });
      const { status } = await accountsOf(raised).send(phoneNo(4));
      await raised.close();
      expect(status).toBe(200);
    }
  });

  it('allows sixty entered codes an hour from one network', async () => {
    for (let n = 0; n < 60; n += 1) await accounts.verify(PHONE, '0000');
    const reply = await accounts.verify(PHONE, '0000');
    expect([reply.status, reply.body.key]).toEqual([429, tooManyRequests]);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3000);
  });
});
