import * as routes from '../../../contract/routes/account';
import { login } from '../../../contract/routes/session';
import { codeOf } from '../../../server/modules/account/phoneCodeService';
import { REGISTER_BODY } from '../../support/validationCases/register';
import type { CallOptions, CallResult, TestServer } from '../../support/testServer';

/** Returns a Turkish mobile number for each `n` from 0 to 9999. */
export const phoneNo = (n: number): string => `532555${String(n).padStart(4, '0')}`;

const OTHER_DIGIT = '1234567890';
/** Returns a code that differs from the given one in its first digit. */
export const wrongCode = (code: string): string => `${OTHER_DIGIT[Number(code[0])]!}${code.slice(1)}`;

/** Returns the calls of the account module with valid bodies, which a test can change. */
export const accountsOf = (server: TestServer) => {
  const send = (phone: string, change: Record<string, unknown> = {}, options: CallOptions = {}) =>
    server.call(routes.putSendCode, { body: { phone, countryCode: 'TR', isVerify: true, ...change }, ...options });
  const verify = (phone: string, code: string, options: CallOptions = {}) =>
    server.call(routes.postVerifyPhone, { body: { phone, code }, ...options });

  /** Returns the newest code for a phone. */
  const codeFor = async (phone: string): Promise<string> => {
    const { rows } = await server.pool.query(
      'select nonce from phone_codes where right(phone, 10) = $1 order by id desc limit 1',
      [phone],
    );
    return codeOf(server.deps.codeSecret, rows[0].nonce);
  };

  /** Sends and enters a code, and returns the proof of the phone. */
  const verifyPhone = async (phone: string, options: CallOptions = {}): Promise<string> => {
    await send(phone, {}, options);
    const { body } = await verify(phone, await codeFor(phone), options);
    return body.payload.phoneVerifyCode;
  };

  const register = (change: Record<string, unknown>, headers: Record<string, string> = {}): Promise<CallResult> =>
    server.call(routes.registerCompany, {
      body: { ...REGISTER_BODY, phoneVerifyCode: 'none', ...change },
      headers,
    });

  return {
    send,
    verify,
    codeFor,
    verifyPhone,
    register,
    signIn: (email: string, password: string) => server.call(login, { body: { email, password } }),
    forget: (email: string) => server.call(routes.postForgetPassword, { body: { email } }),
    check: (token: string) => server.call(routes.getResetToken, { params: { token } }),
    reset: (token: string, firstPassword: string, secondPassword = firstPassword) =>
      server.call(routes.postResetPassword, { params: { token }, body: { firstPassword, secondPassword } }),
  };
};

/** Returns the messages to a phone or an email address, oldest first. */
export const messagesTo = (server: TestServer, recipient: string) =>
  server.db.selectFrom('outgoingMessages').selectAll().where('recipient', '=', recipient).orderBy('id').execute();

/** Returns the code in the newest link mailed to an address. */
export const linkCodeTo = async (server: TestServer, email: string): Promise<string> => {
  const text = (await messagesTo(server, email)).at(-1)?.bodyText ?? '';
  return /\/reset-password\/([\w-]+)/.exec(text)?.[1] ?? '';
};

/** Returns the audit entries after an id, oldest first. */
export const auditSince = async (server: TestServer, id: number) => {
  const rows = await server.db.selectFrom('auditLog').selectAll().where('id', '>', id).orderBy('id').execute();
  return rows.map(({ action, actorUserId: actor, subjectId: subject, details }) => ({
    action,
    actor,
    subject,
    details,
  }));
};

/** Returns the id of the newest audit entry. */
export const lastAudit = async (server: TestServer): Promise<number> =>
  (await server.pool.query('select coalesce(max(id), 0)::int as id from audit_log')).rows[0].id;
