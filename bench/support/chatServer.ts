// One process that serves the product over the store of the benchmark of the chat, and tells on demand how long its
// processor worked, in milliseconds.
import { createWriteStream, mkdtempSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { buildApp } from '../../server/app';
import { systemClock } from '../../server/platform/clock';
import { createDb, createPool } from '../../server/platform/database/connect';
import { createDiskStore } from '../../server/platform/fileStore/diskStore';
import { createFiles } from '../../server/platform/files';
import { createLimiter } from '../../server/platform/limiter';
import { createStreams } from '../../server/platform/live/streams';
import { readMessages } from '../../server/platform/messages';
import { createSandbox } from '../../server/platform/payment/sandbox';
import { readSettings } from '../../server/platform/settings';
import { GATEWAY_KEY } from './chatWorld';

const connectionString = process.argv[2]!;
const pool = createPool(connectionString);
const db = createDb(pool);
const app = await buildApp({
  deps: {
    db,
    clock: systemClock,
    settings: readSettings({ WORKER_GATEWAY_KEY: GATEWAY_KEY }),
    files: createFiles({ secret: 'benchmark', clock: systemClock }),
    messages: readMessages('i18n'),
    limiter: createLimiter(pool),
    fileStore: createDiskStore(mkdtempSync(path.join(tmpdir(), 'dash-bench-files-'))),
    codeSecret: 'benchmark',
    live: createStreams({ db, clock: systemClock, connectionString }),
    payments: createSandbox({ db, clock: systemClock, secret: 'bench' }),
  },
  logger: pino({ level: 'info' }, createWriteStream(devNull)),
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send!((user + system) / 1000);
});
process.on('SIGTERM', () => process.exit(0));
process.send!(await app.listen({ port: 0, host: '127.0.0.1' }));
