import { sql } from 'kysely';
import { IMPORT_CHUNK_MAX } from '../../../contract/constants/limits';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { BRANCH_CASES } from '../../support/validationCases/branch';
import { HR_CASES, type Refusal, type ValidationCase } from '../../support/validationCases/hr';
import { testServer, type TestServer } from '../../support/testServer';
import { auditOf, idOf, KINDS, mailsTo, staffOf } from './staff';

const KEYS: Record<Refusal, readonly string[]> = {
  // An empty value breaks a length, email or pattern rule.
  required: [ERROR_KEYS.fieldTooShort, ERROR_KEYS.fieldInvalid, ERROR_KEYS.fieldEmail],
  invalid: [ERROR_KEYS.fieldInvalid],
  email: [ERROR_KEYS.fieldEmail],
  tooLong: [ERROR_KEYS.fieldTooLong],
};

const nested = (levels: number): unknown => (levels === 0 ? 'text' : { a: nested(levels - 1) });

const CASES = KINDS.flatMap((kind) =>
  (kind.kind === 'branch' ? BRANCH_CASES : HR_CASES).map((one, at) => [kind.kind, one.name, kind, one, at] as const),
);

describe('the forms of branches and HR staff, and their imports', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  it.each(CASES)('applies to %s the case %s', async (type, _, kind, { change, field, refusal }: ValidationCase, at) => {
    const email = `case${at}.${type.slice(0, 2)}@example.com`;
    const { status, body } = await staffOf(server, kind).create({ email, ...change });
    if (field === null) return expect(status).toBe(200);
    expect(status).toBe(400);
    expect(Object.keys(body.errors.children)).toEqual([field]);
    expect(KEYS[refusal!]).toContain(body.errors.children[field].errors[0]);
  });

  describe.each(KINDS)('an import of $kind', (kind) => {
    let staff: ReturnType<typeof staffOf>;
    const row = (email: unknown, change: Record<string, unknown> = {}) => ({ ...kind.body, email, ...change });
    const errorsOf = (errors: { children?: Record<string, { errors: string[] }> }) =>
      Object.entries(errors.children ?? {}).map(([field, node]) => [field, node.errors[0]]);
    beforeAll(() => {
      staff = staffOf(server, kind);
    });

    it('gives each row its own result, and creates and invites as a single call does', async () => {
      const email = `Bulk.One@${kind.as}.example`;
      const rows = [
        row(email, { firstName: ' Şule ' }),
        row(email.toLowerCase()),
        row('ROOT@demo.test'),
        row('nonsense'),
        row(`two@${kind.as}.example`, { firstName: ' ' }),
        'no row',
        row(`three@${kind.as}.example`),
      ];
      const { status, body } = await staff.bulk(rows);
      expect(status).toBe(200);
      const { results } = body.payload;
      expect(results.map(({ index, ok }: { index: number; ok: boolean }) => [index, ok])).toEqual(
        [true, false, false, false, false, false, true].map((ok, index) => [index, ok]),
      );
      expect([1, 2, 3, 4, 5].map((index) => errorsOf(results[index].errors))).toEqual([
        [['email', ERROR_KEYS.emailNotUnique]],
        [['email', ERROR_KEYS.emailNotUnique]],
        [['email', ERROR_KEYS.fieldEmail]],
        [['firstName', ERROR_KEYS.fieldInvalid]],
        [],
      ]);
      expect(await staff.list()).toContainEqual(
        expect.objectContaining({ id: results[0].id, email, firstName: 'Şule', isActivated: false }),
      );
      const mails = await mailsTo(server, email);
      expect(mails.map(({ bodyText }) => bodyText?.includes('/dashboard/reset-password/'))).toEqual([true]);
      expect(await mailsTo(server, `two@${kind.as}.example`)).toEqual([]);
      expect(await auditOf(server, results[6].id)).toEqual([`${kind.kind}.created`]);
    });

    it('accepts and rejects every case of the form as a single call does', async () => {
      const cases = kind.kind === 'branch' ? BRANCH_CASES : HR_CASES;
      const rows = cases.map(({ change }, at) => row(`bulk${at}@${kind.as}.example`, change));
      const { results } = (await staff.bulk(rows)).body.payload;
      expect(
        results.map((result: { ok: boolean; errors: object }) => (result.ok ? null : errorsOf(result.errors)[0]![0])),
      ).toEqual(cases.map(({ field }) => field));
    });

    it('runs once for each Idempotency-Key: a repeat gets the first response, and other rows are refused', async () => {
      const rows = [row(`once@${kind.as}.example`)];
      const [first, ...others] = await Promise.all([1, 2, 3].map(() => staff.bulk(rows, 'once')));
      const repeat = await staff.bulk(rows, 'once');
      expect(repeat.status).toBe(200);
      for (const { status, body } of [first!, ...others])
        expect([status, body.key ?? body.payload]).toEqual(
          status === 200 ? [200, repeat.body.payload] : [409, ERROR_KEYS.idempotencyInFlight],
        );
      expect(await mailsTo(server, `once@${kind.as}.example`)).toHaveLength(1);
      const other = await staff.bulk([row(`other@${kind.as}.example`)], 'once');
      expect([other.status, other.body.key]).toEqual([409, ERROR_KEYS.idempotencyMismatch]);
      await sql`update idempotency_keys set status = null, answer = null where key = 'once'`.execute(server.db);
      expect((await staff.bulk(rows, 'once')).body.key).toBe(ERROR_KEYS.idempotencyInFlight);
    });

    it('creates each account once when two people import the same emails at once', async () => {
      const emails = Array.from({ length: 20 }, (_, at) => `both${at}@${kind.as}.example`);
      const replies = await Promise.all(
        [emails, [...emails].reverse()].map((all) => staff.bulk(all.map((email) => row(email)))),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      const created = replies.flatMap(({ body }) => body.payload.results.filter(({ ok }: { ok: boolean }) => ok));
      expect(created).toHaveLength(20);
    });

    it.each([
      ['no rows', () => []],
      ['more rows than a call may have', () => Array.from({ length: IMPORT_CHUNK_MAX + 1 }, () => ({}))],
      ['no list', () => 'rows'],
    ])('answers 400 on the rows to %s', async (_name, rows) => {
      const { status, body } = await staff.bulk(rows());
      expect([status, body.key, Object.keys(body.errors.children)]).toEqual([400, ERROR_KEYS.invalid, ['rows']]);
    });

    it('answers 400 to rows that are nested too deep', async () => {
      expect((await staff.bulk([nested(20)])).status).toBe(200);
      const { status, body } = await staff.bulk([nested(33)]);
      expect([status, body.key]).toEqual([400, ERROR_KEYS.invalid]);
    });

    it('needs the same level as a single call, and creates nothing above the daily limit of rows', async () => {
      expect((await staff.bulk([{}], 'x', { as: null })).status).toBe(401);
      expect((await staff.bulk([{}], 'x', { as: kind.below })).status).toBe(403);
      const count = (points: number) =>
        server.pool.query("update rate_limits set points = $1 where key like 'staff-import%'", [points]);
      await count(1999);
      const { status, body } = await staff.bulk([row(`late1@${kind.as}.example`), row(`late2@${kind.as}.example`)]);
      expect([status, body.key]).toEqual([429, ERROR_KEYS.tooManyRequests]);
      await expect(idOf(server, `late1@${kind.as}.example`)).rejects.toThrow();
      expect((await staff.bulk([row(`late1@${kind.as}.example`)])).status).toBe(200);
      await count(0);
    });

    it('does not count the rows of a call that fails', async () => {
      const used = async () => {
        const { rows } = await server.pool.query("select points from rate_limits where key like 'staff-import%'");
        return rows;
      };
      const email = `boom@${kind.as}.example`;
      await server.pool.query(`alter table users add constraint boom check (email <> '${email}') not valid`);
      const before = await used();
      await expect(staff.bulk([row(email), row(`calm@${kind.as}.example`)])).rejects.toThrow(/ 500/);
      await server.pool.query('alter table users drop constraint boom');
      expect(await used()).toEqual(before);
    });
  });
});
