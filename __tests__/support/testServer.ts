import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import { MEDIA_TYPES } from '../../contract/constants/http';
import type { RouteContract } from '../../contract/routes/defineRoute';
import { buildApp } from '../../server/app';
import { findPurchase } from '../../server/modules/payment';
import { needsBeforeCommit } from '../../server/modules/today';
import { findSession, issueToken } from '../../server/platform/auth/tokens';
import type { Clock } from '../../server/platform/clock';
import { connectionStringOf } from '../../server/platform/database/connect';
import type { Db } from '../../server/platform/database/schema';
import type { Deps } from '../../server/platform/deps';
import { createDiskStore } from '../../server/adapters/files';
import { createFiles } from '../../server/platform/files';
import { createLimiter } from '../../server/platform/limiter';
import { createStreams } from '../../server/platform/live/streams';
import { readMessages } from '../../server/platform/messages';
import { createPayments } from '../../server/adapters/payment/payments';
import { createPresence } from '../../server/platform/presence';
import { readSettings } from '../../server/platform/settings';
import { GATEWAY_KEY, NOW } from './demo';
import { checkFile, checkReply, checkStream } from './replies';
import { testDatabase, type TestDatabase } from './testDatabase';

type Caller = 'root' | 'hr' | 'branch' | 'company' | 'other' | 'empty' | 'gateway' | null;

export interface CallOptions {
  /** A demo account, the holder of the gateway key, or no one. */
  as?: Caller;
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
  /** The address of the caller. */
  from?: string;
}

export interface CallResult {
  status: number;
  // Untyped, since each test checks the body by its expectations.
  body: ReturnType<typeof JSON.parse>;
  headers: Record<string, unknown>;
  /** The bytes of a file response, whose `body` is null. */
  file?: Buffer;
}

/** Whether the route answers with a stream, which does not end by itself. */
const isStream = ({ produces }: RouteContract): boolean => produces?.includes(MEDIA_TYPES.events) ?? false;

export interface TestServer {
  app: FastifyInstance;
  db: Db;
  pool: pg.Pool;
  database: TestDatabase;
  deps: Deps;
  clock: Clock & { set(now: Date): void };
  /** Calls a route and checks the reply against its contract. */
  call(route: RouteContract, options?: CallOptions): Promise<CallResult>;
  /** Creates a session of a demo account and returns its token. */
  tokenOf(name: string): Promise<string>;
  close(): Promise<void>;
}

interface TestServerOptions {
  now?: Date;
  /** Environment variables as an operator sets them. */
  env?: Record<string, string>;
  publicDir?: string;
  /** The database of another test server, which drops it. */
  database?: TestDatabase;
  logger?: FastifyBaseLogger;
}

const urlOf = (route: RouteContract, { params = {}, query = {} }: CallOptions): string => {
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)]),
  );
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
};

/** Starts the real server on a separate copy of the demo world, with a clock that the test sets. */
export const testServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const database = options.database ?? (await testDatabase());
  const { db, pool } = database;
  const folder = mkdtempSync(path.join(tmpdir(), 'dash-test-files-'));
  let now = options.now ?? NOW;
  const clock = { now: () => new Date(now), set: (next: Date) => void (now = next) };
  const settings = readSettings({
    WORKER_GATEWAY_KEY: GATEWAY_KEY,
    USER_RATE: '0',
    NETWORK_RATE: '0',
    DATA_DIR: folder,
    ...options.env,
  });
  const deps: Deps = {
    db,
    pool,
    clock,
    settings,
    files: createFiles({ secret: 'secret of the tests', clock }),
    messages: readMessages('i18n'),
    limiter: createLimiter(pool, clock),
    fileStore: createDiskStore(folder),
    codeSecret: 'secret of the tests',
    payments: createPayments({
      payment: settings.payment,
      db,
      clock,
      secret: 'secret of the tests',
      purchaseOf: (orderId) => findPurchase(db, orderId),
    }),
    live: createStreams({ db, clock, connectionString: connectionStringOf(pool) }),
    presence: createPresence(connectionStringOf(pool)),
    beforeCommit: needsBeforeCommit(settings),
  };
  const app = await buildApp({ deps, logger: options.logger, publicDir: options.publicDir });
  await app.ready();

  const tokenOf = async (name: string): Promise<string> => {
    const account = db.selectFrom('users').select('id').where('email', '=', `${name}@demo.test`);
    const { id } = await account.executeTakeFirstOrThrow();
    return db.transaction().execute((trx) => issueToken(trx, { userId: id, now: clock.now() }));
  };

  const kept = new Map<string, { token: string; startedAt: number }>();
  /** Keeps an account's session for further calls of the same moment; a test that ends it gets another one. */
  const keptTokenOf = async (name: string): Promise<string> => {
    const one = kept.get(name);
    if (one?.startedAt === now.getTime() && (await findSession(db, one.token, now))) return one.token;
    const token = await tokenOf(name);
    kept.set(name, { token, startedAt: now.getTime() });
    return token;
  };

  const authOf = async (as: Caller): Promise<Record<string, string>> => {
    if (as === null) return {};
    return as === 'gateway' ? { 'x-gateway-key': GATEWAY_KEY } : { authorization: `Bearer ${await keptTokenOf(as)}` };
  };

  return {
    app,
    db,
    pool,
    database,
    deps,
    clock,
    tokenOf,
    call: async (route, call = {}) => {
      const reply = await app.inject({
        method: route.method,
        url: urlOf(route, call),
        headers: {
          ...(call.body !== undefined && { 'content-type': 'application/json' }),
          ...(await authOf(call.as ?? null)),
          ...call.headers,
        },
        ...(call.body !== undefined && { payload: JSON.stringify(call.body) }),
        ...(call.from !== undefined && { remoteAddress: call.from }),
        ...(isStream(route) && { payloadAsStream: true as const }),
      });
      const requestIdHeader = reply.headers['x-request-id'] as string | undefined;
      const { statusCode: status, headers } = reply;
      if (String(headers['content-type']).startsWith(MEDIA_TYPES.events)) {
        checkStream(route, { status, requestIdHeader });
        reply.stream().destroy();
        return { status, body: null, headers };
      }
      if (!String(headers['content-type']).startsWith('application/json')) {
        checkFile(route, { status, headers, requestIdHeader });
        return { status, body: null, headers, file: reply.rawPayload };
      }
      const body = isStream(route) ? ((await json(reply.stream())) as CallResult['body']) : reply.json();
      const result = { status, body, headers };
      checkReply(route, { ...result, requestIdHeader });
      return result;
    },
    close: async () => {
      await app.close();
      if (!options.database) await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
