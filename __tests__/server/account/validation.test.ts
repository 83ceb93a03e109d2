import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import * as routes from '../../../contract/routes/account';
import { testServer, type CallResult, type TestServer } from '../../support/testServer';
import { PROFILE_BODY, PROFILE_CASES } from '../../support/validationCases/profile';
import { REGISTER_BODY, REGISTER_CASES, type PasswordCase } from '../../support/validationCases/register';
import { RESET_BODY, RESET_CASES, UNEQUAL } from '../../support/validationCases/resetPassword';
import { accountsOf } from './accounts';

const KEYS: Record<NonNullable<PasswordCase['refusal']>, readonly string[]> = {
  // An empty value breaks a length, email or pattern rule.
  required: [ERROR_KEYS.fieldTooShort, ERROR_KEYS.fieldInvalid, ERROR_KEYS.fieldEmail],
  invalid: [ERROR_KEYS.fieldInvalid],
  email: [ERROR_KEYS.fieldEmail],
  tooShort: [ERROR_KEYS.fieldTooShort],
  tooLong: [ERROR_KEYS.fieldTooLong],
};

describe('the cases of the account forms', () => {
  let server: TestServer;
  let accounts: ReturnType<typeof accountsOf>;
  beforeAll(async () => {
    server = await testServer();
    accounts = accountsOf(server);
    await server.pool.query("update users set phone = $1, country_code = 'TR' where email = 'company@demo.test'", [
      PROFILE_BODY.phone,
    ]);
  });
  beforeEach(() => server.pool.query('delete from rate_limits'));
  afterAll(() => server.close());

  const refused = ({ status, body }: CallResult, { field, refusal }: PasswordCase, beside: string[] = []) => {
    expect([status, Object.keys(body.errors.children)]).toEqual([400, [field, ...beside]]);
    expect(KEYS[refusal!]).toContain(body.errors.children[field!].errors[0]);
  };

  it.each(REGISTER_CASES.map((one, at) => [one.name, one, at] as const))(
    'applies the case to a registration: %s',
    async (_, one, at) => {
      if (one.field !== null) {
        const body = { ...REGISTER_BODY, phoneVerifyCode: 'none', ...one.change };
        return refused(await server.call(routes.registerCompany, { body }), one);
      }
      const phone = `53277700${String(at).padStart(2, '0')}`;
      const phoneVerifyCode = await accounts.verifyPhone(phone);
      const reply = await accounts.register({ email: `case${at}@example.com`, phone, phoneVerifyCode, ...one.change });
      expect(reply.status).toBe(200);
    },
  );

  it.each(RESET_CASES.map((one) => [one.name, one] as const))(
    'applies the case to a new password: %s',
    async (_, one) => {
      const body = { ...RESET_BODY, ...one.change };
      const reply = await server.call(routes.postResetPassword, { params: { token: 'nobody-got-it' }, body });
      // The passwords are valid; only the link is wrong.
      if (one.field === null) return expect([reply.status, reply.body.key]).toEqual([404, ERROR_KEYS.invalidToken]);
      // Two different passwords are reported on both fields.
      const isBoth = one.change.firstPassword === one.change.secondPassword;
      refused(reply, one, isBoth ? ['secondPassword'] : []);
    },
  );

  it('rejects two different passwords', async () => {
    const reply = await accounts.reset('nobody-got-it', UNEQUAL.firstPassword, UNEQUAL.secondPassword);
    expect([reply.status, reply.body.key]).toEqual([400, ERROR_KEYS.passwordsDiffer]);
    expect(Object.keys(reply.body.errors.children)).toEqual(['firstPassword', 'secondPassword']);
  });

  it.each(PROFILE_CASES.map((one) => [one.name, one] as const))('applies the case to a profile: %s', async (_, one) => {
    const body = { ...PROFILE_BODY, email: 'company@demo.test', ...one.change };
    const reply = await server.call(routes.postProfileUpdate, { as: 'company', body });
    if (one.field === null) expect(reply.status).toBe(200);
    else refused(reply, one);
  });
});
