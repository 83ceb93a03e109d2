import { sql } from 'kysely';
import { getJobCounts, searchJobs } from '../../../contract/routes/jobs';
import { getBranchJobCounts } from '../../../contract/routes/organisation';
import { JOB_SORT_FIELDS } from '../../../contract/constants/options';
import type { BranchJobCount } from '../../../contract/schemas/organisation';
import type { JobRow } from '../../../contract/schemas/jobs';
import { fold } from '../../../contract/constants/text';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld, type World } from '../../support/world';

interface Truth {
  id: number;
  userId: number;
  title: string;
  text: string;
  status: string;
  openedAt: Date | null;
  branchName: string;
  applicationCount: number;
  unseenCount: number;
  shortListCount: number;
  hired: number;
  viewCount: number;
}

const turkish = new Intl.Collator('tr');

describe('the job list', () => {
  let server: TestServer;
  let world: World;
  let all: Truth[];
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
    const { rows } = await sql<Truth>`
      select j.id, j.user_id as "userId", j.title, j.title || '|' || p.name || '|' || u.company_name as text, j.status,
        j.opened_at as "openedAt", u.company_name as "branchName", j.view_count as "viewCount",
        (select count(*) from applications a where a.job_id = j.id and a.status <> 'rejected') as "applicationCount",
        (select count(*) from applications a where a.job_id = j.id and a.status <> 'rejected' and not a.is_seen) as "unseenCount",
        (select count(*) from applications a where a.job_id = j.id and a.status <> 'rejected' and a.is_shortlisted) as "shortListCount",
        (select count(*) from applications a where a.job_id = j.id and a.offer_accepted and a.status <> 'rejected') as hired
      from jobs j join users u on u.id = j.user_id join job_positions p on p.id = j.position_id
      where j.organisation_id = ${world.organisationId} and j.status <> 'deleted'
      order by j.opened_at desc nulls last, j.id desc`.execute(server.db);
    all = rows;
  });
  afterAll(() => server.close());

  const list = async (query: Record<string, unknown>, as: 'root' | 'branch' | 'hr' | 'empty' = 'root') => {
    const { body, status } = await server.call(searchJobs, { as, query: { limit: 500, ...query } });
    expect(status).toBe(200);
    return body as { payload: JobRow[]; total?: number };
  };
  const ids = async (...args: Parameters<typeof list>) => (await list(...args)).payload.map(({ id }) => id);

  it('shows the last opened first, drafts at the end and no deleted jobs', async () => {
    expect(await ids({})).toEqual(all.map(({ id }) => id));
    expect(await ids({}, 'branch')).toEqual(all.filter(({ userId }) => userId === world.branchId).map(({ id }) => id));
    expect(await ids({}, 'empty')).toEqual([]);
    expect(await ids({})).not.toContain(world.deletedJob);
  });

  it('counts the same as the application list of a job', async () => {
    const { payload } = await list({});
    expect(payload.some(({ hired }) => hired)).toBe(true);
    expect(payload.map(({ id, counts, hired }) => ({ id, ...counts, hired }))).toEqual(
      all.map((one) => ({
        id: one.id,
        applications: one.applicationCount,
        unreviewed: one.unseenCount,
        shortLists: one.shortListCount,
        jobViews: one.viewCount,
        needs: expect.any(Number),
        hired: one.hired,
      })),
    );
  });

  it('pages over every job once with an exact total', async () => {
    const pages: number[] = [];
    for (let page = 1; page <= Math.ceil(all.length / 7); page += 1) pages.push(...(await ids({ page, limit: 7 })));
    expect(pages).toEqual(all.map(({ id }) => id));
    expect((await list({ limit: 0 })).total).toBe(all.length);
    expect((await list({ limit: 5 })).total).toBeUndefined();
  });

  it.each(['GARSON', 'kadiköy', 'DEPO', 'ş', 'i', '%', 'Mavi Fincan'])(
    'searches title, position and branch for q=%s',
    async (q) => {
      const mine = all.filter(({ text }) => text.split('|').some((part) => fold(part).includes(fold(q))));
      expect(await ids({ q })).toEqual(mine.map(({ id }) => id));
      expect((await list({ q, limit: 0 })).total).toBe(mine.length);
    },
  );

  it('filters by status and branch', async () => {
    for (const status of ['active', 'closed,draft'])
      expect((await ids({ status })).sort()).toEqual(
        all
          .filter((one) => status.split(',').includes(one.status))
          .map(({ id }) => id)
          .sort(),
      );
    const branchId = world.siblingBranchId;
    expect(await ids({ branchId }, 'hr')).toEqual(all.filter(({ userId }) => userId === branchId).map(({ id }) => id));
    expect(await ids({ branchId: world.branchId }, 'branch')).toEqual(await ids({}, 'branch'));
  });

  it.each(JOB_SORT_FIELDS.flatMap((field) => [[field, 'asc'] as const, [field, 'desc'] as const]))(
    'sorts by %s %s, and ties by id',
    async (field, direction) => {
      const { payload } = await list({ sorting: `${field}:${direction}` });
      const rank = new Map(all.map((one) => [one.id, one]));
      const compare = (a: Truth, b: Truth) => {
        const [x, y] = [a[field], b[field]];
        if (x === null || y === null) return x === y ? b.id - a.id : x === null ? 1 : -1;
        const order =
          typeof x === 'string' && field !== 'status' ? turkish.compare(x, String(y)) : x < y! ? -1 : x > y! ? 1 : 0;
        return (direction === 'asc' ? order : -order) || b.id - a.id;
      };
      expect(payload.map(({ id }) => id)).toEqual([...rank.values()].sort(compare).map(({ id }) => id));
    },
  );

  it.each(['branch', 'hr', 'company'] as const)('does not let %s sort by branch', async (as) => {
    const { status, body } = await server.call(searchJobs, { as, query: { sorting: 'branchName:desc' } });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ errors: { children: { sorting: expect.anything() } } }),
    ]);
  });

  it.each([
    ['root', 'otherUserId'],
    ['branch', 'siblingBranchId'],
  ] as const)('answers 404 to %s for the branch %s', async (as, name) => {
    for (const limit of [10, 0])
      expect((await server.call(searchJobs, { as, query: { branchId: world[name], limit } })).status).toBe(404);
    expect((await server.call(searchJobs, { as, query: { branchId: 999_999_999 } })).status).toBe(404);
  });

  it('returns only id and title with selection=id,title', async () => {
    const { payload } = await list({ selection: 'id,title', page: 1 });
    expect(payload).toEqual(all.map(({ id, title }) => ({ id, title })));
  });

  it('returns fields that distinguish jobs with the same title with the longer selection', async () => {
    const whole = await list({ page: 1 });
    const { payload } = await list({ selection: 'id,title,status,openedAt,user', page: 1 });
    expect(payload).toEqual(
      whole.payload.map(({ id, title, status, openedAt, user }) => ({ id, title, status, openedAt, user })),
    );
  });

  it('counts jobs by status without deleted ones', async () => {
    const { body } = await server.call(getJobCounts, { as: 'root' });
    const of = (status: string) => all.filter((one) => one.status === status).length;
    expect((body as { payload: unknown }).payload).toEqual({
      active: of('active'),
      closed: of('closed'),
      draft: of('draft'),
      total: all.length,
    });
  });

  it('lists the branches by name with their active jobs', async () => {
    const { body } = await server.call(getBranchJobCounts, { as: 'hr' });
    const branches = (body as { payload: BranchJobCount[] }).payload;
    expect(branches).toHaveLength(6);
    const names = branches.map(({ companyName }) => companyName);
    expect(names).toEqual([...names].sort(turkish.compare));
    for (const { userId, activeJobCount } of branches)
      expect(activeJobCount).toBe(all.filter((one) => one.userId === userId && one.status === 'active').length);
  });
});
