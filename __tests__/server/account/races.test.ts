import { postProfileUpdate } from '../../../contract/routes/account';
import { findSession } from '../../../server/platform/auth/tokens';
import type { Trx } from '../../../server/platform/database/schema';
import { DEMO_PASSWORD } from '../../support/demo';
import { untilWaiting } from '../../support/untilWaiting';
import { PROFILE_BODY } from '../../support/validationCases/profile';
import { testServer, type TestServer } from '../../support/testServer';
import { whileRotated } from '../session/whileRotated';
import { accountsOf, linkCodeTo, messagesTo, phoneNo } from './accounts';

const EMAIL = 'company@demo.test';

describe('simultaneous changes of an account', () => {
  let server: TestServer;
  let accounts: ReturnType<typeof accountsOf>;
  let id: number;
  beforeAll(async () => {
    server = await testServer();
    accounts = accountsOf(server);
    id = (await server.pool.query('select id from users where email = $1', [EMAIL])).rows[0].id;
  });
  beforeEach(async () => {
    await server.pool.query('delete from rate_limits; delete from password_codes; delete from outgoing_messages');
    await server.pool.query("update users set email = $1, phone = $2, country_code = 'TR' where id = $3", [
      EMAIL,
      PROFILE_BODY.phone,
      id,
    ]);
  });
  afterAll(() => server.close());

  /**
   * Starts `call` while a transaction locks the account's row, and runs `change` in that transaction once the call
   * waits.
   */
  const whileLocked = async <T>(call: () => Promise<T>, change: (trx: Trx) => Promise<unknown>) => {
    let started: Promise<T> | null = null;
    await server.db.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
      started = call();
      await untilWaiting(server.pool);
      await change(trx);
    });
    return started! as Promise<T>;
  };
  const codes = async () => (await server.pool.query('select 1 from password_codes where user_id = $1', [id])).rowCount;

  it('keeps only the last mailed of several links requested together', async () => {
    await Promise.all([1, 2, 3, 4].map(() => accounts.forget(EMAIL)));
    expect(await messagesTo(server, EMAIL)).toHaveLength(4);
    expect(await codes()).toBe(1);
    expect((await accounts.check(await linkCodeTo(server, EMAIL))).status).toBe(200);
  });

  it('mails no link to an address that the account is just giving up', async () => {
    const reply = await whileLocked(
      () => accounts.forget(EMAIL),
      async (trx) => {
        await trx.updateTable('users').set({ email: 'moved@example.com' }).where('id', '=', id).execute();
        await trx.deleteFrom('passwordCodes').where('userId', '=', id).execute();
      },
    );
    expect(reply.status).toBe(200);
    expect([await codes(), await messagesTo(server, EMAIL)]).toEqual([0, []]);
  });

  it('sets no password with a link that an email change cancels, and answers both requests', async () => {
    await accounts.forget(EMAIL);
    const code = await linkCodeTo(server, EMAIL);
    const reply = await whileLocked(
      () => accounts.reset(code, 'Fresh123'),
      (trx) => trx.deleteFrom('passwordCodes').where('userId', '=', id).execute(),
    );
    expect([reply.status, reply.body.key]).toEqual([404, 'invalidToken']);
  });

  it('starts no session with a password that is just being replaced', async () => {
    await server.pool.query('delete from access_tokens where user_id = $1', [id]);
    const { password_hash: own } = (await server.pool.query('select password_hash from users where id = $1', [id]))
      .rows[0];
    const reply = await whileLocked(
      () => accounts.signIn(EMAIL, DEMO_PASSWORD),
      (trx) => trx.updateTable('users').set({ passwordHash: 'another' }).where('id', '=', id).execute(),
    );
    expect([reply.status, reply.body.key]).toEqual([400, 'exception.user.invalid']);
    expect((await server.pool.query('select 1 from access_tokens where user_id = $1', [id])).rowCount).toBe(0);
    await server.pool.query('update users set password_hash = $1 where id = $2', [own, id]);
  });

  it('ends a token that is rotated while a password is set', async () => {
    await accounts.forget(EMAIL);
    const code = await linkCodeTo(server, EMAIL);
    const { reply, token } = await whileRotated(server, 'company', () => accounts.reset(code, 'Fresh123'));
    expect(reply.status).toBe(200);
    expect(await findSession(server.db, token!, server.clock.now())).toBeUndefined();
  });

  it('changes the phone of one profile once with one proof', async () => {
    const phone = phoneNo(900);
    const headers = { authorization: `Bearer ${await server.tokenOf('company')}` };
    const phoneVerifyCode = await accounts.verifyPhone(phone, { headers });
    const body = { ...PROFILE_BODY, email: EMAIL, phone, phoneVerifyCode };
    const replies = await Promise.all([1, 2, 3].map(() => server.call(postProfileUpdate, { body, headers })));
    // The later requests no longer change the phone and need no proof.
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const used = await server.pool.query('select 1 from phone_codes where used_at is not null');
    expect(used.rowCount).toBe(1);
  });

  it('accepts only the last of two codes sent together', async () => {
    const phone = phoneNo(901);
    await Promise.all([accounts.send(phone), accounts.send(phone)]);
    const live = await server.pool.query('select id from phone_codes where phone = $1 and expires_at > $2', [
      `+90${phone}`,
      server.clock.now(),
    ]);
    expect(live.rowCount).toBe(1);
    expect((await accounts.verify(phone, await accounts.codeFor(phone))).status).toBe(200);
  });
});
