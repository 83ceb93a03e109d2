// Serves the product over a world and creates workbooks in the background; reports its memory and the delay of its
// event loop on request.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { buildApp } from '../../server/app';
import { startBackground } from '../../server/tasks';
import { issueToken } from '../../server/platform/auth/tokens';
import { createSenders } from '../../server/adapters/senders';
import { benchDeps, benchLogger } from './deps';

const { deps, pool } = benchDeps(process.argv[2]!);
const { db, settings } = deps;
const log = benchLogger();
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

/** Reports the figures since the last question. The histogram includes its own resolution of 10 ms. */
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
process.on('SIGTERM', () => process.exit(0));
process.send!({ origin, token });
