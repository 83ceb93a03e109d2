import { sql } from 'kysely';
import { main } from '../../../server/admin';
import type { Applicant } from '../appointments/candidateWorld';
import { pageWorld, type PageWorld } from './pageWorld';

describe('an operator who replaces a worker’s link', () => {
  let world: PageWorld;
  const known = process.env.DATABASE_URL;
  beforeAll(async () => {
    world = await pageWorld();
    process.env.DATABASE_URL = world.server.database.url;
    const { codeSecret } = world.server.deps;
    await sql`insert into server_secrets (name, value) values ('phone codes', ${codeSecret})`.execute(world.server.db);
  });
  afterAll(async () => {
    if (known === undefined) delete process.env.DATABASE_URL;
    else process.env.DATABASE_URL = known;
    await world.server.close();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    process.exitCode = undefined;
  });

  /** Runs the command and returns what it prints. */
  const renew = async (...args: string[]): Promise<string> => {
    const lines: string[] = [];
    jest.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
    jest.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
    await main(process.cwd(), ['renew-link', ...args]);
    return lines.join('\n');
  };
  const invited = async (phone: string): Promise<Applicant & { path: string }> => {
    const applicant = await world.nextApplicant();
    await sql`
      update workers set phone = ${phone}, country_code = 'TR' where id = ${applicant.workerId}`.execute(
      world.server.db,
    );
    await world.invite(applicant);
    return { ...applicant, path: await world.pathOf(applicant) };
  };
  const texts = async (phone: string) => {
    const { rows } = await sql<{ text: string }>`
      select body_text as text from outgoing_messages where recipient = ${`+90${phone}`} order by id`.execute(
      world.server.db,
    );
    return rows.map(({ text }) => text);
  };

  it('ends the old link; the worker still gets the waiting texts, with the new link', async () => {
    const one = await invited('5550000011');
    await world.post(`${one.path}/attendance`, { answer: 'accept' });
    expect(await renew('--application', String(one.applicationId))).toContain('has a new link');
    const path = await world.pathOf(one);
    expect(path).not.toBe(one.path);
    expect([(await world.get(one.path)).status, (await world.get(path)).status]).toEqual([404, 200]);
    const [text] = await texts('5550000011');
    expect([text!.includes(path), text!.includes(one.path)]).toEqual([true, false]);
    const { rows } = await sql`
      select sent_at as sent, used_at as used from worker_links where application_id = ${one.applicationId}`.execute(
      world.server.db,
    );
    expect(rows).toEqual([{ sent: null, used: null }]);
    const entries = await sql`
      select actor, subject_id as id from audit_log where action = 'worker_link.renewed'`.execute(world.server.db);
    expect(entries.rows).toEqual([{ actor: 'operator', id: one.applicationId }]);
  });

  it('cannot replace a revoked link', async () => {
    const one = await invited('5550000012');
    await sql`
      update worker_links set revoked_at = now() where application_id = ${one.applicationId}`.execute(world.server.db);
    expect(await renew('--application', String(one.applicationId))).toContain('has no link, or a revoked one');
    expect([process.exitCode, (await world.get(one.path)).status]).toEqual([1, 404]);
  });

  it.each([['--application', 'x'], ['--application', '0'], []])('gets the usage after %j', async (...args) => {
    expect(await renew(...args)).toContain('renew-link --application ID');
    expect(process.exitCode).toBe(1);
  });
});
