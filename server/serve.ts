import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { buildApp } from './app';
import { startBackground } from './tasks';
import { isMigrated } from './db/migrate';
import { seedDemoWorld } from './seeds/demoWorld';
import { isDemoWorker } from './seeds/pages';
import { DEMO_PASSWORD, startSimulatedWorkers, hasKnownPasswords } from './demo/simulatedWorkers';
import { findFirstCode } from './modules/publicPage';
import { isStoreEmpty } from './modules/operations';
import { findPurchase } from './modules/payment';
import { eraseAgain } from './modules/privacy';
import { keepNeeds, needsBeforeCommit } from './modules/today';
import { hashPassword } from './platform/auth/passwords';
import { systemClock } from './platform/clock';
import type { Deps } from './platform/deps';
import { createFileStore } from './adapters/files';
import { createFiles } from './platform/files';
import { closeWithin } from './platform/http/requestContext';
import { connectionStringOf } from './platform/database/connect';
import { createLimiter } from './platform/limiter';
import { createStreams } from './platform/live/streams';
import { createLogger } from './platform/logger';
import { readMessages } from './platform/messages';
import { useRoot } from './platform/environment';
import { createPresence } from './platform/presence';
import { createPayments } from './adapters/payment/payments';
import { createSenders } from './adapters/senders';
import { sharedSecret } from './platform/secrets';
import type { Settings } from './platform/settings';
import { StartError } from './platform/errors';
import { migrationsIn, openStore, type Store } from './store';

export interface RunningServer {
  settings: Settings;
  /** The code of a public page of the demo; null elsewhere. */
  demoPage: string | null;
  /** Stops accepting requests, finishes the running ones, and closes the store. */
  stop(): Promise<void>;
}

/** Milliseconds for running requests when the server stops. */
const FINISH_MS = 4_000;

/** A fixed seed, so that simulated workers behave the same after every start. */
const PEOPLE_SEED = 7;

const dependencies = async (settings: Settings, root: string, { db, pool }: Store): Promise<Deps> => {
  const clock = systemClock;
  const files = createFiles({ secret: await sharedSecret(pool, 'image addresses'), clock });
  return {
    db,
    pool,
    clock,
    settings,
    files,
    fileStore: createFileStore(settings),
    messages: readMessages(path.join(root, 'i18n')),
    limiter: createLimiter(pool, clock),
    codeSecret: await sharedSecret(pool, 'phone codes'),
    payments: createPayments({
      payment: settings.payment,
      db,
      clock,
      secret: await sharedSecret(pool, 'sandbox payments'),
      purchaseOf: (orderId) => findPurchase(db, orderId),
    }),
    live: createStreams({ db, clock, connectionString: connectionStringOf(pool) }),
    presence: createPresence(connectionStringOf(pool)),
    beforeCommit: needsBeforeCommit(settings),
  };
};

const portError = ({ host, port }: Settings, { code, message }: NodeJS.ErrnoException): StartError => {
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} is taken: stop the program that uses it, or choose another port, as in PORT=${port + 1} npm start.`,
    );
  }
  if (code === 'EACCES')
    return new StartError(`Port ${port} is not allowed for this user: choose a port over 1023 with PORT.`);
  return new StartError(`HOST=${host} PORT=${port}: ${message}.`);
};

/** Checks that the port is free before any slow step; the server binds it later. */
const probePort = (settings: Settings): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(portError(settings, error)));
    probe.listen({ host: settings.host, port: settings.port }, () => probe.close(() => resolve()));
  });

const listen = async (app: FastifyInstance, settings: Settings): Promise<void> => {
  try {
    await app.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    throw portError(settings, error as NodeJS.ErrnoException);
  }
};

const startPeople = ({ demoWorkers, gatewayKey, host, port }: Settings, { db }: Store, log: FastifyBaseLogger) => {
  if (!demoWorkers || gatewayKey === null) return { stop: () => undefined };
  // Simulated workers use HTTP from this machine, as any other client.
  const address = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  const isMadeUp = (id: number) => isDemoWorker(db, id);
  return startSimulatedWorkers({ baseUrl: `http://${address}:${port}`, gatewayKey, seed: PEOPLE_SEED, isMadeUp, log });
};

/** Creates a gateway key at each start of a demo; elsewhere the gateway stays closed until a key is set. */
const withGatewayKey = (settings: Settings): Settings => ({
  ...settings,
  gatewayKey: settings.gatewayKey ?? (settings.demo ? randomBytes(24).toString('base64url') : null),
});

const demoStoreError = ({ databaseUrl }: Settings): StartError =>
  new StartError(
    `${databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL'}: this store was filled as a demo, and the password of its accounts is public: ` +
      'choose another store, or run it as a demo with DEMO=1 DEMO_PUBLIC=1.',
  );

interface Started extends Pick<RunningServer, 'settings' | 'demoPage'> {
  deps: Deps;
  store: Store;
  app: FastifyInstance;
  log: FastifyBaseLogger;
}

/** Starts the background work. It is the last step and cannot fail, so no task outlives a start that failed. */
const run = ({ settings, demoPage, deps, store, app, log }: Started): RunningServer => {
  const senders = createSenders(settings, deps);
  const background = startBackground({ ...deps, senders }, store.pool, log);
  const people = startPeople(settings, store, log);
  return {
    settings,
    demoPage,
    stop: async () => {
      people.stop();
      await Promise.all([closeWithin(app, FINISH_MS), background.stop()]);
      await senders.close();
      await store.close();
    },
  };
};

/** Starts everything: store, migrations, demo world, server, background work. Throws a `StartError` of one line. */
export const serve = async (
  configured: Settings,
  root: string,
  printLine: (line: string) => void,
): Promise<RunningServer> => {
  const settings = withGatewayKey(configured);
  useRoot(root);
  const log = createLogger(settings.logLevel);
  await probePort(settings);
  const store = await openStore({ settings, root });
  let app: FastifyInstance | undefined;
  try {
    if (settings.demo && (await isStoreEmpty(store.db))) {
      printLine('Filling the empty store with the demo world …');
      await seedDemoWorld(store.pool, { now: new Date(), passwordHash: await hashPassword(DEMO_PASSWORD) });
    }
    if (!settings.demo && (await hasKnownPasswords(store.db))) throw demoStoreError(settings);
    const deps = await dependencies(settings, root, store);
    const again = await eraseAgain(deps);
    if (again > 0) printLine(`Erased again after a restore: ${again} people.`);
    // The demo shows its needs from the first request on; elsewhere the task computes them while requests are served.
    if (settings.demo) await keepNeeds(deps);
    const demoPage = settings.demo ? await findFirstCode(store.db) : null;
    const publicDir = path.join(root, 'build/public');
    app = await buildApp({
      deps,
      logger: log,
      publicDir: existsSync(path.join(publicDir, 'index.html')) ? publicDir : undefined,
      isMigrated: () => isMigrated(store.pool, migrationsIn(root)),
    });
    await listen(app, settings);
    void deps.live.listen();
    return run({ settings, demoPage, deps, store, app, log });
  } catch (error) {
    await app?.close();
    await store.close();
    throw error;
  }
};
