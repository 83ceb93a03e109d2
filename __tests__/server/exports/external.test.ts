import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { exportCv, exportExcel } from '../../../contract/routes/applications';
import { getPoster } from '../../../contract/routes/publicPage';
import { exportTexts } from '../../../server/modules/exports/cvFacts';
import { LIMITS } from '../../../server/platform/limits';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';
import { readPdf, readWorkbook } from './reading';

const NAME = 'Işıl Çağla';
const FORMULA = '=1+1';
const PHONE = '+905321234567';

/** Files that `node scripts/check-external.mjs` opens with LibreOffice and pdftotext; it names the folder. */
describe('files for other programs', () => {
  let server: TestServer;
  let world: World;
  const given = process.env.EXTERNAL_FILES;
  const folder = given ?? mkdtempSync(path.join(tmpdir(), 'external-'));
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
  });
  afterAll(async () => {
    if (given === undefined) rmSync(folder, { recursive: true });
    await server.close();
  });

  it('are written with the texts that the programs must find', async () => {
    await sql`
      update workers set first_name = ${NAME}, university = ${FORMULA}, phone = ${PHONE}, about = 'Ğüşiöç ğüşıöç ₺'
      where id = ${world.workerId}`.execute(server.db);
    const { rows } = await sql<{ id: number }>`
      select id from applications where user_id = ${world.branchId} and id <> ${world.application} limit 49`.execute(
      server.db,
    );
    const applications = [world.application, ...rows.map(({ id }) => id)].map((id) => ({ id }));
    const workbook = await server.call(exportExcel, { as: 'branch', body: { applications, language: 'tr' } });
    const cv = await server.call(exportCv, {
      as: 'branch',
      body: { userInformation: { applicationId: world.application }, languageCode: 'tr' },
      headers: { accept: 'application/pdf' },
    });
    const texts = exportTexts('tr');
    expect(readWorkbook(workbook.file!)[0]!.rows).toHaveLength(applications.length);
    expect(readPdf(cv.file!).pages.join('')).toContain(NAME);
    writeFileSync(path.join(folder, 'workbook.xlsx'), workbook.file!);
    writeFileSync(path.join(folder, 'cv.pdf'), cv.file!);
    const truth = {
      sheet: texts.sheets.applications,
      rows: applications.length,
      header: texts.columns.createdAt,
      text: NAME,
      formula: FORMULA,
      phone: PHONE,
      cv: [NAME, PHONE, 'Ğüşiöç ğüşıöç ₺', texts.cv.experiences],
    };
    writeFileSync(path.join(folder, 'truth.json'), JSON.stringify(truth));
  });

  it.each([
    ['a CV', LIMITS.cv, exportCv],
    ['a poster', LIMITS.poster, getPoster],
  ] as const)('answer 429 to %s above its limit', async (_name, limit, route) => {
    const body = { userInformation: { applicationId: world.application }, languageCode: 'tr' };
    const call = () => server.call(route, { as: 'branch', ...(route === exportCv && { body }) });
    await server.deps.limiter.clear(limit, String(world.branchId));
    await server.deps.limiter.take(limit, String(world.branchId), limit.points - 1);
    expect((await call()).status).toBe(200);
    expect(await call()).toMatchObject({ status: 429, body: { key: ERROR_KEYS.tooManyRequests } });
  });
});
