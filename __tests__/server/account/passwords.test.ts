import { DAY, HOUR } from '../../../contract/constants/time';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { getCurrentUser } from '../../../contract/routes/session';
import { invite } from '../../../server/modules/account/passwordService';
import { removeOldCodes } from '../../../server/modules/account/repository';
import { DEMO_PASSWORD, NOW } from '../../support/demo';
import { testServer, type CallResult, type TestServer } from '../../support/testServer';
import { accountsOf, auditSince, lastAudit, linkCodeTo, messagesTo } from './accounts';

const { invalidToken, passwordsDiffer, wrongCredentials } = ERROR_KEYS;
const ROOT = 'root@demo.test';

describe('passwords', () => {
  let server: TestServer;
  let accounts: ReturnType<typeof accountsOf>;
  let idOf: (email: string) => Promise<number>;
  let demoHash: string;
  beforeAll(async () => {
    server = await testServer();
    accounts = accountsOf(server);
    idOf = async (email) => {
      const { rows } = await server.pool.query('select id from users where email = $1', [email]);
      return rows[0].id;
    };
    const { rows } = await server.pool.query('select password_hash from users where email = $1', [ROOT]);
    demoHash = rows[0].password_hash;
  });
  beforeEach(async () => {
    server.clock.set(NOW);
    await server.pool.query('delete from rate_limits; delete from password_codes; delete from outgoing_messages');
    await server.pool.query('update users set password_hash = $1 where email = $2', [demoHash, ROOT]);
  });
  afterAll(() => server.close());

  const after = (milliseconds: number) => server.clock.set(new Date(NOW.getTime() + milliseconds));
  const outcome = ({ status, body }: CallResult) => [status, body.ok ? 'success' : body.key];
  const dead = [404, invalidToken];
  const forgotten = async (email = ROOT): Promise<string> => {
    await accounts.forget(email);
    return linkCodeTo(server, email);
  };
  const invited = async (): Promise<string> => {
    const userId = await idOf(ROOT);
    const invitation = { userId, email: ROOT, firstName: 'Ada', organisationName: 'Mavi', language: 'en' } as const;
    await server.db.transaction().execute((trx) => invite(trx, server.deps, invitation, server.clock.now()));
    return linkCodeTo(server, ROOT);
  };

  describe('password links', () => {
    it('cancels the previous reset link but no invitation', async () => {
      const invitation = await invited();
      const old = await forgotten();
      const code = await forgotten();
      expect(outcome(await accounts.check(old))).toEqual(dead);
      expect(outcome(await accounts.check(code))).toEqual([200, 'success']);
      expect(outcome(await accounts.check(invitation))).toEqual([200, 'success']);
    });

    it('works for an hour, or seven days for an invitation, then the cleanup deletes it', async () => {
      const code = await forgotten();
      const invitation = await invited();
      after(HOUR - 1);
      expect(outcome(await accounts.check(code))).toEqual([200, 'success']);
      after(HOUR);
      expect(outcome(await accounts.check(code))).toEqual(dead);
      expect(outcome(await accounts.reset(code, 'Fresh123'))).toEqual(dead);
      after(7 * DAY - 1);
      expect(outcome(await accounts.check(invitation))).toEqual([200, 'success']);
      after(7 * DAY);
      expect(outcome(await accounts.check(invitation))).toEqual(dead);
      await removeOldCodes(server.db, server.clock.now());
      expect((await server.pool.query('select 1 from password_codes')).rowCount).toBe(0);
    });

    it.each(['x', 'a'.repeat(129), 'a'.repeat(4000), "' or 1=1", '%00ü'])(
      'rejects an unknown link: %s',
      async (token) => {
        expect(outcome(await accounts.check(token))).toEqual(dead);
        expect(outcome(await accounts.reset(token, 'Fresh123'))).toEqual(dead);
      },
    );

    it('rejects a link of a closed account', async () => {
      const code = await forgotten();
      await server.pool.query('update users set deleted_at = now() where email = $1', [ROOT]);
      expect(outcome(await accounts.check(code))).toEqual(dead);
      expect(outcome(await accounts.reset(code, 'Fresh123'))).toEqual(dead);
      await server.pool.query('update users set deleted_at = null where email = $1', [ROOT]);
    });

    it('answers 400 without a code', async () => {
      expect((await accounts.check('')).body.key).toBe(ERROR_KEYS.invalid);
      expect((await accounts.reset('', 'Fresh123')).body.key).toBe(ERROR_KEYS.invalid);
    });
  });

  describe('setting a new password', () => {
    it('works once, ends every session and mails a notice', async () => {
      const id = await idOf(ROOT);
      const token = await server.tokenOf('root');
      const invitation = await invited();
      const code = await forgotten();
      const before = await lastAudit(server);
      const { status, body } = await accounts.reset(code, 'Fresh123');
      expect([status, body.payload]).toEqual([200, null]);
      const me = await server.call(getCurrentUser, { headers: { authorization: `Bearer ${token}` } });
      expect(me.status).toBe(401);
      expect((await server.pool.query('select 1 from user_sessions where user_id = $1', [id])).rowCount).toBe(0);
      expect((await auditSince(server, before)).map(({ action, actor, subject }) => [action, actor, subject])).toEqual([
        ['password.set', id, id],
      ]);
      expect((await messagesTo(server, ROOT)).at(-1)?.subject).toBe('Şifreniz değişti');
      for (const used of [code, invitation]) expect(outcome(await accounts.reset(used, 'Fresh456'))).toEqual(dead);
      expect(outcome(await accounts.signIn(ROOT, DEMO_PASSWORD))).toEqual([400, wrongCredentials]);
      expect(outcome(await accounts.signIn(ROOT, 'Fresh123'))).toEqual([200, 'success']);
    });

    it('reports two different passwords on both fields and keeps the link valid', async () => {
      const code = await forgotten();
      const reply = await accounts.reset(code, 'Fresh123', 'Fresh124');
      expect(outcome(reply)).toEqual([400, passwordsDiffer]);
      const errors = [passwordsDiffer];
      expect(reply.body.errors.children).toEqual({ firstPassword: { errors }, secondPassword: { errors } });
      expect(outcome(await accounts.reset(code, 'Fresh123'))).toEqual([200, 'success']);
    });

    it('lets one of many simultaneous requests with one link succeed', async () => {
      const code = await forgotten();
      const replies = await Promise.all([1, 2, 3, 4].map((n) => accounts.reset(code, `Fresh12${n}`)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
      const winner = replies.findIndex(({ status }) => status === 200) + 1;
      expect((await accounts.signIn(ROOT, `Fresh12${winner}`)).status).toBe(200);
    });

    it('sets the first password of an invited person', async () => {
      await server.pool.query('update users set password_hash = null where email = $1', [ROOT]);
      expect((await accounts.signIn(ROOT, DEMO_PASSWORD)).status).toBe(400);
      const code = await invited();
      expect((await accounts.reset(code, 'First123')).status).toBe(200);
      expect((await accounts.signIn(ROOT, 'First123')).status).toBe(200);
    });

    it('unlocks a sign-in that wrong passwords had locked', async () => {
      const code = await forgotten();
      for (let n = 0; n < 10; n += 1) await accounts.signIn(ROOT, 'Wrong123');
      expect((await accounts.signIn(ROOT, DEMO_PASSWORD)).status).toBe(429);
      await accounts.reset(code, 'Fresh123');
      expect((await accounts.signIn(ROOT, 'Fresh123')).status).toBe(200);
    });
  });
});
