import { sql } from 'kysely';
import { ERROR_KEYS } from '../../../contract/constants/errorKeys';
import { VIEWS_MAX } from '../../../contract/constants/views';
import { searchApplications } from '../../../contract/routes/applications';
import * as organisation from '../../../contract/routes/organisation';
import { deleteView, getViews, postView, putView } from '../../../contract/routes/views';
import type { SavedView } from '../../../contract/schemas/views';
import { testServer, type CallOptions, type TestServer } from '../../support/testServer';
import { untilWaiting } from '../../support/untilWaiting';
import { findWorld, type World } from '../../support/world';

type As = CallOptions['as'];

describe('saved views', () => {
  let server: TestServer;
  let world: World;
  beforeAll(async () => {
    server = await testServer();
    world = await findWorld(server.db);
  });
  afterAll(() => server.close());
  afterEach(() => sql`delete from saved_views`.execute(server.db));

  const QUERY = { status: 'in_progress,accepted', distanceMax: 5 };
  const save = (as: As, body: object = {}, headers = {}) =>
    server.call(postView, { as, body: { name: 'Near', query: QUERY, ...body }, headers });
  const saved = async (as: As, body: object = {}): Promise<SavedView> => (await save(as, body)).body.payload.view;
  const list = async (as: As): Promise<SavedView[]> => (await server.call(getViews, { as })).body.payload.views;
  const change = (as: As, id: number, body: object) => server.call(putView, { as, params: { id }, body });
  const remove = (as: As, id: number) => server.call(deleteView, { as, params: { id } });

  it('keep name and query, and are listed in the order of their creation', async () => {
    const view = await saved('branch', { name: '  Near  ' });
    expect(view).toMatchObject({
      name: 'Near',
      query: QUERY,
      ...{ isShared: false, isOwn: true, canChange: true, isJobGone: false, version: 1 },
    });
    const second = await saved('branch', { name: 'Second', query: {} });
    expect(await list('branch')).toEqual([view, second]);
    await change('branch', second.id, { version: 1, isFirst: true });
    expect((await list('branch')).map(({ name }) => name)).toEqual(['Second', 'Near']);
  });

  it.each<[string, object, string]>([
    ['an unknown filter', { query: { colour: 'red' } }, 'query'],
    ['a page', { query: { page: 2 } }, 'query'],
    ['a typed name of a person', { query: { q: 'Ayşe' } }, 'query'],
    ['a number as a text', { query: { ageMin: '20' } }, 'query'],
    ['a wrong word', { query: { gender: 'x' } }, 'query'],
    ['a name of blanks', { name: '  ' }, 'name'],
    ['a name of 61 characters', { name: 'x'.repeat(61) }, 'name'],
    ['another field', { version: 1 }, 'version'],
    ['sharing by a branch', { isShared: true }, 'isShared'],
  ])('reject %s on its field', async (_name, body, field) => {
    const { status, body: answer } = await save('branch', body);
    expect([status, Object.keys(answer.errors.children)]).toEqual([400, [field]]);
    expect(await list('branch')).toEqual([]);
  });

  it('answer 404 for a job or a branch outside the user’s scope', async () => {
    for (const query of [{ jobId: world.siblingJob }, { branchId: world.siblingBranchId }, { jobId: world.otherJob }]) {
      expect((await save('branch', { query })).status).toBe(404);
      const { id } = await saved('branch');
      expect((await change('branch', id, { version: 1, query })).status).toBe(404);
    }
  });

  it('belong to one user, and to the organisation when HR or root shares them', async () => {
    const own = await saved('branch');
    const shared = await saved('hr', { isShared: true });
    const secret = await saved('hr', { name: 'Mine' });
    expect((await list('branch')).map(({ id, canChange }) => [id, canChange])).toEqual([
      [own.id, true],
      [shared.id, false],
    ]);
    expect((await list('root')).map(({ id, isOwn, canChange }) => [id, isOwn, canChange])).toEqual([
      [shared.id, false, true],
    ]);
    expect(await list('company')).toEqual([]);
    for (const [as, id] of [
      ['branch', shared.id],
      ['branch', secret.id],
      ['root', own.id],
      ['root', secret.id],
      ['company', shared.id],
    ] as const) {
      expect((await change(as, id, { version: 1, name: 'Taken' })).status).toBe(404);
      expect((await remove(as, id)).status).toBe(404);
    }
    expect((await change('root', shared.id, { version: 1, name: 'Ours' })).body.payload.view.name).toBe('Ours');
    // Only its owner could see it afterwards.
    expect((await change('root', shared.id, { version: 2, isShared: false })).status).toBe(400);
    expect((await remove('root', shared.id)).status).toBe(200);
  });

  it('are hidden from a branch when they name another branch or its job', async () => {
    for (const query of [{ jobId: world.siblingJob }, { branchId: world.siblingBranchId }])
      await saved('hr', { query, isShared: true });
    const reachable = [{ jobId: world.job }, { branchId: world.branchId }, {}];
    for (const query of reachable) await saved('hr', { query, isShared: true });
    expect((await list('branch')).map(({ query }) => query)).toEqual(reachable);
  });

  it('refuse a change when they were changed or deleted meanwhile', async () => {
    const { id } = await saved('branch');
    expect((await change('branch', id, { version: 1, query: { isSeen: false } })).body.payload.view).toMatchObject({
      query: { isSeen: false },
      name: 'Near',
      version: 2,
    });
    const stale = await change('branch', id, { version: 1, name: 'Late' });
    expect([stale.status, stale.body.key]).toEqual([409, ERROR_KEYS.viewChanged]);
    expect((await remove('branch', id)).status).toBe(200);
    expect((await remove('branch', id)).status).toBe(404);
    expect((await change('branch', id, { version: 2, name: 'Late' })).status).toBe(404);
  });

  it('stay when their job is deleted, and show that it is gone', async () => {
    const { id } = await saved('branch', { query: { jobId: world.job } });
    await saved('branch', { query: { jobId: world.deletedJob } });
    expect((await list('branch')).map(({ isJobGone }) => isJobGone)).toEqual([false, true]);
    const move = (userId: number) =>
      sql`update jobs set user_id = ${userId} where id = ${world.job}`.execute(server.db);
    await move(world.siblingBranchId);
    expect((await list('branch')).map(({ isJobGone }) => isJobGone)).toEqual([true, true]);
    expect((await change('branch', id, { version: 1, name: 'Still mine' })).status).toBe(200);
    await move(world.branchId);
  });

  it('are at most 50 of one user', async () => {
    for (let at = 0; at < VIEWS_MAX; at += 1) await saved('branch', { name: String(at) });
    const { status, body } = await save('branch');
    expect([status, body.key]).toEqual([409, ERROR_KEYS.viewsFull]);
    expect((await save('hr')).status).toBe(200);
  });

  it('are at most 50 even when two are saved at once: the second waits and counts the first', async () => {
    for (let at = 1; at < VIEWS_MAX; at += 1) await saved('branch', { name: String(at) });
    const second = await server.db.transaction().execute(async (first) => {
      await sql`select 1 from users where id = ${world.branchId} for no key update`.execute(first);
      await sql`
        insert into saved_views (organisation_id, owner_user_id, name, query, created_at)
        select organisation_id, owner_user_id, 'First', query, created_at from saved_views limit 1`.execute(first);
      const answer = save('branch');
      await untilWaiting(server.pool);
      return { answer };
    });
    expect((await second.answer).body.key).toBe(ERROR_KEYS.viewsFull);
  });

  it('are saved once with the same key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await save('branch', {}, headers);
    expect((await save('branch', {}, headers)).body.payload).toEqual(first.body.payload);
    expect(await list('branch')).toHaveLength(1);
    expect((await save('branch', { name: 'Other' }, headers)).body.key).toBe(ERROR_KEYS.idempotencyMismatch);
    await sql`update idempotency_keys set answer = null, status = null where key = 'once'`.execute(server.db);
    const busy = await save('branch', {}, headers);
    expect([busy.status, busy.body.key]).toEqual([409, ERROR_KEYS.idempotencyInFlight]);
    expect(await list('branch')).toHaveLength(1);
  });

  it('follow the switch of the personal filters when they are applied', async () => {
    const { query } = await saved('branch', { query: { gender: 'female' } });
    const { body } = await server.call(organisation.getOrganisationSettings, { as: 'root' });
    const { tellingMinutes, version } = body.payload.settings;
    const off = { tellingMinutes, version, personalFilters: false };
    await server.call(organisation.putOrganisationSettings, { as: 'root', body: off });
    expect((await server.call(searchApplications, { as: 'branch', query })).status).toBe(400);
    await server.call(organisation.putOrganisationSettings, {
      as: 'root',
      body: { ...off, version: version + 1, personalFilters: true },
    });
  });

  it('are deleted with their account, except shared ones', async () => {
    const shared = await saved('hr', { isShared: true });
    await saved('hr');
    const { rows } = await sql<{ id: number }>`select id from users where email = 'hr@demo.test'`.execute(server.db);
    const removed = await server.call(organisation.deleteHrAccount, { as: 'root', params: { id: rows[0]!.id } });
    expect(removed.status).toBe(200);
    const left = await sql<{ id: number }>`select id from saved_views`.execute(server.db);
    expect(left.rows).toEqual([{ id: shared.id }]);
    expect((await list('root')).map(({ id, canChange }) => [id, canChange])).toEqual([[shared.id, true]]);
  });
});
