// A server that may be killed at any moment: the product's application and background tasks on a fast clock. It
// listens after loading and works only after a message.
import { tmpdir } from 'node:os';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { buildApp } from '../../../server/app';
import { startBackground } from '../../../server/tasks';
import { needsBeforeCommit } from '../../../server/modules/today';
import { createDb, createPool } from '../../../server/platform/database/connect';
import { createDiskStore } from '../../../server/adapters/files';
import { createFiles } from '../../../server/platform/files';
import { createLimiter } from '../../../server/platform/limiter';
import { createStreams } from '../../../server/platform/live/streams';
import { createLogger } from '../../../server/platform/logger';
import { readMessages } from '../../../server/platform/messages';
import { createSenders } from '../../../server/adapters/senders';
import { createSandbox } from '../../../server/adapters/payment/payments';
import { createPresence } from '../../../server/platform/presence';
import { readSettings } from '../../../server/platform/settings';
import { fastClock, type Epoch } from './clock';
import type { Spot } from './spots';

export interface ServerTask {
  url: string;
  epoch: Epoch;
  secret: string;
}

let spot: Spot | null = null;

const die = () => process.kill(process.pid, 'SIGKILL');

/** Kills the process at the spot: when the statement is sent or when its answer arrives. */
const watchStatements = () => {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [text] = args;
    const hit = spot !== null && typeof text === 'string' && text.includes(spot.statement);
    const asked = query.apply(this, args);
    if (hit && spot?.moment === 'sent') setImmediate(die);
    if (hit && spot?.moment === 'answered') (asked as Promise<unknown>).then(die, die);
    return asked;
  } as typeof pg.Client.prototype.query;
};

const run = async ({ url, epoch, secret }: ServerTask) => {
  watchStatements();
  const clock = fastClock(epoch);
  const pool = createPool(url);
  const db = createDb(pool);
  const settings = readSettings({ DATABASE_URL: url, USER_RATE: '0', NETWORK_RATE: '0' });
  // The buyers see the failures. A lost store at the end of a failed run would flood the terminal.
  const log = createLogger('fatal');
  const deps = {
    db,
    pool,
    clock,
    settings,
    files: createFiles({ secret, clock }),
    messages: readMessages('i18n'),
    limiter: createLimiter(pool, clock),
    fileStore: createDiskStore(tmpdir()),
    codeSecret: secret,
    payments: createSandbox({ db, clock, secret }),
    live: createStreams({ db, clock, connectionString: url }),
    presence: createPresence(url),
    beforeCommit: needsBeforeCommit(settings),
  };
  const app = await buildApp({ deps, logger: log });
  await app.listen({ port: 0, host: '127.0.0.1' });
  process.on('message', (message: Spot | 'work') => {
    if (message === 'work') startBackground({ ...deps, senders: createSenders(settings, deps) }, pool, log);
    else spot = message;
  });
  // The parent process is gone.
  process.on('disconnect', die);
  process.send!((app.server.address() as AddressInfo).port, () => undefined);
};

void run(JSON.parse(process.argv[2]!) as ServerTask);
