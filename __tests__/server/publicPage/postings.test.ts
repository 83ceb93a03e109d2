import { sql } from 'kysely';
import { testServer, type TestServer } from '../../support/testServer';
import { browserOn } from './visitor';

// Untyped, because the rules below check what a search engine reads.
type Posting = ReturnType<typeof JSON.parse>;

interface Job {
  path: string;
  status: string;
  title: string;
  description: string;
  hasSalary: boolean;
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isTime = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
const isPrice = (value: unknown): boolean => typeof value === 'number' && value > 0;
const hasRange = ({ value, minValue, maxValue }: Posting): boolean => {
  const bounds = [minValue, maxValue].filter((bound) => bound !== undefined);
  return isPrice(value) || (bounds.length > 0 && bounds.every(isPrice) && !(minValue >= maxValue));
};
const EMPLOYMENT_TYPES = ['FULL_TIME', 'PART_TIME', 'TEMPORARY'];

/** What Google requires and recommends of a JobPosting; `kept` says whether a posting has it. */
const RULES: readonly (readonly [property: string, kept: (posting: Posting, job: Job, now: number) => boolean])[] = [
  ['@context', ({ '@context': context }) => context === 'https://schema.org/'],
  ['@type', ({ '@type': type }) => type === 'JobPosting'],
  ['title', ({ title }, job) => isText(title) && title === job.title],
  [
    'description',
    ({ description }, job) => isText(description) && description.startsWith(job.description.slice(0, 20)),
  ],
  ['datePosted', ({ datePosted }, _job, now) => isTime(datePosted) && Date.parse(datePosted) <= now],
  ['validThrough', ({ validThrough }, _job, now) => isTime(validThrough) && Date.parse(validThrough) > now],
  ['hiringOrganization', ({ hiringOrganization: by }) => by['@type'] === 'Organization' && isText(by.name)],
  [
    'jobLocation',
    ({ jobLocation }) =>
      jobLocation.length > 0 &&
      jobLocation.every(
        ({ '@type': type, address }: Posting) =>
          type === 'Place' &&
          address['@type'] === 'PostalAddress' &&
          address.addressCountry === 'TR' &&
          isText(address.streetAddress) &&
          isText(address.addressLocality) &&
          ['İstanbul', 'Ankara', 'İzmir', 'Bursa', 'Kocaeli', 'Antalya'].includes(
            address.addressRegion ?? address.addressLocality,
          ),
      ),
  ],
  [
    'employmentType',
    ({ employmentType }) =>
      employmentType.length > 0 && employmentType.every((type: string) => EMPLOYMENT_TYPES.includes(type)),
  ],
  [
    'baseSalary',
    ({ baseSalary }, { hasSalary }) =>
      hasSalary
        ? baseSalary['@type'] === 'MonetaryAmount' &&
          baseSalary.currency === 'TRY' &&
          baseSalary.value['@type'] === 'QuantitativeValue' &&
          baseSalary.value.unitText === 'MONTH' &&
          hasRange(baseSalary.value)
        : baseSalary === undefined,
  ],
  [
    'identifier',
    ({ identifier }, { path }) =>
      identifier['@type'] === 'PropertyValue' && isText(identifier.name) && path.endsWith(`/${identifier.value}`),
  ],
  ['directApply', ({ directApply }) => directApply === true],
  ['url', ({ url }, { path }) => url.endsWith(path)],
];

const BLOCK = /<script type="application\/ld\+json">(.*?)<\/script>/gs;
/** Returns the blocks of data of a page, as a browser divides it. */
const blocksIn = (body: string): string[] => [...body.matchAll(BLOCK)].map(([, json = '']) => json);

describe('the data for search engines', () => {
  let server: TestServer;
  let jobs: Job[];
  const pageOf = async ({ path }: Job) => {
    await server.pool.query('delete from rate_limits');
    return browserOn(server).get(path);
  };
  beforeAll(async () => {
    server = await testServer();
    const { rows } = await sql<Job>`
      select '/p/' || p.code || '/' || j.id as path, j.status, j.title, j.description,
        coalesce(j.expected_salary_min_minor, j.expected_salary_max_minor) is not null as "hasSalary"
      from jobs j join branch_pages p on p.user_id = j.user_id where j.status in ('active', 'closed') order by j.id`.execute(
      server.db,
    );
    jobs = rows;
  });
  afterAll(() => server.close());

  it('has what Google requires and recommends for every open job of the demo', async () => {
    const open = jobs.filter(({ status }) => status === 'active');
    expect(open.length).toBeGreaterThan(30);
    expect(new Set(open.map(({ hasSalary }) => hasSalary))).toContain(true);
    const now = server.clock.now().getTime();
    const broken: string[] = [];
    for (const job of open) {
      const { status, body } = await pageOf(job);
      const [json = '{}', ...more] = blocksIn(body);
      if (status !== 200 || more.length > 0) broken.push(`${job.path}: ${status}`);
      const posting = JSON.parse(json);
      for (const [property, kept] of RULES) if (!kept(posting, job, now)) broken.push(`${job.path}: ${property}`);
    }
    expect(broken).toEqual([]);
  });

  it.each([
    [2_500_000, 3_000_000, { minValue: 25_000, maxValue: 30_000 }, '₺25.000–₺30.000'],
    [2_500_000, 2_500_000, { value: 25_000 }, 'Ayda ₺25.000<'],
    [2_500_000, null, { minValue: 25_000 }, 'Ayda en az ₺25.000<'],
    [null, 3_000_000, { maxValue: 30_000 }, 'Ayda en çok ₺30.000<'],
  ])('has the salary that the page shows, from %s to %s', async (min, max, expected, shown) => {
    const job = jobs.find(({ status }) => status === 'active')!;
    await sql`update jobs set expected_salary_min_minor = ${min}, expected_salary_max_minor = ${max}
      where id = ${job.path.split('/').at(-1)}::bigint`.execute(server.db);
    const { body } = await pageOf({ ...job, path: `${job.path}?lang=tr` });
    const { '@type': type, unitText, ...value } = JSON.parse(blocksIn(body)[0]!).baseSalary.value;
    expect([type, unitText, value]).toEqual(['QuantitativeValue', 'MONTH', expected]);
    expect(body).toContain(shown);
  });

  it('is missing for every closed job, which search engines drop', async () => {
    const closed = jobs.filter(({ status }) => status === 'closed');
    expect(closed.length).toBeGreaterThan(5);
    for (const job of closed) {
      const { status, body } = await pageOf(job);
      expect([status, blocksIn(body), body.includes('JobPosting')]).toEqual([410, [], false]);
    }
  });

  it('stays data, whatever the title and the description say', async () => {
    const text = '</script><script>alert(1)</script><!--<script>\u2028';
    const job = jobs.find(({ status }) => status === 'active')!;
    await sql`update jobs set title = ${text}, description = ${text}
      where id = ${job.path.split('/').at(-1)}::bigint`.execute(server.db);
    const { body } = await pageOf(job);
    const [json = '', ...more] = blocksIn(body);
    expect(more).toEqual([]);
    // The other script preserves what is typed.
    expect(body.match(/<script/g)).toHaveLength(2);
    expect(json).not.toContain('<');
    expect(JSON.parse(json)).toMatchObject({ title: text, description: expect.stringContaining('&lt;/script&gt;') });
  });
});
