// `npm run cluster -- --servers 3`: runs several servers behind nginx at one address, with one PostgreSQL and one file
// store. SIGHUP restarts them one after the other from the current build without a failed request. Ctrl-C stops all.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { startFiles } from './cluster/files.mjs';
import { findNginx, startNginx } from './cluster/nginx.mjs';
import { superviseServer, waitUntilReady } from './cluster/servers.mjs';
import { ensureBuilt, ROOT } from './support/parts.mjs';

/** Milliseconds for which nginx may still send requests to a server that is about to stop. */
const DRAIN_MS = 1_000;

const fail = (line) => {
  console.error(line);
  process.exit(1);
};

const { values } = parseArgs({ options: { servers: { type: 'string', default: '3' } } });
const count = Number(values.servers);
if (!/^\d{1,2}$/.test(values.servers) || count < 2) fail('--servers must be a whole number from 2 to 99.');
const program = findNginx();
if (!program) fail('nginx is not installed: apt-get install nginx-light (Debian), or brew install nginx.');

const { HOST = '127.0.0.1', PORT = '3000', DATABASE_URL, DATA_DIR, S3_ENDPOINT } = process.env;
const port = Number(PORT);
ensureBuilt('web', 'server');
const { demoSettings, holdDatabase } = await import(pathToFileURL(path.join(ROOT, 'build/server/database.js')).href);

const readDemo = () => {
  try {
    return demoSettings(process.env);
  } catch (error) {
    return fail(error.message);
  }
};
const demo = readDemo();

// Without DATA_DIR, a temporary folder belongs to this run only.
const isOwn = DATA_DIR === undefined;
const folder = isOwn ? mkdtempSync(path.join(tmpdir(), 'dash-cluster-')) : path.resolve(DATA_DIR);
mkdirSync(folder, { recursive: true });

const held = [];
let isEnding = false;
const end = async (code) => {
  if (isEnding) return;
  isEnding = true;
  for (const stop of held.reverse()) await stop().catch((error) => console.error(String(error)));
  if (isOwn) rmSync(folder, { recursive: true, force: true });
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end(0));

const openDatabase = async () => {
  if (DATABASE_URL) return DATABASE_URL;
  const database = await holdDatabase(ROOT, { DATA_DIR: folder }, count);
  held.push(database.stop);
  return database.url;
};

const run = async () => {
  const url = await openDatabase();
  const files = S3_ENDPOINT ? { env: {}, label: S3_ENDPOINT } : await startFiles(folder);
  if (files.stop) held.push(files.stop);
  const gatewayKey = process.env.WORKER_GATEWAY_KEY ?? randomBytes(24).toString('base64url');
  const shared = {
    ...files.env,
    HOST: '127.0.0.1',
    DATABASE_URL: url,
    DATA_DIR: folder,
    TRUST_PROXY: '1',
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://${HOST}:${port}`,
    WORKER_GATEWAY_KEY: gatewayKey,
    ...demo,
  };
  const servers = [];
  const add = (at) => {
    const server = superviseServer(port + 1 + at, () => ({ ...shared, DEMO_WORKERS: at === 0 ? '1' : '0' }));
    held.push(server.stop);
    servers.push(server);
    return server;
  };
  // Only the first server fills an empty demo.
  await waitUntilReady(add(0).port);
  for (let at = 1; at < count; at += 1) add(at);
  await Promise.all(servers.map((server) => waitUntilReady(server.port)));
  const ports = servers.map((server) => server.port);
  const nginx = await startNginx(program, path.join(folder, 'nginx'), { host: HOST, port, servers: ports });
  held.push(nginx.stop);
  void nginx.exited.then(() => isEnding || (console.error('nginx has ended.'), end(1)));
  await waitUntilReady(port);

  let rolling = Promise.resolve();
  const roll = async () => {
    for (const server of servers) {
      nginx.use(ports.filter((one) => one !== server.port));
      await pause(DRAIN_MS);
      await server.restart();
      nginx.use(ports);
      await pause(DRAIN_MS);
    }
    console.log('All servers restarted.');
  };
  process.on('SIGHUP', () => void (rolling = rolling.then(roll).catch((error) => console.error(String(error)))));
  console.log(
    `\nThe dashboard is at http://${HOST}:${port}/dashboard, from ${count} servers on ports ${ports.join(', ')}`,
  );
  console.log(
    `PostgreSQL: ${DATABASE_URL ? 'the one of DATABASE_URL' : `the embedded one in ${folder}`}; files: ${files.label}`,
  );
  if (!process.env.WORKER_GATEWAY_KEY) console.log(`Worker gateway key (X-Gateway-Key): ${gatewayKey}`);
  console.log(`kill -HUP ${process.pid} restarts the servers one after the other; Ctrl-C ends all.\n`);
};

run().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  void end(1);
});
