import { sql } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { findSession, issueToken, rotateToken } from '../../../server/platform/auth/tokens';
import { testServer, type TestServer } from '../../support/testServer';
import { untilWaiting } from '../../support/untilWaiting';
import { auditOf, idOf, KINDS, mailsTo, staffOf } from './staff';

describe.each(KINDS)('accounts of the kind $kind', (kind) => {
  let server: TestServer;
  let staff: ReturnType<typeof staffOf>;
  beforeAll(async () => {
    server = await testServer();
    staff = staffOf(server, kind);
  });
  afterAll(() => server.close());

  it('are listed: the active ones of the caller’s organisation and kind', async () => {
    const rows = await server.db.selectFrom('users').select(['id']).where('userType', '=', kind.kind).execute();
    const listed = await staff.list();
    expect(listed.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
  });

  it('are created without a password and invited by mail', async () => {
    const { status, body } = await staff.create({ email: 'New.Person@example.com' });
    expect(status).toBe(200);
    const account = body.payload[kind.one];
    expect(account).toMatchObject({ email: 'New.Person@example.com', isActivated: false });
    expect(account.invitedAt).toBe(server.clock.now().toISOString());
    const [mail, ...others] = await mailsTo(server, 'New.Person@example.com');
    expect(others).toEqual([]);
    expect(mail?.subject).toContain('Mavi Fincan');
    expect(mail?.bodyText).toContain('/dashboard/reset-password/');
    expect(await auditOf(server, account.id)).toEqual([`${kind.kind}.created`]);
    expect((await staff.list()).map(({ id }) => id)).toContain(account.id);
  });

  it.each(['new.person@example.com', 'ROOT@demo.test', 'other@demo.test', 'worker@demo.test'])(
    'are rejected with the taken email %s',
    async (email) => {
      const { status, body } = await staff.create({ email });
      expect([status, body.key]).toEqual([400, ERROR_KEYS.emailNotUnique]);
      expect(body.errors.children.email.errors).toEqual([ERROR_KEYS.emailNotUnique]);
    },
  );

  it('are created once by two simultaneous requests', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => staff.create({ email: 'race@example.com' })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(await mailsTo(server, 'race@example.com')).toHaveLength(1);
  });

  it('keep the fields that a change omits', async () => {
    const { id } = await staff.open('edit@example.com');
    const { status, body } = await staff.edit(id, { email: 'edit@example.com', firstName: '  Şule ' });
    expect([status, body.payload]).toEqual([200, null]);
    expect(await staff.list()).toContainEqual(expect.objectContaining({ id, firstName: 'Şule' }));
    expect(await mailsTo(server, 'edit@example.com')).toHaveLength(1);
    expect((await auditOf(server, id)).at(-1)).toBe(`${kind.kind}.edited`);
  });

  it('are rejected with a taken email, but accept their own in other letter case', async () => {
    const { id } = await staff.open('mine@example.com');
    const taken = await staff.edit(id, { email: 'company@demo.test' });
    expect([taken.status, taken.body.key]).toEqual([400, ERROR_KEYS.emailNotUnique]);
    const own = await staff.edit(id, { email: 'MINE@example.com' });
    expect(own.status).toBe(200);
  });

  it('get a new invitation at a new email before activation; the old link ends', async () => {
    const { id } = await staff.open('typo@exmaple.com');
    const codesOf = () => server.db.selectFrom('passwordCodes').select('codeHash').where('userId', '=', id).execute();
    const before = await codesOf();
    await staff.edit(id, { email: 'right@example.com' });
    const after = await codesOf();
    expect([before.length, after.length]).toEqual([1, 1]);
    expect(after).not.toEqual(before);
    expect(await mailsTo(server, 'right@example.com')).toHaveLength(1);
  });

  it('lose their password links when their email changes', async () => {
    const { id } = await staff.open('active@example.com');
    await server.db.updateTable('users').set({ passwordHash: 'a hash' }).where('id', '=', id).execute();
    await staff.edit(id, { email: 'moved@example.com' });
    const codes = server.db.selectFrom('passwordCodes').selectAll().where('userId', '=', id);
    expect(await codes.execute()).toEqual([]);
    const account = (await staff.list()).find((one) => one.id === id);
    expect(account).toMatchObject({ isActivated: true, invitedAt: null, email: 'moved@example.com' });
  });

  it('are signed out everywhere when their email changes, without a link to restore the old one', async () => {
    const { id } = await staff.open('leaver@example.com');
    await server.db.updateTable('users').set({ passwordHash: 'a hash' }).where('id', '=', id).execute();
    const now = server.clock.now();
    const token = await server.db.transaction().execute((trx) => issueToken(trx, { userId: id, now }));
    const me = () =>
      server.app.inject({ method: 'GET', url: '/api/user/me', headers: { authorization: `Bearer ${token}` } });
    await staff.edit(id, { email: 'Leaver@example.com', firstName: 'Ada' });
    expect((await me()).statusCode).toBe(200);
    await staff.edit(id, { email: 'successor@example.com' });
    expect((await me()).statusCode).toBe(401);
    const mailText = (await mailsTo(server, 'Leaver@example.com')).at(-1)?.bodyText;
    expect(mailText).toContain('successor@example.com');
    expect(mailText).not.toContain('restore-email');
    const back = server.db.selectFrom('emailRestorations').selectAll().where('userId', '=', id);
    expect(await back.execute()).toEqual([]);
  });

  it('can be moved and closed at the same moment without a deadlock', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await staff.open(`both${round}@example.com`);
      const now = server.clock.now();
      await server.db.transaction().execute((trx) => issueToken(trx, { userId: id, now }));
      const [edit, removal] = await Promise.all([
        staff.edit(id, { email: `both-moved${round}@example.com` }),
        staff.remove(id),
      ]);
      expect([200, 404]).toContain(edit.status);
      expect(removal.status).toBe(200);
    }
  });

  it('are signed out even when a token is rotated during the change', async () => {
    const { id } = await staff.open('rotating@example.com');
    const now = server.clock.now();
    const token = await server.db.transaction().execute((trx) => issueToken(trx, { userId: id, now }));
    const session = (await findSession(server.db, token, now))!;
    let edit: Promise<unknown> | undefined;
    await server.db.transaction().execute(async (trx) => {
      await sql`select 1 from access_tokens where token_hash = ${session.tokenHash} for update`.execute(trx);
      edit = staff.edit(id, { email: 'rotated@example.com' });
      await untilWaiting(server.pool);
      await rotateToken(trx, session, now);
    });
    await edit;
    const tokens = server.db.selectFrom('accessTokens').selectAll().where('userId', '=', id);
    expect(await tokens.execute()).toEqual([]);
  });

  it('allow three hundred new addresses a day in one organisation, and all other changes beyond that', async () => {
    const { id } = await staff.open('counted@example.com');
    const count = (points: number) =>
      server.pool.query("update rate_limits set points = $1 where key like 'staff-addresses%'", [points]);
    await count(300);
    const refused = [
      await staff.create({ email: 'more@example.com' }),
      await staff.edit(id, { email: 'ROOT@demo.test' }),
    ];
    expect(refused.map(({ status, body }) => [status, body.key])).toEqual([
      [429, ERROR_KEYS.tooManyRequests],
      [429, ERROR_KEYS.tooManyRequests],
    ]);
    expect((await staff.edit(id, { email: 'Counted@example.com' })).status).toBe(200);
    await count(0);
  });

  it('allow five repeated invitations a day, each of which ends the older link', async () => {
    const { id } = await staff.open('again@example.com');
    const statuses = [];
    for (let time = 0; time < 6; time += 1) statuses.push((await staff.invite(id)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const codes = server.db.selectFrom('passwordCodes').selectAll().where('userId', '=', id);
    expect(await codes.execute()).toHaveLength(1);
    expect(await mailsTo(server, 'again@example.com')).toHaveLength(6);
    const { headers, body } = await staff.invite(id);
    expect([body.key, Number(headers['retry-after']) > 0]).toEqual([ERROR_KEYS.tooManyRequests, true]);
  });

  it('cannot be invited once they have a password', async () => {
    const { id } = await staff.open('set@example.com');
    await server.db.updateTable('users').set({ passwordHash: 'a hash' }).where('id', '=', id).execute();
    const { status, body } = await staff.invite(id);
    expect([status, body.key]).toEqual([409, ERROR_KEYS.accountActivated]);
  });

  it('are closed: removed from the list, signed out, and their email is free again', async () => {
    const { id } = await staff.open('gone@example.com');
    const now = server.clock.now();
    const token = await server.db.transaction().execute((trx) => issueToken(trx, { userId: id, now }));
    const me = () =>
      server.app.inject({ method: 'GET', url: '/api/user/me', headers: { authorization: `Bearer ${token}` } });
    expect((await me()).statusCode).toBe(200);
    expect((await staff.remove(id)).body.payload).toBeNull();
    expect((await me()).statusCode).toBe(401);
    expect((await staff.list()).map((one) => one.id)).not.toContain(id);
    for (const table of ['accessTokens', 'userSessions', 'passwordCodes'] as const) {
      const rows = await server.db.selectFrom(table).selectAll().where('userId', '=', id).execute();
      expect([table, rows]).toEqual([table, []]);
    }
    expect((await auditOf(server, id)).at(-1)).toBe(`${kind.kind}.deleted`);
    expect((await staff.create({ email: 'gone@example.com' })).status).toBe(200);
    for (const action of [staff.remove, staff.edit, staff.invite]) expect((await action(id)).status).toBe(404);
  });

  it('answer alike for foreign and missing ids', async () => {
    const otherKind = kind.kind === 'branch' ? 'hr2@demo.test' : 'branch2@demo.test';
    const foreign = await server.db
      .insertInto('users')
      .values({
        organisationId: (await server.db
          .selectFrom('users')
          .select('organisationId')
          .where('email', '=', 'other@demo.test')
          .executeTakeFirstOrThrow())!.organisationId,
        userType: kind.kind,
        email: 'foreign@example.com',
        firstName: 'A',
        lastName: 'B',
        createdAt: server.clock.now(),
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
    const ids = [foreign.id, await idOf(server, otherKind), await idOf(server, 'root@demo.test'), 999_999_999];
    for (const id of [...ids, await idOf(server, 'company@demo.test')])
      for (const action of [staff.edit, staff.remove, staff.invite]) {
        const { status, body } = await action(id);
        expect([id, status, body.key]).toEqual([id, 404, ERROR_KEYS.notFound]);
      }
    expect((await staff.list()).map(({ id }) => id)).not.toContain(foreign.id);
  });

  it('put no markup of a name into the mail', async () => {
    await staff.create({ email: 'markup@example.com', firstName: '<b>Ali</b>' });
    const [mail] = await mailsTo(server, 'markup@example.com');
    expect(mail?.bodyHtml).not.toContain('<b>Ali');
    expect(mail?.bodyHtml).toContain('&lt;b&gt;Ali');
  });
});
