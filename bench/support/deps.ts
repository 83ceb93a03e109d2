import { mkdtempSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { needsBeforeCommit } from '../../server/modules/today';
import { systemClock } from '../../server/platform/clock';
import { createDb, createPool } from '../../server/platform/database/connect';
import type { Deps } from '../../server/platform/deps';
import { createDiskStore } from '../../server/adapters/files';
import { createFiles } from '../../server/platform/files';
import { createLimiter } from '../../server/platform/limiter';
import { createStreams } from '../../server/platform/live/streams';
import { readMessages } from '../../server/platform/messages';
import { createSandbox } from '../../server/adapters/payment/payments';
import { createPresence } from '../../server/platform/presence';
import { readSettings } from '../../server/platform/settings';

export const GATEWAY_KEY = 'gateway-key-of-the-benchmark';

/** One client sends hundreds of requests, and the benchmark does not measure refusals. */
export const WITHOUT_RATES = { USER_RATE: '0', NETWORK_RATE: '0', JOBS_PER_DAY: '0' };

/** Creates a logger that writes as in production, but to the null device. */
export const benchLogger = () => pino({ level: 'info' }, pino.destination(devNull));

/**
 * Creates the product's dependencies over the store at `connectionString`; files are in a folder that is removed with
 * the process.
 */
export const benchDeps = (connectionString: string, env: Record<string, string> = WITHOUT_RATES) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dash-bench-files-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const pool = createPool(connectionString);
  const db = createDb(pool);
  const settings = readSettings({ WORKER_GATEWAY_KEY: GATEWAY_KEY, ...env });
  const deps: Deps = {
    db,
    pool,
    clock: systemClock,
    settings,
    files: createFiles({ secret: 'benchmark', clock: systemClock }),
    messages: readMessages('i18n'),
    limiter: createLimiter(pool, systemClock),
    fileStore: createDiskStore(folder),
    codeSecret: 'benchmark',
    payments: createSandbox({ db, clock: systemClock, secret: 'bench' }),
    live: createStreams({ db, clock: systemClock, connectionString }),
    presence: createPresence(connectionString),
    beforeCommit: needsBeforeCommit(settings),
  };
  return { deps, pool };
};
