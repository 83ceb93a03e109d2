import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbedded, type EmbeddedDatabase } from '../../../server/platform/database/embedded';
import { commandOf, isAlive, waitForExit } from '../../../server/platform/database/orphans';
import { eventually } from '../../support/eventually';

/** Starts processes in their own PID namespace, as in a container; without root in a user namespace. */
const UNSHARE = [
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  '--pid',
  '--ipc',
  '--fork',
  '--mount-proc',
];
/** A statement that runs longer than any test without checking whether its postmaster is alive. */
const LONG = 'select sum(length(md5(a::text))) from generate_series(1, 30000000000) a';

describe('a shared data folder', () => {
  let parent: string;
  let dataDir: string;
  const children: ChildProcess[] = [];
  const clients: pg.Client[] = [];
  const running: EmbeddedDatabase[] = [];
  beforeEach(() => {
    parent = mkdtempSync(path.join(os.tmpdir(), 'folder-'));
    dataDir = path.join(parent, 'data');
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const client of clients.splice(0)) void client.end().catch(() => undefined);
    for (const embedded of running.splice(0)) await embedded.stop();
    rmSync(parent, { recursive: true, force: true });
  });

  const start = async () => {
    const embedded = await startEmbedded({ dataDir, root: process.cwd() });
    running.push(embedded);
    return embedded;
  };
  const url = () => `postgres://dashboard@/postgres?host=${encodeURIComponent(path.join(dataDir, 'run'))}`;

  /** Starts a server that writes rows in its own PID namespace, below a shell that outlives it. */
  const startContainer = () => {
    const command = `${process.execPath} --import tsx __tests__/support/embeddedChild.ts '${dataDir}'; sleep 600`;
    const child = spawn('unshare', [...UNSHARE, '--kill-child', 'sh', '-c', command], { stdio: 'pipe' });
    children.push(child);
    let said = '';
    let rows = 0;
    child.stderr.on('data', (data) => (said += data));
    child.on('error', (error) => (said += `util-linux' unshare is needed: ${error.message}`));
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      rows = Number(text.split('\n').at(-2)) || 0;
    });
    return {
      child,
      rows: () => rows,
      said: () => said,
      /** Waits until it has acknowledged a row or reported an error. */
      begun: () =>
        eventually(
          () => ({ rows, said, exitCode: child.exitCode }),
          (seen) => seen.rows > 0 || seen.said !== '' || seen.exitCode !== null,
          90_000,
        ),
    };
  };
  const childrenOf = (pid: number) =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  /** Returns the PID that a container's server has on the host. */
  const serverOf = ({ child }: { child: ChildProcess }) => childrenOf(childrenOf(child.pid!)[0]!)[0]!;
  /** Returns the PID of a postmaster without its server, which is now a child of the container's first process. */
  const orphanOf = ({ child }: { child: ChildProcess }) =>
    childrenOf(childrenOf(child.pid!)[0]!).find((pid) => commandOf(pid).includes(`-D ${dataDir}/postgres`));
  /** Starts a statement that runs for minutes, from a client of the test. */
  const startLong = async (connectionString: string) => {
    const client = new pg.Client({ connectionString });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    client.query(LONG).catch(() => undefined);
    clients.push(client);
    const watcher = new pg.Client({ connectionString });
    await watcher.connect();
    await eventually(
      () =>
        watcher.query(
          "select from pg_stat_activity where datname = current_database() and pid = $1 and state = 'active'",
          [rows[0]!.pid],
        ),
      ({ rowCount }) => rowCount === 1,
    );
    await watcher.end();
    return rows[0]!.pid;
  };
  const count = async ({ connectionString }: EmbeddedDatabase): Promise<number> => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from written');
    await client.end();
    return rows[0]!.n;
  };

  it('rejects a second container and the host while a server of another uses it', async () => {
    const one = startContainer();
    await one.begun();
    expect(one.said()).toBe('');
    const pidFile = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8');
    const other = startContainer();
    await other.begun();
    expect(other.said()).toMatch(/is in use by another server \(process \d+ of another container or host\)/);
    await expect(start()).rejects.toThrow(/^[^\n]*is in use by another server[^\n]*$/);
    expect(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).toBe(pidFile);
    const before = one.rows();
    await eventually(one.rows, (rows) => rows > before);
  });

  it.each([
    ['the PostgreSQL of a dead server runs on', false],
    ['a statement of a dead server and a dead PostgreSQL runs on', true],
  ])('rejects others while %s in another container, and accepts them afterwards', async (_name, isPostmasterDead) => {
    const one = startContainer();
    await one.begun();
    if (isPostmasterDead) await startLong(url());
    process.kill(serverOf(one), 'SIGKILL');
    const orphan = await eventually(
      () => orphanOf(one),
      (pid) => pid !== undefined,
    );
    if (isPostmasterDead) process.kill(orphan!, 'SIGKILL');
    const pidFile = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8');
    const other = startContainer();
    await other.begun();
    expect(other.said()).toMatch(/is in use by a PostgreSQL of another container or host/);
    expect(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).toBe(pidFile);
    one.child.kill('SIGKILL');
    await new Promise((resolve) => one.child.once('exit', resolve));
    expect(await count(await start())).toBeGreaterThanOrEqual(one.rows());
  });

  it('accepts a new server after kill -9 of PostgreSQL during a long statement, which it ends', async () => {
    const first = await start();
    // The user namespace of a PostgreSQL under root does not change PIDs.
    const backend = await startLong(first.connectionString);
    process.kill(first.pid, 'SIGKILL');
    await waitForExit(first.pid, 30_000);
    expect(isAlive(backend)).toBe(true);
    await start();
    expect(isAlive(backend)).toBe(false);
  });

  it('can be taken over from a server that was killed during a long statement', async () => {
    const one = startContainer();
    await one.begun();
    await startLong(url());
    process.kill(serverOf(one), 'SIGKILL');
    // The host sees the processes of a container and can end them.
    const next = await start();
    expect(await count(next)).toBeGreaterThanOrEqual(one.rows());
  });

  it('with another name keeps its processes running', async () => {
    const beside = await startEmbedded({ dataDir: path.join(parent, 'beside'), root: process.cwd() });
    running.push(beside);
    const first = await start();
    process.kill(first.pid, 'SIGKILL');
    await waitForExit(first.pid, 30_000);
    await start();
    expect(isAlive(beside.pid)).toBe(true);
  });
});
