import { sql } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { exportExcel, searchApplications } from '../../../contract/routes/applications';
import { previewBulk } from '../../../contract/routes/decisions';
import { getOrganisationSettings, putOrganisationSettings } from '../../../contract/routes/organisation';
import { getCurrentUser } from '../../../contract/routes/session';
import { testServer, type TestServer } from '../../support/testServer';

describe('filters on age, gender and military service', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  const list = (query: Record<string, unknown>) => server.call(searchApplications, { as: 'branch', query });
  const set = async (personalFilters: boolean) => {
    const { body } = await server.call(getOrganisationSettings, { as: 'root' });
    const { tellingMinutes, version } = body.payload.settings;
    return server.call(putOrganisationSettings, { as: 'root', body: { tellingMinutes, version, personalFilters } });
  };
  const audits = async () => {
    const { rows } = await sql<{ details: object; name: string; id: number }>`
      select details, actor_name as name, subject_id as id from audit_log
      where action = 'applications.filtered' order by id`.execute(server.db);
    return rows;
  };

  it('are recorded in the audit log, once an hour for the same filters; other filters are not', async () => {
    for (const limit of [0, 50]) expect((await list({ gender: 'female', ageMin: 30, limit })).status).toBe(200);
    expect((await list({ ageMax: 40 })).status).toBe(200);
    expect((await list({ distanceMax: 10, education: 'high_school' })).status).toBe(200);
    expect((await audits()).map(({ details }) => details)).toEqual([{ gender: 'female', ageMin: 30 }, { ageMax: 40 }]);
    expect((await audits())[0]!.name).toEqual(expect.any(String));
    server.clock.set(new Date(server.clock.now().getTime() + 3_600_001));
  });

  it('are refused in lists, workbooks and bulk actions once the organisation switches them off', async () => {
    expect((await set(false)).body.payload.settings.personalFilters).toBe(false);
    const user = await server.call(getCurrentUser, { as: 'branch' });
    expect(user.body.payload.user.personalFilters).toBe(false);
    for (const [name, value] of Object.entries({ gender: 'male', military: 3, ageMin: 20, ageMax: 30 })) {
      const refused = await list({ [name]: value });
      expect([refused.status, refused.body.errors.children]).toEqual([
        400,
        { [name]: { errors: [ERROR_KEYS.filterOff] } },
      ]);
    }
    const query = { gender: 'male' };
    const workbook = await server.call(exportExcel, { as: 'branch', body: { query, language: 'en' } });
    expect([workbook.status, workbook.body.errors.children]).toEqual([
      400,
      { gender: { errors: [ERROR_KEYS.filterOff] } },
    ]);
    const bulk = await server.call(previewBulk, { as: 'branch', body: { action: 'shortlist', query } });
    expect([bulk.status, bulk.body.errors.children]).toEqual([
      400,
      { query: { children: { gender: { errors: [ERROR_KEYS.filterOff] } } } },
    ]);
    expect((await list({ distanceMax: 10 })).status).toBe(200);
    // Another organisation decides for itself.
    const other = await server.call(searchApplications, { as: 'company', query });
    expect(other.status).toBe(200);
    await set(true);
    expect((await list(query)).status).toBe(200);
  });
});
