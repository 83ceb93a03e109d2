import { spawn, type ChildProcess } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { PoolConfig } from 'pg';
import { findBinaries, type Binaries } from './binaries';
import { clusterFolder, EMBEDDED_NAME, openDataFolder, prepareCluster } from './cluster';
import { StartFailure } from './failure';
import { findPostmaster, stopPostmaster, waitFor, type Postmaster } from './postmaster';

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  /** How to connect to its database `dashboard` (or `postgres`). */
  connection: Pick<PoolConfig, 'host' | 'port' | 'user' | 'database'>;
  /** False when it was running already: left over by a killed server, or in use by another. */
  isOwn: boolean;
  /** Stops it; everything committed is on disk then. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Where node_modules is. */
  root: string;
  dataDir: string;
  /** More settings of PostgreSQL; tests turn fsync off. */
  config?: Record<string, string>;
  /** Told when the server ended although nobody stopped it. */
  onUnexpectedExit?: () => void;
}

/** Longest path of a Unix socket that Linux takes, less the name that PostgreSQL gives it (`/.s.PGSQL.5432.lock`). */
const SOCKET_FOLDER_MAX = 107 - 20;
const PORT = 5432;
const START_MS = 60_000;
const STOP_MS = 6_000;
const LOG_MAX = 1_000_000;

// Small, for a machine that runs other things too. fsync and synchronous_commit keep their defaults (on): what was
// acknowledged survives kill -9.
const CONFIG: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  shared_buffers: '48MB',
  max_connections: '40',
  io_method: 'sync',
  max_worker_processes: '2',
  max_parallel_workers: '2',
  autovacuum_max_workers: '1',
  wal_level: 'minimal',
  max_wal_senders: '0',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  huge_pages: 'off',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // A failing statement carries what people typed; it stays out of the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const connectionOf = ({ socketFolder, port }: Postmaster): EmbeddedPostgres['connection'] => ({
  host: socketFolder,
  port,
  user: EMBEDDED_NAME,
  database: EMBEDDED_NAME,
});

/** In the data folder, unless its path is too long for a socket. Nobody else may enter it. */
const makeSocketFolder = (dataDir: string): string => {
  const folder = path.join(dataDir, 'socket');
  if (Buffer.byteLength(folder) > SOCKET_FOLDER_MAX) return mkdtempSync(path.join(os.tmpdir(), 'pg-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  return folder;
};

const openLog = (file: string): { descriptor: number; start: number } => {
  if (existsSync(file) && statSync(file).size > LOG_MAX) truncateSync(file);
  const descriptor = openSync(file, 'a', 0o600);
  return { descriptor, start: statSync(file).size };
};

/** The line of its log that says why it ended. */
const reasonIn = (log: string, start: number): string => {
  const lines = readFileSync(log).subarray(start).toString('utf8').split('\n');
  const fatal = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.findLast((line) => line.trim() !== '');
  return fatal?.replace(/^.*?(FATAL|PANIC):\s*/, '').trim() ?? 'it gave no reason';
};

const launch = (
  { postgres, wrapper }: Binaries,
  folder: string,
  socketFolder: string,
  options: EmbeddedOptions,
  log: number,
) => {
  const config = Object.entries({ ...CONFIG, ...options.config }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const [command = postgres, ...args] = [...wrapper, postgres];
  // A group of its own: Ctrl-C in the terminal must not stop it under the feet of requests in flight.
  return spawn(command, [...args, '-D', folder, '-k', socketFolder, '-p', String(PORT), ...config], {
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, TZ: 'UTC' },
  });
};

const start = async (
  binaries: Binaries,
  options: EmbeddedOptions,
): Promise<{ child: ChildProcess; postmaster: Postmaster }> => {
  const folder = clusterFolder(options.dataDir);
  const logFile = path.join(options.dataDir, 'postgres.log');
  const log = openLog(logFile);
  const child = launch(binaries, folder, makeSocketFolder(options.dataDir), options, log.descriptor);
  closeSync(log.descriptor);
  let ended = false;
  child.once('exit', () => (ended = true));
  child.once('error', () => (ended = true));
  const ready = () => {
    if (ended) return 'ended' as const;
    const found = findPostmaster(folder);
    return found?.isReady && found.pid === child.pid ? found : null;
  };
  const postmaster = await waitFor(ready, START_MS);
  if (postmaster === null || postmaster === 'ended') {
    child.kill('SIGQUIT');
    throw new StartFailure(
      `The database in ${folder} does not start (${reasonIn(logFile, log.start)}): put back a backup of it, or remove the folder to begin anew; more in ${logFile}.`,
    );
  }
  child.unref();
  return { child, postmaster };
};

/** A server that is there already: ready, or soon. */
const adopt = async (folder: string): Promise<Postmaster | null> => {
  if (!findPostmaster(folder)) return null;
  const settled = await waitFor(() => {
    const found = findPostmaster(folder);
    return found === null
      ? 'gone'
      : found.isReady && existsSync(path.join(found.socketFolder, `.s.PGSQL.${found.port}`))
        ? found
        : null;
  }, START_MS);
  if (settled === null)
    throw new StartFailure(`A PostgreSQL that runs on ${folder} does not answer: end it, and start again.`);
  return settled === 'gone' ? null : settled;
};

/**
 * Starts the embedded PostgreSQL in `dataDir`, making its database first where there is none; takes over one that a
 * killed server left running. Throws a `StartFailure` that says in one line what stands in the way.
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedPostgres> => {
  // One name for the folder, so that a running server is known by it.
  const dataDir = path.resolve(options.dataDir);
  const binaries = findBinaries(options.root);
  openDataFolder(dataDir);
  await prepareCluster(dataDir, binaries);
  const folder = clusterFolder(dataDir);
  const running = await adopt(folder);
  let stopping = false;
  const stop = async () => {
    stopping = true;
    await stopPostmaster(folder, STOP_MS);
  };
  if (running) return { connection: connectionOf(running), isOwn: false, stop };
  const { child, postmaster } = await start(binaries, { ...options, dataDir });
  child.once('exit', () => {
    if (!stopping) options.onUnexpectedExit?.();
  });
  return { connection: connectionOf(postmaster), isOwn: true, stop };
};
