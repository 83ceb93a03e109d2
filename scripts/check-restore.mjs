// `node scripts/check-restore.mjs [--url postgres://…]`: takes a backup while the product is being written to, restores
// it, and looks for the data that was acknowledged before. Without --url it uses the embedded store and our own
// commands; with --url a server where databases may be created, and pg_dump and pg_restore (from PG_BIN or the path).
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { ensureBuilt, ROOT } from './support/parts.mjs';
import { freePort, stopProcess, waitUntilReady } from './support/serverProcess.mjs';

const { url } = parseArgs({ options: { url: { type: 'string' } } }).values;
const PLACES = 20;
/** Only the server; the dashboard need not be built. */
const MAIN = `import(${JSON.stringify(pathToFileURL(path.join(ROOT, 'build/server/main.js')).href)}).then(({ main }) => main(${JSON.stringify(ROOT)}))`;

const checkEmbedded = () =>
  spawnSync(
    process.execPath,
    ['node_modules/jest/bin/jest.js', '--selectProjects', 'long', '--testPathPatterns', 'server/backup'],
    { cwd: ROOT, stdio: 'inherit' },
  ).status === 0;

/** Starts the product over a database; returns functions that call it and stop it. */
const startProduct = async (databaseUrl, dataDir) => {
  const port = await freePort();
  const env = { DATABASE_URL: databaseUrl, DEMO: '1', DEMO_PUBLIC: '1', DEMO_WORKERS: '0', LOG_LEVEL: 'error' };
  const child = spawn(process.execPath, ['-e', MAIN], {
    cwd: ROOT,
    env: { ...process.env, ...env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const callApi = async (method, address, { body, token } = {}) => {
    const reply = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: body && JSON.stringify(body),
    });
    return { status: reply.status, body: await reply.json() };
  };
  if (!(await waitUntilReady(child, port))) throw new Error('the product did not start');
  const signIn = async () => {
    const credentials = { email: 'company@demo.test', password: 'Demo123!' };
    return (await callApi('POST', '/api/user/login', { body: credentials })).body.payload.access_token;
  };
  return { callApi, signIn, stop: () => stopProcess(child) };
};

const addressOf = (name) => {
  const address = new URL(url.replace(/^postgres(ql)?:\/\/([^/]*)@\//, 'postgres://$2@localhost/'));
  return `postgres://${address.username}${address.password && `:${address.password}`}@${
    address.searchParams.has('host') ? '' : address.host
  }/${name}${address.search}`;
};

const tool = (name) => (process.env.PG_BIN ? path.join(process.env.PG_BIN, name) : name);

const checkGiven = async () => {
  ensureBuilt('server');
  const folder = mkdtempSync(path.join(tmpdir(), 'restore-'));
  const names = ['written', 'restored'].map((name) => `check_restore_${process.pid}_${name}`);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  const running = [];
  try {
    for (const name of names) await admin.query(`create database ${name}`);
    const [source, target] = names.map(addressOf);
    const first = await startProduct(source, folder);
    running.push(first);
    const token = await first.signIn();
    const acknowledged = [];
    let isOver = false;
    const writing = (async () => {
      for (let n = 1; !isOver; n += 1) {
        const body = { name: `Yedek ${n}`, location: '40.983, 29.026' };
        const { status } = await first.callApi('POST', '/api/job/company-location', { body, token });
        if (status === 200) acknowledged.push(body.name);
      }
    })();
    while (acknowledged.length < PLACES) await sleep(10);
    const before = [...acknowledged];
    const dump = path.join(folder, 'dashboard.dump');
    await once(spawn(tool('pg_dump'), ['--format=custom', `--file=${dump}`, source], { stdio: 'inherit' }), 'exit');
    isOver = true;
    await writing;
    await running.pop().stop();
    execFileSync(tool('pg_restore'), ['--exit-on-error', '--no-owner', `--dbname=${target}`, dump], {
      stdio: 'inherit',
    });

    const second = await startProduct(target, folder);
    running.push(second);
    const reply = await second.callApi('GET', '/api/job/company-location', { token: await second.signIn() });
    const found = new Set(JSON.stringify(reply.body).match(/Yedek \d+/g));
    const lost = before.filter((name) => !found.has(name));
    const rows = new pg.Client({ connectionString: target });
    await rows.connect();
    const callApi = async (statement) => Number((await rows.query(statement)).rows[0].count);
    const unlogged = await callApi(
      `select count(*) from company_locations l where l.name like 'Yedek %' and not exists (
         select 1 from audit_log a where a.subject_type = 'company_location' and a.subject_id = l.id)`,
    );
    const triggers = await callApi('select count(*) from pg_trigger where not tgisinternal');
    await rows.end();
    console.log(
      `given store: ${before.length} acknowledged before the dump, ${lost.length} lost, ${unlogged} half done, ${triggers} triggers`,
    );
    return lost.length === 0 && unlogged === 0 && triggers > 0;
  } finally {
    for (const product of running) await product.stop();
    for (const name of names) await admin.query(`drop database if exists ${name} with (force)`);
    await admin.end();
    rmSync(folder, { recursive: true, force: true });
  }
};

const passed = url === undefined ? checkEmbedded() : await checkGiven();
console.log(passed ? '1 passed, 0 failed' : '0 passed, 1 failed');
process.exitCode = passed ? 0 : 1;
