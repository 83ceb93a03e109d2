import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { gatewayEraseWorker } from '../../../contract/routes/gateway';
import { postErasure } from '../../../contract/routes/privacy';
import { eraseAgain } from '../../../server/modules/privacy';
import { testServer, type TestServer } from '../../support/testServer';

interface Row {
  id: number;
  organisationId: number;
  name: string;
}

describe('people who were erased after the backup that is restored', () => {
  let folder: string;
  let lost: TestServer;
  /** A server on a copy of the store as it was when the backup was made. */
  let restored: TestServer;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'dash-erasures-'));
    const env = { ERASURES_DIR: path.join(folder, 'list') };
    [lost, restored] = [await testServer({ env }), await testServer({ env })];
  });
  afterAll(async () => {
    await lost.close();
    await restored.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns people whom only the chain knows, without open appointments. */
  const people = async (count: number): Promise<Row[]> => {
    const { rows } = await sql<Row>`
      select w.id, a.organisation_id as "organisationId", w.first_name || ' ' || w.last_name as name
      from workers w join applications a on a.worker_id = w.id
      join users u on u.organisation_id = a.organisation_id and u.email = 'root@demo.test'
      where not exists (select from appointments p where p.worker_id = w.id and p.status in ('WAITING', 'ACTIVE'))
        and not exists (
          select from applications o where o.worker_id = w.id and o.organisation_id <> a.organisation_id)
        and not exists (select from erasures e where e.worker_id = w.id)
      group by w.id, a.organisation_id order by w.id limit ${count}`.execute(lost.db);
    return rows;
  };
  const erase = ({ id, name }: Row) =>
    lost.call(postErasure, { as: 'root', params: { id }, body: { confirmName: name } });
  const lives = async ({ db }: TestServer, { id }: Row): Promise<boolean> =>
    (await sql`select 1 from workers where id = ${id}`.execute(db)).rows.length > 0;
  const listed = () =>
    readdirSync(path.join(folder, 'list'))
      .map((name) => readFileSync(path.join(folder, 'list', name), 'utf8'))
      .join('');

  it('are erased again, and nobody else, in spite of holds and appointments of that time', async () => {
    const [first, second, other] = (await people(3)) as [Row, Row, Row];
    for (const person of [first, second]) expect((await erase(person)).status).toBe(200);
    const { db, clock } = restored;
    const soon = new Date(clock.now().getTime() + 86_400_000);
    await sql`
      insert into privacy_holds (organisation_id, worker_id, user_id, created_at)
      select organisation_id, worker_id, user_id, ${clock.now()} from applications where worker_id = ${first.id} limit 1`.execute(
      db,
    );
    for (const status of ['WAITING', 'ACTIVE'])
      await sql`
        insert into appointments (organisation_id, user_id, application_id, job_id, worker_id, status, start_at, end_at,
          latitude, longitude, created_at)
        select organisation_id, user_id, id, job_id, worker_id, ${status}, ${soon}, ${soon}, 1, 1, ${clock.now()}
        from applications where worker_id = ${first.id} limit 1`.execute(db);
    expect(await lives(restored, first)).toBe(true);

    expect(await eraseAgain(restored.deps)).toBe(2);
    for (const person of [first, second]) expect(await lives(restored, person)).toBe(false);
    expect(await lives(restored, other)).toBe(true);
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from appointments p join workers w on w.id = p.worker_id
      where w.external_id like 'erased:%' and p.status in ('WAITING', 'ACTIVE')`.execute(db);
    expect(rows).toEqual([{ open: 0 }]);
    expect(await eraseAgain(restored.deps)).toBe(0);
    expect(await eraseAgain(lost.deps)).toBe(0);
  });

  it('are listed only by numbers and times', async () => {
    const [person] = (await people(1)) as [Row];
    await erase(person);
    expect(listed()).toMatch(new RegExp(`"workerId":${person.id},`));
    expect(listed().replace(/"(organisationId|workerId|createdAt|erasedAt)"|[\d:.TZ-]+/g, '')).toMatch(/^[\s{},:"]*$/);
  });

  it('are not confused with somebody who got the same number later', async () => {
    const [person] = (await people(1)) as [Row];
    await erase(person);
    await sql`update workers set created_at = created_at + interval '1 hour' where id = ${person.id}`.execute(
      restored.db,
    );
    await eraseAgain(restored.deps);
    expect(await lives(restored, person)).toBe(true);
  });

  it('are found after an incomplete line of a server that died', async () => {
    const [name] = readdirSync(path.join(folder, 'list'));
    appendFileSync(path.join(folder, 'list', name!), '{"organisationId":1,"wor');
    const [person] = (await people(1)) as [Row];
    await erase(person);
    await eraseAgain(restored.deps);
    expect(await lives(restored, person)).toBe(false);
  });

  it('are not listed when one of their organisations refuses the erasure', async () => {
    const [person] = (await people(1)) as [Row];
    await sql`
      with other as (
        select j.id, j.organisation_id, j.user_id from jobs j join users u on u.id = j.user_id
        where u.email = 'other@demo.test' and j.status = 'active' limit 1
      ), held as (
        insert into privacy_holds (organisation_id, worker_id, user_id, created_at)
        select organisation_id, ${person.id}::bigint, user_id, now() from other
      )
      insert into applications (organisation_id, user_id, job_id, worker_id, match_score, worker_name_folded, created_at)
      select organisation_id, user_id, id, ${person.id}, 0.5, 'theirs', now() from other`.execute(lost.db);
    const call = () => lost.call(gatewayEraseWorker, { as: 'gateway', params: { id: person.id } });
    expect((await call()).status).toBe(409);
    expect(listed()).not.toContain(`"workerId":${person.id},`);
    await sql`delete from privacy_holds where worker_id = ${person.id}`.execute(lost.db);
    expect((await call()).body.payload).toEqual({ organisations: 2 });
    await eraseAgain(restored.deps);
    expect(await lives(restored, person)).toBe(false);
  });

  it('are erased again even if they had never applied', async () => {
    const insert = async ({ db }: TestServer) =>
      (
        await sql<Row>`
          insert into workers (id, external_id, first_name, last_name, created_at, updated_at)
          overriding system value
          values (900000001, 'never-applied', 'Never', 'Applied', '2026-01-01', '2026-01-01') returning id`.execute(db)
      ).rows[0]!;
    const person = await insert(lost);
    await insert(restored);
    await lost.call(gatewayEraseWorker, { as: 'gateway', params: { id: person.id } });
    await eraseAgain(restored.deps);
    expect(await lives(restored, person)).toBe(false);
  });
});
