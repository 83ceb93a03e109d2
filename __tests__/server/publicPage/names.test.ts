import { sql } from 'kysely';
import { getApplication, searchApplications } from '../../../contract/routes/applications';
import { gatewayApply, gatewayPutWorker } from '../../../contract/routes/gateway';
import { login } from '../../../contract/routes/session';
import { cvContent } from '../../../server/modules/exports/cvFacts';
import { findCv } from '../../../server/modules/exports/repository';
import { visitorOf, type Visitor } from './visitor';

describe('people with unusual names and keyboards', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visitorOf();
  });
  beforeEach(() => visitor.server.pool.query('delete from rate_limits'));
  afterAll(() => visitor.server.close());

  const applicationOf = async (phone: string) => {
    const { rows } = await sql<{ id: number }>`
      select a.id from applications a join workers w on w.id = a.worker_id
      where w.phone = ${phone.slice(1)} and a.job_id = ${visitor.jobs[0]!.id}`.execute(visitor.server.db);
    const params = { id: rows[0]!.id };
    const { body } = await visitor.server.call(getApplication, { as: 'branch', params });
    return body.payload.application;
  };
  const cvNameOf = async (id: number) => {
    const scope = { organisationId: visitor.jobs[0]!.organisationId, userId: null };
    return cvContent((await findCv(visitor.server.db, scope, id))!, 'en', 'Europe/Istanbul').fullName;
  };

  it('can have a single name on the public page, with no stray character', async () => {
    const given = visitor.person({ firstName: 'Suhartono', lastName: '' });
    expect((await visitor.apply(given)).to).toMatch(/^\/w\//);
    const application = await applicationOf(given.phone!);
    expect(application.user).toMatchObject({ firstName: 'Suhartono', lastName: '' });
    expect(await cvNameOf(application.id)).toBe('Suhartono');
    const again = await visitor.apply({ ...given, firstName: 'Megawati' }, {}, visitor.jobs[1]!.id);
    expect(again.body).toContain('<h1>Still <span translate="no" dir="auto">Suhartono</span>?</h1>');
  });

  it('can have a single name through the gateway', async () => {
    const { call } = visitor.server;
    const params = { externalId: 'one-name' };
    const put = await call(gatewayPutWorker, { as: 'gateway', params, body: { firstName: 'Sukarno' } });
    expect(put.status).toBe(200);
    const { id } = put.body.payload.worker;
    const body = { workerId: id };
    const applied = await call(gatewayApply, { as: 'gateway', params: { id: visitor.jobs[0]!.id }, body });
    expect(applied.status).toBe(200);
    const query = { jobId: visitor.jobs[0]!.id, q: 'sukarno' };
    const list = await call(searchApplications, { as: 'branch', query });
    expect(list.body.payload[0].user).toMatchObject({ firstName: 'Sukarno', lastName: '' });
    expect(await cvNameOf(list.body.payload[0].id)).toBe('Sukarno');
  });

  it.each([
    ['Arabic', '٠١٢٣٤٥٦٧٨٩'],
    ['Persian', '۰۱۲۳۴۵۶۷۸۹'],
  ])('can type %s digits in the number and in the code', async (_name, digits) => {
    const given = visitor.person();
    const written = (text: string) => text.replace(/\d/g, (digit) => digits[Number(digit)]!);
    const path = await visitor.requestCode({ ...given, phone: written(given.phone!) });
    const { to } = await visitor.post(path, { adult: 'yes', code: written(await visitor.codeFor(given)) });
    expect(to).toMatch(/^\/w\//);
  });

  it('can type invisible characters, which are removed', async () => {
    const given = visitor.person();
    const typed = { firstName: '\u202eAy\u200bşe', lastName: 'Ak\ufeff', phone: `\u202a${given.phone}\u202c` };
    const path = await visitor.requestCode(typed);
    await visitor.post(path, { adult: 'yes', code: await visitor.codeFor(given) });
    expect((await applicationOf(given.phone!)).user).toMatchObject({ firstName: 'Ayşe', lastName: 'Ak' });
  });

  it('can sign in with a mail address from a Turkish keyboard', async () => {
    const body = { email: '\u200bBRANCH@DEMO.TEST', password: 'Demo123!' };
    expect((await visitor.server.call(login, { body })).status).toBe(200);
  });
});
