import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { searchApplications } from '../../contract/routes/applications';
import { getInbox } from '../../contract/routes/chat';
import { gatewayJobs } from '../../contract/routes/gateway';
import { getPositions, postTag, searchJobs } from '../../contract/routes/jobs';
import { getPlaces, getTaxOffices } from '../../contract/routes/reference';
import { branchesMatching, type BranchAccount } from '../../src/domains/organisation';
import { testServer, type TestServer } from '../support/testServer';

/**
 * A name with letters of several languages, and ways to type it: without marks, with the wrong i, in capitals, with
 * combining marks.
 */
const NAME = 'Işıl İpek Şêxmûs Ğüzel Ägir Женя Öçgün';
const TYPED = [
  NAME,
  NAME.normalize('NFD'),
  'isil ipek sexmus guzel agir женя ocgun',
  'ISIL IPEK SEXMUS GUZEL AGIR ЖЕНЯ OCGUN',
  'IŞIL İPEK ŞÊXMÛS ĞÜZEL ÄGİR ЖЕНЯ ÖÇGÜN',
  'ışıl ıpek şêxmûs ğüzel ägır женя öçgün',
  'işil ipek ｓêｘｍûｓ ğüzel ägir женя öçgün',
];

describe('names in every search box', () => {
  let server: TestServer;
  let thread: { id: number; userId: number; workerId: number };
  let jobId: number;
  beforeAll(async () => {
    server = await testServer();
    const rows = await sql<{ id: number; userId: number; workerId: number }>`
      select t.id, t.user_id as "userId", t.worker_id as "workerId" from threads t join users u on u.id = t.user_id
      where u.email = 'branch@demo.test' order by t.id limit 1`.execute(server.db);
    thread = rows.rows[0]!;
    await sql`update workers set first_name = ${NAME}, last_name = 'Kaya' where id = ${thread.workerId}`.execute(
      server.db,
    );
    await sql`update applications set worker_name_folded = fold_text(${NAME}) where worker_id = ${thread.workerId}`.execute(
      server.db,
    );
    const jobs = await sql<{ id: number; positionId: number }>`
      select j.id, j.position_id as "positionId" from jobs j join users u on u.id = j.user_id
      where u.email = 'branch@demo.test' and j.status = 'active' order by j.id limit 1`.execute(server.db);
    jobId = jobs.rows[0]!.id;
    await sql`update jobs set title = ${`A ${NAME} Z`} where id = ${jobId}`.execute(server.db);
    await sql`update job_positions set name = ${`B ${NAME} Z`} where id = ${jobs.rows[0]!.positionId}`.execute(
      server.db,
    );
    await sql`update users set company_name = ${`C ${NAME} Z`} where id = ${thread.userId}`.execute(server.db);
  });
  afterAll(() => server.close());

  const rows = (body: { payload: unknown }) => body.payload as { id: number; name: string; title: string }[];

  it.each(TYPED)('finds jobs by title: %s', async (q) => {
    const { body } = await server.call(searchJobs, { as: 'root', query: { q: `a ${q}` } });
    expect(rows(body).map(({ id }) => id)).toEqual([jobId]);
  });

  it.each(TYPED)('finds jobs by position and by branch: %s', async (q) => {
    for (const first of ['b', 'c']) {
      const { body } = await server.call(searchJobs, { as: 'root', query: { q: `${first} ${q}`, limit: 500 } });
      expect(rows(body).map(({ id }) => id)).toContain(jobId);
    }
  });

  it.each(TYPED)('finds the job of an application list: %s', async (q) => {
    const query = { selection: 'id,title', page: 1, limit: 500, q };
    const { body } = await server.call(searchJobs, { as: 'branch', query });
    expect(rows(body).map(({ id }) => id)).toContain(jobId);
  });

  it.each(TYPED)('finds positions: %s', async (q) => {
    const { body } = await server.call(getPositions, { as: 'branch', query: { q } });
    expect(rows(body).map(({ name }) => name)).toEqual([`B ${NAME} Z`]);
  });

  it.each(TYPED)('finds applications by the applicant’s name: %s', async (q) => {
    const { body } = await server.call(searchApplications, { as: 'root', query: { q } });
    expect(body.payload.length).toBeGreaterThan(0);
    for (const { user } of body.payload) expect(user.id).toBe(thread.workerId);
  });

  it.each(TYPED)('finds conversations: %s', async (q) => {
    const { body } = await server.call(getInbox, { as: 'branch', query: { q } });
    expect(body.payload.threads.map(({ id }: { id: number }) => id)).toEqual([thread.id]);
  });

  it.each(TYPED)('finds jobs for workers: %s', async (q) => {
    const { body } = await server.call(gatewayJobs, { as: 'gateway', query: { q: `a ${q}` } });
    expect(JSON.stringify(body.payload)).toContain(`A ${NAME} Z`);
  });

  it('finds an existing tag by each form', async () => {
    const ids = new Set<number>();
    for (const name of TYPED) ids.add((await server.call(postTag, { as: 'branch', body: { name } })).body.payload.id);
    expect(ids.size).toBe(1);
  });

  it.each([
    ['Çiğli, İzmir', ['cigli', 'CIGLI', 'ÇİĞLİ', 'çığlı']],
    ['Üsküdar, İstanbul', ['uskudar', 'USKUDAR', 'ÜSKÜDAR']],
    ['Şişli, İstanbul', ['sisli', 'SISLI', 'ŞİŞLİ', 'şışlı']],
    ['Iğdır', ['igdir', 'IGDIR', 'IĞDIR', 'iğdir', 'ığdır']],
    ['Ödemiş, İzmir', ['odemis', 'ODEMIS', 'ÖDEMİŞ']],
  ])('finds places: %s', async (name, typed) => {
    for (const q of typed) {
      const { body } = await server.call(getPlaces, { query: { q } });
      expect(rows(body).map((row) => row.name)).toContain(name);
    }
  });

  it.each([
    ['Şişli', ['sisli', 'SISLI', 'ŞİŞLİ', 'şışlı']],
    ['Üsküdar', ['uskudar', 'USKUDAR', 'ÜSKÜDAR']],
    ['Çiğli', ['cigli', 'CIGLI', 'ÇİĞLİ', 'çığlı']],
    ['Iğdır', ['igdir', 'IGDIR', 'IĞDIR', 'iğdir']],
  ])('finds tax offices: %s', async (name, typed) => {
    for (const q of typed) {
      const { body } = await server.call(getTaxOffices, { as: 'company', query: { q } });
      expect(JSON.stringify(body.payload)).toContain(name);
    }
  });
});

const branch = { companyName: `Kahve ${NAME}`, firstName: 'Ada', lastName: 'Kaya', email: 'a@b.co' } as BranchAccount;

it.each(TYPED)('finds branches: %s', (typed) => expect(branchesMatching([branch], `kahve ${typed}`)).toEqual([branch]));

/** Each search box and the search above that answers it. */
const BOXES = {
  'src/screens/Branches/BranchesPage.tsx': 'branches',
  'src/screens/Inbox/InboxPage.tsx': 'conversations',
  'src/screens/JobForm/BasicsSection.tsx': 'positions',
  'src/screens/Jobs/JobTools.tsx': 'jobs',
  'src/widgets/ApplicationList/JobPicker.tsx': 'the job of a list of applications',
  'src/widgets/ApplicationList/ListTab.tsx': 'applications',
  'src/widgets/PlacePicker/PlaceSearch.tsx': 'places',
  'src/widgets/TaxOfficeField/TaxOfficeField.tsx': 'tax offices',
};

it('covers every search box of the dashboard', () => {
  const files = ['screens', 'widgets', 'app'].flatMap((folder) =>
    readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' }).map((name) => `src/${folder}/${name}`),
  );
  const boxes = files.filter(
    (name) =>
      name.endsWith('.tsx') &&
      /<(SearchField|Combobox|SuggestField|PlaceField)\b|type="search"/.test(readFileSync(name, 'utf8')),
  );
  expect(boxes.sort()).toEqual(Object.keys(BOXES).sort());
});
