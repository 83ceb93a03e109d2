import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { SMS_CODE_SECONDS, SMS_CODE_TRIES } from '../../../contract/constants/limits';
import { codeOf } from '../../../server/modules/account/phoneCodeService';
import { sha256 } from '../../../server/platform/secrets';
import { NOW } from '../../support/demo';
import { testServer, type CallResult, type TestServer } from '../../support/testServer';
import { accountsOf, auditSince, lastAudit, messagesTo, phoneNo, wrongCode } from './accounts';

const { phoneCodeWrong, phoneInvalid, phoneNotUnique } = ERROR_KEYS;
const PHONE = phoneNo(1);
const FULL = `+90${PHONE}`;

describe('the code derived from a nonce', () => {
  it('is four digits, depends on secret and nonce only, and is evenly distributed', () => {
    const codes = Array.from({ length: 2000 }, (_, n) => codeOf('a secret', `nonce ${n}`));
    expect(codes.every((code) => /^\d{4}$/.test(code))).toBe(true);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(1700);
    expect(codeOf('a secret', 'n')).toBe(codeOf('a secret', 'n'));
    expect(codeOf('a secret', 'n')).not.toBe(codeOf('another', 'n'));
  });
});

describe('phone codes', () => {
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

  const later = (seconds: number) => server.clock.set(new Date(server.clock.now().getTime() + seconds * 1000));
  const keyOf = ({ status, body }: CallResult) => [status, body.ok ? 'success' : body.key];
  const wrong = [400, phoneCodeWrong];

  it('gives equal digits in two countries different codes', async () => {
    const digits = '5305550143';
    await accounts.send(digits);
    const code = await accounts.codeFor(digits);
    expect((await accounts.send(digits, { countryCode: 'US' })).status).toBe(200);
    const american = await accounts.codeFor(digits);
    const { status, body } = await accounts.verify(digits, code);
    expect(status).toBe(200);
    const { rows } = await server.pool.query('select phone from phone_codes where proof_hash = $1', [
      sha256(body.payload.phoneVerifyCode),
    ]);
    expect(rows).toEqual([{ phone: `+90${digits}` }]);
    expect((await accounts.verify(digits, american)).status).toBe(200);
  });

  describe('sending a code', () => {
    it('sends one text message with four digits in the language of the request', async () => {
      const { status, body } = await accounts.send(PHONE, {}, { headers: { 'accept-language': 'tr' } });
      expect([status, body.payload]).toEqual([200, { status: 'user.phone.verified_code.send' }]);
      const [message, ...others] = await messagesTo(server, FULL);
      expect(others).toEqual([]);
      expect(message).toMatchObject({ channel: 'sms', subject: null, bodyHtml: null });
      expect(message?.bodyText).toBe(`Doğrulama kodunuz: ${await accounts.codeFor(PHONE)}. Kimseyle paylaşmayın.`);
      await accounts.send(phoneNo(2), {}, { headers: { 'accept-language': 'es' } });
      expect((await messagesTo(server, `+90${phoneNo(2)}`))[0]?.bodyText).toMatch(
        /^Su código de verificación: \d{4}\./,
      );
    });

    it('stores what the code derives from, not the code', async () => {
      await accounts.send(PHONE);
      const { rows } = await server.pool.query('select to_jsonb(c) as row from phone_codes c');
      expect(JSON.stringify({ ...rows[0].row, phone: '', sent_at: '', expires_at: '', nonce: '' })).not.toContain(
        await accounts.codeFor(PHONE),
      );
    });

    it.each([
      ['an impossible number', '0000000000', 'TR'],
      ['a landline', '2123334455', 'TR'],
      ['a country that is not offered', PHONE, 'DE'],
      ['an unknown country', PHONE, 'ZZ'],
      ['a number of another country', '2025550143', 'TR'],
    ])('rejects %s with code 1030 and sends nothing', async (_name, phone, countryCode) => {
      const reply = await accounts.send(phone, { countryCode });
      expect(keyOf(reply)).toEqual([400, phoneInvalid]);
      expect(reply.body).toMatchObject({ code: 1030, errors: { children: { phone: { errors: [phoneInvalid] } } } });
      expect((await server.pool.query('select 1 from outgoing_messages')).rowCount).toBe(0);
    });

    it('rejects a taken number only where it must be free, and accepts a profile’s own number', async () => {
      const { rows } = await server.pool.query(
        "update users set phone = $1, country_code = 'TR' where email = 'company@demo.test' returning id",
        [PHONE],
      );
      expect(rows).toHaveLength(1);
      const taken = await accounts.send(PHONE);
      expect(keyOf(taken)).toEqual([400, phoneNotUnique]);
      expect(taken.body.errors.children.phone.errors).toEqual([phoneNotUnique]);
      expect((await accounts.send(PHONE, {}, { as: 'root' })).body.key).toBe(phoneNotUnique);
      expect((await accounts.send(PHONE, {}, { as: 'company' })).status).toBe(200);
      expect((await accounts.send(PHONE, { isVerify: false })).status).toBe(200);
      await server.pool.query("update users set deleted_at = now() where email = 'company@demo.test'");
      expect((await accounts.send(PHONE)).status).toBe(200);
      await server.pool.query("update users set deleted_at = null, phone = null where email = 'company@demo.test'");
    });

    it('resends the same code, keeps the wrong tries and restarts the three minutes', async () => {
      await accounts.send(PHONE);
      const code = await accounts.codeFor(PHONE);
      for (let n = 1; n < SMS_CODE_TRIES; n += 1)
        expect(keyOf(await accounts.verify(PHONE, wrongCode(code)))).toEqual(wrong);
      later(SMS_CODE_SECONDS - 1);
      await accounts.send(PHONE, { resend: true });
      expect(await accounts.codeFor(PHONE)).toBe(code);
      later(SMS_CODE_SECONDS - 1);
      expect((await server.pool.query('select wrong_tries from phone_codes')).rows).toEqual([{ wrong_tries: 4 }]);
      expect((await accounts.verify(PHONE, code)).status).toBe(200);
    });

    it('sends a new code once the old one expires, and rejects the old one', async () => {
      await accounts.send(PHONE);
      later(SMS_CODE_SECONDS);
      const old = await accounts.codeFor(PHONE);
      await accounts.send(PHONE, { resend: true });
      const { rows } = await server.pool.query('select nonce from phone_codes');
      expect(new Set(rows.map(({ nonce }) => nonce)).size).toBe(2);
      const code = await accounts.codeFor(PHONE);
      if (old !== code) expect(keyOf(await accounts.verify(PHONE, old))).toEqual(wrong);
    });

    it('ends the previous code when it sends a new one', async () => {
      await accounts.send(PHONE);
      await accounts.send(PHONE);
      const { rows } = await server.pool.query('select 1 from phone_codes where expires_at > $1', [NOW]);
      expect(rows).toHaveLength(1);
    });

    it('writes an audit entry without the number and the code', async () => {
      const before = await lastAudit(server);
      await accounts.verifyPhone(PHONE);
      await accounts.send(PHONE);
      await accounts.verify(PHONE, wrongCode(await accounts.codeFor(PHONE)));
      const entries = await auditSince(server, before);
      expect(entries.map(({ action }) => action)).toEqual([
        'phone.code_sent',
        'phone.proven',
        'phone.code_sent',
        'phone.code_refused',
      ]);
      expect(JSON.stringify(entries)).not.toContain(PHONE);
    });
  });

  describe('entering a code', () => {
    it('proves the phone once and keeps only the hash of the proof', async () => {
      await accounts.send(PHONE);
      const code = await accounts.codeFor(PHONE);
      const { status, body } = await accounts.verify(PHONE, code);
      expect(status).toBe(200);
      const { phoneVerifyCode } = body.payload;
      expect(Buffer.from(phoneVerifyCode, 'base64url')).toHaveLength(16);
      const { rows } = await server.pool.query('select * from phone_codes');
      expect(rows[0].proof_hash).toEqual(sha256(phoneVerifyCode));
      expect(JSON.stringify(rows)).not.toContain(phoneVerifyCode);
      expect(keyOf(await accounts.verify(PHONE, code))).toEqual(wrong);
    });

    it('rejects a code on its field when none was sent, for another phone, and after three minutes', async () => {
      const nothing = await accounts.verify(PHONE, '1234');
      expect(keyOf(nothing)).toEqual(wrong);
      expect(nothing.body.errors.children.code.errors).toEqual([phoneCodeWrong]);
      await accounts.send(PHONE);
      const code = await accounts.codeFor(PHONE);
      expect(keyOf(await accounts.verify(phoneNo(9), code))).toEqual(wrong);
      later(SMS_CODE_SECONDS);
      expect(keyOf(await accounts.verify(PHONE, code))).toEqual(wrong);
    });

    it('ends the code after the fifth wrong try', async () => {
      await accounts.send(PHONE);
      const code = await accounts.codeFor(PHONE);
      for (let n = 0; n < SMS_CODE_TRIES; n += 1)
        expect(keyOf(await accounts.verify(PHONE, wrongCode(code)))).toEqual(wrong);
      expect(keyOf(await accounts.verify(PHONE, code))).toEqual(wrong);
    });

    it('counts every one of several simultaneous tries', async () => {
      await accounts.send(PHONE);
      const code = await accounts.codeFor(PHONE);
      await Promise.all(Array.from({ length: 20 }, () => accounts.verify(PHONE, wrongCode(code))));
      expect((await server.pool.query('select wrong_tries from phone_codes')).rows).toEqual([
        { wrong_tries: SMS_CODE_TRIES },
      ]);
      expect(keyOf(await accounts.verify(PHONE, code))).toEqual(wrong);
    });

    it('gives the proof to one of many simultaneous right tries', async () => {
      await accounts.send(PHONE);
      const code = await accounts.codeFor(PHONE);
      const replies = await Promise.all(Array.from({ length: 6 }, () => accounts.verify(PHONE, code)));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('accepts a code only for its purpose: a registration, or one profile', async () => {
      const token = await server.tokenOf('company');
      const own = { headers: { authorization: `Bearer ${token}` } };
      await accounts.send(PHONE, {}, own);
      const code = await accounts.codeFor(PHONE);
      expect(keyOf(await accounts.verify(PHONE, code))).toEqual(wrong);
      expect(keyOf(await accounts.verify(PHONE, code, { as: 'root' }))).toEqual(wrong);
      expect((await accounts.verify(PHONE, code, own)).status).toBe(200);
      const dead = { headers: { authorization: `Bearer ${'x'.repeat(43)}` } };
      await accounts.send(PHONE, {}, dead);
      expect((await accounts.verify(PHONE, await accounts.codeFor(PHONE))).status).toBe(200);
    });
  });
});
