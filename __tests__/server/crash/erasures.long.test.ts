import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { createDiskStore } from '../../../server/adapters/files';
import { keepPrivacy } from '../../../server/modules/privacy';
import type { Deps } from '../../../server/platform/deps';
import { readSettings } from '../../../server/platform/settings';
import { createRandom } from '../../../server/seeds/insert';
import { bundleProcess, type Bundle } from '../../support/bundleProcess';
import { crashServers, inWords } from '../../support/crash/crashLoop';
import { killableStore, type KillableStore } from '../../support/crash/killableStore';
import { findSecret } from '../../support/findSecret';
import { newSeed } from '../../support/newSeed';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';

/** `node scripts/check-crash.mjs --erasures 200 --seed 5` sets these. */
const KILLS = Number(process.env.ERASURE_KILLS ?? 16);
const SEED = newSeed('CRASH_SEED');
/** Statements within which a server fails: an erasure has about forty. */
const STATEMENTS = 160;
/** Half past three in the marketplace's zone, when the task works. */
const NOW = new Date('2026-03-12T00:30:00.000Z');
const LONG_AGO = new Date('2023-01-01T00:00:00.000Z');
/** Occurs in the name, a message and a comment of everybody who is due. */
const SECRET = 'zzkillzz';

jest.setTimeout(300_000 + KILLS * 5_000);

describe('servers that die while they make people anonymous', () => {
  let database: TestDatabase;
  let bundle: Bundle;
  let store: KillableStore;
  let folder: string;
  const random = createRandom(SEED);
  beforeAll(async () => {
    store = await killableStore(random);
    database = await testDatabase();
    folder = mkdtempSync(path.join(tmpdir(), 'dash-erasures-'));
    bundle = await bundleProcess('__tests__/support/crash/erasureProcess.ts');
  });
  afterAll(async () => {
    await database.drop();
    bundle.remove();
    rmSync(folder, { recursive: true, force: true });
    await store.stop();
  });

  /** Makes people of one organisation due, who each have a conversation, a comment and a photo. Returns how many. */
  const plant = async (wanted: number): Promise<number> => {
    const { db } = database;
    await sql`
      create table due as
      select distinct a.worker_id as id, a.organisation_id
      from applications a join users u on u.organisation_id = a.organisation_id and u.email = 'root@demo.test'
      join threads t on t.worker_id = a.worker_id and t.organisation_id = a.organisation_id and t.last_number > 0
      where not exists (
        select from applications o where o.worker_id = a.worker_id and o.organisation_id <> a.organisation_id)
      order by 1 limit ${wanted}`.execute(db);
    const ids = sql`(select id from due)`;
    // Everybody else stays.
    await sql`update organisation_settings set retention_from = ${NOW}::timestamptz + interval '1 year'`.execute(db);
    await sql`
      update organisation_settings set retention_from = null, retention_months = 12
      where organisation_id in (select organisation_id from due)`.execute(db);
    await sql`update applications set created_at = ${NOW} where worker_id not in ${ids}`.execute(db);
    await sql`update applications set created_at = ${LONG_AGO} where worker_id in ${ids}`.execute(db);
    await sql`
      update application_facts f set created_at = ${LONG_AGO}, answered_at = null, shortlisted_at = null, offer_at = null,
        hired_at = null, started_at = null
      from applications a where a.id = f.application_id and a.worker_id in ${ids}`.execute(db);
    await sql`delete from hires where worker_id in ${ids}`.execute(db);
    await sql`
      update application_decisions d set decided_at = ${LONG_AGO}
      from applications a where a.id = d.application_id and a.worker_id in ${ids}`.execute(db);
    await sql`
      update appointments set status = 'COMPLETED', end_at = ${LONG_AGO} where worker_id in ${ids}`.execute(db);
    await sql`delete from consents where worker_id in ${ids}`.execute(db);
    await sql`
      update workers set first_name = ${SECRET} || id, image_key = 'upload-' || lpad(to_hex(id), 32, '0')
      where id in ${ids}`.execute(db);
    await sql`
      update messages m set body = ${SECRET} from threads t where t.id = m.thread_id and t.worker_id in ${ids}`.execute(
      db,
    );
    await sql`
      update threads set created_at = ${LONG_AGO}, last_message_at = ${LONG_AGO} where worker_id in ${ids}`.execute(db);
    await sql`update worker_comments set message = ${SECRET}, created_at = ${LONG_AGO} where worker_id in ${ids}`.execute(
      db,
    );
    await sql`
      create table before as
      select d.id, array_agg(a.id order by a.id) as applications
      from due d join applications a on a.worker_id = d.id group by d.id`.execute(db);
    const files = createDiskStore(folder);
    const { rows } = await sql<{ key: string }>`select image_key as key from workers where id in ${ids}`.execute(db);
    for (const { key } of rows) await files.put(key, { bytes: Buffer.from(SECRET), contentType: 'image/png' });
    return rows.length;
  };

  /** Returns the people who are neither unchanged nor erased completely and once. */
  const findHalves = async () => {
    const { rows } = await sql`
      with state as (
        select b.id, b.applications,
          exists (select from workers w where w.id = b.id) as lives,
          (select count(*)::int from erasures e where e.worker_id = b.id) as erasures,
          (select count(*)::int from audit_log l where l.action = 'worker.erased' and l.subject_id = b.id) as entries,
          (select count(*)::int from applications a where a.worker_id = b.id) as own,
          (select count(distinct a.worker_id)::int from applications a join workers w on w.id = a.worker_id
            where a.id = any(b.applications) and w.external_id like 'erased:%') as tombstones,
          (select count(*)::int from applications a where a.id = any(b.applications)) as kept,
          (select count(*)::int from threads t where t.worker_id = b.id) as threads,
          (select count(*)::int from worker_comments c where c.worker_id = b.id) as comments
        from before b
      )
      select * from state where kept <> cardinality(applications) or case when lives
        then erasures + entries + tombstones > 0 or own <> cardinality(applications) or threads = 0
        else erasures <> 1 or entries <> 1 or tombstones <> 1 or own + threads + comments > 0 end`.execute(database.db);
    return rows;
  };
  const countErased = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from erasures`.execute(database.db);
    return rows[0]!.count;
  };

  it(`erase everybody once and completely in ${KILLS} crashes`, async () => {
    process.stdout.write(
      `erasures: ${KILLS} crashes, seed ${SEED} (again by: node scripts/check-crash.mjs --erasures ${KILLS} --seed ${SEED})\n`,
    );
    const { db, url } = database;
    const count = await plant(Math.min(2_000, KILLS * 5));
    const task = { url, now: NOW.toISOString(), folder };
    const crashes = await crashServers({ bundle, store, random, kills: KILLS, statements: STATEMENTS, task });
    const erased = await countErased();
    process.stdout.write(`erasures: ${inWords(crashes)}; ${erased} of ${count} erased by servers that died\n`);
    expect(erased).toBeGreaterThan(0);
    expect(await findHalves()).toEqual([]);

    const fileStore = createDiskStore(folder);
    const { rows: photos } = await sql<{ key: string }>`
      select 'upload-' || lpad(to_hex(id), 32, '0') as key from due`.execute(db);
    const settings = readSettings({ DATA_DIR: folder });
    const deps = { db, clock: { now: () => NOW }, settings, fileStore, codeSecret: 'secret of the tests' } as Deps;
    await keepPrivacy(deps);
    expect(await countErased()).toBe(count);
    expect(await findHalves()).toEqual([]);
    expect(await findSecret(db, SECRET)).toEqual([]);
    for (const { key } of photos) expect(await fileStore.get(key)).toBeNull();
  });
});
