// `node scripts/check-node.mjs MAJOR`: runs server tests and a smoke test of `npm start` on another version of Node.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { folderOfNode } from './support/otherNode.mjs';
import { ensureBuilt, ROOT } from './support/parts.mjs';
import { freePort, stopProcess, waitUntilReady } from './support/serverProcess.mjs';

/** Tests of code that depends on Node itself: native packages, streams, files, HTTP, child processes, time zones. */
const PARTS = [
  'platform',
  'session',
  'files',
  'exports',
  'account',
  'outgoing',
  'operations',
  'jobs/uploads',
  'attack/http',
];
/** Native packages of the server, each with a call into its binary. */
const NATIVE = `
  const { hashSync } = await import('@node-rs/argon2');
  if (!hashSync('x').startsWith('$argon2id$')) throw new Error('argon2 does not work');
  const { default: sharp } = await import('sharp');
  await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } }).jpeg().toBuffer();
  const { tryLock, unlock } = (await import('fs-native-extensions')).default;
  const file = await (await import('node:fs/promises')).open(process.argv[1], 'w+');
  if (!tryLock(file.fd)) throw new Error('fs-native-extensions does not work');
  unlock(file.fd);
  await file.close();
`;

const major = process.argv[2];
if (!/^\d+$/.test(major ?? '')) {
  console.error('node scripts/check-node.mjs MAJOR');
  process.exit(1);
}
const programs = folderOfNode(major);
const node = path.join(programs, 'node');
const env = { ...process.env, PATH: `${programs}${path.delimiter}${process.env.PATH}` };
const folder = mkdtempSync(path.join(tmpdir(), 'dash-node-'));

const run = (...args) => spawnSync(node, args, { cwd: ROOT, env, stdio: 'inherit' }).status === 0;

const checkNative = () => run('--input-type=module', '-e', NATIVE, path.join(folder, 'lock'));
const checkTests = () =>
  run(
    'node_modules/jest/bin/jest.js',
    '--selectProjects',
    'server',
    'long',
    '--maxWorkers=3',
    '--testPathPatterns',
    ...PARTS.map((part) => `server/${part}`),
  );

/** Starts the product with a demo world, signs in, loads the first page and stops the product. */
const checkStart = async () => {
  ensureBuilt('web', 'server');
  const port = await freePort();
  const own = { PORT: String(port), DATA_DIR: path.join(folder, 'data'), DEMO_WORKERS: '0', LOG_LEVEL: 'error' };
  const child = spawn(node, ['scripts/start.mjs'], {
    cwd: ROOT,
    env: { ...env, ...own, npm_lifecycle_event: '' },
    stdio: 'inherit',
  });
  const origin = `http://127.0.0.1:${port}`;
  const isOk = (address, options) =>
    fetch(`${origin}${address}`, options).then(
      ({ ok }) => ok,
      () => false,
    );
  try {
    if (!(await waitUntilReady(child, port))) return false;
    const body = JSON.stringify({ email: 'company@demo.test', password: 'Demo123!' });
    const headers = { 'content-type': 'application/json' };
    return (await isOk('/api/user/login', { method: 'POST', headers, body })) && (await isOk('/dashboard'));
  } finally {
    await stopProcess(child);
  }
};

const checks = { 'native packages': checkNative, 'npm start': checkStart, 'server tests': checkTests };
let failed = 0;
for (const [name, work] of Object.entries(checks)) {
  const passes = await work();
  if (!passes) failed += 1;
  console.log(`${passes ? 'ok' : 'FAILED'}  Node ${major}: ${name}`);
}
rmSync(folder, { recursive: true, force: true });
process.exitCode = failed > 0 ? 1 : 0;
