// `npm run bench -- chat [conversations] [seconds]`: open conversations that are polled each 5 s while messages come, on
// a server that has one core; the unchanged polls beside bare requests to the same server in the same run.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHAT_POLL_SECONDS } from '../contract/constants/limits';
import { migrate } from '../server/db/migrate';
import { seedDemoWorld } from '../server/db/seeds/demoWorld';
import { createPool } from '../server/platform/database/connect';
import { startEmbedded } from '../server/platform/database/embedded';
import { openConversations, type OpenConversation } from './support/chatWorld';
import { report } from './support/report';
import { percentile } from './support/stats';

const CONVERSATIONS = Number(process.argv[2] ?? 5000);
const SECONDS = Number(process.argv[3] ?? 30);
const MESSAGES_PER_SECOND = 20;
const P99_MS = 50;
const UNCHANGED_BYTES = 300;

interface Answer {
  status: number;
  etag: string | undefined;
  bytes: number;
  took: number;
  body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const ask = (
  url: string,
  options: { method?: string; headers: Record<string, string>; body?: string },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const started = performance.now();
    const sent = request(url, { agent, method: options.method ?? 'GET', headers: options.headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const head = response.rawHeaders.reduce((sum, text) => sum + text.length + 2, 0);
        const line = `HTTP/1.1 ${response.statusCode} ${response.statusMessage}\r\n`.length + 2;
        const { etag } = response.headers;
        const took = performance.now() - started;
        resolve({ status: response.statusCode!, etag, bytes: line + head + Buffer.byteLength(body), took, body });
      });
    });
    sent.on('error', reject);
    sent.end(options.body);
  });

const serve = (url: string): Promise<{ origin: string; stop(): void }> =>
  new Promise((resolve, reject) => {
    const child = fork('bench/support/chatServer.ts', [url], { execArgv: ['--import', 'tsx'] });
    child.once('message', (origin) => resolve({ origin: String(origin), stop: () => child.kill() }));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });

interface Figures {
  polls: number[];
  unchanged: number[];
  skipped: number;
}

const follow = async (origin: string, one: OpenConversation, until: number, figures: Figures): Promise<void> => {
  const headers: Record<string, string> = { authorization: `Bearer ${one.token}` };
  // Spread over the whole interval, as people open them.
  await sleep(Math.random() * CHAT_POLL_SECONDS * 1000);
  let after = 0;
  let known: string | undefined;
  while (performance.now() < until) {
    const started = performance.now();
    const url = `${origin}/api/messages/thread/${one.threadId}?after=${after}`;
    const answer = await ask(url, { headers: { ...headers, ...(known && { 'if-none-match': known }) } });
    // The first one opens the conversation: it reads it, and marks it read.
    if (known !== undefined) figures.polls.push(answer.took);
    known = answer.etag;
    if (answer.status === 304) figures.unchanged.push(answer.bytes);
    else {
      if (answer.status !== 200) throw new Error(`poll: ${answer.status} ${answer.body}`);
      for (const { number } of JSON.parse(answer.body).payload.messages as { number: number }[]) {
        if (number !== after + 1) figures.skipped += 1;
        after = number;
      }
    }
    await sleep(Math.max(0, CHAT_POLL_SECONDS * 1000 - (performance.now() - started)));
  }
};

const write = async (origin: string, all: readonly OpenConversation[], until: number): Promise<number> => {
  let written = 0;
  while (performance.now() < until) {
    const { token, userId, workerId } = all[Math.floor(Math.random() * all.length)]!;
    const body = JSON.stringify({
      user_id: userId,
      recipient_id: workerId,
      body: 'Merhaba, yarın saat onda görüşmeye gelebilir misiniz?',
      message_status: 2,
      type: 'text',
      client_message_id: `bench-${written}`,
    });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const pause = sleep(1000 / MESSAGES_PER_SECOND);
    const { status } = await ask(`${origin}/api/messages/send`, { method: 'PUT', headers, body });
    if (status !== 200) throw new Error(`send: ${status}`);
    written += 1;
    await pause;
  }
  return written;
};

const run = async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'dash-bench-'));
  const store = await startEmbedded({ dataDir, root: process.cwd() });
  try {
    const url = store.connectionString;
    const pool = createPool(url);
    await migrate(pool, 'server/db/migrations');
    await seedDemoWorld(pool, { now: new Date(), passwordHash: 'x' });
    const all = await openConversations(pool, CONVERSATIONS);
    await pool.query('vacuum analyze');
    await pool.end();
    const { origin, stop } = await serve(url);
    const figures: Figures = { polls: [], unchanged: [], skipped: 0 };
    const until = performance.now() + SECONDS * 1000;
    const writing = write(origin, all, until);
    await Promise.all(all.map((one) => follow(origin, one, until, figures)));
    const written = await writing;
    const bare: number[] = [];
    for (let at = 0; at < 500; at += 1) bare.push((await ask(`${origin}/healthz`, { headers: {} })).took);
    stop();
    const p99 = percentile(figures.polls, 0.99);
    const largest = Math.max(...figures.unchanged);
    report(`chat: ${all.length} open conversations, polled each ${CHAT_POLL_SECONDS} s for ${SECONDS} s`, [
      {
        what: `polls while ${(written / SECONDS).toFixed(0)} messages/s come, p99`,
        figures: `${p99.toFixed(1)} ms of ${figures.polls.length} polls; alone, /healthz ${percentile(bare, 0.5).toFixed(1)} ms`,
        bound: `≤ ${P99_MS} ms`,
        ok: p99 <= P99_MS,
      },
      {
        what: 'unchanged poll with headers',
        figures: `${largest} bytes, ${figures.unchanged.length} of them`,
        bound: `≤ ${UNCHANGED_BYTES}`,
        ok: largest <= UNCHANGED_BYTES,
      },
      { what: 'messages skipped', figures: String(figures.skipped), bound: '0', ok: figures.skipped === 0 },
    ]);
  } finally {
    agent.destroy();
    await store.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

await run();
