import { sql } from 'kysely';
import { searchApplications } from '../../../contract/routes/applications';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import { filtersFromSearchParams, filtersToQuery } from '../../../src/domains/applications/query';
import { matchesFilters } from '../../support/matchesFilters';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld } from '../../support/world';

const PAGE = 500;

/**
 * The client's predicate and the server's SQL must agree (docs/API.md#application-list). The filters come from
 * addresses.
 */
describe('filters in dashboard and server', () => {
  let server: TestServer;
  let today: string;
  let everyone: ApplicationRow[];

  /** Returns every row that the server's filter finds, page by page. */
  const list = async (query: Record<string, unknown>): Promise<ApplicationRow[]> => {
    const rows: ApplicationRow[] = [];
    for (;;) {
      const { status, body } = await server.call(searchApplications, {
        as: 'branch',
        query: { ...query, limit: PAGE, ...(rows.length > 0 && { before: rows.at(-1)!.id }) },
      });
      expect(status).toBe(200);
      const { payload } = body as { payload: ApplicationRow[] };
      rows.push(...payload);
      if (payload.length < PAGE) return rows;
    }
  };

  beforeAll(async () => {
    server = await testServer();
    const { branchId } = await findWorld(server.db);
    // Distances whose displayed and exact values fall on different sides of a whole kilometre.
    for (const [offset, km] of [11.96, 12, 12.04, 12.05, 12.06].entries())
      await sql`
        update applications set distance_km = ${km}
        where id = (select id from applications where user_id = ${branchId} order by id offset ${offset} limit 1)`.execute(
        server.db,
      );
    today = new Date(server.clock.now().getTime() + 3 * 3_600_000).toISOString().slice(0, 10);
    everyone = await list({});
  });
  afterAll(() => server.close());

  it.each([
    '',
    'q=ışıl',
    'q=AYSE  yil',
    'q=%25',
    'gender=male',
    'gender=male&military=3',
    'gender=female&military=3',
    'ageMin=25',
    'ageMax=25',
    'ageMin=40&ageMax=20',
    'distanceMax=1',
    'distanceMax=12',
    'distanceMax=49',
    'distanceMax=50',
    'experienceMin=0',
    'experienceMin=12',
    'experienceMin=96',
    'education=high_school',
    'english=3',
    'isSeen=false',
    'isSeen=false&gender=female',
    'stage=new',
    'stage=hired,started,missed&gender=female',
    'came=true',
    'came=false',
    'positive=false',
    'offerSent=true&offerAccepted=false',
    'gender=male&ageMin=20&ageMax=35&distanceMax=12&experienceMin=6&english=2',
  ])('agree on %s', async (address) => {
    const filters = filtersFromSearchParams(new URLSearchParams(address));
    const passing = everyone.filter((row) => matchesFilters(row, filters, today));
    expect((await list(filtersToQuery(filters))).map(({ id }) => id)).toEqual(passing.map(({ id }) => id));
  });
});
