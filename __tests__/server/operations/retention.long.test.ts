import { readFileSync } from 'node:fs';
import { DAY } from '../../../contract/constants/time';
import { startBackground } from '../../../server/tasks';
import { removeOldEvents } from '../../../server/modules/gateway';
import { listEvents } from '../../../server/modules/gateway/repository';
import { createLogger } from '../../../server/platform/logger';
import { createSenders } from '../../../server/adapters/senders';
import { eventually } from '../../support/eventually';
import { testServer, type TestServer } from '../../support/testServer';

describe('retention of rows', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());
  const ago = (days: number) => new Date(server.clock.now().getTime() - days * DAY);
  const add = async (days: readonly number[]) => {
    await server.pool.query('delete from worker_events');
    for (const [at, age] of days.entries())
      await server.pool.query(
        `insert into worker_events (seq, type, worker_id, data, at)
         select $1, 'message', min(id), '{}', $2 from workers`,
        [1_000_000 + at, ago(age)],
      );
  };
  // Selects the rows of the test, since the clock may add events.
  const left = async () =>
    (await listEvents(server.db, 0, 100)).filter(({ seq }) => seq >= 1_000_000).map(({ seq }) => seq - 1_000_000);

  it('deletes worker events after 90 days in batches, and keeps newer ones', async () => {
    await add([200, 150, 100, 95, 91, 89, 30, 0]);
    expect(await removeOldEvents(server, 2)).toBe(5);
    expect(await left()).toEqual([5, 6, 7]);
    expect(await removeOldEvents(server, 2)).toBe(0);
  });

  it('runs with the clock’s tasks', async () => {
    await add([91, 1]);
    const senders = createSenders(server.deps.settings, server.deps);
    const log = createLogger('error', { write: (line: string) => void process.stdout.write(line) });
    const background = startBackground({ ...server.deps, senders }, server.pool, log);
    await eventually(left, (ages) => expect(ages).toEqual([1]));
    await background.stop();
    await senders.close();
  });
});

describe('every table', () => {
  it('has a line in docs/OPERATIONS.md with its growth and its retention', async () => {
    const server = await testServer();
    const { rows } = await server.pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
    );
    await server.close();
    const section = readFileSync('docs/OPERATIONS.md', 'utf8').split('\n## What grows\n')[1]?.split('\n## ')[0] ?? '';
    const named = new Set(
      [...section.matchAll(/`([a-z_]+)`(?=[^|\n]*\|[^|\n]+\|[^|\n]+\|$)/gm)].map(([, name]) => name),
    );
    expect(rows.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  });
});
