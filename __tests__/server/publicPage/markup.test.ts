import { sql } from 'kysely';
import { getPublicPage } from '../../../contract/routes/publicPage';
import { testServer, type TestServer } from '../../support/testServer';
import { browserOn } from './visitor';

const NASTY = '"><img src=x onerror=alert(1)></script>';
/** Returns markup that names the field in which it was typed. */
const nasty = (field: string): string => `${field} ${NASTY}`;

describe('markup on the public pages', () => {
  let server: TestServer;
  let visitor: ReturnType<typeof browserOn>;
  let code: string;
  let jobId: number;
  let closedId: number;
  const expectText = (body: string, fields: readonly string[]) => {
    expect(body).not.toContain('<img');
    expect(body.replace(/<script( type="application\/ld\+json")?>[^<]*<\/script>/g, '')).not.toContain('</script');
    for (const field of fields) expect(body).toContain(`${field} &quot;&gt;&lt;img src=x onerror=alert(1)&gt;`);
  };
  beforeAll(async () => {
    server = await testServer();
    visitor = browserOn(server);
    const { body } = await server.call(getPublicPage, { as: 'branch' });
    code = body.payload.branchPage.code;
    const { rows } = await sql<{ id: number; status: string }>`
      select j.id, j.status from jobs j join branch_pages p on p.user_id = j.user_id
      where p.code = ${code} and j.status in ('active', 'closed') order by j.id`.execute(server.db);
    jobId = rows.find(({ status }) => status === 'active')!.id;
    closedId = rows.find(({ status }) => status === 'closed')!.id;
    const own = sql`(select user_id from branch_pages where code = ${code})`;
    await sql`update branch_pages set intro = ${nasty('intro')} where code = ${code}`.execute(server.db);
    await sql`update users set company_name = ${nasty('company')}, company_address = ${nasty('town')}
      where id = ${own}`.execute(server.db);
    await sql`update company_locations set name = ${nasty('place')}, address = ${nasty('street')}
      where user_id = ${own}`.execute(server.db);
    await sql`update jobs set title = ${nasty('title')}, description = ${nasty('description')}
      where user_id = ${own}`.execute(server.db);
    await sql`update job_shifts set work_starts_at = '09:00' where job_id = ${jobId}`.execute(server.db);
  });
  beforeEach(() => server.pool.query('delete from rate_limits'));
  afterAll(() => server.close());

  it('stays text in what an employer wrote', async () => {
    const { get } = visitor;
    expectText((await get(`/p/${code}`)).body, ['intro', 'company', 'town', 'title', 'place']);
    expectText((await get(`/p/${code}/${jobId}`)).body, ['title', 'description', 'company', 'town', 'street']);
    await sql`update company_locations set address = null
      where user_id = (select user_id from branch_pages where code = ${code})`.execute(server.db);
    expectText((await get(`/p/${code}/${jobId}`)).body, ['place']);
    expectText((await get(`/p/${code}/${closedId}`)).body, ['title', 'company']);
  });

  it.each(['firstName', 'lastName', 'phone', 'from', 'website', 'challenge', 'solution', 'lang'])(
    'stays text in the field %s of the first form',
    async (field) => {
      const { post, person } = visitor;
      const form = { ...person({ phone: '1' }), [field]: NASTY };
      const inForm = await post(`/p/${code}/${jobId}/apply`, form);
      expectText(inForm.body, []);
      if (['firstName', 'lastName', 'phone'].includes(field))
        expect(inForm.body).toContain('value="&quot;&gt;&lt;img src=x');
      await sql`update jobs set is_public = false where id = ${jobId}`.execute(server.db);
      const moved = await post(`/p/${code}/${jobId}/apply`, form);
      await sql`update jobs set is_public = true where id = ${jobId}`.execute(server.db);
      const isKept = ['firstName', 'lastName', 'phone', 'from'].includes(field);
      expect([moved.status, moved.body.includes(`name="${field}" value="&quot;&gt;&lt;img src=x`)]).toEqual([
        410,
        isKept,
      ]);
      expectText(moved.body, []);
    },
  );

  it.each(['code', 'days', 'parts', 'start', 'experience', 'adult', 'roster', 'do'])(
    'stays text in the field %s of the second form',
    async (field) => {
      const { post, person } = visitor;
      // A name needs a letter and may hold anything else.
      const { to } = await post(`/p/${code}/${jobId}/apply`, person({ firstName: NASTY, lastName: NASTY }));
      const { status, body } = await post(to, { code: 'x', [field]: NASTY });
      expect(status).toBe(400);
      expectText(body, ['company', 'title']);
      if (field === 'code') expect(body).toContain('value="&quot;&gt;&lt;img src=x');
    },
  );

  it('stays text in an applicant’s name: on their page and in the message', async () => {
    const { get, post, person, codeFor } = visitor;
    const given = person({ firstName: NASTY, lastName: NASTY });
    const { to } = await post(`/p/${code}/${jobId}/apply`, given);
    const own = await post(to, { code: await codeFor(given.phone), adult: 'yes' });
    expect(own.status).toBe(303);
    const { status, body } = await get(own.to);
    expect([status, body.includes('&lt;img src=x')]).toEqual([200, true]);
    expectText(body, ['title']);
  });

  it('stays text on the pages of the roster', async () => {
    const { get, post, person, codeFor } = visitor;
    await sql`update jobs set is_public = false
      where user_id = (select user_id from branch_pages where code = ${code})`.execute(server.db);
    const given = person({ firstName: NASTY, lastName: NASTY });
    expectText((await post(`/p/${code}/roster`, { ...given, phone: NASTY })).body, ['company', 'intro']);
    const { to } = await post(`/p/${code}/roster`, given);
    expectText((await post(to, { code: NASTY })).body, ['company']);
    const member = await post(to, { code: await codeFor(given.phone) });
    expect(member.status).toBe(303);
    expectText((await get(member.to)).body, ['company']);
  });
});
