import { sql } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { searchApplications } from '../../../contract/routes/applications';
import { searchJobs } from '../../../contract/routes/jobs';
import {
  getBranchJobCounts,
  getOrganisationSettings,
  putOrganisationSettings,
} from '../../../contract/routes/organisation';
import { getCurrentUser } from '../../../contract/routes/session';
import { findSession } from '../../../server/platform/auth/tokens';
import { testServer, type TestServer } from '../../support/testServer';
import { untilWaiting } from '../../support/untilWaiting';
import { whileRotated } from '../session/whileRotated';
import { idOf, KINDS, staffOf } from './staff';

describe('branches', () => {
  let server: TestServer;
  let branches: ReturnType<typeof staffOf>;
  beforeAll(async () => {
    server = await testServer();
    branches = staffOf(server, KINDS[0]);
  });
  afterAll(() => server.close());

  const stored = (id: number) =>
    server.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const taxOffice = async (name: string) =>
    (await server.db.selectFrom('taxOffices').select('id').where('name', 'like', `${name}%`).executeTakeFirstOrThrow())
      .id;

  it('store all fields of their form and name the place of their location', async () => {
    const office = await taxOffice('Bornova Vergi');
    const { body } = await branches.create({
      email: 'full@example.com',
      location: '38.469,27.217',
      taxOffice: office,
      taxOfficeNumber: '1234567890',
      commercialTitle: 'Mavi Fincan A.Ş.',
      website: 'https://mavifincan.example',
      companyAddress: 'Ege Cad. 1',
    });
    expect(body.payload.branch_account).toMatchObject({
      location: '38.469, 27.217',
      taxOffice: { id: office, name: 'Bornova Vergi Dairesi Müdürlüğü' },
      taxOfficeNumber: '1234567890',
      commercialTitle: 'Mavi Fincan A.Ş.',
      website: 'https://mavifincan.example',
      companyAddress: 'Ege Cad. 1',
      imageUrl: null,
    });
    const row = await stored(body.payload.branch_account.id);
    expect(row.locationName).toMatch(/Bornova, İzmir$/);
    expect([row.countryCode, row.userType, row.jobCreationBalance]).toEqual(['TR', 'branch', 0]);
  });

  it('keep optional fields that a change omits and clear those that it empties', async () => {
    const { body } = await branches.create({ email: 'keep@example.com', website: 'a.example', companyAddress: 'B' });
    const { id } = body.payload.branch_account;
    await branches.edit(id, { email: 'keep@example.com', companyAddress: '' });
    const row = await stored(id);
    expect([row.website, row.companyAddress]).toEqual(['a.example', null]);
  });

  it.each([
    ['an unknown tax office', { taxOffice: 999_999 }, 'taxOffice'],
    ['a latitude off the globe', { location: '91, 27' }, 'location'],
    ['a longitude off the globe', { location: '38, 181' }, 'location'],
  ])('reject %s', async (_, change, field) => {
    const { status, body } = await branches.create({ email: 'refused@example.com', ...change });
    expect([status, body.errors.children[field].errors]).toEqual([400, [ERROR_KEYS.fieldInvalid]]);
  });

  it('accept a tax office only in a country that has them', async () => {
    const { id } = await branches.open('abroad@example.com');
    await server.db.updateTable('users').set({ countryCode: 'MX' }).where('id', '=', id).execute();
    const body = { email: 'abroad@example.com', location: '19.43, -99.13' };
    const refused = await branches.edit(id, { ...body, taxOffice: await taxOffice('Bornova Vergi') });
    expect([refused.status, Object.keys(refused.body.errors.children)]).toEqual([400, ['taxOffice']]);
    expect((await branches.edit(id, { ...body, taxOfficeNumber: '1' })).status).toBe(400);
    expect((await branches.edit(id, { ...body, taxOffice: null, taxOfficeNumber: null })).status).toBe(200);
    expect((await stored(id)).locationName).toMatch(/, MX$/);
  });

  it('are sorted in Turkish order', async () => {
    for (const companyName of ['Zeytin', 'Çınar', 'Ceviz', 'Irmak', 'İnci', 'Şeftali', 'Selvi', 'Şube 10', 'Şube 9'])
      await branches.create({
        companyName,
        email: `${companyName.length}${encodeURIComponent(companyName).replace(/%/g, '')}@example.com`,
      });
    const names = (await branches.list()).map((one) => (one as unknown as { companyName: string }).companyName);
    expect(names).toEqual([...names].sort(new Intl.Collator('tr', { numeric: true }).compare));
    expect(names.indexOf('Şube 9')).toBeLessThan(names.indexOf('Şube 10'));
    expect(names.indexOf('Ceviz')).toBeLessThan(names.indexOf('Çınar'));
    expect(names.indexOf('Irmak')).toBeLessThan(names.indexOf('İnci'));
  });

  it('cannot be closed while they have active jobs', async () => {
    const id = await idOf(server, 'branch@demo.test');
    const { status, body } = await branches.remove(id);
    expect([status, body.key]).toEqual([409, ERROR_KEYS.branchHasActiveJobs]);
    expect((await branches.list()).map((one) => one.id)).toContain(id);
  });

  it('cannot be closed after a simultaneous activation of a job', async () => {
    const id = await idOf(server, 'branch4@demo.test');
    const jobs = () => server.db.updateTable('jobs').where('userId', '=', id);
    await jobs().set({ status: 'closed', closedAt: server.clock.now() }).where('status', '=', 'active').execute();
    let removal: ReturnType<typeof branches.remove> | null = null;
    await server.db.transaction().execute(async (trx) => {
      // Activating a job locks the branch's row first.
      await trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute();
      removal = branches.remove(id);
      await untilWaiting(server.pool);
      const job = await trx.selectFrom('jobs').select('id').where('userId', '=', id).limit(1).executeTakeFirstOrThrow();
      await trx.updateTable('jobs').set({ status: 'active', closedAt: null }).where('id', '=', job.id).execute();
    });
    expect((await removal!).status).toBe(409);
  });

  it('end a token that is rotated while they are closed', async () => {
    const id = await idOf(server, 'branch4@demo.test');
    await server.db
      .updateTable('jobs')
      .set({ status: 'closed', closedAt: server.clock.now() })
      .where('userId', '=', id)
      .where('status', '=', 'active')
      .execute();
    const { reply, token } = await whileRotated(server, 'branch4', () => branches.remove(id));
    expect(reply.status).toBe(200);
    // Reopened, since no token of a closed branch is valid anyway.
    await server.db.updateTable('users').set({ deletedAt: null }).where('id', '=', id).execute();
    expect(await findSession(server.db, token!, server.clock.now())).toBeUndefined();
  });

  it('leave their history readable when they are closed', async () => {
    const id = await idOf(server, 'branch3@demo.test');
    await server.db
      .updateTable('jobs')
      .set({ status: 'closed', closedAt: server.clock.now() })
      .where('userId', '=', id)
      .where('status', '=', 'active')
      .execute();
    const query = { limit: '0' };
    const totals = async () => {
      const jobs = await server.call(searchJobs, { as: 'hr', query });
      const applications = await server.call(searchApplications, { as: 'hr', query });
      return [jobs.body.total, applications.body.total];
    };
    const before = await totals();
    const own = await server.db.selectFrom('jobs').select('id').where('userId', '=', id).execute();
    expect(own.length).toBeGreaterThan(0);
    expect((await branches.remove(id)).status).toBe(200);
    expect(await totals()).toEqual(before);
    const { body } = await server.call(searchJobs, { as: 'root', query: { limit: '500' } });
    const listed = body.payload.map((job: { id: number }) => job.id);
    const kept = await server.db
      .selectFrom('jobs')
      .select('id')
      .where('userId', '=', id)
      .where('status', '<>', 'deleted')
      .execute();
    for (const job of kept) expect(listed).toContain(job.id);
    const counts = await server.call(getBranchJobCounts, { as: 'hr' });
    expect(counts.body.payload.map((one: { userId: number }) => one.userId)).not.toContain(id);
  });

  it('share the organisation’s settings, which HR reads and only the latest version changes', async () => {
    const read = async (as: 'root' | 'hr' | 'company') =>
      (await server.call(getOrganisationSettings, { as })).body.payload.settings;
    const save = (as: 'root' | 'hr' | 'company', tellingMinutes: number, version: number) =>
      server.call(putOrganisationSettings, { as, body: { tellingMinutes, version } });
    expect(await read('root')).toEqual({
      tellingMinutes: 120,
      reminders: true,
      tellShortlisted: false,
      retentionMonths: 12,
      personalFilters: true,
      offlineReading: true,
      version: 0,
    });
    expect((await save('root', 30, 0)).body.payload.settings).toEqual({
      tellingMinutes: 30,
      reminders: true,
      tellShortlisted: false,
      retentionMonths: 12,
      personalFilters: true,
      offlineReading: true,
      version: 1,
    });
    const stale = await save('root', 60, 0);
    expect([stale.status, stale.body.key]).toEqual([409, ERROR_KEYS.settingsChanged]);
    expect((await save('root', 60, 7)).status).toBe(409);
    expect(await read('hr')).toEqual({
      tellingMinutes: 30,
      reminders: true,
      tellShortlisted: false,
      retentionMonths: 12,
      personalFilters: true,
      offlineReading: true,
      version: 1,
    });
    for (const version of [3_000_000_000, 1e300]) expect((await save('root', 30, version)).status).toBe(400);
    expect((await save('hr', 60, 1)).status).toBe(403);
    expect(await read('company')).toEqual({
      tellingMinutes: 120,
      reminders: true,
      tellShortlisted: false,
      retentionMonths: 12,
      personalFilters: true,
      offlineReading: true,
      version: 0,
    });
    expect((await save('company', 0, 0)).body.payload.settings).toEqual({
      tellingMinutes: 0,
      reminders: true,
      tellShortlisted: false,
      retentionMonths: 12,
      personalFilters: true,
      offlineReading: true,
      version: 1,
    });
    const one = await server.call(putOrganisationSettings, { as: 'root', body: { reminders: true, version: 1 } });
    expect(one.body.payload.settings).toMatchObject({ tellingMinutes: 30, reminders: true, version: 2 });
    for (const minutes of [-1, 10_081, 1.5]) expect((await save('root', minutes, 2)).status).toBe(400);
    const off = { tellingMinutes: 0, reminders: false, version: 1 };
    await server.call(putOrganisationSettings, { as: 'company', body: off });
    expect((await save('company', 0, 2)).body.payload.settings).toEqual({
      ...off,
      tellShortlisted: false,
      retentionMonths: 12,
      personalFilters: true,
      offlineReading: true,
      version: 3,
    });
    const { rows } = await sql`
      select actor_name, details from audit_log where action = 'organisation.settings_changed' order by id`.execute(
      server.db,
    );
    expect(rows[0]).toMatchObject({ actorName: expect.any(String), details: { from: 120, tellingMinutes: 30 } });
    expect(rows).toHaveLength(5);
  });

  it('read without a network only while their organisation allows it', async () => {
    const isAllowed = async (as: 'branch' | 'company') =>
      (await server.call(getCurrentUser, { as })).body.payload.user.offlineReading as boolean;
    const { tellingMinutes, version } = (await server.call(getOrganisationSettings, { as: 'root' })).body.payload
      .settings as { tellingMinutes: number; version: number };
    const set = (offlineReading: boolean, on: number) =>
      server.call(putOrganisationSettings, { as: 'root', body: { tellingMinutes, version: on, offlineReading } });
    expect(await isAllowed('branch')).toBe(true);
    expect((await set(false, version)).body.payload.settings).toMatchObject({ offlineReading: false });
    expect([await isAllowed('branch'), await isAllowed('company')]).toEqual([false, true]);
    const { rows } = await sql<{ details: object }>`
      select details from audit_log where action = 'organisation.settings_changed' order by id desc limit 1`.execute(
      server.db,
    );
    expect(rows[0]!.details).toMatchObject({ offlineReading: false });
    // Another change leaves it as it is.
    const body = { tellingMinutes, version: version + 1 };
    await server.call(putOrganisationSettings, { as: 'root', body });
    expect(await isAllowed('branch')).toBe(false);
    await set(true, version + 2);
    expect(await isAllowed('branch')).toBe(true);
  });
});
