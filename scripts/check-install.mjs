// `node scripts/check-install.mjs`: installs the product as in production, in a separate folder: the build output and
// `npm ci --omit=dev`. Starts it, writes data, backs it up while it runs, restores the backup into another folder, and
// reads the data there.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt, ROOT } from './support/parts.mjs';
import { freePort, stopProcess, waitUntilReady } from './support/serverProcess.mjs';

const COMMAND_MS = 300_000;
/** npm's variables would make the server believe that npm is its parent. */
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

const folder = mkdtempSync(path.join(tmpdir(), 'install-'));
const product = path.join(folder, 'product');
const inFolder = (name) => path.join(folder, name);

const results = [];
const step = async (name, work) => {
  const started = Date.now();
  const failure = await work().then(
    () => null,
    (error) => error,
  );
  results.push(failure === null);
  console.log(`${failure ? 'FAILED' : 'ok'}  ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (failure) throw failure;
};

const copyProduct = async () => {
  mkdirSync(product);
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
    .toString()
    .split('\0')
    .filter((file) => file !== '' && !/^(__tests__|e2e|bench)\//.test(file));
  for (const file of [...files, 'build']) cpSync(path.join(ROOT, file), path.join(product, file), { recursive: true });
};

/** Runs a command in the installed product; throws with its output on failure. */
const run = async (program, args, env = {}) => {
  const options = { cwd: product, env: { ...ENVIRONMENT, ...env }, encoding: 'utf8', timeout: COMMAND_MS };
  const { status, stdout, stderr } = spawnSync(program, args, options);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
};

/** Returns the packages that the built server imports, those loaded on demand included. */
const packagesOf = (built) => {
  const text = readdirSync(built)
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(path.join(built, file), 'utf8'))
    .join('\n');
  const names = [...text.matchAll(/^(?:import|export)\b[^"';]*?["']([^"']+)["'];?$|\bimport\(["']([^"']+)["']\)/gm)];
  return [...new Set(names.map(([, fixed, lazy]) => fixed ?? lazy))].filter((name) => !/^(\.|node:)/.test(name));
};

const loadPackages = async () => {
  const names = packagesOf(path.join(product, 'build/server'));
  if (names.length < 20) throw new Error(`only ${names.length} packages were found in the built server`);
  const program = `for (const name of ${JSON.stringify(names)}) await import(name);`;
  await run(process.execPath, ['--input-type=module', '-e', program]);
};

/** Starts the product with a data folder, as `npm start` does. */
const start = async (dataDir) => {
  const port = await freePort();
  const env = { ...ENVIRONMENT, PORT: String(port), DATA_DIR: dataDir, DEMO_WORKERS: '0', LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, ['scripts/start.mjs'], { cwd: product, env, stdio: 'pipe' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
  const origin = `http://127.0.0.1:${port}`;
  const stop = () => stopProcess(child);
  if (!(await waitUntilReady(child, port))) {
    await stop();
    throw new Error(`the product did not start:\n${output}`);
  }
  return { origin, stop };
};

const callApi = async (origin, method, address, { body, token } = {}) => {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(token && { authorization: `Bearer ${token}` }),
  };
  const reply = await fetch(`${origin}${address}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${address}: ${reply.status} ${text}`);
  return text;
};

const signIn = async (origin) => {
  const body = { email: 'company@demo.test', password: 'Demo123!' };
  return JSON.parse(await callApi(origin, 'POST', '/api/user/login', { body })).payload.access_token;
};

const NAME = 'Kurulum denemesi';
const write = async (origin) => {
  const body = { name: NAME, location: '40.983, 29.026' };
  await callApi(origin, 'POST', '/api/job/company-location', { body, token: await signIn(origin) });
  const page = await callApi(origin, 'GET', '/dashboard');
  const script = /\bsrc="?(\/dashboard\/assets\/[^" >]+\.js)/.exec(page)?.[1];
  if (!script) throw new Error('the page has no script');
  await callApi(origin, 'GET', script);
};
const read = async (origin) => {
  const places = await callApi(origin, 'GET', '/api/job/company-location', { token: await signIn(origin) });
  if (!places.includes(NAME)) throw new Error('the restored store lacks the written data');
};

const running = [];
const data = { DATA_DIR: inFolder('data') };
const npm = (...args) => run('npm', ['run', '--silent', ...args], data);
try {
  ensureBuilt('web', 'server');
  await step('copy', copyProduct);
  await step('npm ci --omit=dev', () => run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund']));
  await step('load every package that the server imports', loadPackages);
  await step('start', async () => running.push(await start(data.DATA_DIR)));
  await step('write', () => write(running[0].origin));
  await step('npm run admin', () => npm('admin', '--', 'create-root', '--email', 'a@jobs.example', '--company', 'A'));
  await step('npm run backup', () => npm('backup', '--', '--to', inFolder('backup')));
  await step('stop', () => running.pop().stop());
  data.DATA_DIR = inFolder('restored');
  await step('npm run restore', () => npm('restore', '--', '--from', inFolder('backup')));
  await step('start from the backup', async () => running.push(await start(data.DATA_DIR)));
  await step('read', () => read(running[0].origin));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
} finally {
  for (const server of running) await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
const failed = results.filter((passed) => !passed).length;
console.log(`${results.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 || results.length === 0 ? 1 : 0;
