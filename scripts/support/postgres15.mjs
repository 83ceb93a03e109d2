// Runs Debian's PostgreSQL 15, the oldest supported version, as an operator's database.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { install } from './debian.mjs';

const PROGRAMS = '/usr/lib/postgresql/15/bin';
const CONNECTIONS = 300;

/** Runs a program as `postgres` when this process is root, because PostgreSQL refuses root. */
const runProgram = (name, args) => {
  const program = path.join(PROGRAMS, name);
  const stdio = ['ignore', 'ignore', 'inherit'];
  if (process.getuid?.() !== 0) return execFileSync(program, args, { stdio });
  const asPostgres = ['--reuid=postgres', '--regid=postgres', '--clear-groups', '--', program];
  return execFileSync('setpriv', [...asPostgres, ...args], { stdio });
};

/** Starts a new cluster, calls `work` with its address and the folder of its programs, and removes the cluster. */
export const withPostgres15 = async (work) => {
  if (!existsSync(path.join(PROGRAMS, 'postgres'))) install('postgresql-15');
  const folder = mkdtempSync(path.join(tmpdir(), 'dash-pg15-'));
  const data = path.join(folder, 'data');
  if (process.getuid?.() === 0) execFileSync('chown', ['postgres:', folder]);
  try {
    runProgram('initdb', ['-D', data, '--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust', '-U', 'dashboard']);
    const options = `-k ${folder} -c listen_addresses='' -c fsync=off -c full_page_writes=off -c max_connections=${CONNECTIONS}`;
    runProgram('pg_ctl', ['-D', data, '-w', '-l', path.join(folder, 'log'), '-o', options, 'start']);
    chmodSync(folder, 0o755);
    try {
      return await work({ url: `postgres://dashboard@/postgres?host=${folder}`, programs: PROGRAMS });
    } finally {
      runProgram('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
