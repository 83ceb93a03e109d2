import { sql } from 'kysely';
import { getApplication, searchApplications } from '../../../contract/routes/applications';
import type { ApplicationRow } from '../../../contract/schemas/applications';
import { keepNeeds } from '../../../server/modules/today';
import type { CallOptions } from '../../support/testServer';
import { decisionWorld, rowOf, type DecisionWorld } from '../decisions/decisionWorld';

const PHONE = '5329998877';

describe('a person who applied by the workers’ product and on a public page', () => {
  let world: DecisionWorld;
  let app: { id: number; jobId: number; workerId: number };
  let page: number;

  /** Adds an application of a new worker to the job of an application. */
  const twinOf = async (id: number, externalId: string, phone: string, country = 'TR') => {
    const { db } = world.server;
    const { rows } = await sql<{ id: number }>`
      with made as (
        insert into workers (external_id, first_name, last_name, phone, country_code, created_at, updated_at)
        values (${externalId}, 'Ayşe', 'Y', ${phone}, ${country}, now(), now()) returning id
      )
      insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
      select organisation_id, user_id, job_id, made.id, 0.5, 'x', now() from applications, made where applications.id = ${id}
      returning id`.execute(db);
    return rows[0]!.id;
  };

  beforeAll(async () => {
    world = await decisionWorld();
    const { applicationId: id, jobId } = await world.nextApplicant();
    const first = await twinOf(id, 'app-first', PHONE);
    const { rows } = await sql<{ workerId: number }>`
      select worker_id as "workerId" from applications where id = ${first}`.execute(world.server.db);
    app = { id: first, jobId, workerId: rows[0]!.workerId };
    page = await twinOf(id, 'web:first', `+90${PHONE}`);
    await twinOf(id, 'web:elsewhere', PHONE, 'DE');
    await keepNeeds(world.server.deps);
  });
  afterAll(() => world.server.close());

  const listed = async (id: number, as: CallOptions['as'] = 'branch', query: Record<string, unknown> = {}) => {
    const reply = await world.server.call(searchApplications, { as, query: { limit: 500, ...query } });
    return (reply.body.payload as ApplicationRow[]).find((row) => row.id === id)?.otherWay;
  };
  const opened = async (id: number) =>
    rowOf(await world.server.call(getApplication, { as: 'branch', params: { id } })).otherWay;
  const titleOf = async (id: number) =>
    rowOf(await world.server.call(getApplication, { as: 'branch', params: { id } })).job.title;

  it('is shown as such in every order of the list and on the page', async () => {
    const { jobId } = app;
    const name = { firstName: 'Ayşe', lastName: 'Y' };
    const byPage = { by: 'page', open: { applicationId: page, jobTitle: await titleOf(page), ...name } };
    const byApp = { by: 'app', open: { applicationId: app.id, jobTitle: await titleOf(app.id), ...name } };
    for (const query of [{}, { sort: 'score' }, { sort: 'deadline' }, { sort: 'need' }]) {
      expect([query, await listed(app.id, 'branch', { ...query, jobId })]).toEqual([query, byPage]);
      expect(await listed(page, 'root', { ...query, jobId })).toEqual(byApp);
    }
    expect([await opened(app.id), await opened(page)]).toEqual([byPage, byApp]);
  });

  it('is not assumed for the same digits in another country or for a number that nobody else has', async () => {
    const { rows } = await sql<{ id: number }>`
      select a.id from applications a join workers w on w.id = a.worker_id
      where w.external_id = 'web:elsewhere'`.execute(world.server.db);
    expect(await listed(rows[0]!.id)).toBeNull();
    const { applicationId } = await world.nextApplicant();
    expect(await opened(applicationId)).toBeNull();
  });

  it('has a link to the other application only while that waits for a decision', async () => {
    const declined = rowOf(await world.decline(app.id));
    expect(declined.otherWay).toMatchObject({ by: 'page', open: { applicationId: page } });
    const other = rowOf(await world.decline(page, { reason: 'duplicate', isNew: true }));
    expect(other.otherWay).toEqual({ by: 'app', open: null });
    expect(rowOf(await world.reopen(page)).otherWay).toEqual({ by: 'app', open: null });
    expect(rowOf(await world.reopen(app.id)).otherWay).toMatchObject({ open: { applicationId: page } });
  });

  it('has no link to another branch’s application, and no mention of another organisation’s', async () => {
    const { db } = world.server;
    const move = (email: string) =>
      sql`
      update applications a set organisation_id = u.organisation_id, user_id = u.id,
        job_id = (select j.id from jobs j where j.user_id = u.id order by j.id desc limit 1)
      from users u where a.id = ${page} and u.email = ${email}`.execute(db);
    await move('branch2@demo.test');
    expect(await listed(app.id)).toEqual({ by: 'page', open: null });
    expect(await listed(app.id, 'hr', { jobId: app.jobId })).toMatchObject({ open: { applicationId: page } });
    await move('other@demo.test');
    expect(await listed(app.id)).toBeNull();
    expect(await opened(app.id)).toBeNull();
  });
});
