import { readFileSync } from 'node:fs';
import { sql, type RawBuilder } from 'kysely';
import { exportExcel, getExport, getExportFile } from '../../../contract/routes/applications';
import { MEDIA_TYPES } from '../../../contract/constants/http';
import { APPLICATION_COLUMNS, EXPERIENCE_COLUMNS } from '../../../server/modules/exports/workbookFile';
import { exportTexts } from '../../../server/modules/exports/cvFacts';
import { wallTime } from '../../../contract/zone';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';
import { makeExports, readWorkbook } from './reading';

const { columns: TITLES } = exportTexts('en');

describe('workbooks', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
  });
  afterAll(() => server.close());

  const direct = (ids: number[], { as = 'branch' as const, language = 'en' } = {}) =>
    server.call(exportExcel, { as, body: { applications: ids.map((id) => ({ id })), language } });
  const byQuery = (query: object, as: 'branch' | 'root' | 'hr' | 'company' = 'branch', language = 'en') =>
    server.call(exportExcel, { as, body: { query, language } });
  const progressOf = (id: string, as: 'branch' | 'root' | 'other' = 'branch') =>
    server.call(getExport, { as, params: { id } });
  const fileOf = (id: string, as: 'branch' | 'root' | 'other' | 'company' = 'branch') =>
    server.call(getExportFile, { as, params: { id } });
  const sheetsOf = async (query: object, as: 'branch' | 'root' = 'branch', language = 'en') => {
    const { body } = await byQuery(query, as, language);
    await makeExports(server);
    return readWorkbook((await fileOf(body.payload.exportId, as)).file!);
  };
  const idsOfBranch = async (limit: number) => {
    const { rows } = await sql<{ id: number }>`
      select id from applications where user_id = ${world.branchId} order by created_at desc, id desc limit ${limit}`.execute(
      server.db,
    );
    return rows.map(({ id }) => id);
  };

  it('of a list by stage hold exactly its applications', async () => {
    const { rows } = await sql<{ id: number }>`
      select application_id as id from application_stages
      where user_id = ${world.branchId} and stage in ('hired', 'missed') order by created_at desc, application_id desc`.execute(
      server.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    const [sheet] = await sheetsOf({ stage: 'missed,hired' });
    expect(sheet!.rows.map((row) => row[TITLES.id!])).toEqual(rows.map(({ id }) => id));
  });

  describe('workbooks of chosen applications', () => {
    it('are files named with the marketplace’s day', async () => {
      // 23:30 in London is the next day in Istanbul.
      const before = server.clock.now();
      server.clock.set(new Date('2026-11-20T22:30:00Z'));
      const { status, headers, file } = await direct([world.application]);
      server.clock.set(before);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe(MEDIA_TYPES.workbook);
      expect(headers['content-disposition']).toBe(
        `attachment; filename="Applications_21_11_2026.xlsx"; filename*=UTF-8''Applications_21_11_2026.xlsx`,
      );
      expect(readWorkbook(file!)[0]!.rows.map((row) => row[TITLES.id!])).toEqual([world.application]);
    });

    it('hold the stored rows: only the ids of the body count, each once', async () => {
      const lie = { id: world.application, user: { firstName: 'Somebody else' }, status: 'accepted' };
      const body = { applications: [lie, lie], language: 'en' };
      const { file } = await server.call(exportExcel, { as: 'branch', body });
      const { rows } = readWorkbook(file!)[0]!;
      expect(rows).toHaveLength(1);
      expect(rows[0]![TITLES.firstName!]).not.toBe('Somebody else');
      expect(rows[0]![TITLES.status!]).toBe('In progress');
    });

    it('distinguish a withdrawal from a rejection', async () => {
      const status = async () => {
        const { file } = await server.call(exportExcel, {
          as: 'branch',
          body: { applications: [{ id: world.application }], language: 'en' },
        });
        return readWorkbook(file!)[0]!.rows[0]![TITLES.status!];
      };
      const set = (change: RawBuilder<unknown>) =>
        sql`update applications set ${change} where id = ${world.application}`.execute(server.db);
      await set(sql`status = 'rejected'`);
      expect(await status()).toBe('Withdrawn');
      await set(sql`is_declined = true`);
      expect(await status()).toBe('Declined');
      await set(sql`status = 'in_progress', is_declined = false`);
    });

    it.each(['en', 'tr', 'es'] as const)('name a missed interview as the screens do in %s', async (language) => {
      const { rows } = await sql<{ id: number }>`
        select a.id from applications a join appointments p on p.id = a.appointment_id
        where a.user_id = ${world.branchId} and p.status = 'APPOINTMENT_NEGATIVE' and not a.came limit 1`.execute(
        server.db,
      );
      const { file } = await direct([rows[0]!.id], { language });
      const title = exportTexts(language).columns.appointment!;
      const { 'stage.missed': missed } = JSON.parse(readFileSync(`i18n/${language}.json`, 'utf8'));
      expect(readWorkbook(file!)[0]!.rows[0]![title]).toBe(missed);
    });

    it.each(['en', 'tr', 'es'] as const)('name each state of an appointment as the screens do in %s', (language) => {
      const screens = JSON.parse(readFileSync(`i18n/${language}.json`, 'utf8'));
      for (const [status, word] of Object.entries(exportTexts(language).appointment))
        expect([status, word]).toEqual([status, screens[`appointments.status.${status}`]]);
    });

    it.each(['siblingApplication', 'otherApplication', 'nothing'] as const)(
      'answer 404 for the whole request with %s',
      async (name) => {
        const id = name === 'nothing' ? 999_999_999 : world[name];
        expect((await direct([world.application, id])).status).toBe(404);
      },
    );

    it.each<[string, object]>([
      ['no list', { language: 'en' }],
      ['an empty list', { applications: [], language: 'en' }],
      ['too many', { applications: Array.from({ length: 2001 }, (_, at) => ({ id: at + 1 })), language: 'en' }],
      ['no language', { applications: [{ id: 1 }] }],
      ['another language', { applications: [{ id: 1 }], language: 'de' }],
    ])('answer 400 to %s', async (_name, body) => {
      expect((await server.call(exportExcel, { as: 'branch', body })).status).toBe(400);
    });
  });

  it('hold every field in its type: dates, numbers, phones as text', async () => {
    await sql`
      update workers set phone = '5321234567', email = 'isik@x.example', birth_date = '1998-02-03', gender = 'male',
        military = 2, university = 'Boğaziçi Üniversitesi', university_status = 'student', university_department = 'İşletme',
        education = 'university', english = 3, latitude = 41.01, longitude = 28.97, location_name = 'Kadıköy, İstanbul',
        experience_months = 30, experiences = ${JSON.stringify([
          {
            id: 1,
            companyName: 'Kahve Dünyası',
            position: 'Garson',
            positionId: world.positionId,
            duration: { key: 18, value: '1 yıl 6 ay' },
            startDate: '2024-01-05',
            endDate: '2025-07-05',
          },
          {
            id: 2,
            companyName: 'Şişli Otel',
            position: 'Komi',
            duration: { key: 12, value: '1 yıl' },
            startDate: null,
            endDate: null,
          },
        ])}::jsonb
      where id = ${world.workerId}`.execute(server.db);
    await sql`update applications set is_shortlisted = true, shortlisted_at = '2026-11-01T10:00:00Z', match_score = 0.734,
      distance_km = 5.05, is_seen = true, came = true, positive = false where id = ${world.application}`.execute(
      server.db,
    );
    const { file } = await direct([world.application]);
    const [applications, experiences] = readWorkbook(file!);
    expect(applications!.header).toEqual(APPLICATION_COLUMNS.map(({ name }) => TITLES[name]));
    const { rows } = await sql<{ created: Date; job: number; title: string; first: string }>`
      select a.created_at as created, a.job_id as job, j.title, w.first_name as first from applications a
      join jobs j on j.id = a.job_id join workers w on w.id = a.worker_id where a.id = ${world.application}`.execute(
      server.db,
    );
    const truth = rows[0]!;
    const row = applications!.rows[0]!;
    const of = (name: string) => row[TITLES[name]!];
    const wall = new Date(`${wallTime(truth.created, 'Europe/Istanbul').replace(' ', 'T')}Z`);
    expect(Math.abs((of('createdAt') as Date).getTime() - wall.getTime())).toBeLessThan(1000);
    expect(of('shortlistedAt')).toEqual(new Date('2026-11-01T13:00:00Z'));
    expect(of('birthDate')).toEqual(new Date('1998-02-03T00:00:00Z'));
    expect({ id: of('id'), job: of('jobId'), title: of('jobTitle'), first: of('firstName') }).toEqual({
      id: world.application,
      job: truth.job,
      title: truth.title,
      first: truth.first,
    });
    expect(of('phone')).toBe('+905321234567');
    expect(['gender', 'military', 'education', 'english', 'universityStatus'].map(of)).toEqual([
      'Male',
      'Deferred',
      'University',
      'Intermediate',
      'Student',
    ]);
    expect(['university', 'universityDepartment', 'location', 'coordinates', 'email'].map(of)).toEqual([
      'Boğaziçi Üniversitesi',
      'İşletme',
      'Kadıköy, İstanbul',
      '41.01, 28.97',
      'isik@x.example',
    ]);
    expect(['experienceMonths', 'distance', 'matchScore'].map(of)).toEqual([30, 5.1, 0.734]);
    expect(['seen', 'shortlisted', 'came', 'positive', 'offerSent'].map(of)).toEqual(['Yes', 'Yes', 'Yes', 'No', null]);
    expect(of('experiences')).toBe('Garson, Kahve Dünyası, 1 year 6 months; Komi, Şişli Otel, 1 year');

    const { experienceColumns } = exportTexts('en');
    expect(experiences!.header).toEqual(EXPERIENCE_COLUMNS.map(({ name }) => experienceColumns[name]));
    expect(experiences!.rows.map((one) => one[experienceColumns.company!])).toEqual(['Kahve Dünyası', 'Şişli Otel']);
    expect(experiences!.rows[0]).toMatchObject({
      [experienceColumns.applicationId!]: world.application,
      [experienceColumns.positionId!]: world.positionId,
      [experienceColumns.months!]: 18,
      [experienceColumns.duration!]: '1 year 6 months',
      [experienceColumns.startDate!]: new Date('2024-01-05T00:00:00Z'),
      [experienceColumns.isLast!]: 'No',
    });
    expect(experiences!.rows[1]![experienceColumns.isLast!]).toBe('Yes');
  });

  it('never turn a worker’s text into a formula', async () => {
    const nasty = [
      '=1+1',
      '+905',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '=HYPERLINK("http://x","y")',
      '_x0041_',
      '\u0001b',
    ];
    for (const text of nasty) {
      await sql`update workers set first_name = ${text}, university = ${text} where id = ${world.workerId}`.execute(
        server.db,
      );
      const { file } = await direct([world.application]);
      const [{ rows, sheet }] = readWorkbook(file!) as [ReturnType<typeof readWorkbook>[number]];
      expect(rows[0]![TITLES.firstName!]).toBe(text);
      for (const [name, cell] of Object.entries(sheet)) {
        if (name.startsWith('!')) continue;
        expect(cell).not.toHaveProperty('f');
      }
    }
    await sql`update workers set first_name = 'Umay', university = null where id = ${world.workerId}`.execute(
      server.db,
    );
  });

  it.each(['tr', 'es'] as const)('are written in %s', async (language) => {
    const { file } = await direct([world.application], { language });
    const texts = exportTexts(language);
    const [applications, experiences] = readWorkbook(file!);
    expect([applications!.name, experiences!.name]).toEqual([texts.sheets.applications, texts.sheets.experiences]);
    expect(applications!.header).toEqual(Object.values(texts.columns));
    expect(applications!.rows[0]![texts.columns.status!]).toBe(texts.status.in_progress);
  });

  describe('workbooks of a query', () => {
    it('are made in the background: queued, then ready, then fetched by the requesting user only', async () => {
      const { status, body } = await byQuery({});
      expect(status).toBe(202);
      const id: string = body.payload.exportId;
      expect((await progressOf(id)).body.payload).toEqual({ state: 'queued', done: 0, total: 0 });
      expect(await fileOf(id)).toMatchObject({ status: 409, body: { key: 'export.not_ready' } });
      await makeExports(server);
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from applications where user_id = ${world.branchId}`.execute(server.db);
      const total = rows[0]!.n;
      expect(total).toBeGreaterThan(200);
      expect((await progressOf(id)).body.payload).toEqual({ state: 'done', done: total, total });
      const { file, headers } = await fileOf(id);
      expect(headers['content-type']).toBe(MEDIA_TYPES.workbook);
      const sheet = readWorkbook(file!)[0]!;
      expect(sheet.rows.map((row) => row[TITLES.id!])).toEqual(await idsOfBranch(total));
      for (const as of ['root', 'other'] as const) {
        expect((await progressOf(id, as)).status).toBe(404);
        expect((await fileOf(id, as)).status).toBe(404);
      }
    });

    it('hold exactly what the list finds', async () => {
      const rows = (await sheetsOf({ jobId: world.job, isShortlisted: true, gender: 'female' }))[0]!.rows;
      const { rows: truth } = await sql<{ id: number }>`
        select id from applications where job_id = ${world.job} and is_shortlisted and worker_gender = 'female'`.execute(
        server.db,
      );
      expect(rows.map((row) => row[TITLES.id!]).sort()).toEqual(truth.map(({ id }) => id).sort());
      const branch = (await sheetsOf({ branchId: world.siblingBranchId }, 'root'))[0]!.rows;
      const { rows: counted } = await sql<{ n: number }>`
        select count(*)::int as n from applications where user_id = ${world.siblingBranchId}`.execute(server.db);
      expect(branch).toHaveLength(counted[0]!.n);
    });

    it('hold only the header when nothing is found', async () => {
      const [applications] = await sheetsOf({ jobId: world.job, q: 'nobody is called so' });
      expect(applications!.rows).toEqual([]);
      expect(applications!.header).toHaveLength(APPLICATION_COLUMNS.length);
    });

    it.each<[string, () => object, 'branch' | 'root']>([
      ["a sibling's job", () => ({ jobId: world.siblingJob }), 'branch'],
      ["another organisation's job", () => ({ jobId: world.otherJob }), 'root'],
      ['a sibling branch', () => ({ branchId: world.siblingBranchId }), 'branch'],
      ["another organisation's account", () => ({ branchId: world.otherUserId }), 'root'],
    ])('answer 404 to %s', async (_name, query, as) => {
      expect((await byQuery(query(), as)).status).toBe(404);
    });

    it('answer 400 to what the list would reject', async () => {
      expect((await byQuery({ gender: 'x' })).status).toBe(400);
      expect((await byQuery({ ageMin: 0 })).status).toBe(400);
    });

    it('have an hourly limit', async () => {
      const answers: number[] = [];
      let last: Record<string, unknown> = {};
      for (let at = 0; at < 61; at += 1) {
        const { status, headers } = await byQuery({}, 'company');
        answers.push(status);
        last = headers;
      }
      expect(answers.at(-1)).toBe(429);
      expect(last['retry-after']).toBeTruthy();
      await server.db.deleteFrom('exports').where('state', '=', 'queued').execute();
    });
  });

  it.each([getExport, getExportFile])('$id answers 404 to an unknown id and 400 to an invalid one', async (route) => {
    expect((await server.call(route, { as: 'branch', params: { id: 'f'.repeat(32) } })).status).toBe(404);
    expect((await server.call(route, { as: 'branch', params: { id: 'x' } })).status).toBe(400);
    expect((await server.call(route, { params: { id: 'f'.repeat(32) } })).status).toBe(401);
  });
});
