// One process that serves the product over two worlds and, beside it, bare routes that send the same statements.
import { createWriteStream } from 'node:fs';
import { devNull } from 'node:os';
import fastify from 'fastify';
import pg from 'pg';
import pino from 'pino';
import { buildApp } from '../../server/app';
import { issueToken } from '../../server/platform/auth/tokens';
import { systemClock } from '../../server/platform/clock';
import { createDb, createPool } from '../../server/platform/database/connect';
import type { Deps } from '../../server/platform/deps';
import { createDiskStore } from '../../server/platform/fileStore/diskStore';
import { createFiles } from '../../server/platform/files';
import { createLimiter } from '../../server/platform/limiter';
import { createStreams } from '../../server/platform/live/streams';
import { readMessages } from '../../server/platform/messages';
import { createSandbox } from '../../server/platform/payment/sandbox';
import { readSettings } from '../../server/platform/settings';
import { LIST_REQUESTS } from './apiRoutes';

const GATEWAY_KEY = 'gateway-key-of-the-benchmark';

interface Statement {
  text: string;
  values: unknown[];
}

let captured: Statement[] | null = null;
const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  if (captured && typeof args[0] === 'string') captured.push({ text: args[0], values: (args[1] as unknown[]) ?? [] });
  return query.apply(this, args);
} as typeof pg.Client.prototype.query;

const serve = async (url: string) => {
  const pool = createPool(url);
  const db = createDb(pool);
  const deps: Deps = {
    db,
    clock: systemClock,
    settings: readSettings({ WORKER_GATEWAY_KEY: GATEWAY_KEY }),
    files: createFiles({ secret: 'benchmark', clock: systemClock }),
    messages: readMessages('i18n'),
    limiter: createLimiter(pool),
    fileStore: createDiskStore('data/files'),
    codeSecret: 'benchmark',
    payments: createSandbox({ db, clock: systemClock, secret: 'bench' }),
    live: createStreams({ db, clock: systemClock, connectionString: url }),
  };
  const account = db.selectFrom('users').select('id').where('email', '=', 'root@demo.test');
  const { id } = await account.executeTakeFirstOrThrow();
  const token = await db.transaction().execute((trx) => issueToken(trx, { userId: id, now: new Date() }));
  const headers = (isGateway: boolean): Record<string, string> =>
    isGateway ? { 'x-gateway-key': GATEWAY_KEY } : { authorization: `Bearer ${token}` };

  // Logs are written as in production, to where they cost least.
  const app = await buildApp({ deps, logger: pino({ level: 'info' }, createWriteStream(devNull)) });
  const bare = fastify();
  for (const [at, { url: path, isGateway }] of LIST_REQUESTS.entries()) {
    captured = [];
    const reply = await app.inject({ url: path, headers: headers(isGateway) });
    const statements = captured;
    captured = null;
    if (reply.statusCode !== 200 || statements.length === 0)
      throw new Error(`${path}: ${reply.statusCode} ${reply.body}`);
    bare.get(`/${at}`, async () => {
      let rows: unknown[] = [];
      for (const { text, values } of statements) ({ rows } = await pool.query(text, values));
      return { ok: true, payload: rows };
    });
  }
  const listen = { port: 0, host: '127.0.0.1' };
  return {
    product: await app.listen(listen),
    bare: await bare.listen(listen),
    headers: [headers(false), headers(true)],
  };
};

const [demoUrl, loadUrl] = process.argv.slice(2);
// One after the other: what a request sends is captured from all connections.
const demo = await serve(demoUrl!);
const load = await serve(loadUrl!);
process.send!({ demo, load });
