// Serves the product over a world with its scheduled work, as in production; reports the bytes of its heap after a
// collection on request.
import { setTimeout as sleep } from 'node:timers/promises';
import { buildApp } from '../../server/app';
import { startBackground } from '../../server/tasks';
import { createSenders } from '../../server/adapters/senders';
import { benchDeps, benchLogger } from './deps';
import { employersAtWork } from './employerDay';

const [url, count] = process.argv.slice(2);
const { deps, pool } = benchDeps(url!, {});
const employers = await employersAtWork(deps, pool, Number(count));
const log = benchLogger();
const app = await buildApp({ deps, logger: log });
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
startBackground({ ...deps, senders: createSenders(deps.settings, deps) }, pool, log);

const heapAfterCollection = async (): Promise<number> => {
  // Memory that one collection finalises is freed by the next.
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc!();
    await sleep(20);
  }
  return process.memoryUsage().heapUsed;
};
process.on('message', () => {
  void heapAfterCollection().then((heap) => process.send!({ heap, rss: process.memoryUsage.rss() }));
});
process.on('SIGTERM', () => process.exit(0));
process.send!({ origin, employers });
