import { sql } from 'kysely';
import { sendEvents } from '../../../server/platform/live/outbox';
import { createRandom } from '../../../server/seeds/insert';
import { bundleProcess, type Bundle } from '../../support/bundleProcess';
import { bulkDeps, runAll } from '../../support/crash/bulkProcess';
import { crashServers, inWords } from '../../support/crash/crashLoop';
import { killableStore, type KillableStore } from '../../support/crash/killableStore';
import { newSeed } from '../../support/newSeed';
import { testServer, type TestServer } from '../../support/testServer';
import { findWorld } from '../../support/world';
import { addJob, bulkCalls } from '../bulks/bulkWorld';

/** `node scripts/check-crash.mjs --bulks 200 --seed 5` sets these. */
const KILLS = Number(process.env.BULK_KILLS ?? 12);
const SEED = newSeed('CRASH_SEED');
/** Statements within which a server fails: a few batches, and the sending of the events. */
const STATEMENTS = 50;
const APPLICANTS = Math.min(2_000, 60 + KILLS * 10);

jest.setTimeout(300_000 + KILLS * 5_000);

describe('servers that die during bulk actions', () => {
  let server: TestServer;
  let bundle: Bundle;
  let store: KillableStore;
  const random = createRandom(SEED);
  beforeAll(async () => {
    store = await killableStore(random);
    server = await testServer();
    bundle = await bundleProcess('__tests__/support/crash/bulkProcess.ts');
  });
  afterAll(async () => {
    await server.close();
    bundle.remove();
    await store.stop();
  });

  it(`give every item one outcome and do nothing twice in ${KILLS} crashes`, async () => {
    process.stdout.write(
      `bulks: ${KILLS} crashes, seed ${SEED} (again by: node scripts/check-crash.mjs --bulks ${KILLS} --seed ${SEED})\n`,
    );
    const { db, database } = server;
    const world = await findWorld(db);
    const { job, ids } = await addJob(server, world.branchId, APPLICANTS);
    const calls = bulkCalls(server);
    const query = { jobId: job };
    const expected = APPLICANTS;
    // Two people decide the same applicants, and a third one writes to some of them.
    await calls.start({ action: 'shortlist', query, expected });
    await calls.start({ action: 'decline', query, expected }, 'hr');
    await calls.start({ action: 'decline', query, expected }, 'root');
    const recipients = ids.slice(0, 100);
    await calls.onIds('message', recipients, { body: 'Hello from many' }, 'root');
    calls.later(10);
    const now = server.clock.now();
    const task = { url: database.url, now: now.toISOString() };
    const crashes = await crashServers({ bundle, store, random, kills: KILLS, statements: STATEMENTS, task });
    const { rows: before } = await sql<{ n: number }>`
      select count(*)::int as n from bulk_items where outcome is not null`.execute(db);
    process.stdout.write(`bulks: ${inWords(crashes)}; ${before[0]!.n} items handled by servers that died\n`);
    expect(before[0]!.n).toBeGreaterThan(0);
    await runAll(bulkDeps(db, now));
    // Messages are sent ten seconds after they are scheduled.
    await runAll(bulkDeps(db, new Date(now.getTime() + 10_000)));
    await sendEvents(db);
    const { rows: bulks } = await sql`
      select b.action, b.state, b.total = i.total as "isWhole",
        (b.done, b.skipped, b.failed) = (i.done, i.skipped, 0) as "isCounted"
      from bulks b cross join lateral (
        select count(*)::int as total, count(*) filter (where outcome = 'done')::int as done,
          count(*) filter (where outcome = 'skipped')::int as skipped
        from bulk_items where bulk_id = b.id and outcome is not null and due_at is null
      ) i order by b.created_at, b.action`.execute(db);
    expect(bulks).toHaveLength(4);
    for (const bulk of bulks) expect(bulk).toMatchObject({ state: 'done', isWhole: true, isCounted: true });
    const { rows: wrong } = await sql`
      select i.application_id, l.*, e.*, m.messages from (
        select application_id, count(*) filter (where b.action = 'decline' and outcome = 'done') as declines,
          count(*) filter (where b.action = 'shortlist' and outcome = 'done') as shortlists
        from bulk_items join bulks b on b.id = bulk_id group by 1
      ) i
      join applications a on a.id = i.application_id
      left join application_decisions d on d.application_id = a.id
      cross join lateral (
        select count(*) filter (where action = 'application.declined') as declined,
          count(*) filter (where action = 'application.shortlisted') as shortlisted
        from audit_log where subject_type = 'application' and subject_id = a.id) l
      cross join lateral (
        select count(*) as events from worker_events where worker_id = a.worker_id and type = 'shortlisted') e
      cross join lateral (
        select count(*) as messages from messages x join threads t on t.id = x.thread_id
        where t.worker_id = a.worker_id and x.body = 'Hello from many') m
      where d.application_id is null or a.status <> 'rejected' or i.declines <> 1 or l.declined <> 1
        or i.shortlists <> l.shortlisted or l.shortlisted > 1 or e.events <> l.shortlisted
        or a.is_shortlisted <> (l.shortlisted = 1)
        or m.messages <> (a.id = any(${recipients}::bigint[]))::int`.execute(db);
    expect(wrong).toEqual([]);
  });
});
