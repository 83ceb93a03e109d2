// One process that serves the product over a world and makes workbooks in the background, and tells on demand what it
// holds in memory and how late its event loop ran.
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import pino from 'pino';
import { buildApp } from '../../server/app';
import { startBackground } from '../../server/background';
import { issueToken } from '../../server/platform/auth/tokens';
import { systemClock } from '../../server/platform/clock';
import { createDb, createPool } from '../../server/platform/database/connect';
import type { Deps } from '../../server/platform/deps';
import { createDiskStore } from '../../server/platform/fileStore/diskStore';
import { createFiles } from '../../server/platform/files';
import { createLimiter } from '../../server/platform/limiter';
import { createStreams } from '../../server/platform/live/streams';
import { readMessages } from '../../server/platform/messages';
import { createSenders } from '../../server/platform/outgoing/senders';
import { createSandbox } from '../../server/platform/payment/sandbox';
import { readSettings } from '../../server/platform/settings';

const folder = mkdtempSync(path.join(tmpdir(), 'dash-bench-files-'));
const pool = createPool(process.argv[2]!);
const db = createDb(pool);
const settings = readSettings({});
const deps: Deps = {
  db,
  clock: systemClock,
  settings,
  files: createFiles({ secret: 'benchmark', clock: systemClock }),
  messages: readMessages('i18n'),
  limiter: createLimiter(pool),
  fileStore: createDiskStore(folder),
  codeSecret: 'benchmark',
  live: createStreams({ db, clock: systemClock, connectionString: process.argv[2]! }),
  payments: createSandbox({ db, clock: systemClock, secret: 'bench' }),
};
const log = pino({ level: 'info' }, createWriteStream(devNull));
const app = await buildApp({ deps, logger: log });
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
const senders = createSenders(settings, { db });
startBackground({ ...deps, senders }, pool, log);
const { id } = await db
  .selectFrom('users')
  .select('id')
  .where('email', '=', 'root@demo.test')
  .executeTakeFirstOrThrow();
const token = await db.transaction().execute((trx) => issueToken(trx, { userId: id, now: new Date() }));

const MS = 1e6;
const SAMPLE_MS = 50;
const delay = monitorEventLoopDelay({ resolution: 10 });
let most = 0;
setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), SAMPLE_MS).unref();

/** What was measured since the last question. The histogram counts its own 10 ms as well. */
process.on('message', (question) => {
  if (question === 'begin') {
    delay.enable();
    delay.reset();
    most = process.memoryUsage.rss();
    process.send!({ rss: most });
  } else {
    process.send!({ most, p99: delay.percentile(99) / MS - 10, worst: delay.max / MS - 10 });
  }
});
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit(0));
process.send!({ origin, token });
