import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { postProfileUpdate } from '../../../contract/routes/account';
import { PROFILE_BODY } from '../../support/validationCases/profile';
import { testServer, type CallResult, type TestServer } from '../../support/testServer';
import { accountsOf, auditSince, lastAudit, phoneNo } from './accounts';

const { emailNotUnique, fieldRequired, invalid, phoneCodeWrong, phoneInvalid, phoneNotUnique } = ERROR_KEYS;
const EMAIL = 'company@demo.test';
const PHONE = PROFILE_BODY.phone;

describe('profile phones', () => {
  let server: TestServer;
  let accounts: ReturnType<typeof accountsOf>;
  let id: number;
  beforeAll(async () => {
    server = await testServer();
    accounts = accountsOf(server);
    id = (await server.pool.query('select id from users where email = $1', [EMAIL])).rows[0].id;
  });
  beforeEach(async () => {
    await server.pool.query('delete from rate_limits; delete from phone_codes');
    await server.pool.query("update users set phone = $1, country_code = 'TR' where id = $2", [PHONE, id]);
  });
  afterAll(() => server.close());

  const update = (change: Record<string, unknown> = {}) =>
    server.call(postProfileUpdate, { as: 'company', body: { ...PROFILE_BODY, email: EMAIL, ...change } });
  const refusal = ({ status, body }: CallResult) => [status, body.key, body.errors?.children];
  const on = (field: string, key: string, whole: string = key) => [400, whole, { [field]: { errors: [key] } }];
  const token = async () => ({ headers: { authorization: `Bearer ${await server.tokenOf('company')}` } });

  it('changes the phone with a proof for this profile, which works once', async () => {
    const phone = phoneNo(50);
    expect(refusal(await update({ phone }))).toEqual(on('phoneVerifyCode', fieldRequired, invalid));
    const phoneVerifyCode = await accounts.verifyPhone(phone, await token());
    const before = await lastAudit(server);
    const { status, body } = await update({ phone, phoneVerifyCode });
    expect([status, body.payload.user.phone]).toEqual([200, phone]);
    expect((await auditSince(server, before))[0]?.details).toEqual({ phoneChanged: true });
    await server.pool.query('update users set phone = $1 where id = $2', [PHONE, id]);
    expect(refusal(await update({ phone, phoneVerifyCode }))).toEqual(on('phoneVerifyCode', phoneCodeWrong));
  });

  it('rejects a proof from a registration, for another profile or for another phone', async () => {
    const phone = phoneNo(51);
    const proofs = [
      await accounts.verifyPhone(phone),
      await accounts.verifyPhone(phone, { headers: { authorization: `Bearer ${await server.tokenOf('root')}` } }),
      await accounts.verifyPhone(phoneNo(52), await token()),
      'made-up',
    ];
    for (const phoneVerifyCode of proofs)
      expect(refusal(await update({ phone, phoneVerifyCode }))).toEqual(on('phoneVerifyCode', phoneCodeWrong));
  });

  it('keeps the proof for another try when another field is rejected', async () => {
    const phone = phoneNo(53);
    const phoneVerifyCode = await accounts.verifyPhone(phone, await token());
    expect((await update({ phone, phoneVerifyCode, email: 'other@demo.test' })).body.key).toBe(emailNotUnique);
    expect((await update({ phone, phoneVerifyCode })).status).toBe(200);
  });

  it('rejects a phone that another account has, or that cannot exist', async () => {
    const phone = phoneNo(54);
    const phoneVerifyCode = await accounts.verifyPhone(phone, await token());
    await server.pool.query("update users set phone = $1, country_code = 'TR' where email = 'other@demo.test'", [
      phone,
    ]);
    expect(refusal(await update({ phone, phoneVerifyCode }))).toEqual(on('phone', phoneNotUnique));
    const reply = await update({ phone: '0000000000', phoneVerifyCode });
    expect([...refusal(reply), reply.body.code]).toEqual([...on('phone', phoneInvalid), 1030]);
  });
});
