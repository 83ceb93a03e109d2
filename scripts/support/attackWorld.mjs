// Starts a server for `node scripts/check-attacks.mjs` and acts as the attacker: sends requests from many loopback
// addresses, and changes the embedded store where only time would do so. It never calls anything but loopback.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import pg from 'pg';
import { ROOT } from './parts.mjs';
import { freePort, waitUntilReady } from './serverProcess.mjs';

export const PASSWORD = 'Demo123!';
const ANSWER_MS = 20_000;
/** Maximum requests of one attack. */
const CALLS_MAX = 6_000;
/** Only the server; the dashboard need not be built. */
const MAIN = `import(${JSON.stringify(pathToFileURL(path.join(ROOT, 'build/server/main.js')).href)}).then(({ main }) => main(${JSON.stringify(ROOT)}))`;

/** Returns an address in a separate network (/24); `n` up to 60,000. On Linux all of 127.0.0.0/8 is this machine. */
export const addressOf = (n) => `127.${1 + Math.floor(n / 250)}.${1 + (n % 250)}.7`;

/** Returns the cookies of a response in the form in which a browser sends them. */
export const cookieOf = ({ headers }) => (headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');

/** Sends one request on a separate connection from a loopback address; sends a `body` object as JSON. */
const callApi = (port, method, url, { body, token, from = '127.0.0.1', headers = {} } = {}) =>
  new Promise((resolve, reject) => {
    const isRaw = Buffer.isBuffer(body);
    const sent = isRaw ? body : body && Buffer.from(JSON.stringify(body));
    const request = http.request({
      host: '127.0.0.1',
      port,
      path: url,
      method,
      localAddress: from,
      agent: false,
      timeout: ANSWER_MS,
      headers: {
        accept: 'application/json',
        ...(sent && { 'content-length': sent.length }),
        ...(sent && !isRaw && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    });
    request.once('timeout', () => request.destroy(new Error(`no answer to ${method} ${url}`)));
    request.once('error', reject);
    request.once('response', async (reply) => {
      const parts = [];
      reply.on('error', reject);
      for await (const part of reply) parts.push(part);
      const bytes = Buffer.concat(parts);
      const isJson = (reply.headers['content-type'] ?? '').startsWith('application/json');
      resolve({ status: reply.statusCode, headers: reply.headers, body: isJson ? JSON.parse(bytes) : null, bytes });
    });
    request.end(sent);
  });

/** Rounds of proof of work, as in the dashboard: the level may rise while the first challenge is solved. */
const WORK_ROUNDS = 3;

const bytesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true }).reduce((sum, entry) => {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    return sum + (entry.isFile() ? (statSync(file, { throwIfNoEntry: false })?.size ?? 0) : 0);
  }, 0);

const statusOf = (pid, name) => {
  try {
    const found = new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return Number(found?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
};

/** Returns the memory of the server and its decoder, without PostgreSQL. */
const memoryOf = (pid) => {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  const isNode = (child) => {
    try {
      return readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('decoderProcess');
    } catch {
      return false;
    }
  };
  return [pid, ...children.filter(isNode)].reduce((sum, one) => sum + statusOf(one, 'VmRSS'), 0);
};

/**
 * Starts a server with an empty store, or with a copy of the folder `store`. `ready` is false when it ended instead;
 * `output` is its output. `isDemo: false` leaves all of the demo's settings to `env`.
 */
export const startServer = async ({ env = {}, isDemo = true, store = null } = {}) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'attacks-'));
  if (store) cpSync(store, dataDir, { recursive: true });
  const port = await freePort();
  const demo = isDemo ? { DEMO: '1', DEMO_WORKERS: '0', PUBLIC_URL: `http://127.0.0.1:${port}` } : {};
  const base = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', LOG_LEVEL: 'fatal' };
  const child = spawn(process.execPath, ['-e', MAIN], {
    cwd: ROOT,
    env: { ...base, HOST: '127.0.0.1', ...demo, ...env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part) => {
      output = (output + part).slice(-4000);
    });
  const ready = await waitUntilReady(child, port);
  let calls = 0;
  const call = (...args) => {
    calls += 1;
    if (calls > CALLS_MAX) throw new Error(`the attack sent more than ${CALLS_MAX} requests`);
    return callApi(port, ...args);
  };
  const callAsPerson = async (method, url, options, roundsLeft = WORK_ROUNDS) => {
    const reply = await call(method, url, options);
    if (reply.body?.key !== 'challenge.required' || roundsLeft === 0) return reply;
    const { challenge } = reply.body;
    const solved = { challenge, solution: await solveChallenge({ challenge, deriveKey }) };
    return callAsPerson(method, url, { ...options, body: { ...options.body, solved } }, roundsLeft - 1);
  };
  return {
    port,
    dataDir,
    ready,
    get output() {
      return output;
    },
    call,
    /** Sends a request as the dashboard does and solves the requested proof of work. */
    callAsPerson,
    /** Resets the count of requests. */
    rest: () => {
      calls = 0;
    },
    signIn: async (name, options = {}) => {
      const body = { email: name.includes('@') ? name : `${name}@demo.test`, password: PASSWORD };
      const reply = await callAsPerson('POST', '/api/user/login', { body, ...options });
      return { ...reply, token: reply.body?.payload?.access_token };
    },
    /** Returns the messages in the demo's outbox, newest first. */
    outbox: async () => (await call('GET', '/dev/outbox', {})).body?.payload ?? [],
    /** Runs a statement in the embedded store, for changes that only time or an operator makes. */
    store: async (text, values = []) => {
      const socket = readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4];
      const client = new pg.Client({ host: socket, user: 'dashboard', database: 'postgres' });
      await client.connect();
      try {
        return (await client.query(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    diskBytes: () => bytesBelow(dataDir),
    memory: () => memoryOf(child.pid),
    /** Stops the server and removes its store, or keeps the store and returns its folder. */
    stop: async ({ keepsStore = false } = {}) => {
      const ended = child.exitCode === null ? once(child, 'exit') : null;
      child.kill('SIGTERM');
      const killer = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await ended;
      clearTimeout(killer);
      if (!keepsStore) rmSync(dataDir, { recursive: true, force: true });
      return dataDir;
    },
  };
};
