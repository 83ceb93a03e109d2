import { SMS_CODE_TRIES } from '../../../contract/constants/limits';
import { codeOf } from '../../../server/modules/account/phoneCodeService';
import { LIMITS } from '../../../server/platform/limits';
import { NOW } from '../../support/demo';
import { solve } from '../../support/proofOfWork';
import { testServer, type CallOptions, type TestServer } from '../../support/testServer';
import { accountsOf, messagesTo, phoneNo, wrongCode } from '../account/accounts';

// Proofs of work and hundreds of requests take long on a busy machine.
jest.setTimeout(300_000);

const OWNER = { from: '198.51.100.7' };
const TICKET = 'a ticket of the owner';
const PHONE = phoneNo(1);
/** Each `n` is a separate network without common neighbours. */
const strangerAt = (n: number): CallOptions => ({ from: `203.${n % 250}.${Math.floor(n / 250)}.9` });

describe('sending codes to the phones of others', () => {
  let server: TestServer;
  let accounts: ReturnType<typeof accountsOf>;
  beforeAll(async () => {
    server = await testServer();
    accounts = accountsOf(server);
  });
  beforeEach(async () => {
    server.clock.set(NOW);
    await server.pool.query('delete from phone_codes; delete from rate_limits; delete from outgoing_messages');
  });
  afterAll(() => server.close());

  /** Sends a code with proof of work, as the dashboard does. */
  const sendWithWork = async (phone: string, change: Record<string, unknown> = {}, options: CallOptions = OWNER) => {
    const first = await accounts.send(phone, change, options);
    if (first.body.key !== 'challenge.required') return first;
    return accounts.send(phone, { ...change, solved: await solve(first.body.challenge) }, options);
  };
  const setPoints = (name: string, points: number) =>
    server.pool.query('update rate_limits set points = $2 where key like $1', [`${name}:%`, points]);
  const messages = async () =>
    (await server.pool.query("select 1 from outgoing_messages where channel = 'sms'")).rowCount;

  it('soon requires work when many networks send to many phones, and still allows registrations', async () => {
    await accounts.send(phoneNo(999), {}, strangerAt(99));
    await setPoints(LIMITS.smsCountryHour.name, LIMITS.smsCountryHour.points - 10);
    let sent = 0;
    for (let n = 0; n < 20; n += 1)
      if ((await accounts.send(phoneNo(1000 + n), {}, strangerAt(n))).status === 200) sent += 1;
    expect(sent).toBe(10);
    const refused = await accounts.send(PHONE, {}, OWNER);
    expect([refused.status, refused.body.key]).toEqual([429, 'challenge.required']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    const again = await accounts.send(PHONE, { solved: await solve(refused.body.challenge) }, OWNER);
    expect(again.status).toBe(200);
    expect(await messages()).toBe(12);
    expect((await accounts.send(phoneNo(2), {}, { as: 'company' })).status).toBe(200);
    expect((await accounts.send('2025550143', { countryCode: 'US' }, OWNER)).status).toBe(200);
  });

  it('requires more work the more messages are sent, and accepts a solution for one message to one phone', async () => {
    await accounts.send(phoneNo(9), {}, OWNER);
    const levelAt = async (points: number) => {
      await setPoints(LIMITS.smsCountryHour.name, points);
      return (await accounts.send(PHONE, {}, OWNER)).body.challenge?.parameters.data.level;
    };
    const levels: unknown[] = [];
    for (const points of [199, 200, 399, 799, 100_000]) {
      levels.push(await levelAt(points));
      await server.pool.query("delete from rate_limits where key not like 'sms-country-hour:%'");
    }
    expect(levels).toEqual([undefined, 1, 2, 3, 6]);
    await setPoints(LIMITS.smsCountryHour.name, 200);
    const { challenge } = (await accounts.send(PHONE, {}, OWNER)).body;
    const solved = await solve(challenge);
    expect((await accounts.send(phoneNo(2), { solved }, OWNER)).body.key).toBe('challenge.required');
    expect((await accounts.send(PHONE, { solved }, OWNER)).status).toBe(200);
    expect((await accounts.send(PHONE, { solved }, OWNER)).body.key).toBe('challenge.required');
  });

  it('gives neighbouring networks together no more than one provider’s limit', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 62; n += 1)
      statuses.push((await accounts.send(phoneNo(n), {}, { from: `2001:db8:7:${n.toString(16)}::1` })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect((await accounts.send(phoneNo(99), {}, OWNER)).status).toBe(200);
  });

  it('cannot use up a phone’s daily limit', async () => {
    for (let n = 0; n < 20; n += 1) await accounts.send(PHONE, {}, strangerAt(n));
    expect(await messagesTo(server, `+90${PHONE}`)).toHaveLength(LIMITS.smsPhone.points);
    expect((await sendWithWork(PHONE)).status).toBe(200);
  });

  it('blocks a phone for ten minutes, not the day, and no profile, when a stranger works for each message', async () => {
    for (let n = 0; n < 12; n += 1) await sendWithWork(PHONE, {}, strangerAt(n));
    expect(await messagesTo(server, `+90${PHONE}`)).toHaveLength(LIMITS.smsPhoneBurst.points);
    const refused = await accounts.send(PHONE, {}, OWNER);
    expect(refused.body.key).toBe('user.phone.verify.daily_limit');
    expect(refused.headers['retry-after']).toBe('600');
    expect((await accounts.send(PHONE, {}, { as: 'company' })).status).toBe(200);
    server.clock.set(new Date(NOW.getTime() + 600_000));
    expect((await sendWithWork(PHONE)).status).toBe(200);
  });

  it.each([
    ['with a ticket', { ticket: TICKET }],
    ['of an older client', {}],
  ])('does not end the code of an owner %s', async (_name, own) => {
    await accounts.send(PHONE, own, OWNER);
    const code = await accounts.codeFor(PHONE);
    await accounts.send(PHONE, {}, strangerAt(1));
    await accounts.send(PHONE, { ticket: 'a ticket of a stranger' }, strangerAt(2));
    await accounts.send(PHONE, { resend: true }, strangerAt(3));
    expect((await accounts.verify(PHONE, code, { ...OWNER, body: { phone: PHONE, code, ...own } })).status).toBe(200);
  });

  it.each([
    ['with a ticket', { ticket: TICKET }],
    ['of an older client', {}],
  ])('does not use up the tries of an owner %s', async (_name, own) => {
    await accounts.send(PHONE, own, OWNER);
    const code = await accounts.codeFor(PHONE);
    for (let n = 0; n < 3 * SMS_CODE_TRIES; n += 1) await accounts.verify(PHONE, wrongCode(code), strangerAt(n));
    // A stranger has no sixth try, even with the right code.
    expect((await accounts.verify(PHONE, code, strangerAt(50))).status).toBe(400);
    expect((await accounts.verify(PHONE, code, { ...OWNER, body: { phone: PHONE, code, ...own } })).status).toBe(200);
  });

  it('requires work for each guess after twenty wrong ones a day on a phone, and stops at two hundred', async () => {
    const codeOfNobody = async (): Promise<string> => {
      const { rows } = await server.pool.query('select nonce from phone_codes');
      const sent = rows.map(({ nonce }) => codeOf(server.deps.codeSecret, nonce));
      return ['0000', '1111', '2222', '3333', '4444', '5555', '6666'].find((code) => !sent.includes(code))!;
    };
    const guess = async (n: number, solved?: unknown) => {
      const code = await codeOfNobody();
      const body = { phone: PHONE, code, ...(solved !== undefined && { solved }) };
      return accounts.verify(PHONE, code, { ...strangerAt(n), body });
    };
    for (let n = 0; n < LIMITS.smsWrong.points; n += 1) {
      if (n % 4 === 0) await accounts.send(PHONE, {}, strangerAt(n));
      expect((await guess(n)).status).toBe(400);
    }
    const asked = await guess(90);
    expect([asked.status, asked.body.key, asked.body.challenge.parameters.data.level]).toEqual([
      429,
      'challenge.required',
      1,
    ]);
    const solved = await solve(asked.body.challenge);
    expect((await guess(90, solved)).body.key).toBe('user.phone.verified_code.error');
    expect((await guess(90, solved)).body.key).toBe('challenge.required');

    await accounts.send(
      PHONE,
      { ticket: TICKET, solved: await solve((await accounts.send(PHONE, {}, OWNER)).body.challenge) },
      OWNER,
    );
    const code = await accounts.codeFor(PHONE);
    const enter = (work?: unknown) =>
      accounts.verify(PHONE, code, {
        ...OWNER,
        body: { phone: PHONE, code, ticket: TICKET, ...(work !== undefined && { solved: work }) },
      });
    await setPoints('sms-wrong', LIMITS.smsWrong.most);
    const closed = await enter();
    expect([closed.status, closed.body.key]).toEqual([429, 'error.too_many_requests']);
    await setPoints('sms-wrong', LIMITS.smsWrong.most - 1);
    const owner = await enter();
    expect(owner.body.challenge.parameters.data.level).toBe(4);
    expect((await enter(await solve(owner.body.challenge))).status).toBe(200);
    const { rows } = await server.pool.query("select points from rate_limits where key like 'sms-wrong:%'");
    expect(rows).toEqual([{ points: LIMITS.smsWrong.most - 1 }]);
  });

  it('does not affect a code with a ticket from the owner’s own network', async () => {
    await accounts.send(PHONE, { ticket: TICKET }, OWNER);
    const code = await accounts.codeFor(PHONE);
    await accounts.send(PHONE, {}, OWNER);
    for (let n = 0; n < SMS_CODE_TRIES; n += 1) await accounts.verify(PHONE, wrongCode(code), OWNER);
    const body = { phone: PHONE, code, ticket: TICKET };
    expect((await accounts.verify(PHONE, code, { ...OWNER, body })).status).toBe(200);
  });

  it('accepts the code of an older client that changes its network before entering it', async () => {
    await accounts.send(PHONE, {}, OWNER);
    expect((await accounts.verify(PHONE, await accounts.codeFor(PHONE), { from: '192.0.2.1' })).status).toBe(200);
  });

  it('counts the messages by kind of sender in the metrics', async () => {
    await accounts.send(PHONE, {}, OWNER);
    await accounts.send(phoneNo(2), {}, OWNER);
    await accounts.send(PHONE, {}, { as: 'company' });
    const { body } = await server.app.inject('/metrics');
    expect(body).toContain('phone_codes_hour{caller="visitor"} 2');
    expect(body).toContain('phone_codes_hour{caller="account"} 1');
    server.clock.set(new Date(NOW.getTime() + 3_600_000));
    expect((await server.app.inject('/metrics')).body).toContain('phone_codes_hour{caller="visitor"} 0');
  });
});
