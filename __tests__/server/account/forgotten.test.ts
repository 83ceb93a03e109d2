import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { ANSWER_MS } from '../../../server/modules/account/passwordService';
import { eventually } from '../../support/eventually';
import { testServer, type CallResult, type TestServer } from '../../support/testServer';
import { accountsOf, auditSince, lastAudit, linkCodeTo, messagesTo } from './accounts';

jest.mock('node:timers/promises', () => {
  const actual = jest.requireActual('node:timers/promises');
  return { ...actual, setTimeout: jest.fn(actual.setTimeout) };
});

const { mailInvalid, tooManyRequests } = ERROR_KEYS;
const ROOT = 'root@demo.test';
const pause = jest.requireMock<{ setTimeout: jest.Mock }>('node:timers/promises').setTimeout;

describe('forgotten passwords', () => {
  let server: TestServer;
  let accounts: ReturnType<typeof accountsOf>;
  beforeAll(async () => {
    server = await testServer();
    accounts = accountsOf(server);
  });
  beforeEach(() =>
    server.pool.query('delete from rate_limits; delete from password_codes; delete from outgoing_messages'),
  );
  afterAll(() => server.close());

  const outcome = ({ status, body }: CallResult) => [status, body.ok ? 'success' : body.key];
  const rootId = async (): Promise<number> =>
    (await server.pool.query('select id from users where email = $1', [ROOT])).rows[0].id;

  it('mails a link to our site in the language of the account and keeps only the link’s hash', async () => {
    await server.pool.query("update users set language_code = 'es' where email = $1", [ROOT]);
    const before = await lastAudit(server);
    const { status, body } = await accounts.forget('Root@Demo.test');
    expect([status, body.payload]).toEqual([200, null]);
    const [mail, ...others] = await messagesTo(server, ROOT);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Elija una contraseña nueva');
    const code = await linkCodeTo(server, ROOT);
    expect(Buffer.from(code, 'base64url')).toHaveLength(32);
    const link = `${server.deps.settings.publicUrl}/dashboard/reset-password/${code}`;
    expect(mail?.bodyText).toContain(link);
    expect(mail?.bodyHtml).toContain(`href="${link}"`);
    const { rows } = await server.pool.query('select to_jsonb(c)::text as row from password_codes c');
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain(code);
    const entries = await auditSince(server, before);
    expect(entries).toEqual([{ action: 'password.forgotten', actor: null, subject: await rootId(), details: {} }]);
    await server.pool.query("update users set language_code = 'tr' where email = $1", [ROOT]);
  });

  it.each([
    ['an unknown address', 'nobody@example.com'],
    ['a worker', 'worker@demo.test'],
  ])('answers %s like a known address and mails nothing', async (_name, email) => {
    const [known, other] = [await accounts.forget(ROOT), await accounts.forget(email)];
    const { requestId: _one, ...first } = known.body;
    const { requestId: _other, ...second } = other.body;
    expect([other.status, second]).toEqual([known.status, first]);
    expect(await messagesTo(server, email)).toEqual([]);
  });

  it.each([
    ['a known', ROOT],
    ['an unknown', 'nobody@example.com'],
  ])('answers %s address after a pause that begins before the work', async (_name, email) => {
    const { limiter } = server.deps;
    const { take } = limiter;
    const wait = pause.getMockImplementation()!;
    const before = await lastAudit(server);
    const steps: string[] = [];
    let end: () => void = () => undefined;
    pause.mockImplementation((ms: number) => {
      if (ms !== ANSWER_MS) return wait(ms);
      steps.push('pause');
      return new Promise<void>((resolve) => (end = resolve));
    });
    jest.spyOn(limiter, 'take').mockImplementation((rule, ...key) => {
      steps.push(rule.name);
      return take(rule, ...key);
    });
    const answer = accounts.forget(email).then(() => steps.push('answer'));
    // The entry in the audit log is the last step of the request.
    await eventually(
      () => auditSince(server, before),
      ({ length }) => length === 1,
    );
    steps.push('end of the pause');
    end();
    await answer;
    pause.mockImplementation(wait);
    jest.restoreAllMocks();
    expect(steps).toEqual(['forget-network', 'pause', 'forget-account', 'end of the pause', 'answer']);
  });

  it.each(['', 'root', 'root@', 'a b@c.de', 'şule@b.co', `${'a'.repeat(300)}@b.co`])(
    'rejects the malformed address %j with a specific key',
    async (email) => {
      const reply = await accounts.forget(email);
      expect(outcome(reply)).toEqual([400, mailInvalid]);
      expect(reply.body.errors.children.email.errors).toEqual([mailInvalid]);
    },
  );

  it('sends at most five mails an hour and answers further requests alike', async () => {
    for (let n = 0; n < 8; n += 1) expect(outcome(await accounts.forget(ROOT))).toEqual([200, 'success']);
    expect(await messagesTo(server, ROOT)).toHaveLength(5);
  });

  it('rejects more than thirty requests an hour from one network', async () => {
    await accounts.forget(ROOT);
    await server.pool.query("update rate_limits set points = 30 where key like 'forget-network%'");
    const reply = await accounts.forget('nobody@example.com');
    expect(outcome(reply)).toEqual([429, tooManyRequests]);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3000);
  });
});
