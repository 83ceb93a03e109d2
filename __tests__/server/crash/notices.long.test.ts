import { sql } from 'kysely';
import { notifyDue } from '../../../server/modules/decisions';
import { sendEvents } from '../../../server/platform/live/outbox';
import { createRandom } from '../../../server/seeds/insert';
import { bundleProcess, type Bundle } from '../../support/bundleProcess';
import { crashServers, inWords } from '../../support/crash/crashLoop';
import { killableStore, type KillableStore } from '../../support/crash/killableStore';
import { newSeed } from '../../support/newSeed';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';

/** `node scripts/check-crash.mjs --notices 200 --seed 5` sets these. */
const KILLS = Number(process.env.NOTICE_KILLS ?? 16);
const SEED = newSeed('CRASH_SEED');
/** Statements within which a server fails: two transactions, and the sending of the events. */
const STATEMENTS = 24;
const NOW = new Date('2026-03-12T09:00:00.000Z');

jest.setTimeout(300_000 + KILLS * 5_000);

describe('servers that die while they send decision notices', () => {
  let database: TestDatabase;
  let bundle: Bundle;
  let store: KillableStore;
  const random = createRandom(SEED);
  beforeAll(async () => {
    store = await killableStore(random);
    database = await testDatabase();
    bundle = await bundleProcess('__tests__/support/crash/noticeProcess.ts');
  });
  afterAll(async () => {
    await database.drop();
    bundle.remove();
    await store.stop();
  });

  it(`notify every declined applicant once in ${KILLS} crashes`, async () => {
    process.stdout.write(
      `decision notices: ${KILLS} crashes, seed ${SEED} (again by: node scripts/check-crash.mjs --notices ${KILLS} --seed ${SEED})\n`,
    );
    const { db, url } = database;
    const count = Math.min(7_000, KILLS * 10);
    await sql`
      with chosen as (
        update applications set status = 'rejected' where id in (
          select id from applications where status = 'in_progress' order by id limit ${count})
        returning id, organisation_id, user_id
      )
      insert into application_decisions (application_id, organisation_id, user_id, decided_by, decided_by_name,
        decided_at, tell_at, telling)
      select id, organisation_id, user_id, user_id, 'Ada', ${NOW}::timestamptz, ${NOW}::timestamptz, 'told in words'
      from chosen`.execute(db);
    const task = { url: url, now: NOW.toISOString() };
    const crashes = await crashServers({ bundle, store, random, kills: KILLS, statements: STATEMENTS, task });
    const { rows: before } = await sql<{ told: number }>`
      select count(told_at)::int as told from application_decisions where telling is not null`.execute(db);
    process.stdout.write(
      `decision notices: ${inWords(crashes)}; ${before[0]!.told} of ${count} told by servers that died\n`,
    );
    expect(before[0]!.told).toBeGreaterThan(0);
    const log = { warn: () => undefined };
    const clock = { now: () => NOW };
    const settings = { timeZone: 'Europe/Istanbul', publicUrl: 'https://panel.test', workerLinks: 'public' } as const;
    await notifyDue({ db, clock, codeSecret: 'secret', settings }, { log });
    await sendEvents(db);
    const { rows: wrong } = await sql`
      with e as (
        select (data ->> 'applicationId')::bigint as id, count(*)::int as events from worker_events
        where type = 'application_status' and data ->> 'status' = 'rejected' and at = ${NOW} group by 1
      ), l as (
        select subject_id as id, count(*)::int as entries from audit_log where action = 'application.told' group by 1
      ), m as (
        select (payload ->> 'applicationId')::bigint as id, count(*)::int as messages from messages
        where body = 'told in words' group by 1
      )
      select d.application_id, d.told_at, events, entries, messages
      from application_decisions d
      join applications a on a.id = d.application_id
      left join threads t on t.user_id = a.user_id and t.worker_id = a.worker_id
      left join e on e.id = a.id left join l on l.id = a.id left join m on m.id = a.id
      where d.telling is not null and (d.told_at is null or d.tell_at is not null
        or events is distinct from 1 or entries is distinct from 1
        or coalesce(messages, 0) <> (t.last_number > 0 and t.blocked_at is null)::int)`.execute(db);
    expect(wrong).toEqual([]);
  });
});
