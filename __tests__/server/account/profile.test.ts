import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { postProfileUpdate } from '../../../contract/routes/account';
import { getCurrentUser } from '../../../contract/routes/session';
import { NOW } from '../../support/demo';
import { PROFILE_BODY } from '../../support/validationCases/profile';
import { testServer, type CallOptions, type CallResult, type TestServer } from '../../support/testServer';
import { accountsOf, auditSince, lastAudit, linkCodeTo, messagesTo } from './accounts';
import { LIMITS } from '../../../server/platform/limits';

const { emailNotUnique, fieldInvalid, tooManyRequests } = ERROR_KEYS;
const EMAIL = 'company@demo.test';
const PHONE = PROFILE_BODY.phone;

describe('profiles', () => {
  let server: TestServer;
  let accounts: ReturnType<typeof accountsOf>;
  let id: number;
  beforeAll(async () => {
    server = await testServer();
    accounts = accountsOf(server);
    id = (await server.pool.query('select id from users where email = $1', [EMAIL])).rows[0].id;
  });
  beforeEach(async () => {
    server.clock.set(NOW);
    await server.pool.query('delete from rate_limits; delete from phone_codes; delete from outgoing_messages');
    await server.pool.query(
      "update users set phone = $1, email = $2, country_code = 'TR', language_code = 'en' where id = $3",
      [PHONE, EMAIL, id],
    );
  });
  afterAll(() => server.close());

  const update = (change: Record<string, unknown> = {}, options: CallOptions = {}) => {
    const body = { ...PROFILE_BODY, email: EMAIL, ...change };
    return server.call(postProfileUpdate, { as: 'company', body, ...options });
  };
  const stored = () => server.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const refusal = ({ status, body }: CallResult) => [status, body.key, body.errors?.children];
  const on = (field: string, key: string, whole: string = key) => [400, whole, { [field]: { errors: [key] } }];
  const { invalid } = ERROR_KEYS;

  describe('profile fields', () => {
    it('trims and stores the fields and returns them as the session user', async () => {
      const before = await lastAudit(server);
      const { rows } = await server.pool.query('select id, name from tax_offices order by id limit 1');
      const { status, body } = await update({ firstName: ' Ada ', website: '  ', taxOffice: rows[0].id, formData: {} });
      expect(status).toBe(200);
      expect(body.payload.user).toMatchObject({
        id,
        firstName: 'Ada',
        lastName: 'Korkmaz',
        website: null,
        commercialTitle: PROFILE_BODY.commercialTitle,
        companyAddress: PROFILE_BODY.companyAddress,
        taxOffice: rows[0],
        taxOfficeNumber: PROFILE_BODY.taxOfficeNumber,
        location: { latitude: 40.99, longitude: 29.03, name: expect.stringContaining('Kadıköy') },
      });
      const me = await server.call(getCurrentUser, { as: 'company' });
      expect(me.body.payload.user).toEqual(body.payload.user);
      expect(await auditSince(server, before)).toEqual([
        { action: 'profile.changed', actor: id, subject: id, details: {} },
      ]);
    });

    it('keeps omitted fields and empties those set to null', async () => {
      await update();
      const { commercialTitle: _1, website: _2, companyAddress: _3, taxOfficeNumber: _4, ...needed } = PROFILE_BODY;
      const body = { ...needed, email: EMAIL };
      await server.call(postProfileUpdate, { as: 'company', body });
      expect(await stored()).toMatchObject({
        commercialTitle: PROFILE_BODY.commercialTitle,
        website: PROFILE_BODY.website,
        companyAddress: PROFILE_BODY.companyAddress,
        taxOfficeNumber: PROFILE_BODY.taxOfficeNumber,
      });
      await update({
        commercialTitle: null,
        website: null,
        companyAddress: null,
        taxOffice: null,
        taxOfficeNumber: null,
      });
      expect(await stored()).toMatchObject({
        commercialTitle: null,
        website: null,
        companyAddress: null,
        taxOfficeId: null,
        taxOfficeNumber: null,
      });
    });

    it('empties a tax number without digits, as the other texts', async () => {
      await update();
      expect((await update({ taxOfficeNumber: '' })).status).toBe(200);
      expect((await stored()).taxOfficeNumber).toBeNull();
      expect(refusal(await update({ taxOfficeNumber: '-' }))).toEqual(on('taxOfficeNumber', fieldInvalid, invalid));
    });

    it('rejects an unknown tax office, and any tax office in a country without them', async () => {
      expect(refusal(await update({ taxOffice: 999_999 }))).toEqual(on('taxOffice', fieldInvalid, invalid));
      await server.pool.query("update users set country_code = 'US' where id = $1", [id]);
      const none = { taxOfficeNumber: undefined };
      expect(refusal(await update({ ...none, taxOffice: 1 }))).toEqual(on('taxOffice', fieldInvalid, invalid));
      expect(refusal(await update({ taxOfficeNumber: '12' }))).toEqual(on('taxOfficeNumber', fieldInvalid, invalid));
      expect((await update({ ...none, taxOffice: null })).status).toBe(200);
    });

    it.each(['branch', 'hr'] as const)('does not let %s change the fields', async (as) => {
      expect(refusal(await update({}, { as }))).toEqual([403, ERROR_KEYS.forbidden, undefined]);
    });

    it('does not let a visitor change the fields', async () => {
      expect((await update({}, { as: null })).body.key).toBe(ERROR_KEYS.unauthorized);
    });

    it('answers 400 to fields of the wrong form', async () => {
      expect(refusal(await update({ location: 'here' }))).toEqual(on('location', fieldInvalid, invalid));
      expect(refusal(await update({ location: '91, 0' }))).toEqual(on('location', fieldInvalid, invalid));
    });

    it('lets root change the fields', async () => {
      const { rows } = await server.pool.query("select phone from users where email = 'root@demo.test'");
      const change = { email: 'root@demo.test', phone: rows[0].phone, firstName: 'Rana' };
      const { status, body } = await update(change, { as: 'root' });
      expect([status, body.payload.user.firstName]).toEqual([200, 'Rana']);
    });
  });

  describe('profile emails', () => {
    it('accepts the same email in other letter case without a notice', async () => {
      expect((await update({ email: 'Company@Demo.test' })).status).toBe(200);
      expect((await stored()).email).toBe('Company@Demo.test');
      expect((await server.pool.query('select 1 from outgoing_messages')).rowCount).toBe(0);
    });

    it('mails a notice to the old address after a change and cancels links sent there', async () => {
      await accounts.forget(EMAIL);
      const code = await linkCodeTo(server, EMAIL);
      const before = await lastAudit(server);
      const { status } = await update({ email: 'moved@example.com', firstName: '<i>Ada</i>' });
      expect(status).toBe(200);
      const mail = (await messagesTo(server, EMAIL)).at(-1);
      expect(mail?.subject).toBe('Your sign-in email has changed');
      expect(mail?.bodyText).toContain('moved@example.com');
      expect(mail?.bodyHtml).toContain('&lt;i&gt;Ada&lt;/i&gt;');
      expect((await accounts.check(code)).status).toBe(404);
      expect((await auditSince(server, before))[0]?.details).toEqual({
        emailBefore: EMAIL,
        email: 'moved@example.com',
      });
    });

    it.each(['OTHER@demo.test', 'worker@demo.test', 'root@demo.test'])(
      'rejects the email of another account: %s',
      async (email) => {
        expect(refusal(await update({ email }))).toEqual(on('email', emailNotUnique));
      },
    );

    it('allows ten email changes a day, successful or not, and still accepts other changes', async () => {
      for (let n = 0; n < LIMITS.emailAccount.points; n += 1)
        expect((await update({ email: 'other@demo.test' })).body.key).toBe(emailNotUnique);
      expect(refusal(await update({ email: 'root@demo.test' }))).toEqual([429, tooManyRequests, undefined]);
      expect(refusal(await update({ email: 'free@example.com' }))).toEqual([429, tooManyRequests, undefined]);
      expect((await stored()).email).toBe(EMAIL);
      expect((await update({ firstName: 'Ece' })).status).toBe(200);
    });

    it('gives an email to one of two accounts that request it at the same moment', async () => {
      const { rows } = await server.pool.query("select phone from users where email = 'empty@demo.test'");
      const email = 'wanted@example.com';
      const replies = await Promise.all([update({ email }), update({ email, phone: rows[0].phone }, { as: 'empty' })]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(refusal(replies.find(({ status }) => status === 400)!)).toEqual(on('email', emailNotUnique));
      await server.pool.query("update users set email = 'empty@demo.test' where email = $1 and id <> $2", [email, id]);
    });
  });
});
