import { DAY } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { EMAIL_RESTORE_DAYS } from '../../../contract/constants/limits';
import { getEmailRestoration, postEmailRestoration, postProfileUpdate } from '../../../contract/routes/account';
import { postBranch, putHrAccount } from '../../../contract/routes/organisation';
import { getCurrentUser } from '../../../contract/routes/session';
import { issueRestoration } from '../../../server/modules/account/profileService';
import { removeOldCodes } from '../../../server/modules/account/repository';
import { DEMO_PASSWORD, NOW } from '../../support/demo';
import { testServer, type TestServer } from '../../support/testServer';
import { BRANCH_BODY } from '../../support/validationCases/branch';
import { HR_BODY } from '../../support/validationCases/hr';
import { PROFILE_BODY } from '../../support/validationCases/profile';
import { accountsOf, auditSince, lastAudit, linkCodeTo, messagesTo, phoneNo } from './accounts';

const OWN = 'company@demo.test';
const THIEF = 'thief@example.com';
const DEAD = [404, ERROR_KEYS.invalidToken];

describe('restoring an old email address', () => {
  let server: TestServer;
  let accounts: ReturnType<typeof accountsOf>;
  let id: number;
  let password: string;
  beforeAll(async () => {
    server = await testServer();
    accounts = accountsOf(server);
    const { rows } = await server.pool.query('select id, password_hash from users where email = $1', [OWN]);
    ({ id, password_hash: password } = rows[0]);
  });
  beforeEach(async () => {
    server.clock.set(NOW);
    await server.pool.query(`delete from rate_limits; delete from outgoing_messages; delete from password_codes;
      delete from access_tokens; delete from user_sessions; delete from email_restorations; delete from phone_codes;
      update users set deleted_at = now() where email = '${THIEF}' and id <> ${id}`);
    await server.pool.query(
      "update users set email = $1, phone = $2, password_hash = $3, country_code = 'TR', language_code = 'en' where id = $4",
      [OWN, PROFILE_BODY.phone, password, id],
    );
  });
  afterAll(() => server.close());

  const later = (milliseconds: number) => server.clock.set(new Date(server.clock.now().getTime() + milliseconds));
  const rename = async (email: string, token?: string) => {
    const bearer = token ?? (await server.tokenOf('company'));
    const body = { ...PROFILE_BODY, email };
    return server.call(postProfileUpdate, { body, headers: { authorization: `Bearer ${bearer}` } });
  };
  const restoreCodeTo = async (email: string): Promise<string | undefined> => {
    const text = (await messagesTo(server, email)).at(-1)?.bodyText ?? '';
    return /\/dashboard\/restore-email\/([\w-]+)/.exec(text)?.[1];
  };
  const look = async (token: string) => {
    const { status, body } = await server.call(getEmailRestoration, { params: { token } });
    return status === 200 ? body.payload.email : [status, body.key];
  };
  const restore = async (token: string) => {
    const { status, body } = await server.call(postEmailRestoration, { params: { token } });
    return [status, body.key ?? body.payload];
  };
  const emailNow = async () => (await server.pool.query('select email from users where id = $1', [id])).rows[0].email;
  const me = async (token: string) =>
    (await server.call(getCurrentUser, { headers: { authorization: `Bearer ${token}` } })).status;

  it('mails a link to the old address, which undoes a thief’s changes: email, sessions, links and password', async () => {
    const token = await server.tokenOf('company');
    await rename(THIEF, token);
    await accounts.forget(THIEF);
    const theirReset = await linkCodeTo(server, THIEF);
    const code = (await restoreCodeTo(OWN))!;
    expect(code).toMatch(/^[\w-]{43}$/);
    expect(await look(code)).toBe(OWN);
    expect(await emailNow()).toBe(THIEF);

    const before = await lastAudit(server);
    expect(await restore(code)).toEqual([200, null]);
    expect(await emailNow()).toBe(OWN);
    expect(await me(token)).toBe(401);
    expect((await accounts.check(theirReset)).status).toBe(404);
    for (const email of [THIEF, OWN]) expect((await accounts.signIn(email, DEMO_PASSWORD)).status).toBe(400);
    const details = { emailBefore: THIEF, email: OWN };
    expect(await auditSince(server, before)).toContainEqual({
      action: 'profile.email_restored',
      actor: id,
      subject: id,
      details,
    });

    expect((await messagesTo(server, THIEF)).at(-1)?.bodyText).toContain(`is now ${OWN}`);
    expect(await restoreCodeTo(THIEF)).toBeUndefined();
    await accounts.reset(await linkCodeTo(server, OWN), 'Fresh123');
    expect((await accounts.signIn(OWN, 'Fresh123')).status).toBe(200);
  });

  it('works once, even when it is opened twice at the same moment', async () => {
    await rename(THIEF);
    const code = (await restoreCodeTo(OWN))!;
    const replies = await Promise.all([1, 2, 3].map(() => restore(code)));
    expect(replies.map(([status]) => status).sort()).toEqual([200, 404, 404]);
    expect(await look(code)).toEqual(DEAD);
  });

  it('works for seven days, then the cleanup deletes it', async () => {
    await rename(THIEF);
    const code = (await restoreCodeTo(OWN))!;
    later(EMAIL_RESTORE_DAYS * DAY - 1000);
    expect(await look(code)).toBe(OWN);
    later(1000);
    expect([await look(code), await restore(code)]).toEqual([DEAD, DEAD]);
    await removeOldCodes(server.db, server.clock.now());
    expect((await server.pool.query('select 1 from email_restorations')).rowCount).toBe(0);
  });

  it('goes to the first address only: a thief gets no link by changing the email again', async () => {
    const token = await server.tokenOf('company');
    await rename(THIEF, token);
    const code = (await restoreCodeTo(OWN))!;
    await rename('thief2@example.com', token);
    expect(await restoreCodeTo(THIEF)).toBeUndefined();
    await rename(OWN, token);
    expect(await restoreCodeTo('thief2@example.com')).toBeUndefined();
    await rename(THIEF, token);
    expect(await restore(code)).toEqual([200, null]);
    expect(await emailNow()).toBe(OWN);
  });

  it('cannot be blocked by registering another account with the address', async () => {
    await rename(THIEF);
    const taken = { errors: [ERROR_KEYS.emailNotUnique] };
    const phone = phoneNo(960);
    const proof = await accounts.verifyPhone(phone);
    const registered = await accounts.register({ email: OWN.toUpperCase(), phone, phoneVerifyCode: proof });
    expect([registered.status, registered.body.errors.children]).toEqual([400, { email: taken }]);
    const hired = await server.call(putHrAccount, { as: 'root', body: { ...HR_BODY, email: OWN } });
    expect([hired.status, hired.body.errors.children]).toEqual([400, { email: taken }]);
    later(EMAIL_RESTORE_DAYS * DAY);
    const hiredLater = await server.call(putHrAccount, { as: 'root', body: { ...HR_BODY, email: OWN } });
    expect(hiredLater.status).toBe(200);
    await server.pool.query("update users set email = 'hired@example.com' where email = $1", [OWN]);
  });

  it('ends when the organisation gives the account to another person', async () => {
    const { rows } = await server.pool.query("select id, email from users where email = 'branch@demo.test'");
    const branch = rows[0];
    // Today no route creates a restoration link for a branch: only companies and root change their own email.
    const way = { userId: branch.id, email: branch.email, now: NOW };
    const code = (await server.db.transaction().execute((trx) => issueRestoration(trx, way)))!;
    expect(await look(code)).toBe(branch.email);

    const given = { ...BRANCH_BODY, email: 'successor@example.com' };
    expect((await server.call(postBranch, { as: 'root', params: { id: branch.id }, body: given })).status).toBe(200);
    expect([await look(code), await restore(code)]).toEqual([DEAD, DEAD]);
    const after = await server.pool.query('select email from users where id = $1', [branch.id]);
    expect(after.rows[0].email).toBe('successor@example.com');
  });

  it('answers 400 when another account already has the address', async () => {
    await rename(THIEF);
    const code = (await restoreCodeTo(OWN))!;
    await server.pool.query("update users set email = $1 where email = 'empty@demo.test'", [OWN]);
    expect(await restore(code)).toEqual([400, ERROR_KEYS.emailNotUnique]);
    await server.pool.query("update users set email = 'empty@demo.test' where email = $1", [OWN]);
    expect(await look(code)).toBe(OWN);
  });

  it('stores only a hash of the link, which does nothing once the account is deleted', async () => {
    await rename(THIEF);
    const code = (await restoreCodeTo(OWN))!;
    const { rows } = await server.pool.query('select row_to_json(r)::text as row from email_restorations r');
    expect(rows[0].row).not.toContain(code);
    await server.pool.query('update users set deleted_at = now() where id = $1', [id]);
    expect([await look(code), await restore(code)]).toEqual([DEAD, DEAD]);
    await server.pool.query('update users set deleted_at = null where id = $1', [id]);
  });
});
